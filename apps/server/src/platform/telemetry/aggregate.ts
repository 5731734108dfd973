import type { Pool } from 'pg';
import type { TimedValue } from './queries.ts';
import type { HistoryRange } from './history-range.ts';

const AGGREGATIONS = ['MIN', 'MAX', 'AVG', 'SUM', 'COUNT'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

/** Most intervals of one response. */
export const MAX_INTERVALS = 10_000;

/**
 * One number an interval of each key, at the middle of its interval as in ThingsBoard; numbers only, COUNT counts
 * everything. Empty intervals are left out.
 */
export async function aggregate(
  pool: Pool,
  device: number,
  { keys, startTs, endTs }: HistoryRange,
  { aggregation, intervalMs }: { aggregation: Aggregation; intervalMs: number },
): Promise<Record<string, TimedValue[]>> {
  const numeric = `(m.values ->> k.key)::float8`;
  const what = aggregation === 'COUNT' ? 'count(*)::float8' : `${aggregation.toLowerCase()}(${numeric})`;
  const only = aggregation === 'COUNT' ? 'true' : `jsonb_typeof(m.values -> k.key) = 'number'`;
  const { rows } = await pool.query<{ key: string; bucket: number; value: number }>(
    `select k.key, floor((extract(epoch from m.ts) * 1000 - $4) / $5)::float8 as bucket, ${what} as value
     from unnest($2::text[]) as k(key)
     join ts_message m on m.device = $1 and m.ts >= to_timestamp($4::float8 / 1000)
       and m.ts < to_timestamp($3::float8 / 1000) and jsonb_exists(m.values, k.key) and ${only}
     group by 1, 2 order by 1, 2`,
    [device, [...new Set(keys)], endTs, startTs, intervalMs],
  );
  const result: Record<string, TimedValue[]> = {};
  for (const { key, bucket, value } of rows) {
    const begin = startTs + bucket * intervalMs;
    const middle = begin + Math.floor((Math.min(begin + intervalMs, endTs) - begin) / 2);
    (result[key] ??= []).push({ ts: middle, value });
  }
  return result;
}
