import { signal } from '@preact/signals-react';
import type { AccessLevel, Role } from '@farm3d/api';
import { t, zhCN } from './zh-CN.ts';

const isKey = (key: string): key is keyof typeof zhCN => Object.hasOwn(zhCN, key);
const textOf = (key: string, code: string): string => (isKey(key) ? t(key) : code);

const ownNames = signal<ReadonlyMap<string, string>>(new Map());

/** The roles of the organisation from a call; from then on `roleText` knows the names of its own ones. */
export function knownRoles(roles: readonly Role[]): readonly Role[] {
  ownNames.value = new Map(roles.filter(({ own }) => own).map(({ role, name }) => [role, name]));
  return roles;
}

/** Name of a role; its code when the page does not know it. */
export const roleText = (role: string): string => ownNames.value.get(role) ?? textOf(`role.${role}`, role);
/** What a right permits, as part of a sentence. */
export const rightText = (right: string): string => textOf(`right.${right}`, right);
/** How far one may go with the things of an access rule. */
export const levelText = (level: AccessLevel): string => t(`access.level.${level}`);
