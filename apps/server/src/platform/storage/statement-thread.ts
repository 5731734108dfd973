import { Worker, type TransferListItem } from 'node:worker_threads';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Logger } from '../logger.ts';

/** A connection, as far as the writing of readings needs it; that of a pool is one, too. */
export interface StatementClient {
  query<Row extends QueryResultRow>(statement: string | QueryConfig): Promise<StatementResult<Row>>;
}

/** What is read of an answer. */
type StatementResult<Row extends QueryResultRow> = Pick<QueryResult<Row>, 'rows' | 'rowCount'>;

/** A connection that is given back. */
export interface ReleasedClient extends StatementClient {
  /** With an error: it is not used again. */
  release(broken?: Error): void;
}

/** To the thread. */
export type Asked =
  | { readonly client: number; readonly id: number; readonly statement: string | QueryConfig }
  | { readonly client: number; readonly release: true; readonly broken: boolean }
  | { readonly end: true };

/** Of the thread. */
export type Answered =
  | { readonly id: number; readonly result: StatementResult<QueryResultRow> }
  | { readonly id: number; readonly error: Failure }
  | { readonly warning: Failure };

/** An error of PostgreSQL: a copy of the object would have lost its code. */
export interface Failure {
  readonly message: string;
  readonly fields: object;
}

interface Waiting {
  readonly resolve: (result: StatementResult<QueryResultRow>) => void;
  readonly reject: (reason: Error) => void;
}

const ENDED = 'the thread of the database ended';

/**
 * Connections with pipelines in a thread of their own. A batch of readings is larger than what the system keeps for a
 * socket: sent by the server's thread, the database waited for the rest until that thread was done with the messages of
 * the devices.
 */
export class StatementThread {
  readonly #connectionString: string;
  readonly #log: Logger;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #last = 0;

  constructor(connectionString: string, log: Logger) {
    this.#connectionString = connectionString;
    this.#log = log;
  }

  /** A connection; statements are executed in their order, without waiting for the answers to those before. */
  connect(): ReleasedClient {
    const worker = (this.#worker ??= this.#start());
    const client = (this.#last += 1);
    return {
      query: <Row extends QueryResultRow>(statement: string | QueryConfig) =>
        new Promise<StatementResult<Row>>((resolve, reject) => {
          // Nobody would answer.
          if (this.#worker !== worker) return reject(new Error(ENDED));
          const id = (this.#last += 1);
          this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
          worker.postMessage({ client, id, statement } satisfies Asked, ownedBuffers(statement));
        }),
      release: (broken) =>
        worker.postMessage({ client, release: true, broken: broken !== undefined } satisfies Asked),
    };
  }

  /** Ends the connections, after what was sent on them. */
  async end(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage({ end: true } satisfies Asked);
    await exited;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./statement-worker.ts', import.meta.url), {
      workerData: this.#connectionString,
    });
    worker.on('message', (answered: Answered) => this.#receive(answered));
    worker.on('error', (error) => this.#log.error({ err: error }, 'the thread of the database failed'));
    worker.on('exit', () => {
      // What was sent is sent again, on another.
      if (this.#worker === worker) this.#worker = undefined;
      const lost = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of lost) reject(new Error(ENDED));
    });
    worker.unref();
    return worker;
  }

  #receive(answered: Answered): void {
    if ('warning' in answered) {
      this.#log.warn({ reason: answered.warning.message }, 'a database connection was lost');
      return;
    }
    const waiting = this.#waiting.get(answered.id);
    this.#waiting.delete(answered.id);
    if ('result' in answered) waiting?.resolve(answered.result);
    else {
      const { message, fields } = answered.error;
      waiting?.reject(Object.assign(new Error(message), fields));
    }
  }
}

/** Parameters whose memory is theirs alone, so that it can go over without a copy. */
function ownedBuffers(statement: string | QueryConfig): TransferListItem[] {
  const values: readonly unknown[] = typeof statement === 'string' ? [] : (statement.values ?? []);
  return values.flatMap((value) =>
    Buffer.isBuffer(value) && value.buffer instanceof ArrayBuffer && value.length === value.buffer.byteLength
      ? [value.buffer]
      : [],
  );
}
