import { accessZhCN } from '../../messages/access.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of who may do what. */
export const t = addTexts(accessZhCN, async () => (await import('../../messages/access.en.ts')).accessEn);

const isKey = (key: string): key is keyof typeof accessZhCN => Object.hasOwn(accessZhCN, key);
const textOf = (key: string, code: string): string => (isKey(key) ? t(key) : code);

/** Name of a role; its code when the page does not know it. */
export const roleText = (role: string): string => textOf(`role.${role}`, role);
/** What a right permits, as part of a sentence. */
export const rightText = (right: string): string => textOf(`right.${right}`, right);
