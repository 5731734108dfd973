import type { AccessLevel } from '@farm3d/api';
import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<Date, Date | string, Date | string>;
type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** A person in an organisation. */
export interface MembershipTable {
  user_id: string;
  organisation_id: string;
  roles: Generated<string[]>;
  department_id: string | null;
  disabled_at: OptionalInstant;
  created_at: DefaultInstant;
}

/** People as an organisation sees them: account and membership in one row. Read only. */
export interface MemberView {
  /** Of the account. */
  id: string;
  organisation_id: string;
  organisation_name: string;
  username: string;
  display_name: string;
  phone: string;
  email: string;
  area_code: string | null;
  user_type: string;
  must_change_password: boolean;
  installation_operator: boolean;
  roles: string[];
  department_id: string | null;
  disabled_at: Date | null;
  created_at: Date;
  /** What the roles stand for. */
  effective_roles: string[];
  picture: string | null;
}

/** Memberships that give rights now: neither the membership nor the organisation is suspended. Read only. */
export interface ActiveMembershipView {
  user_id: string;
  organisation_id: string;
  /** What the roles stand for. */
  roles: string[];
  created_at: Date;
}

export interface UserSessionTable {
  id: string;
  user_id: string;
  /** Organisation in which the login works; null: none any more. */
  organisation_id: string | null;
  address: Generated<string>;
  user_agent: Generated<string>;
  created_at: DefaultInstant;
  last_used_at: DefaultInstant;
  ended_at: OptionalInstant;
}

export interface ApiKeyTable {
  id: Generated<string>;
  organisation_id: string;
  created_by: string;
  name: string;
  key_hash: Buffer;
  roles: string[];
  /** Null: all rights of the roles. */
  rights: string[] | null;
  read_only: Generated<boolean>;
  expires_at: OptionalInstant;
  last_used_at: OptionalInstant;
  created_at: DefaultInstant;
}

export interface EmbedTokenTable {
  id: Generated<string>;
  organisation_id: string;
  scene_id: string;
  created_by: string;
  name: string;
  token_hash: Buffer;
  expires_at: Instant;
  created_at: DefaultInstant;
  origins: Generated<string[]>;
}

export interface AuditEntryTable {
  organisation_id: string;
  /** int8 comes back as text. */
  seq: ColumnType<string, number, never>;
  at: ColumnType<Date, Date, never>;
  user_id: string | null;
  username: string;
  address: string;
  action: string;
  target: string;
  previous_hash: Buffer;
  hash: Buffer;
}

/** A right of people on a group of devices or on a scene. */
export interface AccessRuleTable {
  id: Generated<string>;
  organisation_id: string;
  user_id: string | null;
  role: string | null;
  department_id: string | null;
  group_id: string | null;
  scene_id: string | null;
  level: ColumnType<AccessLevel>;
  created_by: string | null;
  created_at: DefaultInstant;
}
