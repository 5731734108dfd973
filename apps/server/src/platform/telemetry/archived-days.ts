import type { Pool, PoolClient } from 'pg';
import { platformNow } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { inTransaction } from '../storage/transaction.ts';
import { DAY_MS, firstKeptDay } from './kept-days.ts';
import { StepSize } from './step-size.ts';

/** One server at a time packs. */
export const ARCHIVE_LOCK_KEY = 36_033_204;
const FIRST_RUN_MS = 10 * 60_000;
const INTERVAL_MS = 60 * 60_000;
/** Devices of one transaction, and how long it should take at most, milliseconds: late readings of that day wait for it. */
const STEP = { first: 4, most: 200, ms: 300 };
/** A partition is dropped only when nothing else uses it for this long: everything that comes meanwhile waits behind it. */
const DROP_PATIENCE = '200ms';
/** Days of one run, such as the first after an import of old readings, that leave more room than new hours fill again. */
const MANY_DAYS = 7;
/**
 * Who reads hours waits for it. An automatic vacuum of the table, which so many days have set off, gives way after one second
 * of it.
 */
const GIVE_BACK_LIMIT = '5s';
/** Then a table that takes longer keeps its room. */
const GIVE_BACK_TRIES = 3;

/**
 * Packs the messages of old days (tables ts_archive and ts_archive_key), a day of a device at a time. Each transaction moves
 * whole days, so a crash loses nothing; a day whose hours are not computed yet, or that changed since, waits.
 */
export class ArchivedDays {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #step = new StepSize(STEP);
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  /** How often the room of packed hours may still be given back. */
  #triesLeft = 0;

  constructor(pool: Pool, log: Logger, now: () => number = platformNow) {
    this.#pool = pool;
    this.#log = log;
    this.#now = now;
  }

  start(): void {
    this.#again(FIRST_RUN_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  #again(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#working = this.run()
        .catch((error: unknown) => this.#log.warn({ err: error }, 'old days could not be packed'))
        .then(() => {
          if (!this.#isStopped) this.#again(INTERVAL_MS);
        });
    }, delayMs);
    this.#timer.unref();
  }

  /** Packs all days that are old enough; returns how many days of devices. */
  async run(): Promise<number> {
    // Held by a connection of its own: it spans many transactions.
    const client = await this.#pool.connect();
    try {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
        ARCHIVE_LOCK_KEY,
      ]);
      if (rows[0]?.mine !== true) return 0;
      try {
        return await this.#packAll(firstKeptDay(this.#now()));
      } finally {
        await client.query('select pg_advisory_unlock($1)', [ARCHIVE_LOCK_KEY]);
      }
    } finally {
      client.release();
    }
  }

  async #packAll(before: number): Promise<number> {
    let packed = 0;
    let days = 0;
    for (const { partition, day } of await daysBefore(this.#pool, before)) {
      const due = await devicesOf(this.#pool, day);
      if (due.length > 0) days += 1;
      for (let from = 0; from < due.length && !this.#isStopped;) {
        packed += await this.#step.time((size) => this.#pack(due.slice(from, (from += size)), day));
      }
      if (this.#isStopped) return packed;
      if (partition !== null) await this.#dropEmpty(partition);
    }
    if (days > MANY_DAYS) this.#triesLeft = GIVE_BACK_TRIES;
    if (this.#triesLeft > 0) this.#triesLeft = (await this.#giveBackRoom()) ? 0 : this.#triesLeft - 1;
    return packed;
  }

  /** A device whose day cannot be packed keeps it as it is, and holds up no other. */
  async #pack(devices: readonly number[], day: Date): Promise<number> {
    try {
      return await inTransaction(this.#pool, (client) => packSome(client, devices, day));
    } catch (error) {
      if (devices.length === 1) {
        this.#log.warn({ err: error, device: devices[0], day }, 'a day of a device could not be packed');
        return 0;
      }
      let packed = 0;
      for (const device of devices) packed += await this.#pack([device], day);
      return packed;
    }
  }

  /** The disk gets its room back, and queries have a partition less to look at. */
  async #dropEmpty(partition: string): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      await client.query(`set local lock_timeout = '${DROP_PATIENCE}'`);
      await client.query('lock table ts_message in access exclusive mode');
      const { rowCount } = await client.query(`select 1 from ${partition} limit 1`);
      if (rowCount === 0) await client.query(`drop table ${partition}`);
    }).catch((error: unknown) => {
      this.#log.debug({ err: error, partition }, 'an empty partition stays until the next hour');
    });
  }

  /** Writes the hours that are left without the room of those that were packed, in which their table would stay for good. */
  async #giveBackRoom(): Promise<boolean> {
    const client = await this.#pool.connect();
    try {
      await client.query(`set statement_timeout = '${GIVE_BACK_LIMIT}'`);
      await client.query('vacuum (full, analyze) ts_packed');
      return true;
    } catch (error) {
      this.#log.warn(
        { err: error },
        'the room of packed hours was not given back; VACUUM FULL ts_packed does it',
      );
      return false;
    } finally {
      // With its limit it is of no use to others.
      client.release(true);
    }
  }
}

