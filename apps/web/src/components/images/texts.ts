import { pictureZhCN } from '../../messages/picture.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about images. */
export const t = addTexts(pictureZhCN, async () => (await import('../../messages/picture.en.ts')).pictureEn);
