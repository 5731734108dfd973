import { accessZhCN } from '../../messages/access.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of who may do what. */
export const t = addTexts(accessZhCN, async () => (await import('../../messages/access.en.ts')).accessEn);
