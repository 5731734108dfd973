import { linkagesZhCN } from '../../messages/linkages.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of the pages about linkages. */
export const t = addTexts(
  linkagesZhCN,
  async () => (await import('../../messages/linkages.en.ts')).linkagesEn,
);
