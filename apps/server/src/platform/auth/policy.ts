import { ROLE_NAMES, type Right } from '@farm3d/api';

const EVERYTHING: readonly Right[] = [
  'read',
  'operate',
  'alarms',
  'devices',
  'scenes',
  'rules',
  'crops',
  'work-orders',
  'share',
  'administer',
  'upload',
  'personal',
];

/** 'veterinary' is in the specification's role list and has no rights (readings 20). */
const RIGHTS: Readonly<Record<(typeof ROLE_NAMES)[number], readonly Right[]>> = {
  owner: EVERYTHING,
  admin: EVERYTHING,
  operator: ['read', 'operate', 'alarms', 'work-orders', 'upload', 'personal'],
  agronomist: ['read', 'crops', 'work-orders', 'upload', 'personal'],
  technician: ['read', 'alarms', 'work-orders', 'upload', 'personal'],
  viewer: ['read', 'personal'],
  integrator: ['read', 'devices', 'upload', 'personal'],
  veterinary: [],
};

/** Titles of the roles. */
const TITLES: Readonly<Record<keyof typeof RIGHTS, string>> = {
  owner: '所有者',
  admin: '管理员',
  operator: '操作员',
  agronomist: '农艺师',
  technician: '技术员',
  viewer: '访客',
  integrator: '集成商',
  veterinary: '兽医',
};

/** All roles. */
export const ROLES = ROLE_NAMES.map((role) => ({ role, name: TITLES[role], rights: RIGHTS[role] }));

/** Roles are stored as texts; an unknown one has no rights. */
const rightsOf = (role: string): readonly Right[] =>
  Object.hasOwn(RIGHTS, role) ? RIGHTS[role as keyof typeof RIGHTS] : [];

/**
 * Whether roles `own` may grant `wanted`: nobody grants a right that they do not have, and only owners grant 'owner'.
 */
export function mayGrant(own: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every(
    (role) => (role !== 'owner' || own.includes('owner')) && rightsOf(role).every((right) => can(own, right)),
  );
}

/** Current roles of a key: those it was given that its maker may still grant. */
export function keyRoles(ofMaker: readonly string[], ofKey: readonly string[]): string[] {
  return ofKey.filter((role) => mayGrant(ofMaker, [role]));
}

/** Whether a caller has the right of a call. That of the installation is of the person, not of a role. */
export function mayCall(
  { roles, installationOperator }: { roles: readonly string[]; installationOperator?: boolean },
  right: Right,
): boolean {
  return right === 'installation' ? installationOperator === true : can(roles, right);
}

/** Whether one of the roles has a right. The only place that decides it. */
export function can(roles: readonly string[], right: Right): boolean {
  return right === 'self' || roles.some((role) => rightsOf(role).includes(right));
}
