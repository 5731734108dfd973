import pg from 'pg';
import type { Logger } from '../../platform/logger.ts';

/** Pauses between reconnection attempts, milliseconds: doubled from the first to the last. */
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 2_000;

/** Begin of the `application_name` of the connection, before the name of the server. */
const BUS_NAME = 'farm3d bus ';

type Listener = (payload: string) => void;

/** Names of all servers of the cluster that receive messages now. */
export async function runningServers(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and starts_with(application_name, $1)`,
    [BUS_NAME],
  );
  return rows.map(({ name }) => name.slice(BUS_NAME.length));
}

/**
 * Messages between the servers of a cluster, by NOTIFY of the shared database. A notification is delivered with its
 * commit, in the order of commits. After a lost connection missed messages are unknown: `onGap` listeners read the
 * tables instead.
 */
export class ClusterBus {
  readonly #url: string;
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #name: string;
  readonly #listeners = new Map<string, Listener>();
  readonly #gaps: (() => void)[] = [];
  #client: pg.Client | undefined;
  #stopped = false;

  /** @param node unique name of this server */
  constructor(url: string, node: string, pool: pg.Pool, log: Logger) {
    this.#url = url;
    this.#name = `${BUS_NAME}${node}`;
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

  /** Names of all servers that receive messages now, this one included. */
  nodes(): Promise<string[]> {
    return runningServers(this.#pool);
  }

  async publish(channel: string, payload: string): Promise<void> {
    await this.#pool.query('select pg_notify($1, $2)', [channel, payload]);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 5_000,
      application_name: this.#name,
    });
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
