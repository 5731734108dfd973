import type { Pool } from 'pg';
import type { JsonValue } from '../../platform/json-value.ts';
import type { ConditionSource } from '../../platform/rules/condition.ts';

/** State of a device in conditions. */
export interface LinkedDevice {
  readonly id: string;
  readonly key: number;
  readonly organisationId: string;
  readonly values: Map<string, { ts: number; value: JsonValue }>;
  lastReportAt: number;
}

/** Loads the newest values of these devices. */
export async function loadDevices(pool: Pool, ids: readonly string[]): Promise<Map<string, LinkedDevice>> {
  const devices = await pool.query<{
    id: string;
    key: number;
    organisationId: string;
    lastReportAt: number | null;
  }>(
    `select id, key, organisation_id as "organisationId",
       (extract(epoch from coalesce(last_activity_at, created_at)) * 1000)::float8 as "lastReportAt"
     from device where id = any($1::uuid[])`,
    [ids],
  );
  const latest = await pool.query<{ device: number; key: string; ts: number; value: JsonValue }>(
    `select device, key, (extract(epoch from ts) * 1000)::float8 as ts, value from ts_latest
     where device = any($1::int[])`,
    [devices.rows.map(({ key }) => key)],
  );
  const values = Map.groupBy(latest.rows, ({ device }) => device);
  return new Map(
    devices.rows.map(({ id, key, organisationId, lastReportAt }) => [
      id,
      {
        id,
        key,
        organisationId,
        values: new Map((values.get(key) ?? []).map((row) => [row.key, { ts: row.ts, value: row.value }])),
        lastReportAt: Math.max(lastReportAt ?? 0, ...(values.get(key) ?? []).map(({ ts }) => ts)),
      },
    ]),
  );
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
    lastReportAt(deviceId, key) {
      const device = find(deviceId);
      // A deleted device is not waited for.
      if (!device) return Infinity;
      return key === null ? device.lastReportAt : (device.values.get(key)?.ts ?? device.lastReportAt);
    },
  };
}
