import type { Pool } from 'pg';
import { mean } from './mean.ts';
import { lttb } from './lttb.ts';
import { isFresh, wholeHours } from './packed-history.ts';
import { MAX_CHART_POINTS, type ChartPoint } from '@farm3d/api';
import { isOutside, type ByKey } from './queries.ts';
import type { HistoryRange } from './history-range.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Downsampling methods. */
export type ChartMethod =
  /** Equal intervals: mean, least and greatest of each. */
  | 'avg'
  /** The least and the greatest reading of equal intervals, at their own instants. */
  | 'minmax'
  /** Largest Triangle Three Buckets: readings that keep the shape of the line. */
  | 'lttb';

/** Rollups that can replace readings, the coarsest first; used when an interval contains at least this many. */
const LEVELS = [
  { table: 'ts_day', stepMs: DAY_MS, least: 4 },
  { table: 'ts_hour', stepMs: HOUR_MS, least: 2 },
] as const;

interface Plan {
  readonly table: 'ts_day' | 'ts_hour' | null;
  /** Start of the first interval, epoch ms, and the length of each. */
  readonly origin: number;
  readonly width: number;
  /** The part from rollups; empty when both are equal. */
  readonly from: number;
  readonly to: number;
}

/** Whole hours or days are read from rollups, partial ones at the ends of the range from readings. */
function planChart(range: HistoryRange, buckets: number, rolledUntil: number): Plan {
  const width = Math.max(1, Math.ceil((range.endTs - range.startTs) / buckets));
  for (const { table, stepMs, least } of LEVELS) {
    if (width < least * stepMs) continue;
    const from = Math.ceil(range.startTs / stepMs) * stepMs;
    const to = Math.floor(Math.min(range.endTs, rolledUntil) / stepMs) * stepMs;
    if (to <= from) continue;
    // Intervals of whole steps: each rollup lies in one.
    return {
      table,
      origin: Math.floor(range.startTs / stepMs) * stepMs,
      width: Math.ceil(width / stepMs) * stepMs,
      from,
      to,
    };
  }
  return { table: null, origin: range.startTs, width, from: range.endTs, to: range.endTs };
}

interface BucketRow {
  key: string;
  /** Start of the interval, epoch ms. */
  ts: number;
  value: number;
  low: number;
  low_at: number;
  high: number;
  high_at: number;
}

/** $1 device, $2 keys, $3 origin, $4 width; then the ends of each part. */
type Source = (begin: string, end: string) => string;

const stored =
  (table: 'ts_day' | 'ts_hour'): Source =>
  (begin, end) =>
    `select key, at, n, total, low, low_at, high, high_at from ${table}
     where device = $1 and key = any($2) and at >= ${begin} and at < ${end}`;

const packed: Source = (begin, end) =>
  `select p.key, r.at, 1, r.v, r.v, r.at, r.v, r.at from ts_packed_between($1, ${begin}, ${end}, $2) p
   cross join lateral (select p.at + o * interval '1 millisecond' as at, v from unnest(p.offsets, p.numbers) as u(o, v)) as r`;

const readings: Source = (begin, end) =>
  `select k.key, m.ts, 1, v.n, v.n, m.ts, v.n, m.ts
   from ts_readings($1, ${begin}, ${end}, $2) m cross join unnest($2::text[]) as k(key)
   cross join lateral (select case when jsonb_typeof(m.values -> k.key) = 'number' and not ${isOutside('k.key')}
                                   then (m.values -> k.key)::float8 end as n) as v
   where v.n is not null`;

/** 'avg' needs only the values of the extremes; the others also their instants, which costs twice as much. */
const buckets = (parts: string, instants: boolean): string => {
  const extreme = (of: 'min' | 'max', name: 'low' | 'high'): string =>
    instants ? `${of}(array[${name}, date_part('epoch', ${name}_at)])` : `${of}(${name})`;
  const shown = instants
    ? `low[1] as low, low[2] * 1000 as low_at, high[1] as high, high[2] * 1000 as high_at`
    : 'low, high';
  return `select key, (extract(epoch from beginning) * 1000)::float8 as ts, ${mean('total', 'n')} as value, ${shown}
   from (
     select key, date_bin($4::interval, at, $3::timestamptz) as beginning, sum(n)::float8 as n, sum(total) as total,
            ${extreme('min', 'low')} as low, ${extreme('max', 'high')} as high
     from (${parts}) as part (key, at, n, total, low, low_at, high, high_at)
     group by 1, 2
   ) as bucket order by 1, 2`;
};

