import { organisationsZhCN } from '../../messages/organisations.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about organisations. */
export const t = addTexts(
  organisationsZhCN,
  async () => (await import('../../messages/organisations.en.ts')).organisationsEn,
);
