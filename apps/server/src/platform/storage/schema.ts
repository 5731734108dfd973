import type { CommandState } from '@farm3d/api';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { JsonValue } from '../json-value.ts';
import type { AgronomyClimateTable, AgronomyEditTable } from './tables/agronomy.ts';
import type { PlantConfigurationTable, PlotIrrigationTable } from './tables/crops.ts';
import type {
  AccessRuleTable,
  ActiveMembershipView,
  ApiKeyTable,
  AuditEntryTable,
  EmbedTokenTable,
  MembershipTable,
  MemberView,
  UserSessionTable,
} from './tables/people.ts';
import type { DeviceShareTable } from './tables/sharing.ts';
import type { DeviceGroupMemberTable } from './tables/groups.ts';

/** The tables of migrations/ for Kysely. Instants are Date when read, Date or ISO text when written. */
export type Instant = ColumnType<Date, Date | string, Date | string>;
export type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>;
export type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** jsonb is written as text (JSON.stringify) and read as a value. */
type Json<T> = ColumnType<T, string | undefined, string>;
/** int8 comes back as text (it may exceed 2^53). */
type BigCount = ColumnType<string, number | string | undefined, number | string>;

interface OrganisationTable {
  id: Generated<string>;
  name: string;
  /** Nobody works in it since then; null: not suspended. */
  suspended_at: OptionalInstant;
  /** Since when it is being deleted for good. */
  deleting_at: OptionalInstant;
  /** Most devices; null: no limit. */
  device_quota: ColumnType<number | null, number | null | undefined, number | null>;
  /** Most bytes of uploaded files; null: the default. int8 comes back as text. */
  storage_quota: ColumnType<string | null, number | null | undefined, number | null>;
  /** Messages of its devices in an hour; null: the default. */
  message_quota: ColumnType<number | null, number | null | undefined, number | null>;
  /** Days for which readings are kept; null: for good. */
  retention_days: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: DefaultInstant;
}

interface AppUserTable {
  id: Generated<string>;
  username: string;
  password_hash: string;
  user_type: Generated<string>;
  area_code: string | null;
  display_name: Generated<string>;
  phone: Generated<string>;
  email: Generated<string>;
  /** A data URL. */
  picture: string | null;
  /** Whether an administrator wrote the e-mail address, not the person. */
  email_by_administrator: Generated<boolean>;
  must_change_password: Generated<boolean>;
  /** May create and suspend organisations. */
  installation_operator: Generated<boolean>;
  created_at: DefaultInstant;
}

interface DeviceConnectionTable {
  device: number;
  connected: boolean;
  relayed: boolean;
  changed_at: Instant;
  server: string;
}

interface VisitingTokenTable {
  token_hash: Buffer;
  device: number;
  session_id: string;
  expires_at: Instant;
}

interface RefreshTokenTable {
  token_hash: Buffer;
  family: string;
  user_id: string;
  created_at: DefaultInstant;
  expires_at: Instant;
  replaced_at: OptionalInstant;
  replaced_by: Buffer | null;
  revoked_at: OptionalInstant;
}

export interface ProductModelTable {
  id: Generated<string>;
  code: string;
  name: string;
  product_type_code: string;
  picture: string | null;
  model_path: string | null;
  detail: Json<Record<string, JsonValue>>;
  undeclared_commands: Generated<boolean>;
  /** Null: built in. */
  organisation_id: string | null;
  name_en: Generated<string>;
  state: Generated<'draft' | 'active' | 'retired'>;
  reporting_interval_s: number | null;
  version: Generated<number>;
}

/** One parameter of an attribute, service or status, by its wire names (specification, section 3). */
export interface AttributeParameter {
  parameterEnName: string;
  parameterName: string;
  parameterType: 'NUMERIC' | 'BOOLEAN' | 'STRING';
  unit: string;
  min: number | null;
  max: number | null;
  /** Of a service: a command may leave it out. Default: it must be given. */
  optional?: boolean;
  /** Label in English. */
  labelEn?: string;
}

