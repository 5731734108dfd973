import pg, { type PoolClient } from 'pg';
import type { Logger } from '../../platform/logger.ts';

/** Any number, the same in every farm3d: who holds it leads. */
const LEADER_LOCK_KEY = 36_033_003;
/** How often a server that does not lead tries to. */
const ATTEMPT_INTERVAL_MS = 500;

export interface Leading {
  /** This server leads from now on; others do not. */
  begin(): Promise<void>;
  /** It does not any more. */
  end(): Promise<void>;
}

/**
 * One of all servers leads: the one whose connection holds a lock of the database. The lock goes with the
 * connection, so that of a dead leader is free at once.
 */
export class Leadership {
  readonly #url: string;
  readonly #leading: Leading;
  readonly #log: Logger;
  #client: pg.Client | undefined;
  #held = false;
  /** The database's number of the connection that holds the lock. */
  #pid = 0;
  #stopped = false;
  #work: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string, leading: Leading, log: Logger) {
    this.#url = url;
    this.#leading = leading;
    this.#log = log;
  }

  /**
   * In a transaction of the leader: holds the lead still until its end. One whose connection was cut does not
   * know it yet, while another one has begun.
   * @throws when this server does not lead.
   */
  async fence(work: PoolClient): Promise<void> {
    const { rowCount } = await work.query(
      `select from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and granted and pid = $2`,
      [LEADER_LOCK_KEY, this.#pid],
    );
    if (rowCount !== 1) throw new Error('another server leads');
  }

  async start(): Promise<void> {
    await this.#attempt();
    this.#timer = setInterval(() => void this.#enqueue(() => this.#attempt()), ATTEMPT_INTERVAL_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#work;
    if (this.#held) await this.#leading.end();
    this.#held = false;
    await this.#client?.end().catch(() => undefined);
  }

  /** One thing after the other: a lost lead is given up before it is won again. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work
      .then(work)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'this server cannot lead for now'));
    return this.#work;
  }

  async #attempt(): Promise<void> {
    if (this.#held || this.#stopped) return;
    const client = this.#client ?? (await this.#connect());
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LEADER_LOCK_KEY,
    ]);
    if (rows[0]?.taken !== true) return;
    this.#held = true;
    try {
      await this.#leading.begin();
      this.#log.info('this server leads');
    } catch (error) {
      // Another one may do better.
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    await client.connect();
    client.on('end', () => {
      this.#client = undefined;
      if (this.#stopped) return;
      void this.#enqueue(async () => {
        if (!this.#held) return;
        this.#held = false;
        this.#log.warn('this server leads no more');
        await this.#leading.end();
      });
    });
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    this.#pid = rows[0]?.pid ?? 0;
    this.#client = client;
    return client;
  }
}
