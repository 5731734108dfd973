import { logsZhCN } from '../../messages/logs.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about logs. */
export const t = addTexts(logsZhCN, async () => (await import('../../messages/logs.en.ts')).logsEn);
