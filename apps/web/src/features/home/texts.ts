import { homeZhCN } from '../../messages/home.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of the home page. */
export const t = addTexts(homeZhCN, async () => (await import('../../messages/home.en.ts')).homeEn);
