import { workOrdersZhCN } from '../../messages/work-orders.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about work orders. */
export const t = addTexts(
  workOrdersZhCN,
  async () => (await import('../../messages/work-orders.en.ts')).workOrdersEn,
);
