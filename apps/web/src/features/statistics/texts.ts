import { statisticsZhCN } from '../../messages/statistics.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about statistics. */
export const t = addTexts(
  statisticsZhCN,
  async () => (await import('../../messages/statistics.en.ts')).statisticsEn,
);
