import type { Pool, PoolClient } from 'pg';
import { encodeFlag, type AlarmSeverity } from '@farm3d/api';
import type { VisibleKeys } from '../../platform/telemetry/visible-keys.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { Keyset, type Following, type Placed } from '../../platform/storage/keyset.ts';
import type { Page } from '../../platform/storage/owned-rows.ts';

/** One alarm from its beginning to its end. Instants are epoch ms. */
export interface AlarmRecord {
  readonly id: string;
  readonly organisationId: string;
  readonly device: number;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly settingId: string | null;
  readonly name: string;
  readonly identify: string | null;
  readonly severity: AlarmSeverity;
  readonly raisedAt: number;
  readonly clearedAt: number | null;
  readonly clearedBy: string | null;
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
  readonly shelvedUntil: number | null;
  /** Escalation steps that were taken. */
  readonly escalation: number;
  readonly remindedAt: number | null;
  readonly values: Readonly<Record<string, JsonValue>>;
}

/** An alarm in the organisation's list. */
export interface ListedAlarm extends AlarmRecord {
  /** Names of the groups of its device. */
  readonly groups: readonly string[];
  readonly assignee: { readonly id: string; readonly name: string } | null;
}

export interface AlarmFilter {
  deviceId?: string | undefined;
  /** Only of these devices. */
  deviceIds?: readonly string[] | undefined;
  /** With the groups below it. */
  groupId?: string | undefined;
  /** Part of the name of the alarm or of its device. */
  text?: string | undefined;
  /** Whether it is shelved at present. */
  shelved?: boolean | undefined;
  active?: boolean | undefined;
  acknowledged?: boolean | undefined;
  severity?: string | undefined;
  startTs?: number | undefined;
  endTs?: number | undefined;
  /** Only those that tell of no other key. */
  visible?: VisibleKeys;
}

/** What an alarm tells of the keys of its device. */
type AlarmKeys = Pick<AlarmRecord, 'identify' | 'values'>;

/** Whether a caller may know of an alarm: it names no other key, and has no value of one. */
export const isAlarmVisible = (visible: VisibleKeys, { identify, values }: AlarmKeys): boolean =>
  visible === null ||
  ((identify === null || visible.has(identify)) && Object.keys(values).every((key) => visible.has(key)));

const MS = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

const COLUMNS = `a.id, a.organisation_id as "organisationId", a.device, d.id as "deviceId",
  d.name as "deviceName", a.setting_id as "settingId", a.name, a.identify, a.severity,
  ${MS('a.raised_at')} as "raisedAt", ${MS('a.cleared_at')} as "clearedAt", a.cleared_by as "clearedBy",
  ${MS('a.acknowledged_at')} as "acknowledgedAt", a.acknowledged_by as "acknowledgedBy",
  ${MS('a.shelved_until')} as "shelvedUntil", a.escalation, ${MS('a.reminded_at')} as "remindedAt", a.values`;
const ASSIGNEE = `(select jsonb_build_object('id', p.id, 'name', coalesce(nullif(p.display_name, ''), p.username))
  from app_user p where p.id = a.assigned_to) as assignee`;
const GROUPS = `array(select g.name from device_group_member m join device_group g on g.id = m.group_id
  where m.device_id = d.id order by g.name) as groups`;
const FROM = 'from alarm a join device d on d.key = a.device';
const SELECT = `select ${COLUMNS} ${FROM}`;
const SELECT_LISTED = `select ${COLUMNS}, ${GROUPS}, ${ASSIGNEE} ${FROM}`;
const NEWEST = new Keyset('alarms', [
  { sql: 'a.raised_at', type: 'timestamptz', direction: 'desc' },
  { sql: 'a.id', type: 'uuid' },
]);
const IN_GROUP = `d.id in (
  with recursive below (id) as (
    select ?::uuid union select g.id from device_group g join below on g.parent_id = below.id)
  select m.device_id from device_group_member m join below on below.id = m.group_id)`;
const HAS_TEXT = `position(lower(?) in lower(concat_ws(E'\\n', a.name, d.name))) > 0`;

