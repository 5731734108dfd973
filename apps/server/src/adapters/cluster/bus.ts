import pg from 'pg';
import type { Logger } from '../../platform/logger.ts';

/** Pauses between reconnection attempts, milliseconds: doubled from the first to the last. */
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 2_000;

type Listener = (payload: string) => void;

/**
 * Messages between the servers of a cluster, by NOTIFY of the shared database. A notification is delivered with its
 * commit, in the order of commits. After a lost connection missed messages are unknown: `onGap` listeners read the
 * tables instead.
 */
export class ClusterBus {
  readonly #url: string;
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #listeners = new Map<string, Listener>();
  readonly #gaps: (() => void)[] = [];
  #client: pg.Client | undefined;
  #stopped = false;

  constructor(url: string, pool: pg.Pool, log: Logger) {
    this.#url = url;
    this.#pool = pool;
    this.#log = log;
  }

  /** Call before `start`. */
  on(channel: string, listener: Listener): void {
    this.#listeners.set(channel, listener);
  }

  onGap(listener: () => void): void {
    this.#gaps.push(listener);
  }

  async start(): Promise<void> {
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#client?.end().catch(() => undefined);
  }

  async publish(channel: string, payload: string): Promise<void> {
    await this.#pool.query('select pg_notify($1, $2)', [channel, payload]);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload }) => this.#listeners.get(channel)?.(payload ?? ''));
    await client.connect();
    for (const channel of this.#listeners.keys()) await client.query(`listen ${channel}`);
    client.on('end', () => void this.#reconnect());
    this.#client = client;
  }

  async #reconnect(): Promise<void> {
    for (let attempt = 0; !this.#stopped; attempt += 1) {
      await new Promise((resolve) =>
        setTimeout(resolve, Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempt, 10), LAST_RETRY_MS)),
      );
      if (this.#stopped) return;
      try {
        await this.#connect();
        for (const listener of this.#gaps) listener();
        return;
      } catch (error) {
        if (attempt === 0)
          this.#log.warn({ err: error }, 'the notifications of other servers cannot be received');
      }
    }
  }
}
