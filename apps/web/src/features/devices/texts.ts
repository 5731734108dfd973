import { devicesZhCN } from '../../messages/devices.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of the devices page. */
export const t = addTexts(devicesZhCN, async () => (await import('../../messages/devices.en.ts')).devicesEn);
