/** A table of the archive: the condition on its rows `t`, where $ stands for the organisation, and columns that stay out. */
export interface ArchivedTable {
  readonly where: string;
  /** Secrets and numbers that mean nothing elsewhere. */
  readonly omit?: readonly string[];
}

const OWN: ArchivedTable = { where: 't.organisation_id = $' };
const of = (table: string, column: string, key = 'id'): ArchivedTable => ({
  where: `t.${column} in (select ${key} from ${table} where organisation_id = $)`,
});

/** What an organisation owns, by table; `member` are its people. Readings and files come beside it. */
export const ARCHIVED: Readonly<Record<string, ArchivedTable>> = {
  access_rule: OWN,
  agronomy_edit: OWN,
  alarm: OWN,
  alarm_event: of('alarm', 'alarm_id'),
  alarm_setting: OWN,
  api_key: { ...OWN, omit: ['key_hash'] },
  article: OWN,
  audit_entry: OWN,
  command: { where: 't.owner_id = $' },
  department: OWN,
  device: { ...OWN, omit: ['token_hash'] },
  device_certificate: of('device', 'device_id'),
  device_group: OWN,
  device_group_member: of('device_group', 'group_id'),
  device_interlock: of('device', 'device', 'key'),
  device_share: { where: 't.owner_id = $' },
  embed_token: { ...OWN, omit: ['token_hash'] },
  feedback: OWN,
  file: OWN,
  integration: { ...OWN, omit: ['key_hash'] },
  invitation: { ...OWN, omit: ['token_hash'] },
  linkage: OWN,
  linkage_run: of('linkage', 'linkage_id'),
  member: { ...OWN, omit: ['installation_operator'] },
  notification_template: OWN,
  organisation: { where: 't.id = $' },
  // Not the key that signs webhooks.
  organisation_setting: { where: "t.organisation_id = $ and t.name <> 'webhookKey'" },
  own_role: OWN,
  plant_configuration: OWN,
  plot_irrigation: OWN,
  plot_skin: OWN,
  product_attribute: OWN,
  product_model: OWN,
  region_map: OWN,
  scene: OWN,
  work_order: OWN,
  work_order_log: of('work_order', 'work_order_id'),
};

/** Tables without an archive of their own, each with the reason. A test compares both lists with the database. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  agronomy_climate: 'computed from readings',
  alarm_state: 'how rules stand now',
  app_user: 'people are archived as members',
  backup_record: 'of the installation',
  cluster_request: 'between servers',
  device_claim: 'a secret',
  device_connection: 'how connections stand now',
  device_import: 'a job',
  device_problem: 'what cannot be read of messages now',
  device_rejection: 'messages that were refused',
  device_run: 'how devices run now',
  external_identity: 'of the person',
  former_device_token: 'a secret',
  linkage_due: 'a queue',
  membership: 'archived as members',
  notification: 'of the person',
  notification_channel: 'of the person, and a secret',
  notification_delivery: 'of the person',
  notification_event: 'a queue',
  notification_preference: 'of the person',
  organisation_export: 'archives themselves',
  passkey: 'a secret',
  password_reset: 'a secret',
  recovery_code: 'a secret',
  refresh_token: 'a secret',
  region_ring: 'computed from region maps',
  rollup_state: 'of the installation',
  rule_sample: 'a queue',
  rule_trial: 'a job',
  schema_migration: 'of the installation',
  totp: 'a secret',
  ts_day: 'computed from readings',
  ts_hour: 'computed from readings',
  ts_hour_messages: 'computed from readings',
  ts_hour_total: 'computed from readings',
  ts_latest: 'computed from readings',
  ts_message: 'archived as readings, by device',
  ts_packed: 'computed from readings',
  ts_stale: 'computed from readings',
  used_challenge: 'a secret',
  user_session: 'of the person',
  visiting_token: 'a secret',
};
