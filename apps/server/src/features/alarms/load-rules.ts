import type { AlarmSeverity } from '@farm3d/api';
import type { Pool } from 'pg';
import type { AlarmRule } from './setting-repository.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import { compileCondition } from '../../platform/rules/condition.ts';
import { pastOf } from '../../platform/rules/past-values.ts';
import type { DeviceView, InstanceSetting } from './instance.ts';
import type { AlarmState } from './machine.ts';

/** Devices with rules and their newest values. */
export type LoadedRules = readonly {
  readonly view: DeviceView;
  readonly settings: readonly { readonly setting: InstanceSetting; readonly state: AlarmState | null }[];
}[];

interface RuleRow {
  id: string;
  name: string;
  severity: AlarmSeverity;
  identify: string | null;
  rule: AlarmRule;
  createdAt: number;
  deviceId: string;
  device: number;
  organisationId: string;
  deviceName: string;
  lastActivityAt: number | null;
  state: AlarmState | null;
}

/**
 * Loads the enabled settings of these devices (null: all), their own and those of their product model. Values of the
 * commit `beforeSeq` and later are left out: their readings are still to be evaluated. Past values are empty.
 */
export async function loadRules(
  pool: Pool,
  devices: readonly number[] | null,
  beforeSeq: number | null,
): Promise<LoadedRules> {
  const { rows } = await pool.query<RuleRow>(
    `select s.id, s.name, s.severity, s.identify, s.rule,
       (extract(epoch from s.created_at) * 1000)::float8 as "createdAt",
       d.id as "deviceId", d.key as device, d.organisation_id as "organisationId", d.name as "deviceName",
       (extract(epoch from d.last_activity_at) * 1000)::float8 as "lastActivityAt", st.state
     from device d
     join alarm_setting s on s.organisation_id = d.organisation_id and s.enabled
       and (s.device = d.key or s.product_model_id = d.product_model_id)
     left join alarm_state st on st.setting_id = s.id and st.device = d.key
     where $1::int[] is null or d.key = any($1) order by d.key, s.position`,
    [devices],
  );
  const byDevice = Map.groupBy(rows, ({ device }) => device);
  const latest = await pool.query<{ device: number; key: string; ts: number; value: JsonValue }>(
    `select device, key, (extract(epoch from ts) * 1000)::float8 as ts, value from ts_latest
     where device = any($1::int[]) and not outside and ($2::float8 is null or seq < $2)`,
    [[...byDevice.keys()], beforeSeq],
  );
  const values = Map.groupBy(latest.rows, ({ device }) => device);
  return [...byDevice].flatMap(([key, list]) => {
    const [first] = list;
    if (!first) return [];
    const known = values.get(key) ?? [];
    const lastReportAt = Math.max(first.lastActivityAt ?? 0, ...known.map(({ ts }) => ts));
    const view: DeviceView = {
      id: first.deviceId,
      key,
      organisationId: first.organisationId,
      name: first.deviceName,
      values: new Map(known.map(({ key: name, ts, value }) => [name, { ts, value }])),
      past: pastOf(list.flatMap(({ rule }) => compileCondition(rule.condition).history)),
      lastReportAt: lastReportAt || null,
    };
    return [
      {
        view,
        settings: list.map(({ id, name, severity, identify, rule, createdAt, state }) => ({
          setting: { id, name, severity, identify, rule, createdAt },
          state,
        })),
      },
    ];
  });
}