/** Alarms of one organisation; only the engine writes open ones. */
export class AlarmRepository {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Newest first. */
  async list(
    organisationId: string,
    filter: AlarmFilter,
    page: Page,
  ): Promise<Following<ListedAlarm> & { total: number }> {
    const { deviceId, deviceIds, groupId } = filter;
    if ([deviceId, groupId].some((id) => id !== undefined && !isUuid(id)))
      return { items: [], total: 0, next: null };
    const where = ['a.organisation_id = $1'];
    const values: unknown[] = [organisationId];
    const add = (condition: string, value: unknown): void => {
      values.push(value);
      where.push(condition.replace('?', `$${values.length}`));
    };
    if (deviceId !== undefined) add('d.id = ?', deviceId);
    if (deviceIds !== undefined) add('d.id::text = any(?::text[])', deviceIds);
    if (groupId !== undefined) add(IN_GROUP, groupId);
    if (filter.text !== undefined) add(HAS_TEXT, filter.text);
    if (filter.shelved !== undefined)
      where.push(`coalesce(a.shelved_until > platform_now(), false) = ${filter.shelved}`);
    if (filter.active !== undefined) where.push(`a.cleared_at is ${filter.active ? '' : 'not '}null`);
    if (filter.acknowledged !== undefined)
      where.push(`a.acknowledged_at is ${filter.acknowledged ? 'not ' : ''}null`);
    if (filter.severity !== undefined) add('a.severity = ?', filter.severity);
    if (filter.startTs !== undefined) add('a.raised_at >= to_timestamp(?::float8 / 1000)', filter.startTs);
    if (filter.endTs !== undefined) add('a.raised_at < to_timestamp(?::float8 / 1000)', filter.endTs);
    if (filter.visible) {
      const keys = [...filter.visible];
      add('(a.identify is null or a.identify = any(?::text[]))', keys);
      add(
        'not exists (select from jsonb_object_keys(a.values) as k(key) where k.key <> all(?::text[]))',
        keys,
      );
    }
    const condition = where.join(' and ');
    const end = NEWEST.end(values, page);
    const [listed, counted] = await Promise.all([
      this.#pool.query<ListedAlarm & Placed>(
        `select ${COLUMNS}, ${GROUPS}, ${ASSIGNEE}, ${NEWEST.place} ${FROM} where ${condition} ${end.text}`,
        end.values,
      ),
      this.#pool.query<{ total: number }>(
        `select count(*)::float8 as total ${FROM} where ${condition}`,
        values,
      ),
    ]);
    return { ...NEWEST.page(listed.rows, page.limit), total: counted.rows[0]?.total ?? 0 };
  }

  /** Of any organisation: the caller must check the right to its device. */
  async find(id: string): Promise<ListedAlarm | undefined> {
    if (!isUuid(id)) return undefined;
    const { rows } = await this.#pool.query<ListedAlarm>(`${SELECT_LISTED} where a.id = $1`, [id]);
    return rows[0];
  }

  /** Open alarms of these devices, or of all. */
  async open(devices: readonly number[] | null): Promise<AlarmRecord[]> {
    const { rows } = await this.#pool.query<AlarmRecord>(
      `${SELECT} where a.cleared_at is null and ($1::int[] is null or a.device = any($1))`,
      [devices],
    );
    return rows;
  }

  /** Acknowledges an alarm that has ended; a second time has no effect. */
  async acknowledgeEnded(organisationId: string, id: string, userId: string, at: number): Promise<void> {
    await this.#pool.query(
      `with done as (
         update alarm set acknowledged_at = to_timestamp($3::float8 / 1000), acknowledged_by = $4
         where organisation_id = $1 and id = $2 and acknowledged_at is null returning id, acknowledged_at)
       insert into alarm_event (alarm_id, at, kind, user_id) select id, acknowledged_at, 'acknowledged', $4 from done`,
      [organisationId, id, at, userId],
    );
  }
}

/** Inserts and updates in the given order; alarms of deleted devices are skipped. */
export async function writeAlarms(client: PoolClient, alarms: readonly AlarmRecord[]): Promise<void> {
  if (alarms.length === 0) return;
  await client.query(
    `insert into alarm as a (id, organisation_id, device, setting_id, name, identify, severity, raised_at,
       cleared_at, cleared_by, acknowledged_at, acknowledged_by, shelved_until, escalation, reminded_at,
       values)
     select u.id, u."organisationId", u.device, s.id, u.name, u.identify, u.severity,
       to_timestamp(u."raisedAt" / 1000), to_timestamp(u."clearedAt" / 1000), u."clearedBy",
       to_timestamp(u."acknowledgedAt" / 1000), u."acknowledgedBy", to_timestamp(u."shelvedUntil" / 1000),
       u.escalation, to_timestamp(u."remindedAt" / 1000), u.values
     from jsonb_to_recordset($1::jsonb) as u(n int, id uuid, "organisationId" uuid, device int, "settingId" uuid,
       name text, identify text, severity text, "raisedAt" float8, "clearedAt" float8, "clearedBy" uuid,
       "acknowledgedAt" float8, "acknowledgedBy" uuid, "shelvedUntil" float8, escalation int,
       "remindedAt" float8, values jsonb)
     join device d on d.key = u.device
     left join alarm_setting s on s.id = u."settingId"
     order by u.n
     on conflict (id) do update set cleared_at = excluded.cleared_at, cleared_by = excluded.cleared_by,
       acknowledged_at = excluded.acknowledged_at, acknowledged_by = excluded.acknowledged_by,
       shelved_until = excluded.shelved_until, severity = excluded.severity,
       escalation = excluded.escalation, reminded_at = excluded.reminded_at`,
    [JSON.stringify(alarms.map((alarm, n) => ({ ...alarm, n })))],
  );
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** An alarm of a list, with what only its organisation sees when it is `own`. */
export function listedToWire(alarm: ListedAlarm, own: boolean) {
  const { groups, assignee } = alarm;
  return {
    ...alarmToWire(alarm),
    ...(own && groups.length > 0 && { groups: [...groups] }),
    ...(own && assignee && { assignee }),
  };
}

/** The alarm as in calls and stream frames. */
export function alarmToWire(alarm: AlarmRecord) {
  return {
    id: alarm.id,
    deviceId: alarm.deviceId,
    deviceName: alarm.deviceName,
    settingId: alarm.settingId,
    name: alarm.name,
    identify: alarm.identify,
    severity: alarm.severity,
    status: alarm.clearedAt === null ? ('ACTIVE' as const) : ('CLEARED' as const),
    acknowledged: encodeFlag(alarm.acknowledgedAt !== null),
    raisedTime: new Date(alarm.raisedAt).toISOString(),
    clearedTime: iso(alarm.clearedAt),
    acknowledgedTime: iso(alarm.acknowledgedAt),
    shelvedUntil: iso(alarm.shelvedUntil),
    escalation: alarm.escalation,
    remindedTime: iso(alarm.remindedAt),
    values: alarm.values,
  };
}
