import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { removeData, startServer, type RunningServer } from '../../support/server.ts';
import { waitFor } from '../../support/wait.ts';
import { SteppedClock } from './stepped-clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;
/** How far a clock is set, by its name in the table, milliseconds. */
const STEPS: Readonly<Record<string, number>> = {
  '+2 h': 2 * HOUR_MS,
  '−2 h': -2 * HOUR_MS,
  '+1 d': DAY_MS,
  '−1 d': -DAY_MS,
  '+3 y': 3 * YEAR_MS,
  '−3 y': -3 * YEAR_MS,
};
/** A clock that is this far away is set in the other direction next, milliseconds. */
const FARTHEST_MS = 4 * YEAR_MS;
/** A clock that is ahead by less is believed after another boot (docs/operations.md). */
const BELIEVED_MS = 400 * DAY_MS;

/** What happens to the machine of the server. */
export interface Fault {
  /** `boot`: killed, and started after another boot of the machine. `stop`: SIGSTOP, and SIGCONT later. */
  readonly kind: 'kill' | 'boot' | 'stop' | 'step';
  /** How the clock is set meanwhile; null: not. */
  readonly step: string | null;
  /** How long it is stopped, milliseconds. */
  readonly stopMs: number;
}

/** Two or three faults, drawn by numbers from 0 to 1. */
export function drawFaults(random: () => number): Fault[] {
  const of = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: of([2, 3]) }, () => {
    const kind = of(['kill', 'kill', 'boot', 'stop', 'stop', 'step', 'step', 'step'] as const);
    const steps = kind === 'step' || random() < 0.4;
    return {
      kind,
      step: steps ? of(Object.keys(STEPS)) : null,
      stopMs: 1_000 + Math.floor(random() * 4_000),
    };
  });
}

/** A server with a database of its own, to which faults happen. */
export class ChaosFarm {
  readonly #clock: SteppedClock;
  #server: RunningServer;
  #pool: pg.Pool;
  #awayMs = 0;
  #awaySince: number | null = null;

  private constructor(clock: SteppedClock, server: RunningServer) {
    this.#clock = clock;
    this.#server = server;
    this.#pool = poolOf(server);
  }

  static async start(): Promise<ChaosFarm> {
    const clock = new SteppedClock();
    return new ChaosFarm(clock, await startServer({ env: clock.env }));
  }

  get server(): RunningServer {
    return this.#server;
  }

  /** Runs SQL on the database, as soon as it answers. */
  async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return waitFor(
      async () => {
        try {
          return (await this.#pool.query<Row>(text, values)).rows;
        } catch (error) {
          if (error instanceof pg.DatabaseError && error.severity === 'ERROR') throw error;
          return null;
        }
      },
      {
        what: () =>
          `an answer to ${text}; the server printed at last: ${this.#server.output().slice(-2_000)}`,
      },
    );
  }

  /** How long the server could do nothing so far, killed or stopped, milliseconds. */
  get awayMs(): number {
    return this.#awayMs + (this.#awaySince === null ? 0 : performance.now() - this.#awaySince);
  }

  /** Lets it happen. Answers what did, when the server can act again. */
  async happen({ kind, step, stopMs }: Fault): Promise<string> {
    const { pid } = this.#server;
    if (kind === 'step') return this.#step(step);
    this.#awaySince = performance.now();
    let set = '';
    if (kind === 'stop') {
      process.kill(pid, 'SIGSTOP');
      await pause(stopMs / 2);
      set = this.#step(step);
      await pause(stopMs / 2);
      process.kill(pid, 'SIGCONT');
    } else {
      if (kind === 'boot') {
        // Stopped, so that it does not say again in which boot it runs.
        process.kill(pid, 'SIGSTOP');
        await this.sql(`update clock_record set boot_id = gen_random_uuid()::text`);
      }
      await this.#server.kill9();
      set = this.#step(step);
      if (kind === 'boot' && this.#clock.shiftMs > 0 && this.#clock.shiftMs < BELIEVED_MS) {
        this.#clock.set(0);
        set = 'set right';
      }
      this.#server = await startServer({ dataDir: this.#server.dataDir, env: this.#clock.env });
      void this.#pool.end();
      this.#pool = poolOf(this.#server);
    }
    this.#awayMs = this.awayMs;
    this.#awaySince = null;
    const name = { kill: 'kill −9', boot: 'another boot', stop: `stopped ${stopMs / 1000} s` }[kind];
    return set ? `${name}, ${set} meanwhile` : name;
  }

  async end(): Promise<void> {
    const { dataDir } = this.#server;
    await this.#pool.end();
    await this.#server.kill9();
    removeData(dataDir);
    this.#clock.remove();
  }

  #step(drawn: string | null): string {
    if (drawn === null) return '';
    const isBack = this.#clock.shiftMs + (STEPS[drawn] ?? 0) > FARTHEST_MS;
    const isForward = this.#clock.shiftMs + (STEPS[drawn] ?? 0) < -FARTHEST_MS;
    const step = isBack ? '−3 y' : isForward ? '+3 y' : drawn;
    this.#clock.set(this.#clock.shiftMs + (STEPS[step] ?? 0));
    return step;
  }
}

function poolOf(server: RunningServer): pg.Pool {
  const pool = server.pool();
  // Its database is killed.
  pool.on('error', () => undefined);
  return pool;
}
