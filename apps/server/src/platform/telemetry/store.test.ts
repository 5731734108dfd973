import { expect, test, vi } from 'vitest';
import { mergeEntries, type IngestEntry } from './batch.ts';
import { TelemetryStore, type Connections } from './store.ts';

const entry = (values: Record<string, number>, more: Partial<IngestEntry> = {}): IngestEntry => ({
  device: { id: 'd', key: 1, organisationId: 'o', productModelId: 'p', name: '', gateway: false },
  source: 'mqtt',
  receivedAt: 1_000,
  readings: [{ ts: 1_000, values }],
  problems: [],
  sizeBytes: 10,
  ...more,
});

const failure = (code: string): Error => Object.assign(new Error(code), { code });

type Statement = string | { readonly name: string; readonly values: readonly unknown[] };

/** A database that answers one statement after the other when the test says so; `refused`: the statement that fails. */
class FakeDatabase {
  /** Names of the statements, or their text, in the order in which they were sent. */
  readonly sent: string[] = [];
  readonly parameters = new Map<string, readonly unknown[]>();
  readonly released: unknown[] = [];
  readonly #answers: (() => void)[] = [];
  readonly #refused: string | undefined;
  #isAborted = false;

  constructor(refused?: string) {
    this.#refused = refused;
  }

  get connections(): Connections {
    const client = {
      query: (statement: Statement) => this.#query(statement),
      release: (error: unknown) => this.released.push(error),
    };
    return { connect: () => client } as unknown as Connections;
  }

  /** Answers everything, also what is sent meanwhile. */
  async answerAll(): Promise<void> {
    for (let answer = this.#answers.shift(); answer; answer = this.#answers.shift()) {
      answer();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #query(statement: Statement): Promise<{ rows: unknown[] }> {
    const name = typeof statement === 'string' ? statement : statement.name;
    this.sent.push(name);
    if (typeof statement !== 'string') this.parameters.set(name, statement.values);
    return new Promise((resolve, reject) => {
      this.#answers.push(() => {
        if (name === 'rollback') this.#isAborted = false;
        if (this.#isAborted && name !== 'commit') reject(failure('25P02'));
        else if (name === this.#refused) {
          this.#isAborted = true;
          reject(failure('22003'));
        } else resolve({ rows: name === 'ingest-number' ? [{ seq: 7 }] : [] });
      });
    });
  }
}

test('all statements of a batch are sent before any is answered, the commit last', async () => {
  const database = new FakeDatabase();
  const batch = mergeEntries([entry({ a: 1, b: 2 })]);
  const written = new TelemetryStore(database.connections).write(batch);
  await vi.waitUntil(() => database.sent.includes('commit'));
  expect(database.sent[0]).toBe('begin');
  expect(database.sent.at(-1)).toBe('commit');
  expect(database.sent).toContain('ingest-messages');
  await database.answerAll();
  expect(await written).toEqual({ seq: 7, advanced: batch.latest, rejections: [], samples: [] });
  expect(database.released).toEqual([undefined]);
});

test.each([
  ['without problems', {}],
  ['with a problem, whose record comes after it', { problems: [{ field: 'x', reason: 'must be text' }] }],
])('a batch %s fails with the error of the statement that the database refused', async (_what, more) => {
  const database = new FakeDatabase('ingest-messages');
  const written = new TelemetryStore(database.connections).write(mergeEntries([entry({ a: 1 }, more)]));
  const settled = written.then(
    () => 'written',
    (error: Error) => error.message,
  );
  await vi.waitUntil(() => database.sent.length > 3);
  await database.answerAll();
  expect(await settled).toBe('22003');
  expect(database.sent.at(-1)).toBe('rollback');
  expect(database.released).toEqual([undefined]);
});

test('a batch of which a statement cannot be made is rolled back, never committed', async () => {
  const database = new FakeDatabase();
  const samples = {
    write: () => {
      throw new Error('no sample');
    },
  };
  const written = new TelemetryStore(database.connections, samples).write(mergeEntries([entry({ a: 1 })]));
  const settled = written.catch((error: Error) => error.message);
  await vi.waitUntil(() => database.sent.includes('rollback'));
  await database.answerAll();
  expect(await settled).toBe('no sample');
  expect(database.sent).not.toContain('commit');
});

test('a batch that comes meanwhile is sent behind the other on its connection, and only counts if that one does', async () => {
  const database = new FakeDatabase();
  const store = new TelemetryStore(database.connections);
  const first = store.write(mergeEntries([entry({ a: 1 })]));
  await vi.waitUntil(() => database.sent.includes('commit'));
  expect(database.sent).not.toContain('ingest-after');
  const second = store.write(mergeEntries([entry({ a: 2 })]));
  expect(database.sent.lastIndexOf('ingest-after')).toBeGreaterThan(database.sent.indexOf('commit'));
  expect(database.parameters.get('ingest-after')).toEqual(['1']);
  expect(database.parameters.get('ingest-number')).toEqual(['2']);
  await database.answerAll();
  await Promise.all([first, second]);
  // One connection, given back once.
  expect(database.released).toEqual([undefined]);
  const third = store.write(mergeEntries([entry({ a: 3 })]));
  await database.answerAll();
  await third;
  expect(database.sent.filter((name) => name === 'ingest-after')).toHaveLength(1);
});

test('a batch that cannot be made is rolled back before the next one is sent', async () => {
  const database = new FakeDatabase();
  let isBroken = true;
  const samples = {
    write: () => {
      if (isBroken) throw new Error('no sample');
      return Promise.resolve([]);
    },
  };
  const store = new TelemetryStore(database.connections, samples);
  const first = store.write(mergeEntries([entry({ a: 1 })])).catch((error: Error) => error.message);
  isBroken = false;
  const second = store.write(mergeEntries([entry({ a: 2 })]));
  expect(database.sent.slice(database.sent.indexOf('rollback'), -1)).toContain('begin');
  expect(database.sent.filter((name) => name === 'begin')).toHaveLength(2);
  expect(database.sent.indexOf('rollback')).toBeLessThan(database.sent.lastIndexOf('begin'));
  await database.answerAll();
  expect(await first).toBe('no sample');
  await second;
});

test('hours of late readings are marked once for each device', async () => {
  const database = new FakeDatabase();
  const hour = 3_600_000;
  const entries = [5 * hour + 1, 2 * hour, 5 * hour + 2, 2 * hour + 9].map((ts) =>
    entry({}, { readings: [{ ts, values: { a: 1 } }] }),
  );
  const written = new TelemetryStore(database.connections).write(mergeEntries(entries));
  await vi.waitUntil(() => database.sent.includes('commit'));
  await database.answerAll();
  await written;
  const [devices] = database.parameters.get('ingest-stale') ?? [];
  // A binary array: its length stands after the dimensions, the flags and the type.
  expect((devices as Buffer).readInt32BE(12)).toBe(2);
});
