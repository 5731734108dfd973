import { paletteZhCN } from '../../messages/palette.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of the command palette. */
export const t = addTexts(paletteZhCN, async () => (await import('../../messages/palette.en.ts')).paletteEn);
