import { dailyOnTime } from '@farm3d/agronomy';
import type { DayValues } from '@farm3d/api';
import type { Pool } from 'pg';
import { bucketed } from '../../platform/telemetry/bucketed.ts';
import type { HistoryRange } from '../../platform/telemetry/history-range.ts';
import { localIntervals } from '../../platform/telemetry/local-intervals.ts';
import type { ByKey } from '../../platform/telemetry/queries.ts';
import { isCounter } from './quantities.ts';

/** Most switch readings of one response. */
const MAX_SWITCHINGS = 50_000;
/** Greatest age of the last counter reading before the range, ms. */
const MAX_COUNTER_AGE_MS = 7 * 86_400_000;

/** Telemetry by local day. */
export class DailyReadings {
  readonly #pool: Pool;
  readonly #rolledUntil: () => number;

  /** `rolledUntil`: epoch ms before which stored hours can be used. */
  constructor(pool: Pool, rolledUntil: () => number) {
    this.#pool = pool;
    this.#rolledUntil = rolledUntil;
  }

  /** Daily numbers and switch states in an IANA time zone; empty days are left out. */
  async byDay(
    device: number,
    range: HistoryRange,
    options: { timeZone: string; counters?: readonly string[] },
  ): Promise<ByKey<DayValues>> {
    const keys = [...new Set(range.keys)];
    const counters = keys.filter((key) => isCounter(key) || options.counters?.includes(key));
    const { boundaries, dates } = await localIntervals(this.#pool, range, 'day', options.timeZone);
    // The first interval is before the range: a counter grows since its last reading.
    const before = counters.length > 0 ? range.startTs - MAX_COUNTER_AGE_MS : range.startTs - 1;
    const [buckets, switches] = await Promise.all([
      bucketed(this.#pool, device, keys, [before, ...boundaries], this.#rolledUntil()),
      this.#switches(device, keys, range, options.timeZone),
    ]);
    const result: ByKey<DayValues> = Object.fromEntries(keys.map((key) => [key, []]));
    for (const { key, bucket, n, total, low, high, first, last, rise } of buckets) {
      const date = dates[bucket - 1];
      if (date === undefined || total === null) continue;
      const on = switches.get(`${key} ${date}`);
      result[key]?.push({
        date,
        avg: total / n,
        min: low ?? total,
        max: high ?? total,
        sum: total,
        count: n,
        first: first ?? total,
        last: last ?? total,
        increase: counters.includes(key) ? (rise ?? 0) : null,
        onMs: on?.onMs ?? null,
        onRatio: on?.onRatio ?? null,
      });
    }
    return result;
  }

  async #switches(
    device: number,
    keys: readonly string[],
    range: HistoryRange,
    timeZone: string,
  ): Promise<Map<string, { onMs: number; onRatio: number }>> {
    const { rows } = await this.#pool.query<{ key: string; points: [number, boolean][] }>({
      name: 'agronomy-switches',
      text: `select key, json_agg(json_build_array(ts, value) order by ts) as points
             from (select k.key, (extract(epoch from m.ts) * 1000)::float8 as ts, m.values -> k.key as value
                   from ts_latest l cross join lateral ts_readings(l.device, $3, $4, array[l.key]) m
                     cross join lateral (select l.key) as k(key)
                   where l.device = $1 and l.key = any($2::text[]) and jsonb_typeof(l.value) = 'boolean'
                     and jsonb_typeof(m.values -> l.key) = 'boolean'
                   order by m.ts limit $5) as sample group by key`,
      values: [device, keys, new Date(range.startTs), new Date(range.endTs), MAX_SWITCHINGS],
    });
    return new Map(
      rows.flatMap(({ key, points }) =>
        dailyOnTime({ points, timeZone }).map(
          ({ date, onMs, onRatio }) => [`${key} ${date}`, { onMs, onRatio }] as const,
        ),
      ),
    );
  }
}
