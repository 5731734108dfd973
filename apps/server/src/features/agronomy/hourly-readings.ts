import type { Pool } from 'pg';

/** A key's numbers within an hour (or another step). */
export interface Bucket {
  /** Short key of the device. */
  readonly device: number;
  readonly key: string;
  /** Epoch ms of its beginning. */
  readonly ts: number;
  readonly median: number;
  readonly mean: number;
  /** Epoch ms of its last reading. */
  readonly last: number;
}

/** Reads what the calculations need, already made small by the database. */
export class HourlyReadings {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Keys that each device ever sent. */
  async keys(devices: readonly number[]): Promise<Map<number, string[]>> {
    const { rows } = await this.#pool.query<{ device: number; keys: string[] }>({
      name: 'agronomy-keys',
      text: 'select device, array_agg(key order by key) as keys from ts_latest where device = any($1::int[]) group by 1',
      values: [devices],
    });
    return new Map(rows.map(({ device, keys }) => [device, keys]));
  }

  /**
   * Median, mean and last instant of each key in steps aligned to the epoch, oldest first; numbers only. The median
   * is what one wild value in an hour does not move.
   */
  async buckets(
    devices: readonly number[],
    keys: readonly string[],
    range: { startTs: number; endTs: number },
    stepMs = 3_600_000,
  ): Promise<Bucket[]> {
    if (devices.length === 0 || keys.length === 0) return [];
    const { rows } = await this.#pool.query<Bucket>({
      name: 'agronomy-buckets',
      text: `select m.device, k.key,
                    floor(extract(epoch from m.ts) * 1000 / $5::float8) * $5::float8 as ts,
                    percentile_cont(0.5) within group (order by (m.values ->> k.key)::float8) as median,
                    avg((m.values ->> k.key)::float8) as mean,
                    (extract(epoch from max(m.ts)) * 1000)::float8 as last
             from ts_message m cross join unnest($2::text[]) as k(key)
             where m.device = any($1::int[]) and m.ts >= $3 and m.ts < $4
               and jsonb_typeof(m.values -> k.key) = 'number'
             group by 1, 2, 3 order by 3`,
      values: [devices, [...new Set(keys)], new Date(range.startTs), new Date(range.endTs), stepMs],
    });
    return rows;
  }
}
