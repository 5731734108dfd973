import type { StatementClient } from '../storage/statement-thread.ts';
import { createHash } from 'node:crypto';
import { int4Array, textArray, timestamptzArray } from '../storage/binary-arrays.ts';
import { withKeys, type DeviceReadings } from './device-readings.ts';

type Values = DeviceReadings['values'];

/** Most sets of keys that are remembered with their hash. */
const MAX_SHAPES = 10_000;

/**
 * Writes the newest values of devices into ts_newest, a row for each set of keys that a device sends together, in the
 * transaction that took its number.
 */
export class NewestWriter {
  readonly #shapes = new Map<string, string>();

  /**
   * @param latest of a device no key twice
   * @param textOf the JSON of values
   * @returns the readings that became the latest of their keys
   */
  write(
    client: StatementClient,
    latest: readonly DeviceReadings[],
    textOf: (values: Values) => string,
  ): Promise<readonly DeviceReadings[]> {
    if (latest.length === 0) return Promise.resolve([]);
    const written = client.query<{ index: number; key: string | null }>({
      name: 'ingest-latest',
      // Answers what did not become the latest, which is rare: readings that are older than those of the same keys, and
      // keys of which another message brought a newer value.
      text: `with u as (
               select * from unnest($1::int4[], $2::text[]::uuid[], $3::timestamptz[], $4::text[], $5::text[])
                 with ordinality as u(device, shape, ts, values, outside, n)
             ), written as (
               insert into ts_newest as l (device, shape, ts, seq, values, outside)
               select device, shape, ts, (select currval('ingest_seq')), values::jsonb, outside::jsonb from u
               on conflict (device, shape) do update
                 set ts = excluded.ts, seq = excluded.seq, values = excluded.values, outside = excluded.outside
                 where excluded.ts >= l.ts
               -- A row that is new may have keys of others; xmax is 0 in no other.
               returning l.device, l.shape, l.ts, l.shares_keys or l.xmax = 0 as may_share
             )
             select (u.n - 1)::int as index, null as key from u
             where not exists (select from written w where w.device = u.device and w.shape = u.shape)
             union all
             select (u.n - 1)::int, k.key from written w join u on u.device = w.device and u.shape = w.shape
             join ts_newest o on o.device = w.device and o.shape <> w.shape and o.ts > w.ts
             cross join lateral jsonb_object_keys(o.values) as k(key)
             where w.may_share and jsonb_exists(u.values::jsonb, k.key)`,
      values: [
        int4Array(latest.map(({ device }) => device)),
        textArray(latest.map(({ values }) => this.#shapeOf(values))),
        timestamptzArray(latest.map(({ ts }) => ts)),
        textArray(latest.map(({ values }) => textOf(values))),
        textArray(latest.map(({ outside }) => flagsText(outside))),
      ],
    });
    return written.then(({ rows }) => (rows.length === 0 ? latest : without(latest, rows)));
  }

  #shapeOf(values: Values): string {
    const keys = Object.keys(values);
    const name = keys.join('\n');
    let shape = this.#shapes.get(name);
    if (shape === undefined) {
      if (this.#shapes.size >= MAX_SHAPES) this.#shapes.clear();
      this.#shapes.set(name, (shape = hashOf(keys)));
    }
    return shape;
  }
}

/** Keys as PostgreSQL stores flagged ones: `{"key": true}`; null without any. */
export function flagsText(outside: readonly string[] | undefined): string | null {
  return outside ? JSON.stringify(Object.fromEntries(outside.map((key) => [key, true]))) : null;
}

/** As the migration 0202 computes it. Another order of the keys is the same shape. */
function hashOf(keys: readonly string[]): string {
  const text = `[${keys
    .toSorted()
    .map((key) => JSON.stringify(key))
    .join(', ')}]`;
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** `key` null: all of the readings. */
function without(
  readings: readonly DeviceReadings[],
  rows: readonly { readonly index: number; readonly key: string | null }[],
): DeviceReadings[] {
  const dropped = Map.groupBy(rows, ({ index }) => index);
  return readings.flatMap((row, index) => {
    const names = dropped.get(index);
    if (!names) return [row];
    const keys = names.some(({ key }) => key === null)
      ? []
      : Object.keys(row.values).filter((key) => !names.some((name) => name.key === key));
    return keys.length === 0 ? [] : [withKeys(row, keys)];
  });
}
