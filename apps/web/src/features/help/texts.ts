import { helpZhCN } from '../../messages/help.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of help and feedback. */
export const t = addTexts(helpZhCN, async () => (await import('../../messages/help.en.ts')).helpEn);
