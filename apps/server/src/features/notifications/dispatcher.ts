import type { Pool } from 'pg';
import { platformNow } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { RepeatedWork } from '../../platform/repeated-work.ts';
import type { Deliverer } from './deliverer.ts';
import { noteDigests } from './digest.ts';
import { fanOut, noteDueOrders } from './fan-out.ts';
import { noteUnattended } from './on-call.ts';

const INTERVAL_MS = 500;
/** Of the look for what is due, and of the removal of what is old. */
const SLOW_INTERVAL_MS = 10_000;
/** Read notifications and taken events are kept for so long. */
const KEPT = '90 days';

/**
 * Turns events into notifications and sends these, on every server: rows that one has locked are left to it. Neither
 * waits for the other, so that an address that does not answer delays no notification in the application.
 */
export class NotificationDispatcher {
  readonly #pool: Pool;
  readonly #deliverer: Deliverer;
  readonly #fanOut: RepeatedWork;
  readonly #delivery: RepeatedWork;
  #slowAt = 0;

  constructor({ pool, deliverer, log }: { pool: Pool; deliverer: Deliverer; log: Logger }) {
    this.#pool = pool;
    this.#deliverer = deliverer;
    this.#fanOut = new RepeatedWork(
      () => this.#takeEvents(),
      (error) => log.warn({ err: error }, 'notifications could not be written'),
    );
    this.#delivery = new RepeatedWork(
      async () => {
        await deliverer.deliverDue(() => this.#delivery.wake());
        return false;
      },
      (error) => log.warn({ err: error }, 'notifications could not be sent'),
    );
  }

  start(): void {
    this.#fanOut.start(INTERVAL_MS);
    this.#delivery.start(INTERVAL_MS);
  }

  /** Waits for what is being written and sent; what else is waiting stays so. */
  async stop(): Promise<void> {
    await Promise.all([this.#fanOut.stop(), this.#delivery.stop()]);
    await this.#deliverer.settled();
  }

  async #takeEvents(): Promise<boolean> {
    const now = platformNow();
    if (now - this.#slowAt >= SLOW_INTERVAL_MS) {
      this.#slowAt = now;
      await noteDueOrders(this.#pool);
      await noteUnattended(this.#pool, now);
      await noteDigests(this.#pool);
      await this.#removeOld();
    }
    return fanOut(this.#pool, now);
  }

  async #removeOld(): Promise<void> {
    await this.#pool.query(`delete from notification where created_at < platform_now() - interval '${KEPT}'`);
    // Far longer than a work order counts as due: none is notified again.
    await this.#pool.query(
      `delete from notification_event where taken_at < platform_now() - interval '${KEPT}'`,
    );
  }
}
