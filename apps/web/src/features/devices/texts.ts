import { deviceZhCN } from '../../messages/device.zh-CN.ts';
import { devicesZhCN } from '../../messages/devices.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of the pages about devices. */
export const t = addTexts({ ...devicesZhCN, ...deviceZhCN }, async () => {
  const [list, page] = await Promise.all([
    import('../../messages/devices.en.ts'),
    import('../../messages/device.en.ts'),
  ]);
  return { ...list.devicesEn, ...page.deviceEn };
});
