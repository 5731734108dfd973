import { regionZhCN } from '../../messages/region.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** A text, as `t` of the platform; this feature's own among them. */
export const t = addTexts(regionZhCN, async () => (await import('../../messages/region.en.ts')).regionEn);
