import { imageZhCN } from '../../messages/image.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about images. */
export const t = addTexts(imageZhCN, async () => (await import('../../messages/image.en.ts')).imageEn);
