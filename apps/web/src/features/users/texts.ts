import { usersZhCN } from '../../messages/users.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about users. */
export const t = addTexts(usersZhCN, async () => (await import('../../messages/users.en.ts')).usersEn);
