import { pictureZhCN } from '../../messages/picture.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** A text, as `t` of the platform; those about giving pictures among them. */
export const t = addTexts(pictureZhCN, async () => (await import('../../messages/picture.en.ts')).pictureEn);
