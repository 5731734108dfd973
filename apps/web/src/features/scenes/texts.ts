import { scenesZhCN } from '../../messages/scenes.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of the form of a scene. */
export const t = addTexts(scenesZhCN, async () => (await import('../../messages/scenes.en.ts')).scenesEn);
