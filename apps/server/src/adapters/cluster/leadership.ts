import pg, { type PoolClient } from 'pg';
import type { Logger } from '../../platform/logger.ts';

/** Arbitrary and the same in every farm3d: the server that holds this lock is the leader. */
const LEADER_LOCK_KEY = 36_033_003;
/** Interval of the attempts of a server that is not the leader. */
const ATTEMPT_INTERVAL_MS = 500;

export interface Leading {
  /** This server is the leader from now on. */
  begin(): Promise<void>;
  /** This server is no longer the leader. */
  end(): Promise<void>;
}

/**
 * Elects one leader: the server whose connection holds an advisory lock of the database. The lock ends with the
 * connection, so that of a dead leader is free at once.
 */
export class Leadership {
  readonly #url: string;
  readonly #leading: Leading;
  readonly #log: Logger;
  #client: pg.Client | undefined;
  #held = false;
  /** Backend process id of the connection that holds the lock. */
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
   * Inside a transaction of the leader: holds the leadership until its end. A leader whose connection was cut may not
   * know yet that another one has taken over.
   * @throws when this server is not the leader
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

  /** One step at a time: a lost leadership ends before it is won again. */
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
      // The next attempt opens a new connection.
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
