import { startZhCN } from '../../messages/start.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of the first start. */
export const t = addTexts(startZhCN, async () => (await import('../../messages/start.en.ts')).startEn);
