import { regionZhCN } from '../../messages/region.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of this feature. */
export const t = addTexts(regionZhCN, async () => (await import('../../messages/region.en.ts')).regionEn);
