import { accountZhCN } from '../../messages/account.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about the account. */
export const t = addTexts(accountZhCN, async () => (await import('../../messages/account.en.ts')).accountEn);
