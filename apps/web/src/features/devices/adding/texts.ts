import { deviceAddingZhCN } from '../../../messages/device-adding.zh-CN.ts';
import { addTexts } from '../../../platform/locale.ts';

/** Like `t` of the platform, with the texts of the import of devices and of claims. */
export const t = addTexts(
  deviceAddingZhCN,
  async () => (await import('../../../messages/device-adding.en.ts')).deviceAddingEn,
);
