import type { StatementClient } from '../../platform/storage/statement-thread.ts';
import type { Pool } from 'pg';
import type { ServerEvents } from '../../platform/events.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { Logger } from '../../platform/logger.ts';
import { CommittedReadings } from '../../platform/telemetry/device-readings.ts';
import { LAST_COMMIT_SQL } from '../../platform/telemetry/queries.ts';

/** Arbitrary and the same in every farm3d: commits take their numbers one after the other under this lock. */
const COMMIT_LOCK_KEY = 36_033_004;
const CHANNEL = 'farm3d_commit';

/**
 * Commits of all servers in one order. A commit takes its number under a lock that it holds until its end, so the
 * order of numbers is the order of commits on every server, and a client that resumes by cursor misses none. Each
 * server emits a commit, its own included, when the notification of the database arrives.
 */
export class CommitRelay {
  static readonly channel = CHANNEL;
  readonly #pool: Pool;
  readonly #events: ServerEvents;
  readonly #log: Logger;
  readonly #node: string;
  readonly #own = new Map<number, readonly CommittedReadings[]>();
  readonly #commitListeners: (() => void)[] = [];
  /** Whether commits of other servers have listeners here. */
  hasListeners: () => boolean = () => true;
  #emittedSeq = 0;
  #work: Promise<void> = Promise.resolve();

  constructor(options: { pool: Pool; events: ServerEvents; log: Logger; node: string }) {
    this.#pool = options.pool;
    this.#events = options.events;
    this.#log = options.log;
    this.#node = options.node;
  }

  async start(): Promise<void> {
    const { rows } = await this.#pool.query<{ seq: number }>(LAST_COMMIT_SQL);
    this.#emittedSeq = rows[0]?.seq ?? 0;
  }

  /** Inside the transaction, before it takes its number. */
  order(client: StatementClient): Promise<unknown> {
    return client.query({
      name: 'cluster-order',
      text: 'select pg_advisory_xact_lock($1)',
      values: [COMMIT_LOCK_KEY],
    });
  }

  /** Inside the transaction; delivered when it commits. */
  announce(client: StatementClient): Promise<unknown> {
    return client.query({
      name: 'cluster-announce',
      text: `select pg_notify($1, $2 || ' ' || currval('ingest_seq'))`,
      values: [CHANNEL, this.#node],
    });
  }

  /** Keeps a commit of this server, which then need not be read again. */
  keepOwn(seq: number, items: readonly CommittedReadings[]): void {
    this.#own.set(seq, items);
    // Already emitted, or the notification was lost with the connection.
    if (this.#own.size > 64) this.catchUp();
  }

  /** Called after every commit of any server. */
  onCommit(listener: () => void): void {
    this.#commitListeners.push(listener);
  }

  receive(payload: string): void {
    const [node = '', number = ''] = payload.split(' ');
    const seq = Number(number);
    for (const listener of this.#commitListeners) listener();
    void this.#enqueue(async () => {
      if (seq <= this.#emittedSeq) return;
      if (node === this.#node) {
        // The notification may arrive a moment before its own items.
        const items = this.#own.get(seq) ?? (await this.#waitForOwn(seq));
        if (items) return this.#emit(seq, items);
      }
      await this.#emitUpTo(seq);
    });
  }

  /** Emits what was missed while the connection was lost, in one event. */
  catchUp(): void {
    for (const listener of this.#commitListeners) listener();
    void this.#enqueue(async () => {
      const { rows } = await this.#pool.query<{ seq: number }>(LAST_COMMIT_SQL);
      await this.#emitUpTo(rows[0]?.seq ?? 0);
    });
  }

  async #waitForOwn(seq: number): Promise<readonly CommittedReadings[] | undefined> {
    for (let turn = 0; turn < 20 && !this.#own.has(seq); turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    return this.#own.get(seq);
  }

  #emit(seq: number, items: readonly CommittedReadings[]): void {
    this.#emittedSeq = seq;
    for (const known of this.#own.keys()) if (known <= seq) this.#own.delete(known);
    if (items.length > 0) this.#events.emit('committed', { seq, items });
  }

  async #emitUpTo(seq: number): Promise<void> {
    if (seq <= this.#emittedSeq) return;
    if (!this.hasListeners()) return this.#emit(seq, []);
    const { rows } = await this.#pool.query<{
      id: string;
      organisationId: string;
      ts: number;
      seq: number;
      values: Record<string, JsonValue>;
      outside: string[];
    }>({
      name: 'cluster-committed',
      text: `select d.id, d.organisation_id as "organisationId", l.seq::float8 as seq,
               (extract(epoch from l.ts) * 1000)::float8 as ts, json_object_agg(l.key, l.value) as values,
               coalesce(array_agg(l.key) filter (where l.outside), '{}') as outside
             from ts_latest l join device d on d.key = l.device where l.seq > $1 and l.seq <= $2
             group by d.id, d.organisation_id, l.ts, l.seq`,
      values: [this.#emittedSeq, seq],
    });
    const items = rows.map((row) => new CommittedReadings(row, row, row.seq));
    this.#emit(seq, items);
  }

  #enqueue(work: () => Promise<void> | void): Promise<void> {
    this.#work = this.#work
      .then(work)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'a commit of another server was not read'));
    return this.#work;
  }
}
