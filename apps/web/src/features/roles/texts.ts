import { rolesZhCN } from '../../messages/roles.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about roles and access rules. */
export const t = addTexts(rolesZhCN, async () => (await import('../../messages/roles.en.ts')).rolesEn);
