import { ROLE_NAMES, ROLE_RIGHTS, type Call, type Right } from '@farm3d/api';

/** Whose rights are asked for. */
export interface RightsHolder {
  /** Built-in roles, and `right:…` for each right of own ones. */
  readonly roles: readonly string[];
  /** Rights that a key is limited to. Default: those of the roles. */
  readonly rights?: readonly string[];
  /** Whether a key makes only calls that change nothing. Default false. */
  readonly readOnly?: boolean;
  readonly installationOperator?: boolean;
}

/** 'veterinary' is in the specification's role list and has no rights (readings 20). */
const RIGHTS: Readonly<Record<(typeof ROLE_NAMES)[number], readonly Right[]>> = {
  owner: ROLE_RIGHTS,
  admin: ROLE_RIGHTS,
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

/** What the database makes of a right of an own role (`effective_roles`). */
const RIGHT_PREFIX = 'right:';

/** Roles are stored as texts; null for an unknown one. */
function knownRights(role: string): readonly Right[] | null {
  if (role.startsWith(RIGHT_PREFIX)) {
    const right = ROLE_RIGHTS.find((one) => one === role.slice(RIGHT_PREFIX.length));
    return right ? [right] : null;
  }
  return Object.hasOwn(RIGHTS, role) ? RIGHTS[role as keyof typeof RIGHTS] : null;
}

/** An unknown role has no rights. */
const rightsOf = (role: string): readonly Right[] => knownRights(role) ?? [];

/** The built-in ones of somebody's roles. */
export const builtInRoles = ({ roles }: RightsHolder): string[] =>
  roles.filter((role) => Object.hasOwn(RIGHTS, role));

/** All rights of somebody in the whole organisation. */
export const allRights = (holder: RightsHolder): Right[] => ROLE_RIGHTS.filter((right) => can(holder, right));

/**
 * Whether somebody may grant roles: nobody grants a right that they do not have, and only owners grant 'owner'. Own roles
 * are given as what they stand for: an unknown one is not granted.
 */
export function mayGrant(own: RightsHolder, wanted: readonly string[]): boolean {
  return wanted.every(
    (role) =>
      (role !== 'owner' || own.roles.includes('owner')) &&
      knownRights(role)?.every((right) => can(own, right)) === true,
  );
}

/** Current roles of a key: those it was given that its maker may still grant. */
export function keyRoles(ofMaker: readonly string[], ofKey: readonly string[]): string[] {
  return ofKey.filter((role) => mayGrant({ roles: ofMaker }, [role]));
}

/**
 * Whether a caller may make a call. The right of the installation is of the person, not of a role. A key that only reads makes
 * calls that change nothing: they are in no audit log.
 */
export function mayCall(
  holder: RightsHolder,
  { right, method, audit }: Pick<Call, 'right' | 'method' | 'audit'>,
): boolean {
  if (holder.readOnly === true && (audit !== undefined || (method !== 'GET' && right !== 'read')))
    return false;
  return right === 'installation' ? holder.installationOperator === true : can(holder, right);
}

/** Whether somebody has a right: one of the roles has it, and a key is not limited to others. The only place that decides it. */
export function can({ roles, rights }: RightsHolder, right: Right): boolean {
  if (right === 'self') return true;
  return rights?.includes(right) !== false && roles.some((role) => rightsOf(role).includes(right));
}
