import { alarmsZhCN } from '../../messages/alarms.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of the alarm centre. */
export const t = addTexts(alarmsZhCN, async () => (await import('../../messages/alarms.en.ts')).alarmsEn);
