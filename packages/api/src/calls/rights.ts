/** Rights of roles within an organisation. Each call of a user names the one that it needs. */
export type Right =
  /** Read everything. */
  | 'read'
  /** Send commands to devices, and run linkages. */
  | 'operate'
  /** Acknowledge, clear and shelve alarms. */
  | 'alarms'
  /** Create, change and delete devices, their groups and attributes. */
  | 'devices'
  /** Create, change and delete scenes. */
  | 'scenes'
  /** Change alarm settings and linkages. */
  | 'rules'
  | 'crops'
  | 'work-orders'
  /** Share devices, and transfer them. */
  | 'share'
  /** Notices, departments, settings of the organisation. */
  | 'administer'
  /** Upload files. */
  | 'upload'
  /** Operate the installation: create and suspend organisations. Of a person, whatever the roles. */
  | 'installation'
  /** What concerns only the user. */
  | 'personal'
  /** The caller's own account, whatever the roles; not counted by the user's rate limit. */
  | 'self';

/** Rights that roles give, and to which a key may be limited. */
export const ROLE_RIGHTS = [
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
] as const satisfies readonly Right[];

/** How far somebody may go with the devices of a group or with a scene; each level includes those before it. */
export const ACCESS_LEVELS = ['see', 'operate', 'edit', 'manage'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

const SEE: readonly Right[] = ['read'];
const OPERATE: readonly Right[] = [...SEE, 'operate', 'alarms'];
const EDIT: readonly Right[] = [...OPERATE, 'devices', 'scenes', 'rules'];

/** Rights that a level gives on the things of its rule. */
export const LEVEL_RIGHTS: Readonly<Record<AccessLevel, readonly Right[]>> = {
  see: SEE,
  operate: OPERATE,
  edit: EDIT,
  manage: [...EDIT, 'share'],
};

/** Roles that a user can have. */
export const ROLE_NAMES = [
  'owner',
  'admin',
  'operator',
  'agronomist',
  'technician',
  'viewer',
  'integrator',
  'veterinary',
] as const;
