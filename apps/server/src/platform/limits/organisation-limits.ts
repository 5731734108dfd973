import type { Pool } from 'pg';
import { platformNow } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { RepeatedWork } from '../repeated-work.ts';
import { removeOldReadings } from './retention.ts';

/** Another server of a cluster may have changed them. */
const READ_MS = 30_000;
/** Readings are kept for whole days: an hour late is soon enough. */
const RETAIN_MS = 3_600_000;

/** What the operators of the installation decided for organisations beside what the database itself checks. */
export class OrganisationLimits {
  readonly #pool: Pool;
  readonly #reading: RepeatedWork;
  readonly #retaining: RepeatedWork;
  #messages: ReadonlyMap<string, number> = new Map();

  constructor(pool: Pool, log: Logger, now: () => number = platformNow) {
    this.#pool = pool;
    this.#reading = new RepeatedWork(
      async () => {
        await this.#read();
        return false;
      },
      (error) => log.warn({ err: error }, 'the quotas of organisations could not be read'),
    );
    this.#retaining = new RepeatedWork(
      async () => {
        await removeOldReadings(pool, now());
        return false;
      },
      (error) => log.warn({ err: error }, 'readings beyond their time could not be deleted'),
    );
  }

  async start(): Promise<void> {
    await this.#read();
    this.#reading.start(READ_MS);
    this.#retaining.start(RETAIN_MS);
    this.#retaining.wake();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#reading.stop(), this.#retaining.stop()]);
  }

  /** Quotas hold from now on; readings go behind the call. */
  async changed(): Promise<void> {
    await this.#read();
    this.#retaining.wake();
  }

  /** Messages in an hour of the devices of an organisation; undefined: the default. */
  messagesOf(organisationId: string): number | undefined {
    return this.#messages.get(organisationId);
  }

  async #read(): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string; quota: number }>(
      'select id, message_quota as quota from organisation where message_quota is not null',
    );
    this.#messages = new Map(rows.map(({ id, quota }) => [id, quota]));
  }
}
