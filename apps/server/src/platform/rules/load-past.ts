import type { Pool } from 'pg';
import type { JsonValue } from '../json-value.ts';
import type { PastValues } from './past-values.ts';

/** A device by its short key, and the past values that rules need of it. */
interface Needed {
  readonly device: number;
  readonly past: ReadonlyMap<string, PastValues>;
}

/** Fills past values from the stored readings in their range, as far back as each is needed. */
export async function loadPast(pool: Pool, needed: readonly Needed[], now: number): Promise<void> {
  const lines = needed.flatMap(({ device, past }) =>
    [...past].map(([key, values]) => ({ device, key, values, since: new Date(now - values.keepMs) })),
  );
  if (lines.length === 0) return;
  const { rows } = await pool.query<{ line: number; ts: number; value: JsonValue }>(
    `select w.line::int, (extract(epoch from m.ts) * 1000)::float8 as ts, m.values -> w.key as value
     from unnest($1::int[], $2::text[], $3::timestamptz[]) with ordinality as w(device, key, since, line)
     join ts_message m on m.device = w.device and m.ts >= w.since and m.ts >= $4
     where jsonb_exists(m.values, w.key) and not (m.outside is not null and jsonb_exists(m.outside, w.key))
     order by w.line, m.ts`,
    [
      lines.map(({ device }) => device),
      lines.map(({ key }) => key),
      lines.map(({ since }) => since),
      // A parameter of its own, so that only the partitions of this time are read.
      new Date(Math.min(...lines.map(({ since }) => since.getTime()))),
    ],
  );
  for (const { line, ts, value } of rows) lines[line - 1]?.values.add(ts, value);
}
