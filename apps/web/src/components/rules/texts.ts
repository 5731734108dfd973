import { rulesZhCN } from '../../messages/rules.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of conditions and rules. */
export const t = addTexts(rulesZhCN, async () => (await import('../../messages/rules.en.ts')).rulesEn);
