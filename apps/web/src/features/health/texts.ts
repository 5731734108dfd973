import { healthZhCN } from '../../messages/health.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about the health of the system. */
export const t = addTexts(healthZhCN, async () => (await import('../../messages/health.en.ts')).healthEn);
