import { devicesZhCN } from '../../messages/devices.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** A text of the devices' page in the present language. Reading it in a component subscribes to the language. */
export const t = addTexts(devicesZhCN, async () => (await import('../../messages/devices.en.ts')).devicesEn);
