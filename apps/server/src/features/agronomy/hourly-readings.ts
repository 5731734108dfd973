import type { Pool } from 'pg';
import { mean } from '../../platform/telemetry/mean.ts';
import { isOutside } from '../../platform/telemetry/queries.ts';

/** Statistics of a key within an hour (or another step). */
export interface Bucket {
  /** Short key of the device. */
  readonly device: number;
  readonly key: string;
  /** Start, epoch ms. */
  readonly ts: number;
  readonly median: number;
  readonly mean: number;
  /** Least and greatest reading without outliers; the median unless `extremes` was requested. */
  readonly low: number;
  readonly high: number;
  /** Time of its last reading, epoch ms. */
  readonly last: number;
}

/** Most readings of one meter: a year at five-minute intervals. */
const MAX_SAMPLES = 110_000;

/** Reads aggregated telemetry for the calculations. */
export class HourlyReadings {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Keys that each device ever reported. */
  async keys(devices: readonly number[]): Promise<Map<number, string[]>> {
    const { rows } = await this.#pool.query<{ device: number; keys: string[] }>({
      name: 'agronomy-keys',
      text: 'select device, array_agg(key order by key) as keys from ts_latest where device = any($1::int[]) group by 1',
      values: [devices],
    });
    return new Map(rows.map(({ device, keys }) => [device, keys]));
  }

  /**
   * Median, mean and last time of each key in steps aligned to the epoch, oldest first; numbers only. One outlier in
   * an hour does not move the median. With `extremes` also the least and greatest reading within three interquartile
   * ranges of the median (at least 1 of the unit), so that a spike is no extreme.
   */
  async buckets(
    devices: readonly number[],
    keys: readonly string[],
    range: { startTs: number; endTs: number },
    stepMs = 3_600_000,
    extremes: readonly string[] = [],
  ): Promise<Bucket[]> {
    if (devices.length === 0 || keys.length === 0) return [];
    const { rows } = await this.#pool.query<Bucket>({
      name: 'agronomy-buckets',
      text: `select device, key, ts, median, mean, last,
                    case when key = any($6::text[])
                      then (select min(one) from unnest(readings) as one where abs(one - median) <= fence)
                      else median end as low,
                    case when key = any($6::text[])
                      then (select max(one) from unnest(readings) as one where abs(one - median) <= fence)
                      else median end as high
             from (select device, key, ts, readings, last, mean, quarters[2] as median,
                          greatest(1, 3 * (quarters[3] - quarters[1])) as fence
                   from (select m.device, k.key,
                                floor(extract(epoch from m.ts) * 1000 / $5::float8) * $5::float8 as ts,
                                percentile_cont(array[0.25, 0.5, 0.75])
                                  within group (order by (m.values ->> k.key)::float8) as quarters,
                                -- avg() squares its numbers, and fails above 1e154.
                                ${mean('sum((m.values ->> k.key)::float8)', 'count(*)')} as mean,
                                array_agg((m.values ->> k.key)::float8) filter (where k.key = any($6::text[]))
                                  as readings,
                                (extract(epoch from max(m.ts)) * 1000)::float8 as last
                         from unnest($1::int[]) as d(key) cross join lateral ts_readings(d.key, $3, $4, $2) m
                         cross join unnest($2::text[]) as k(key)
                         where jsonb_typeof(m.values -> k.key) = 'number' and not ${isOutside('k.key')}
                         group by 1, 2, 3) as hour) as bounded
             order by ts`,
      values: [
        devices,
        [...new Set(keys)],
        new Date(range.startTs),
        new Date(range.endTs),
        stepMs,
        [...new Set(extremes)],
      ],
    });
    return rows;
  }

  /** Every number of one key as [epoch ms, value], oldest first, at most {@link MAX_SAMPLES} from the range's end. */
  async samples(
    device: number,
    key: string,
    range: { startTs: number; endTs: number },
  ): Promise<(readonly [number, number])[]> {
    const { rows } = await this.#pool.query<{ ts: number; value: number }>({
      name: 'agronomy-samples',
      text: `select (extract(epoch from ts) * 1000)::float8 as ts, (values ->> $2)::float8 as value
             from ts_readings($1, $3, $4, array[$2]) m
             where jsonb_typeof(values -> $2) = 'number'
               and not ${isOutside('$2')}
             order by m.ts desc limit $5`,
      values: [device, key, new Date(range.startTs), new Date(range.endTs), MAX_SAMPLES],
    });
    return rows.reverse().map(({ ts, value }) => [ts, value] as const);
  }
}
