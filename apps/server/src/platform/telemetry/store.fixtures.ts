import type { IngestEntry } from './batch.ts';
import type { Connections } from './store.ts';

export const entry = (values: Record<string, number>, more: Partial<IngestEntry> = {}): IngestEntry => ({
  device: { id: 'd', key: 1, organisationId: 'o', productModelId: 'p', name: '', gateway: false },
  source: 'mqtt',
  receivedAt: 1_000,
  readings: [{ ts: 1_000, values }],
  problems: [],
  sizeBytes: 10,
  ...more,
});

/** An entry of another device, with readings at some instants. */
export const entryOf = (
  key: number,
  times: readonly number[],
  more: Partial<IngestEntry> = {},
): IngestEntry => {
  const one = entry({});
  const readings = times.map((ts) => ({ ts, values: { a: ts } }));
  return { ...one, device: { ...one.device, id: `d${key}`, key }, readings, ...more };
};

export const failure = (code: string): Error => Object.assign(new Error(code), { code });

interface Prepared {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A database that answers one statement after the other when the test says so; `refused`: the statement that fails. */
export class FakeDatabase {
  /** Names of the statements, or their text, in the order in which they were sent. */
  readonly sent: string[] = [];
  readonly prepared: Prepared[] = [];
  readonly parameters = new Map<string, readonly unknown[]>();
  readonly released: unknown[] = [];
  /** Number of connections that were given. */
  connected = 0;
  refused: string | undefined;
  /** Reason with which everything fails while it is set. */
  away: unknown;
  readonly #answers: (() => void)[] = [];
  #isAborted = false;

  constructor(refused?: string) {
    this.refused = refused;
  }

  get connections(): Connections {
    const client = {
      query: (statement: string | Prepared) => this.#query(statement),
      release: (error: unknown) => this.released.push(error),
    };
    const connect = () => {
      this.connected += 1;
      return client;
    };
    return { connect } as unknown as Connections;
  }

  /** Elements of the arrays that a statement had as parameters, the last time it was sent. */
  arraysOf(name: string): unknown[][] {
    return (this.parameters.get(name) ?? []).map((array) => elements(array as Buffer));
  }

  /** Answers the statement that was sent first. */
  async answer(): Promise<void> {
    this.#answers.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Answers everything, also what is sent meanwhile. */
  async answerAll(): Promise<void> {
    while (this.#answers.length > 0) await this.answer();
  }

  #query(statement: string | Prepared): Promise<{ rows: unknown[] }> {
    const name = typeof statement === 'string' ? statement : statement.name;
    this.sent.push(name);
    if (typeof statement !== 'string') {
      this.prepared.push(statement);
      this.parameters.set(name, statement.values);
    }
    return new Promise((resolve, reject) => {
      this.#answers.push(() => {
        if (this.away !== undefined) return reject(this.away);
        if (name === 'rollback') this.#isAborted = false;
        if (this.#isAborted && name !== 'commit') reject(failure('25P02'));
        else if (name === this.refused) {
          this.#isAborted = true;
          reject(failure('22003'));
        } else resolve({ rows: name === 'ingest-number' ? [{ seq: 7 }] : [] });
      });
    });
  }
}

const OID_INT4 = 23;
const OID_TIMESTAMPTZ = 1184;
const POSTGRES_EPOCH_MS = 946_684_800_000;

/** Elements of an array in PostgreSQL's binary format; instants as epoch ms. */
function elements(array: Buffer): unknown[] {
  const type = array.readInt32BE(8);
  const result: unknown[] = [];
  let offset = 20;
  while (offset < array.length) {
    const length = array.readInt32BE(offset);
    offset += 4;
    if (length < 0) {
      result.push(null);
      continue;
    }
    if (type === OID_INT4) result.push(array.readInt32BE(offset));
    else if (type === OID_TIMESTAMPTZ)
      result.push(Number(array.readBigInt64BE(offset)) / 1000 + POSTGRES_EPOCH_MS);
    else result.push(array.toString('utf8', offset, offset + length));
    offset += length;
  }
  return result;
}
