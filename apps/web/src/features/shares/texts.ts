import { sharesZhCN } from '../../messages/shares.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about shares. */
export const t = addTexts(sharesZhCN, async () => (await import('../../messages/shares.en.ts')).sharesEn);
