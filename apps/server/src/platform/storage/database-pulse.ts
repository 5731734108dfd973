import { setImmediate as turn } from 'node:timers/promises';
import type { Pool } from 'pg';
import { within } from '../within.ts';

/** A database that has not answered within this time does not answer, milliseconds. */
const ANSWER_TIMEOUT_MS = 2_000;
/** After this time without an answer nobody waits for one, milliseconds. */
const SILENT_MS = 5_000;
/** Pause after a failure before it is asked again, milliseconds. */
const AGAIN_MS = 1_000;

/**
 * Whether the database answers at all: one that stands still (its processes are stopped, its host hangs) closes no
 * connection, so that statements wait without an error. It is asked only when somebody wants to know, then until it
 * answers, by one statement at a time, over a pool that nothing else occupies.
 */
export class DatabasePulse {
  readonly #pool: Pick<Pool, 'query' | 'end'>;
  #asked: Promise<boolean> | undefined;
  /** When it was asked first of what it has not answered yet, ms of `performance.now`. */
  #since: number | undefined;
  #again: NodeJS.Timeout | undefined;
  #ended = false;

  /** `pool` is ended with it. */
  constructor(pool: Pick<Pool, 'query' | 'end'>) {
    this.#pool = pool;
  }

  /** Whether it answers within two seconds. */
  async answers(): Promise<boolean> {
    const asked = this.#ask();
    const answer = await within(asked, ANSWER_TIMEOUT_MS);
    if (answer !== 'timeout') return answer;
    // After a long task timers run before sockets are read.
    await turn();
    return Promise.race([asked, Promise.resolve(false)]);
  }

  /** Whether it has not answered for five seconds. */
  get isSilent(): boolean {
    return this.#since !== undefined && performance.now() - this.#since > SILENT_MS;
  }

  async end(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#again);
    await this.#pool.end();
  }

  #ask(): Promise<boolean> {
    this.#since ??= performance.now();
    return (this.#asked ??= this.#pool
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .then((answer) => {
        this.#asked = undefined;
        if (answer) this.#since = undefined;
        else if (!this.#ended) {
          clearTimeout(this.#again);
          this.#again = setTimeout(() => void this.#ask(), AGAIN_MS);
          this.#again.unref();
        }
        return answer;
      }));
  }
}
