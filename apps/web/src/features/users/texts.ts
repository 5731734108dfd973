import { usersZhCN } from '../../messages/users.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about users. */
export const t = addTexts(usersZhCN, async () => (await import('../../messages/users.en.ts')).usersEn);

const isKey = (key: string): key is keyof typeof usersZhCN => Object.hasOwn(usersZhCN, key);
const textOf = (key: string, code: string): string => (isKey(key) ? t(key) : code);

/** Name of a role; its code when the page does not know it. */
export const roleText = (role: string): string => textOf(`role.${role}`, role);
/** What a right permits, as part of a sentence. */
export const rightText = (right: string): string => textOf(`right.${right}`, right);