export interface ProductAttributeTable {
  id: Generated<string>;
  /** Organisation that added it; null = built in. */
  organisation_id: string | null;
  product_model_id: string;
  identify: string;
  name: string;
  name_en: Generated<string>;
  type: '0' | '1' | '3';
  state: Generated<number>;
  parameters: JSONColumnType<AttributeParameter[], string | undefined>;
  association_states: JSONColumnType<{ identify: string }[], string | undefined>;
  position: Generated<number>;
}

interface DeviceTable {
  id: Generated<string>;
  key: Generated<number>;
  organisation_id: string;
  product_model_id: string;
  name: string;
  token_hash: Buffer;
  third_id: string | null;
  third_config_id: string | null;
  map_video_url: string | null;
  picture: string | null;
  model_path: string | null;
  simulated: Generated<boolean>;
  attributes: Json<Record<string, JsonValue>>;
  last_activity_at: OptionalInstant;
  rejected_count: BigCount;
  version: Generated<number>;
  gateway: Generated<boolean>;
  gateway_id: string | null;
  name_at_gateway: string | null;
  dev_eui: string | null;
  serial: string | null;
  import_id: string | null;
  shared_attributes: Json<Record<string, JsonValue>>;
  displayed: Generated<boolean>;
  latitude: number | null;
  longitude: number | null;
  created_at: DefaultInstant;
  claimed_at: OptionalInstant;
}

interface TsMessageTable {
  device: number;
  ts: Instant;
  values: Json<Record<string, JsonValue>>;
  /** Keys of values outside their declared range, as `{"key": true}`. */
  outside: Json<Record<string, true> | null>;
}

interface TsNewestTable {
  device: number;
}

interface DeviceRejectionTable {
  id: Generated<string>;
  device: number;
  received_at: DefaultInstant;
  source: string;
  reason: string;
  field: string | null;
  excerpt: string | null;
}

interface CommandTable {
  id: Generated<string>;
  device: number;
  user_id: string | null;
  method: string;
  params: ColumnType<JsonValue, string | null | undefined, string | null>;
  state: CommandState;
  answer: ColumnType<JsonValue, string | null | undefined, string | null>;
  error: string | null;
  persistent: Generated<boolean>;
  expires_at: OptionalInstant;
  source: Generated<string>;
  source_id: string | null;
  reason: string | null;
  created_at: DefaultInstant;
  finished_at: OptionalInstant;
  /** Organisation of the device when the command was given. */
  owner_id: string;
  api_key_id: string | null;
  /** Organisation in which its user worked. */
  acting_organisation_id: string | null;
}

interface SceneTable {
  id: Generated<string>;
  organisation_id: string;
  name: string;
  description: Generated<string>;
  type: Generated<'1' | '2'>;
  scene_device: string | null;
  boundary: string | null;
  latitude: number | null;
  longitude: number | null;
  plot_skin: string | null;
  grow_crop: string | null;
  grow_time: string | null;
  scene_3d_url: string | null;
  icon: string | null;
  base_model_path: string | null;
  cover: string | null;
  cover_at: OptionalInstant;
  /** Place in the list, from 1; null: before those with one. */
  place: number | null;
  created_by: string | null;
  version: Generated<number>;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
}

export interface Database {
  organisation: OrganisationTable;
  app_user: AppUserTable;
  membership: MembershipTable;
  member: MemberView;
  active_membership: ActiveMembershipView;
  refresh_token: RefreshTokenTable;
  visiting_token: VisitingTokenTable;
  product_model: ProductModelTable;
  product_attribute: ProductAttributeTable;
  device: DeviceTable;
  ts_message: TsMessageTable;
  ts_newest: TsNewestTable;
  device_connection: DeviceConnectionTable;
  device_rejection: DeviceRejectionTable;
  command: CommandTable;
  scene: SceneTable;
  device_group_member: DeviceGroupMemberTable;
  device_share: DeviceShareTable;
  plant_configuration: PlantConfigurationTable;
  plot_irrigation: PlotIrrigationTable;
  agronomy_edit: AgronomyEditTable;
  agronomy_climate: AgronomyClimateTable;
  user_session: UserSessionTable;
  api_key: ApiKeyTable;
  embed_token: EmbedTokenTable;
  audit_entry: AuditEntryTable;
  access_rule: AccessRuleTable;
}
