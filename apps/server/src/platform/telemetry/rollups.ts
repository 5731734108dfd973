import type { Pool, PoolClient } from 'pg';
import { platformNow } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { inTransaction } from '../storage/transaction.ts';
import { growth } from './growth.ts';
import { isOutside } from './queries.ts';
import { StepSize } from './step-size.ts';

/** Batches hold it shared, closing an hour exclusively: no batch that began before misses the new limit. */
export const ROLLUP_LOCK_KEY = 36_033_042;
const INTERVAL_MS = 5_000;
/** Time after its end when an hour is closed, milliseconds: readings in time need no mark. */
const GRACE_MS = 60_000;
const HOUR_MS = 3_600_000;
/**
 * Hours of devices computed in one transaction; readings of the same hour, and the end of the server, wait for it. As many as
 * it computes in this time, milliseconds: an hour has few readings or tens of thousands.
 */
const STEP = { first: 25, most: 400, ms: 1_000 };

/**
 * Maintains hourly and daily rollups. A closed hour is computed once, and again whenever one of its readings changes;
 * a crash loses nothing, as due hours are in the database.
 */
export class Rollups {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #step = new StepSize(STEP);
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #stopped = false;
  #rolledUntil = Number.NEGATIVE_INFINITY;

  constructor(pool: Pool, log: Logger, now: () => number = platformNow) {
    this.#pool = pool;
    this.#log = log;
    this.#now = now;
  }

  /** Epoch ms before which rollups replace readings. */
  get rolledUntil(): number {
    return this.#rolledUntil;
  }