/** Chart data: a bounded number of points for any range. */
export class ChartQueries {
  readonly #pool: Pool;
  readonly #rolledUntil: () => number;

  /** `rolledUntil`: epoch ms before which rollups can be used. */
  constructor(pool: Pool, rolledUntil: () => number) {
    this.#pool = pool;
    this.#rolledUntil = rolledUntil;
  }

  /**
   * At most `points` points a key, numbers only. With 'avg' the `ts` of a point is the start of its interval and
   * empty ones are left out; with the others each point is a reading.
   */
  async chart(
    device: number,
    range: HistoryRange,
    points: number,
    method: ChartMethod = 'avg',
  ): Promise<ByKey<ChartPoint>> {
    const count = Math.min(Math.max(2, Math.trunc(points)), MAX_CHART_POINTS);
    // Four times as many readings as requested, the extremes among them, are selected before the triangles
    // (MinMaxLTTB, Donckt et al., 2023): the shape is the same, the database returns little.
    const intervals = method === 'avg' ? count : method === 'minmax' ? Math.floor(count / 2) : count * 2;
    const plan = planChart(range, intervals, this.#rolledUntil());
    const rows = await this.#buckets(device, range, plan, method !== 'avg');
    const result: ByKey<ChartPoint> = Object.fromEntries(range.keys.map((key) => [key, []]));
    for (const row of rows) {
      const line = result[row.key];
      if (!line) continue;
      if (method === 'avg') {
        // An interval that begins before the range begins with it.
        const ts = Math.max(range.startTs, row.ts);
        line.push({ ts, value: row.value, min: row.low, max: row.high });
      } else {
        const extremes = [
          { ts: Math.round(row.low_at), value: row.low, min: row.low, max: row.low },
          { ts: Math.round(row.high_at), value: row.high, min: row.high, max: row.high },
        ].sort((a, b) => a.ts - b.ts);
        line.push(...(row.low_at === row.high_at ? extremes.slice(0, 1) : extremes));
      }
    }
    if (method !== 'lttb') return result;
    return Object.fromEntries(
      Object.entries(result).map(([key, line]) => [
        key,
        lttb(line as (ChartPoint & { value: number })[], count),
      ]),
    );
  }

  async #buckets(device: number, range: HistoryRange, plan: Plan, instants: boolean): Promise<BucketRow[]> {
    const values: unknown[] = [
      device,
      [...new Set(range.keys)],
      new Date(plan.origin),
      `${plan.width} milliseconds`,
    ];
    const parts: string[] = [];
    const names: string[] = [];
    // An empty part is not queried: its plan would examine the partitions of a year.
    for (const [name, source, from, to] of await this.#parts(device, range, plan)) {
      if (from >= to) continue;
      values.push(new Date(from), new Date(to));
      parts.push(source(`$${values.length - 1}`, `$${values.length}`));
      names.push(name);
    }
    if (parts.length === 0) return [];
    const { rows } = await this.#pool.query<BucketRow>({
      name: `telemetry-chart-${instants ? 'extremes' : 'means'}-${names.join('-')}`,
      text: buckets(parts.join(' union all '), instants),
      values,
    });
    return rows;
  }

  /** The source of each part of the range. */
  async #parts(
    device: number,
    range: HistoryRange,
    plan: Plan,
  ): Promise<[name: string, source: Source, from: number, to: number][]> {
    const { startTs, endTs } = range;
    const between = (name: string, source: Source, from: number, to: number) =>
      [
        ['readings', readings, startTs, from],
        [name, source, from, to],
        ['readings', readings, to, endTs],
      ] satisfies [string, Source, number, number][];
    if (plan.table) return between(plan.table, stored(plan.table), plan.from, plan.to);
    const hours = wholeHours(range, this.#rolledUntil());
    if (hours && (await isFresh(this.#pool, device, hours)))
      return between('packed', packed, hours.from, hours.to);
    return [['readings', readings, startTs, endTs]];
  }
}
