import { regionZhCN } from '../../messages/region.zh-CN.ts';
import { addTexts, type MessageKey } from '../../platform/locale.ts';

/** Name of a text of this feature, or of every screen. */
type RegionKey = keyof typeof regionZhCN | MessageKey;

/** A text, as `t` of the platform; this feature's own among them. */
export const t = addTexts(regionZhCN, async () => (await import('../../messages/region.en.ts')).regionEn);