  start(): void {
    this.#stopped = false;
    void this.#turn();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  /** Computes all due rollups; concurrent calls run one after the other. */
  run(): Promise<void> {
    const before = this.#working ?? Promise.resolve();
    const work = before.catch(() => undefined).then(() => this.#run());
    this.#working = work.catch(() => undefined);
    return work;
  }

  async #turn(): Promise<void> {
    await this.run().catch((error: unknown) => {
      this.#log.warn({ err: error }, 'the hours could not be rolled up');
    });
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#turn(), INTERVAL_MS);
    this.#timer.unref();
  }

  async #run(): Promise<void> {
    const until = new Date(Math.floor((this.#now() - GRACE_MS) / HOUR_MS) * HOUR_MS);
    // First the limit: from now on a reading before it marks its hour.
    await inTransaction(this.#pool, async (client) => {
      const open = await client.query('select 1 from rollup_state where closed_until < $1', [until]);
      if (open.rowCount === 0) return;
      await client.query('select pg_advisory_xact_lock($1)', [ROLLUP_LOCK_KEY]);
      await client.query('update rollup_state set closed_until = $1 where closed_until < $1', [until]);
    });
    // Then the earlier readings.
    await inTransaction(this.#pool, async (client) => {
      // Whoever asks for all hours anew waits: what is marked, and up to where, must be of one state.
      await client.query('select from rollup_state for update');
      await client.query(
        `insert into ts_stale (device, hour)
         select distinct m.device, date_trunc('hour', m.ts, 'UTC') from ts_message m, rollup_state s
         where s.rolled_until < s.closed_until and m.ts >= s.rolled_until and m.ts < s.closed_until
         on conflict (device, hour) do update set marks = ts_stale.marks + 1`,
      );
      // Everything is computed anew, as a new version of the program asks for: also what is packed.
      await client.query(
        `insert into ts_stale (device, hour)
         select a.device, a.day from rollup_state s cross join ts_archive a where s.rolled_until = '-infinity'
         on conflict (device, hour) do update set marks = ts_stale.marks + 1`,
      );
      await client.query(
        'update rollup_state set rolled_until = closed_until where rolled_until < closed_until',
      );
    });
    while (
      !this.#stopped &&
      (await this.#step.time((size) => inTransaction(this.#pool, (client) => computeSome(client, size)))) > 0
    );
    if (this.#stopped) return;
    const { rows } = await this.#pool.query<{ until: number }>(
      'select (extract(epoch from rolled_until) * 1000)::float8 as until from rollup_state',
    );
    this.#rolledUntil = rows[0]?.until ?? Number.NEGATIVE_INFINITY;
  }
}

/** Computes up to `step` due hours, and their days; returns their number. */
async function computeSome(client: PoolClient, step: number): Promise<number> {
  // Taken first: a concurrent reading waits, and marks its hour again.
  const { rows } = await client.query<{ device: number; hour: string }>(
    `delete from ts_stale s using (
       select device, hour from ts_stale
       where hour < (select min(hour) from ts_stale) + interval '2 days' order by hour, device limit $1
     ) t where s.device = t.device and s.hour = t.hour returning s.device, to_char(s.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as hour`,
    [step],
  );
  if (rows.length === 0) return 0;
  const due = [rows.map(({ device }) => device), rows.map(({ hour }) => hour)];
  const at = rows.map(({ hour }) => Date.parse(hour));
  // Separate parameters, so that only the partitions of these hours are scanned.
  const span = [new Date(Math.min(...at)), new Date(Math.max(...at) + HOUR_MS)];
  const hours = 'unnest($1::int[], $2::timestamptz[]) as d(device, at)';
  await client.query('select ts_unarchive($1, $2)', due);
  await client.query(`delete from ts_packed h using ${hours} where h.device = d.device and h.at = d.at`, due);
  await client.query(
    `delete from ts_hour_total h using ${hours} where h.device = d.device and h.at = d.at`,
    due,
  );
  await client.query(
    `delete from ts_hour_messages h using ${hours} where h.device = d.device and h.at = d.at`,
    due,
  );
  await client.query(`delete from ts_hour h using ${hours} where h.device = d.device and h.at = d.at`, due);
  await client.query(
    `with of_hour as (
       select device, key, at, count(*)::int as readings, count(value) as n, sum(value) as total,
              min(array[value, second]) filter (where value is not null) as low,
              max(array[value, second]) filter (where value is not null) as high,
              count(*) - count(value) as others,
              array_agg(((second - extract(epoch from at)::float8) * 1000)::int) filter (where value is not null) as offsets,
              array_agg(value) filter (where value is not null) as numbers,
              count(state)::int as states, sum(state) as state_total, min(state) as state_low, max(state) as state_high,
              array_agg(state) filter (where state is not null) as state_list, sum(grown) as rise
       from (
         select *, case when jsonb_typeof(json) = 'number' then state end as value,
                case when state is not null then ${growth('state', 'lag(state) over one')} end as grown
         from (
           select d.device, e.key, d.at, extract(epoch from m.ts)::float8 as second, e.value as json,
                  case when ${isOutside('e.key')} then null
                    else case jsonb_typeof(e.value) when 'number' then e.value::float8
                         when 'boolean' then e.value::boolean::int::float8 end end as state
           from ${hours}
           join ts_message m on m.device = d.device and date_trunc('hour', m.ts, 'UTC') = d.at
           cross join lateral jsonb_each(m.values) e
           where m.ts >= $3 and m.ts < $4
         ) as sample
         window one as (partition by device, key, at, state is null order by second)
         order by device, key, at, state is null, second
       ) reading
       group by device, key, at
     ), packed as (
       insert into ts_packed (device, key, at, offsets, numbers, others)
       select device, key, at, coalesce(offsets, '{}'), coalesce(numbers, '{}'), others from of_hour
     ), totals as (
       insert into ts_hour_total (device, key, at, readings, n, total, low, high, first, last, rise)
       select device, key, at, readings, states, state_total, state_low, state_high,
              state_list[1], state_list[states], rise from of_hour
     )
     insert into ts_hour (device, key, at, n, total, low, low_at, high, high_at)
     select device, key, at, n, total, low[1], to_timestamp(low[2]), high[1], to_timestamp(high[2]) from of_hour
     where n > 0`,
    [...due, ...span],
  );
  await client.query(
    `insert into ts_hour_messages (device, at, messages)
     select d.device, d.at, count(*)::int from ${hours}
     join ts_message m on m.device = d.device and date_trunc('hour', m.ts, 'UTC') = d.at
     where m.ts >= $3 and m.ts < $4 group by d.device, d.at`,
    [...due, ...span],
  );
  const days = `(select distinct device, date_trunc('day', at, 'UTC') as day from ${hours}) as d`;
  await client.query(`delete from ts_day t using ${days} where t.device = d.device and t.at = d.day`, due);
  await client.query(
    `insert into ts_day (device, key, at, n, total, low, low_at, high, high_at)
     select device, key, day, n, total, low[1], to_timestamp(low[2]), high[1], to_timestamp(high[2])
     from (
       select d.device, h.key, d.day, sum(h.n) as n, sum(h.total) as total,
              min(array[h.low, extract(epoch from h.low_at)::float8]) as low,
              max(array[h.high, extract(epoch from h.high_at)::float8]) as high
       from ${days} join ts_hour h on h.device = d.device and h.at >= d.day and h.at < d.day + interval '1 day'
       where h.n > 0
       group by d.device, h.key, d.day
     ) of_day`,
    due,
  );
  return rows.length;
}
