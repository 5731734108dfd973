/** What a role may do with what its organisation has. Each call of a user names the one that it needs. */
export type Right =
  /** See everything. */
  | 'read'
  /** Tell devices what to do, and run linkages. */
  | 'operate'
  /** Acknowledge, clear and shelve alarms. */
  | 'alarms'
  /** Make, change and delete devices, their groups and attributes. */
  | 'devices'
  /** Make, change and delete scenes. */
  | 'scenes'
  /** Say when an alarm is raised and what a linkage does. */
  | 'rules'
  | 'crops'
  | 'work-orders'
  /** Give others rights to devices, and hand devices over. */
  | 'share'
  /** Notices, departments, settings of the organisation. */
  | 'administer'
  /** What concerns only the user. */
  | 'personal'
  /** One's own account, whatever the roles say; not counted as a call of the user. */
  | 'self';

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
