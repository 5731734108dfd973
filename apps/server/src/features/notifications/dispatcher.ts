import type { Pool } from 'pg';
import type { Logger } from '../../platform/logger.ts';
import type { Deliverer } from './deliverer.ts';
import { fanOut, noteDueOrders } from './fan-out.ts';

const INTERVAL_MS = 500;
/** Of the look for due work orders, and of the removal of what is old. */
const SLOW_INTERVAL_MS = 10_000;
/** Read notifications and taken events are kept for so long. */
const KEPT = '90 days';

/** Turns events into notifications and sends these, on every server: rows that one has locked are left to it. */
export class NotificationDispatcher {
  readonly #pool: Pool;
  readonly #deliverer: Deliverer;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #working = false;
  #slowAt = 0;

  constructor(of: { pool: Pool; deliverer: Deliverer; log: Logger }) {
    this.#pool = of.pool;
    this.#deliverer = of.deliverer;
    this.#log = of.log;
  }

  start(): void {
    this.#timer = setInterval(() => this.#turn(), INTERVAL_MS);
    this.#timer.unref();
  }

  /** Waits for what is being sent. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#work;
  }

  #turn(): void {
    if (this.#working) return;
    this.#working = true;
    this.#work = this.#run()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'notifications could not be sent'))
      .finally(() => (this.#working = false));
  }

  async #run(): Promise<void> {
    const now = Date.now();
    if (now - this.#slowAt >= SLOW_INTERVAL_MS) {
      this.#slowAt = now;
      await noteDueOrders(this.#pool);
      await this.#removeOld();
    }
    while (await fanOut(this.#pool, Date.now()));
    while (await this.#deliverer.deliver());
  }

  async #removeOld(): Promise<void> {
    await this.#pool.query(`delete from notification where created_at < now() - interval '${KEPT}'`);
    // Far longer than a work order counts as due: none is notified again.
    await this.#pool.query(`delete from notification_event where taken_at < now() - interval '${KEPT}'`);
  }
}
