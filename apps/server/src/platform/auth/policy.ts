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
  'personal',
];

/** 'veterinary' stands in the specification's role list and has no rights (readings 20). */
const RIGHTS: Readonly<Record<(typeof ROLE_NAMES)[number], readonly Right[]>> = {
  owner: EVERYTHING,
  admin: EVERYTHING,
  operator: ['read', 'operate', 'alarms', 'work-orders', 'personal'],
  agronomist: ['read', 'crops', 'work-orders', 'personal'],
  technician: ['read', 'alarms', 'work-orders', 'personal'],
  viewer: ['read', 'personal'],
  integrator: ['read', 'devices', 'personal'],
  veterinary: [],
};

/** Names of the roles, for those who give them. */
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

/** The roles that there are. */
export const ROLES = ROLE_NAMES.map((role) => ({ role, name: TITLES[role], rights: RIGHTS[role] }));

/** Roles stand in the database as texts; one that is not known has no rights. */
const rightsOf = (role: string): readonly Right[] =>
  Object.hasOwn(RIGHTS, role) ? RIGHTS[role as keyof typeof RIGHTS] : [];

/** Whether who has `own` may give `wanted`: nobody gives a right that they do not have, and only owners make owners. */
export function mayGive(own: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every(
    (role) => (role !== 'owner' || own.includes('owner')) && rightsOf(role).every((right) => can(own, right)),
  );
}

/** The roles that a key has now: of those it was given, what its maker may still give. */
export function keyRoles(ofMaker: readonly string[], ofKey: readonly string[]): string[] {
  return ofKey.filter((role) => mayGive(ofMaker, [role]));
}

/** The one place that decides what roles allow. */
export function can(roles: readonly string[], right: Right): boolean {
  return right === 'self' || roles.some((role) => rightsOf(role).includes(right));
}
