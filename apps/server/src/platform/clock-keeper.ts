import { readFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import type { Pool } from 'pg';
import { CHECK_MS, machineClock, type ClockStep, type SteadyClock } from './clock.ts';
import type { Logger } from './logger.ts';
import { RepeatedWork } from './repeated-work.ts';
import { inTransaction } from './storage/transaction.ts';
import { takeStep } from './taken-step.ts';

const RECORD_MS = 10_000;
/** A server that was cut off may have lived so long after its last record; a boot of the machine takes longer. */
const UNRECORDED_MS = 2 * RECORD_MS;
/** A tick that took longer to be written says too little about the moment. */
const TICK_TOOK_MS = 300;
const TICK_TRIES = 3;
/** A farm may be off for a season; a clock that is further ahead after a start is not believed unasked. */
const LONGEST_OFF_MS = 400 * 24 * 60 * 60 * 1000;

const TICK_SQL = `insert into platform_tick (server, at, wall, speed)
  values ($1, to_timestamp($2::float8 / 1000), clock_timestamp(), $3)
  on conflict (one) do update
    set server = excluded.server, at = excluded.at, wall = excluded.wall, speed = excluded.speed
  where platform_tick.server = excluded.server
    or abs(extract(epoch from excluded.wall - platform_tick.wall)) > 3`;
const RECORD_SQL = `insert into clock_record (boot_id, uptime_ms, at) values ($1, $2, to_timestamp($3::float8 / 1000))
  on conflict (boot_id) do update set uptime_ms = excluded.uptime_ms, at = excluded.at`;

interface KnownBefore {
  /** Of this boot of the machine: its time goes on with the boot clock. */
  readonly thisBoot: number | null;
  /** Of any boot: the time was not earlier than this. */
  readonly newest: number | null;
  /** Another server keeps the time of the platform now. */
  readonly ofOthers: number | null;
}

/**
 * Keeps the time of the platform (./clock.ts) for the database and over restarts, and records the steps of the machine's
 * clock that are not followed.
 */
export class ClockKeeper {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #clock: SteadyClock;
  readonly #restart: () => void;
  readonly #server = `${hostname()}:${process.pid}`;
  readonly #bootId = bootId();
  readonly #work: RepeatedWork;
  #timer: NodeJS.Timeout | undefined;
  #seen: ClockStep | null = null;
  #recordedAt = -Infinity;

  /** @param restart asks for a new start, with which the platform takes a time that was confirmed */
  constructor(
    pool: Pool,
    log: Logger,
    restart: () => void = () => undefined,
    clock: SteadyClock = machineClock,
  ) {
    this.#pool = pool;
    this.#log = log;
    this.#restart = restart;
    this.#clock = clock;
    this.#work = new RepeatedWork(
      async () => {
        await this.#keep();
        return false;
      },
      (error) => log.warn({ err: error }, 'the time of the platform could not be kept'),
    );
  }

  /**
   * Before anything else reads the time.
   * @returns whether the time that passed since the last stop is known
   */
  async start(): Promise<boolean> {
    const isKnown = (await this.#takeConfirmed()) || this.#goOn(await this.#knownBefore());
    await this.#keep();
    this.#timer = setInterval(() => {
      // Here, not only where the database answers: what runs in this process goes by it.
      this.#clock.check();
      this.#work.wake();
    }, CHECK_MS);
    this.#timer.unref();
    return isKnown;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#work.stop();
  }

  /** The step that nobody has confirmed; null: the clock of the machine agrees with the time of the platform. */
  get step(): ClockStep | null {
    return this.#clock.step;
  }

  /** The clock of the machine is right: a new start takes its time. */
  async confirm(): Promise<void> {
    const { step } = this.#clock;
    if (step === null) return;
    if (step.sizeMs !== this.#seen?.sizeMs) await this.#recordStep(step);
    await this.#end('confirmed');
    this.#log.warn(
      { sizeMs: step.sizeMs },
      'the new time of the machine was confirmed; the platform starts anew with it',
    );
    this.#restart();
  }

  /** Takes the time of a step that was confirmed; false: there is none. */
  async #takeConfirmed(): Promise<boolean> {
    return inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query<{ sizeMs: number; seenAt: number }>(
        `update clock_step set taken = true where server = $1 and not taken
         returning size_ms::float8 as "sizeMs", extract(epoch from began_at)::float8 * 1000 as "seenAt"`,
        [hostname()],
      );
      const [step] = rows;
      if (!step) return false;
      this.#clock.confirm();
      const now = this.#clock.now();
      await takeStep(client, { ...step, now, server: hostname() });
      await client.query(RECORD_SQL, [this.#bootId, uptime() * 1000, now]);
      return true;
    });
  }

  #goOn({ thisBoot, newest, ofOthers }: KnownBefore): boolean {
    const known = thisBoot ?? ofOthers;
    if (known !== null) {
      this.#clock.goOnFrom(known);
      return true;
    }
    if (newest === null) return true;
    const offMs = this.#clock.now() - newest;
    // Before the last stop, or years behind it: the clock was set while the machine was off.
    if (offMs < 0 || offMs > LONGEST_OFF_MS) this.#clock.goOnFrom(newest + UNRECORDED_MS);
    return false;
  }

  async #keep(): Promise<void> {
    const { step } = this.#clock;
    if (step?.sizeMs !== this.#seen?.sizeMs) await this.#recordStep(step);
    for (let tries = 0; tries < TICK_TRIES; tries += 1) {
      const began = performance.now();
      await this.#pool.query(TICK_SQL, [this.#server, this.#clock.now(), this.#clock.speed]);
      if (performance.now() - began < TICK_TOOK_MS) break;
    }
    if (performance.now() - this.#recordedAt < RECORD_MS) return;
    await this.#pool.query(RECORD_SQL, [this.#bootId, uptime() * 1000, this.#clock.now()]);
    this.#recordedAt = performance.now();
  }

  async #recordStep(step: ClockStep | null): Promise<void> {
    if (step === null) {
      this.#log.warn('the clock of the machine agrees with the time of the platform again');
      await this.#end('returned');
    } else {
      this.#log.error(
        { sizeMs: step.sizeMs },
        'the clock of the machine was set: the platform goes on in its own time until the new one is confirmed',
      );
      await this.#pool.query(
        `with known as (update clock_step set size_ms = $3 where server = $1 and ended_at is null returning 1)
         insert into clock_step (server, began_at, size_ms)
         select $1, to_timestamp($2::float8 / 1000), $3 where not exists (select from known)`,
        [hostname(), step.at, step.sizeMs],
      );
    }
    this.#seen = step;
  }

  async #end(outcome: 'confirmed' | 'returned'): Promise<void> {
    this.#seen = this.#clock.step;
    await this.#pool.query(
      `update clock_step set ended_at = to_timestamp($2::float8 / 1000), outcome = $3, taken = $3 = 'returned'
       where server = $1 and ended_at is null`,
      [hostname(), this.#clock.now(), outcome],
    );
    // The time of the platform was right.
    if (outcome === 'returned')
      await this.#pool.query('delete from ts_misdated where server = $1 and ahead_ms is null', [hostname()]);
  }

  async #knownBefore(): Promise<KnownBefore> {
    const { rows } = await this.#pool.query<KnownBefore>(
      `select (select extract(epoch from at)::float8 * 1000 + $2 - uptime_ms from clock_record where boot_id = $1) as "thisBoot",
         (select extract(epoch from max(at))::float8 * 1000 from clock_record) as newest,
         (select extract(epoch from platform_now())::float8 * 1000 from platform_tick
          where now() - wall between interval '-1 second' and interval '30 seconds') as "ofOthers"`,
      [this.#bootId, uptime() * 1000],
    );
    return rows[0] ?? { thisBoot: null, newest: null, ofOthers: null };
  }
}

/** Names this boot of the machine; where the system does not say, no boot is like another. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return `${hostname()} ${Math.round((Date.now() - uptime() * 1000) / 60_000)}`;
  }
}
