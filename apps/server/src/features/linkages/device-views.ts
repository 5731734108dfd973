import type { Pool } from 'pg';
import { platformNow } from '../../platform/clock.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { CompiledCondition, ConditionSource } from '../../platform/rules/condition.ts';
import { loadPast } from '../../platform/rules/load-past.ts';
import { pastOf, type PastValues } from '../../platform/rules/past-values.ts';

/** State of a device in conditions. */
export interface LinkedDevice {
  readonly id: string;
  readonly key: number;
  readonly organisationId: string;
  readonly values: Map<string, { ts: number; value: JsonValue }>;
  /** Past values of the keys that conditions compare with themselves. */
  readonly past: Map<string, PastValues>;
  /** Since when it is watched, epoch ms: silence of a key that never came begins here, whatever else it reports. */
  readonly since: number;
  lastReportAt: number;
}

type Needs = Pick<CompiledCondition, 'watches' | 'history'>;

/** Loads the devices of these conditions with their newest values, and the past ones that they need. */
export async function loadDevices(
  pool: Pool,
  conditions: readonly Needs[],
): Promise<Map<string, LinkedDevice>> {
  const watched = conditions.flatMap(({ watches }) => watches.flatMap(({ deviceId }) => deviceId ?? []));
  const history = Map.groupBy(
    conditions.flatMap((condition) => condition.history),
    ({ deviceId }) => deviceId ?? '',
  );
  const devices = await pool.query<{
    id: string;
    key: number;
    organisationId: string;
    lastReportAt: number | null;
  }>(
    `select id, key, organisation_id as "organisationId",
       (extract(epoch from coalesce(last_activity_at, created_at)) * 1000)::float8 as "lastReportAt"
     from device where id = any($1::uuid[])`,
    [[...new Set(watched)]],
  );
  const latest = await pool.query<{ device: number; key: string; ts: number; value: JsonValue }>(
    `select device, key, (extract(epoch from ts) * 1000)::float8 as ts, value from ts_latest
     where device = any($1::int[]) and not outside`,
    [devices.rows.map(({ key }) => key)],
  );
  const values = Map.groupBy(latest.rows, ({ device }) => device);
  const views = new Map(
    devices.rows.map(({ id, key, organisationId, lastReportAt }) => {
      const known = values.get(key) ?? [];
      const since = Math.max(lastReportAt ?? 0, ...known.map(({ ts }) => ts));
      const view: LinkedDevice = {
        id,
        key,
        organisationId,
        past: pastOf(history.get(id) ?? []),
        values: new Map(known.map((row) => [row.key, { ts: row.ts, value: row.value }])),
        since,
        lastReportAt: since,
      };
      return [id, view];
    }),
  );
  const needed = [...views.values()].map(({ key, past }) => ({ device: key, past }));
  await loadPast(pool, needed, platformNow());
  return views;
}

/** Values that a linkage may read: only of devices of its organisation, whatever it names. */
export function sourceOf(
  organisationId: string,
  devices: ReadonlyMap<string, LinkedDevice>,
): ConditionSource {
  const find = (deviceId: string | null): LinkedDevice | undefined => {
    const device = devices.get(deviceId ?? '');
    return device?.organisationId === organisationId ? device : undefined;
  };
  return {
    value: (deviceId, key) => find(deviceId)?.values.get(key)?.value,
    valueAt: (deviceId, key, at) => find(deviceId)?.past.get(key)?.at(at),
    nextValueAt: (deviceId, key, at) => find(deviceId)?.past.get(key)?.nextChange(at) ?? null,
    forecastAt: (deviceId, key, at, hours) => find(deviceId)?.past.get(key)?.forecastAt(at, hours),
    lastReportAt(deviceId, key) {
      const device = find(deviceId);
      // A deleted device is not waited for.
      if (!device) return Infinity;
      return key === null ? device.lastReportAt : (device.values.get(key)?.ts ?? device.since);
    },
  };
}
