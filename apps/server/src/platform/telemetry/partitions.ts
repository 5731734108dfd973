import type { Pool } from 'pg';
import { platformNow } from '../clock.ts';
import type { Logger } from '../logger.ts';

const DAY_MS = 86_400_000;
/** Days with a partition around today: for late readings of the last days, and readings up to a day ahead. */
const DAYS_BACK = 2;
const DAYS_AHEAD = 3;
const CHECK_INTERVAL_MS = 60 * 60_000;

/**
 * Creates day partitions of ts_message (UTC) ahead of the clock. Readings without a partition go into the default
 * one, so nothing depends on this for correctness: a missing day costs speed, not data.
 */
export class Partitions {
  readonly #pool: Pool;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.ensure(platformNow());
    this.#timer = setInterval(() => {
      this.ensure(platformNow()).catch((error: unknown) =>
        this.#log.warn({ err: error }, 'no partition could be made'),
      );
    }, CHECK_INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Creates the missing partitions around `now` (epoch ms). */
  async ensure(now: number): Promise<void> {
    const today = Math.floor(now / DAY_MS) * DAY_MS;
    for (let day = -DAYS_BACK; day <= DAYS_AHEAD; day += 1)
      await this.#ensureDay(new Date(today + day * DAY_MS));
  }

  async #ensureDay(day: Date): Promise<void> {
    const from = day.toISOString().slice(0, 10);
    const to = new Date(day.getTime() + DAY_MS).toISOString().slice(0, 10);
    const name = `ts_message_${from.replaceAll('-', '')}`;
    const { rows } = await this.#pool.query<{ exists: boolean }>(
      'select to_regclass($1) is not null as exists',
      [name],
    );
    if (rows[0]?.exists === true) return;
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      // Attaching checks the default partition under a lock: ingestion must not wait for it long.
      await client.query(`set local lock_timeout = '3s'`);
      await client.query(`create table ${name} (like ts_message including all)`);
      await client.query(
        `alter table ts_message attach partition ${name} for values from ('${from} 00:00+00') to ('${to} 00:00+00')`,
      );
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      // 23514: the default partition already contains readings of that day; they may stay there.
      if (!(error instanceof Error && 'code' in error && error.code === '23514')) throw error;
    } finally {
      client.release();
    }
  }
}