/** Days (UTC) before an instant that have messages, oldest first, with their partition; null: in the default one. */
async function daysBefore(pool: Pool, before: number): Promise<{ partition: string | null; day: Date }[]> {
  const { rows } = await pool.query<{ partition: string | null; day: Date }>(
    `select c.relname as partition, to_date(right(c.relname, 8), 'YYYYMMDD') at time zone 'UTC' as day
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'ts_message'::regclass and c.relname ~ '^ts_message_\\d{8}$'
       and to_date(right(c.relname, 8), 'YYYYMMDD') at time zone 'UTC' < $1
     union all
     select distinct null, date_trunc('day', ts, 'UTC') from ts_message_default where ts < $1
     order by day`,
    [new Date(before)],
  );
  return rows;
}

/** The devices with messages of a day whose hours are computed and have not changed since. */
async function devicesOf(pool: Pool, day: Date): Promise<number[]> {
  const { rows } = await pool.query<{ device: number }>(
    `select distinct m.device from ts_message m, rollup_state s
     where m.ts >= $1 and m.ts < $2 and s.rolled_until >= $2 and not exists (
       select from ts_stale t where t.device = m.device and t.hour >= $1 and t.hour < $2)
     order by m.device`,
    [day, new Date(day.getTime() + DAY_MS)],
  );
  return rows.map(({ device }) => device);
}

/** Packs a day (its beginning, UTC) of some devices in the transaction of `client`; returns of how many. */
export async function packSome(client: PoolClient, devices: readonly number[], day: Date): Promise<number> {
  // Rows that only this transaction sees, and removes: whoever marks an hour of the day as changed waits for it, and then
  // finds the day packed. A device that has a mark already is left to the next run.
  const marked = await client.query<{ device: number }>(
    `insert into ts_stale (device, hour)
     select d, $2::timestamptz + n * interval '1 hour' from unnest($1::int[]) as d cross join generate_series(0, 23) as n
     order by 1, 2 on conflict do nothing returning device`,
    [devices, day],
  );
  const marks = Map.groupBy(marked.rows, ({ device }) => device);
  const due = [...marks].filter(([, own]) => own.length === 24).map(([device]) => device);
  const end = new Date(day.getTime() + DAY_MS);
  const of = [due, day, end];
  const messages = await client.query<{ values: number }>(
    `with message as (
       select m.device, (extract(epoch from m.ts - $2) * 1000)::int as o, m.outside,
         (select count(*) from jsonb_object_keys(m.values)) as n,
         (select jsonb_object_agg(e.key, e.value) from jsonb_each(m.values) as e(key, value)
          where jsonb_typeof(e.value) <> 'number' or jsonb_exists(m.outside, e.key)) as rest
       from ts_message m where m.device = any($1::int[]) and m.ts >= $2 and m.ts < $3
     ), packed as (
       insert into ts_archive (device, day, offsets, rest)
       select device, $2, array_agg(o order by o),
         jsonb_agg(jsonb_build_array(o, coalesce(rest, '{}'), outside) order by o)
           filter (where rest is not null or outside is not null)
       from message group by device
     )
     select coalesce(sum(n), 0)::float8 as values from message`,
    of,
  );
  const numbers = await client.query<{ values: number }>(
    `with packed as (
       insert into ts_archive_key (device, day, key, offsets, numbers, others)
       select k.device, $2, k.key, nullif(k.offsets, a.offsets), k.numbers, k.others
       from (
         select p.device, p.key, coalesce(array_agg(u.o + p.shift order by p.at, u.o) filter (where u.o is not null), '{}') as offsets,
           coalesce(array_agg(u.v order by p.at, u.o) filter (where u.o is not null), '{}') as numbers,
           (select sum(h.others) from ts_packed h
            where h.device = p.device and h.key = p.key and h.at >= $2 and h.at < $3)::int as others
         from (select *, (extract(epoch from at - $2) * 1000)::int as shift from ts_packed
               where device = any($1::int[]) and at >= $2 and at < $3) p
         left join lateral unnest(p.offsets, p.numbers) as u(o, v) on true
         group by p.device, p.key
       ) k join ts_archive a on a.device = k.device and a.day = $2
       returning cardinality(numbers) + others as n
     )
     select coalesce(sum(n), 0)::float8 as values from packed`,
    of,
  );
  if (messages.rows[0]?.values !== numbers.rows[0]?.values)
    throw new Error(
      `the hours of ${day.toISOString()} hold ${numbers.rows[0]?.values} of ${messages.rows[0]?.values} values`,
    );
  await client.query('delete from ts_packed where device = any($1::int[]) and at >= $2 and at < $3', of);
  await client.query('delete from ts_message where device = any($1::int[]) and ts >= $2 and ts < $3', of);
  await client.query('delete from ts_stale where device = any($1::int[]) and hour >= $2 and hour < $3', of);
  return due.length;
}
