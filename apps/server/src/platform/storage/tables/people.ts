import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<Date, Date | string, Date | string>;
type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export interface UserSessionTable {
  id: string;
  user_id: string;
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
