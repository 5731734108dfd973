import type { Pool } from 'pg';
import { MOST_SPLIT_HOURS, planBuckets } from './bucket-plan.ts';
import { growth } from './growth.ts';
import { isOutside } from './queries.ts';

const HOUR_MS = 3_600_000;
/** Readings of one key in an interval. */
export interface Bucket {
  readonly key: string;
  /** Index of the interval. */
  readonly bucket: number;
  /** Readings of any type. */
  readonly readings: number;
  /** Numbers in their range, and switch states as 1 and 0; the members below are null without any. */
  readonly n: number;
  readonly total: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly first: number | null;
  readonly last: number | null;
  /** Growth of a counter, also since the interval before. */
  readonly rise: number | null;
}

/** $1 device, $2 keys, $3 boundaries. */
const STORED = (from: string, to: string, split: string): string =>
  `select key, width_bucket(at, $3::timestamptz[]) as bucket, at, readings, n, total, low, high, first, last, rise
   from ts_hour_total where device = $1 and key = any($2) and at >= ${from} and at < ${to} and at <> all(${split})`;

const NUMBER = `case when m.outside is not null and ${isOutside('k.key')} then null
  else case jsonb_typeof(m.values -> k.key) when 'number' then (m.values -> k.key)::float8
       when 'boolean' then (m.values -> k.key)::boolean::int::float8 end end`;

/** Readings of segments of time: `spans` is a relation of (a, b). */
const read = (spans: string): string =>
  `select key, bucket, min(ts) as at, count(*)::int as readings, count(value)::int as n, sum(value) as total,
     min(value) as low, max(value) as high, (array_agg(value order by ts) filter (where value is not null))[1] as first,
     (array_agg(value order by ts desc) filter (where value is not null))[1] as last, sum(grown) as rise
   from (
     select *, case when value is not null then ${growth('value', 'lag(value) over one')} end as grown
     from (
       select k.key, s.a, m.ts, width_bucket(m.ts, $3::timestamptz[]) as bucket, ${NUMBER} as value
       from ${spans} cross join lateral ts_readings($1, s.a, s.b, $2) m
       join unnest($2::text[]) as k(key) on jsonb_exists(m.values, k.key)
     ) as sample
     window one as (partition by key, a, bucket, value is null order by ts)
   ) as grown group by key, a, bucket`;

/** Growth since the part before belongs to the later one. */
const folded = (parts: string): string =>
  `select key, bucket - 1 as bucket, sum(readings)::float8 as readings, sum(n)::float8 as n, sum(total) as total,
     min(low) as low, max(high) as high, (array_agg(first order by at) filter (where n > 0))[1] as first,
     (array_agg(last order by at desc) filter (where n > 0))[1] as last, sum(rise + since) as rise
   from (
     select *, case when n > 0 then ${growth('first', 'lag(last) over one')} end as since from (${parts}) as part
     window one as (partition by key, n > 0 order by at)
   ) as part group by key, bucket order by key, bucket`;

/**
 * Readings by intervals, whole hours from what is stored of them. Values outside their declared range count as
 * readings and as nothing else.
 * @param boundaries ascending, epoch ms: interval i is [boundaries[i], boundaries[i + 1])
 * @param rolledUntil epoch ms before which hours are stored
 */
export async function bucketed(
  pool: Pool,
  device: number,
  keys: readonly string[],
  boundaries: readonly number[],
  rolledUntil: number,
): Promise<Bucket[]> {
  const [start = 0, end = 0] = [boundaries[0], boundaries.at(-1)];
  const plan = planBuckets(boundaries, rolledUntil, await staleHours(pool, device, start, end));
  const values: unknown[] = [device, [...new Set(keys)], boundaries.map((at) => new Date(at))];
  const parts: string[] = [];
  let shape = '';
  const add = (name: string, ...list: unknown[]): string[] => {
    shape += name;
    return list.map((value) => `$${values.push(value)}`);
  };
  const between = (name: string, from: number, to: number): void => {
    if (from >= to) return;
    const [a, b] = add(name, new Date(from), new Date(to));
    parts.push(read(`(select ${a}::timestamptz as a, ${b}::timestamptz as b) as s`));
  };
  between('before', start, plan.from);
  if (plan.to > plan.from) {
    const split = plan.split.map((at) => new Date(at));
    const [from = '', to = '', hours = ''] = add('stored', new Date(plan.from), new Date(plan.to), split);
    parts.push(STORED(from, to, `${hours}::timestamptz[]`));
    if (split.length > 0) {
      const ends = plan.split.map((at) => new Date(at + HOUR_MS));
      const [b] = add('split', ends);
      parts.push(read(`unnest(${hours}::timestamptz[], ${b}::timestamptz[]) as s(a, b)`));
    }
  }
  between('after', plan.to, end);
  if (parts.length === 0) return [];
  const { rows } = await pool.query<Bucket>({
    name: `telemetry-buckets-${shape}`,
    text: folded(parts.join(' union all ')),
    values,
  });
  return rows;
}

async function staleHours(pool: Pool, device: number, start: number, end: number): Promise<number[]> {
  const { rows } = await pool.query<{ hour: number }>({
    name: 'telemetry-stale-hours',
    text: `select (extract(epoch from hour) * 1000)::float8 as hour from ts_stale
           where device = $1 and hour >= $2 and hour < $3 limit $4`,
    values: [device, new Date(start), new Date(end), MOST_SPLIT_HOURS + 1],
  });
  return rows.map(({ hour }) => hour);
}
