import { dailyOnTime } from '@farm3d/agronomy';
import type { DayValues } from '@farm3d/api';
import type { Pool } from 'pg';
import type { ByKey } from '../../platform/telemetry/queries.ts';
import type { HistoryRange } from '../../platform/telemetry/history-range.ts';
import { isCounter } from './quantities.ts';

/** Most switch readings of one response. */
const MAX_SWITCHINGS = 50_000;
/** Greatest age of the last counter reading before the range. */
const MAX_COUNTER_AGE = '7 days';

/** Telemetry by local day. */
export class DailyReadings {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Daily numbers and switch states in an IANA time zone; empty days are left out. */
  async byDay(
    device: number,
    range: HistoryRange,
    options: { timeZone: string; counters?: readonly string[] },
  ): Promise<ByKey<DayValues>> {
    const keys = [...new Set(range.keys)];
    const counters = keys.filter((key) => isCounter(key) || options.counters?.includes(key));
    const [days, increases, switches] = await Promise.all([
      this.#numbers(device, keys, range, options.timeZone),
      this.#increases(device, counters, range, options.timeZone),
      this.#switches(device, keys, range, options.timeZone),
    ]);
    const result: ByKey<DayValues> = Object.fromEntries(keys.map((key) => [key, []]));
    for (const { key, ...day } of days) {
      const growth = counters.includes(key) ? (increases.get(`${key} ${day.date}`) ?? 0) : null;
      const on = switches.get(`${key} ${day.date}`);
      result[key]?.push({ ...day, increase: growth, onMs: on?.onMs ?? null, onRatio: on?.onRatio ?? null });
    }
    return result;
  }

  async #numbers(
    device: number,
    keys: readonly string[],
    range: HistoryRange,
    timeZone: string,
  ): Promise<(Omit<DayValues, 'increase' | 'onMs' | 'onRatio'> & { key: string })[]> {
    const { rows } = await this.#pool.query<
      Omit<DayValues, 'increase' | 'onMs' | 'onRatio'> & { key: string }
    >({
      name: 'agronomy-daily',
      text: `select key, date, avg(value) as avg, min(value) as min, max(value) as max, sum(value) as sum,
                    count(*)::int as count, (array_agg(value order by ts))[1] as first,
                    (array_agg(value order by ts desc))[1] as last
             from (select k.key, m.ts, to_char(m.ts at time zone $5, 'YYYY-MM-DD') as date,
                          case jsonb_typeof(m.values -> k.key)
                            when 'number' then (m.values ->> k.key)::float8
                            when 'boolean' then (m.values ->> k.key)::boolean::int::float8 end as value
                   from ts_message m cross join unnest($2::text[]) as k(key)
                   where m.device = $1 and m.ts >= $3 and m.ts < $4) as sample
             where value is not null group by 1, 2 order by 1, 2`,
      values: [device, keys, new Date(range.startTs), new Date(range.endTs), timeZone],
    });
    return rows;
  }

  /** A fall is a reset, and the new reading counts as growth; growth belongs to the day of the later reading. */
  async #increases(
    device: number,
    keys: readonly string[],
    range: HistoryRange,
    timeZone: string,
  ): Promise<Map<string, number>> {
    if (keys.length === 0) return new Map();
    const { rows } = await this.#pool.query<{ key: string; date: string; increase: number }>({
      name: 'agronomy-counters',
      text: `select key, to_char(ts at time zone $5, 'YYYY-MM-DD') as date,
                    sum(case when before is null then 0 when value >= before then value - before
                             else greatest(value, 0) end) as increase
             from (select k.key, m.ts, (m.values ->> k.key)::float8 as value,
                          lag((m.values ->> k.key)::float8) over (partition by k.key order by m.ts) as before
                   from ts_message m cross join unnest($2::text[]) as k(key)
                   where m.device = $1 and m.ts >= $3::timestamptz - interval '${MAX_COUNTER_AGE}' and m.ts < $4
                     and jsonb_typeof(m.values -> k.key) = 'number') as sample
             where ts >= $3 group by 1, 2`,
      values: [device, keys, new Date(range.startTs), new Date(range.endTs), timeZone],
    });
    return new Map(rows.map(({ key, date, increase }) => [`${key} ${date}`, increase]));
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
                   from ts_latest l join ts_message m on m.device = l.device
                     cross join lateral (select l.key) as k(key)
                   where l.device = $1 and l.key = any($2::text[]) and jsonb_typeof(l.value) = 'boolean'
                     and m.ts >= $3 and m.ts < $4 and jsonb_typeof(m.values -> l.key) = 'boolean'
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
