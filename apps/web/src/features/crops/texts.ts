import { cropsZhCN } from '../../messages/crops.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about crops. */
export const t = addTexts(cropsZhCN, async () => (await import('../../messages/crops.en.ts')).cropsEn);
