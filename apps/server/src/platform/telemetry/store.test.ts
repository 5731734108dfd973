import { afterEach, expect, test, vi } from 'vitest';
import type { StatementClient } from '../storage/statement-thread.ts';
import { mergeEntries, type IngestEntry } from './batch.ts';
import { ROLLUP_LOCK_KEY } from './rollups.ts';
import { entry, entryOf, failure, FakeDatabase } from './store.fixtures.ts';
import { TelemetryStore } from './store.ts';

afterEach(() => void vi.useRealTimers());

/** What became of a batch after the database has answered everything. */
async function settled(database: FakeDatabase, store: TelemetryStore, entries: readonly IngestEntry[]) {
  const written = Promise.allSettled([store.write(mergeEntries(entries))]);
  await database.answerAll();
  const [outcome] = await written;
  return outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error);
}

/** What a database is sent for one batch. */
async function sentFor(...entries: readonly IngestEntry[]): Promise<FakeDatabase> {
  const database = new FakeDatabase();
  await settled(database, new TelemetryStore(database.connections), entries);
  return database;
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

const HOUR_MS = 3_600_000;

test('the hours of readings are marked once for each device, under the lock of the rollups', async () => {
  const database = await sentFor(
    entryOf(1, [5 * HOUR_MS + 1]),
    entryOf(1, [2 * HOUR_MS]),
    entryOf(2, [5 * HOUR_MS - 1, 5 * HOUR_MS]),
    entryOf(1, [5 * HOUR_MS + 2, 2 * HOUR_MS + 9]),
  );
  expect(database.arraysOf('ingest-stale')).toEqual([
    [1, 1, 2, 2],
    [5 * HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 5 * HOUR_MS],
  ]);
  expect(database.parameters.get('ingest-begin')).toEqual([ROLLUP_LOCK_KEY]);
  expect(database.sent.indexOf('ingest-begin')).toBeLessThan(database.sent.indexOf('ingest-stale'));
});

test('a reading of a day that may be packed unpacks it, before its hour is marked and again after', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 5, 30, 12) });
  const old = Date.UTC(2026, 4, 20, 7, 30);
  const recent = Date.UTC(2026, 5, 30, 11, 30);
  const database = await sentFor(entryOf(1, [recent, old]), entryOf(2, [recent]));
  const about = database.sent.filter((name) => name === 'ingest-old' || name === 'ingest-stale');
  expect(about).toEqual(['ingest-old', 'ingest-stale', 'ingest-old']);
  expect(database.arraysOf('ingest-old')).toEqual([[1], [Date.UTC(2026, 4, 20, 7)]]);
  expect((await sentFor(entryOf(1, [recent]))).sent).not.toContain('ingest-old');
});

test.each(['ingest-begin', 'ingest-stale', 'ingest-old', 'ingest-number', 'ingest-latest', 'ingest-device'])(
  'a batch of which the database refuses %s fails for that reason, and nothing of it is remembered',
  async (name) => {
    const database = new FakeDatabase(name);
    const store = new TelemetryStore(database.connections);
    const batch = [entryOf(1, [1_000], { receivedAt: 50_000 })];
    expect(await settled(database, store, batch)).toEqual(failure('22003'));
    database.refused = undefined;
    const before = database.sent.length;
    expect(await settled(database, store, batch)).toMatchObject({ seq: 7 });
    expect(database.sent.slice(before)).toContain(name);
    // The second after the first has been rolled back: it depends on nobody.
    expect(database.sent).not.toContain('ingest-after');
    expect([database.connected, database.released]).toEqual([2, [undefined, undefined]]);
  },
);

test('no batch is written before the commit is answered', async () => {
  const database = new FakeDatabase();
  const written = new TelemetryStore(database.connections).write(mergeEntries([entry({ a: 1 })]));
  let isWritten = false;
  void written.then(() => (isWritten = true));
  for (const _ of database.sent.slice(0, -1)) await database.answer();
  expect([isWritten, database.released]).toEqual([false, []]);
  await database.answer();
  expect([isWritten, database.released]).toEqual([true, [undefined]]);
});

test.each([
  ['an error', new Error('connection lost'), 'connection lost'],
  ['anything else', 'connection lost', 'connection lost'],
])('a connection that fails with %s and cannot roll back is not used again', async (_what, away, message) => {
  const database = new FakeDatabase();
  const store = new TelemetryStore(database.connections);
  database.away = away;
  expect(await settled(database, store, [entry({ a: 1 })])).toBe(away);
  expect(database.released).toEqual([new Error(message)]);
  database.away = undefined;
  expect(await settled(database, store, [entry({ a: 1 })])).toMatchObject({ seq: 7 });
  expect([database.connected, database.released.at(-1)]).toEqual([2, undefined]);
});

test('batches that are under way when the connection is lost all fail, and it is given back once, as broken', async () => {
  const database = new FakeDatabase();
  const store = new TelemetryStore(database.connections);
  const written = [1, 2, 3].map((a) => store.write(mergeEntries([entry({ a })])));
  const outcomes = Promise.allSettled(written);
  await database.answer();
  database.away = new Error('connection lost');
  await database.answerAll();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect([database.connected, database.released]).toEqual([1, [database.away]]);
});

test('a batch that cannot be made while the database is away fails alone: nothing else of it is reported', async () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', onUnhandled);
  const database = new FakeDatabase();
  database.away = new Error('connection lost');
  const samples = {
    write: () => {
      throw new Error('no sample');
    },
  };
  const store = new TelemetryStore(database.connections, samples);
  expect(await settled(database, store, [entry({ a: 1 })])).toEqual(new Error('no sample'));
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', onUnhandled);
  // It would end the process.
  expect(unhandled).toEqual([]);
  expect(database.released).toEqual([database.away]);
});

test('a message is written with its values and flags, and the newest values with theirs', async () => {
  const flagged = entry({}, { readings: [{ ts: 50, values: { a: 1, b: 2 }, outside: ['a'] }] });
  // Of the late one only `c` is the newest: these values are in no message.
  const late = entry({}, { readings: [{ ts: 40, values: { a: 3, c: 4 } }] });
  const database = await sentFor(flagged, late, entryOf(2, [30]));
  expect(database.arraysOf('ingest-messages')).toEqual([
    [1, 1, 2],
    [50, 40, 30],
    ['{"a":1,"b":2}', '{"a":3,"c":4}', '{"a":30}'],
    ['{"a":true}', null, null],
  ]);
  const [devices, , times, texts] = database.arraysOf('ingest-latest');
  expect([devices, times, texts]).toEqual([
    [1, 1, 2],
    [40, 50, 30],
    ['{"c":4}', '{"a":1,"b":2}', '{"a":30}'],
  ]);
});

test('an entry without readings writes no message, but its activity and problems are committed', async () => {
  const problems = [{ field: 'x', reason: 'must be text' }];
  const database = await sentFor(entryOf(1, [], { receivedAt: 50_000, problems }));
  expect(database.sent).not.toContain('ingest-messages');
  expect(database.sent).not.toContain('ingest-latest');
  expect(database.sent).toEqual(
    expect.arrayContaining(['ingest-device', 'ingest-rejections', 'ingest-problems']),
  );
  expect(database.sent.at(-1)).toBe('commit');
});

test('devices are written in the order of their keys, with their activity and attributes', async () => {
  const database = await sentFor(
    entryOf(10, [1], { receivedAt: 50_000 }),
    entryOf(9, [1], { receivedAt: 60_000, attributes: { model: 'x' } }),
    entryOf(200, [1], { receivedAt: 70_000 }),
    // Not active for long enough to be written, were it not for its attributes.
    entryOf(2, [], { receivedAt: 9_999, attributes: { site: 1 } }),
    entryOf(3, [1], { receivedAt: 9_999 }),
  );
  expect(database.arraysOf('ingest-device')).toEqual([
    [2, 9, 10, 200],
    [9_999, 60_000, 50_000, 70_000],
    ['{"site":1}', '{"model":"x"}', '{}', '{}'],
  ]);
});

test('the activity of a device is written again ten seconds after it was committed', async () => {
  const database = new FakeDatabase();
  const store = new TelemetryStore(database.connections);
  const writtenAt = async (receivedAt: number, key = 1) => {
    database.parameters.delete('ingest-device');
    await settled(database, store, [entryOf(key, [1], { receivedAt })]);
    return database.arraysOf('ingest-device')[1] ?? 'not written';
  };
  expect(await writtenAt(100_000)).toEqual([100_000]);
  expect(await writtenAt(109_999)).toBe('not written');
  expect(await writtenAt(109_999, 2)).toEqual([109_999]);
  expect(await writtenAt(110_000)).toEqual([110_000]);
  expect(await writtenAt(119_999)).toBe('not written');
  // One that was rolled back counts as not written.
  database.refused = 'ingest-messages';
  expect(await writtenAt(120_000)).toEqual([120_000]);
  database.refused = undefined;
  expect(await writtenAt(120_001)).toEqual([120_001]);
});

test('in a cluster the order of commits is taken before the number, and announced before the commit', async () => {
  const database = new FakeDatabase();
  const cluster = {
    order: (client: StatementClient) => client.query('order'),
    announce: (client: StatementClient) => client.query('announce'),
  };
  const store = new TelemetryStore(database.connections, undefined, cluster);
  await settled(database, store, [entry({ a: 1 })]);
  const places = ['ingest-messages', 'order', 'ingest-number', 'ingest-latest', 'announce', 'commit'].map(
    (name) => database.sent.indexOf(name),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  database.refused = 'announce';
  expect(await settled(database, store, [entry({ a: 1 })])).toEqual(failure('22003'));
  database.refused = 'order';
  expect(await settled(database, store, [entry({ a: 1 })])).toEqual(failure('22003'));
});

test('what rules watch is written after the number of the commit and is part of the answer', async () => {
  const database = new FakeDatabase();
  const samples = {
    write: async (client: StatementClient) => {
      await client.query('samples');
      return [{ device: 1, at: 1_000, values: { a: 1 } }];
    },
  };
  const store = new TelemetryStore(database.connections, samples);
  expect(await settled(database, store, [entry({ a: 1 })])).toMatchObject({
    samples: [{ device: 1, at: 1_000, values: { a: 1 } }],
  });
  expect(database.sent.indexOf('samples')).toBeGreaterThan(database.sent.indexOf('ingest-number'));
  expect(database.sent.indexOf('samples')).toBeLessThan(database.sent.indexOf('commit'));
});

test('a statement that is prepared has a name and a text, always the same one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 5, 30) });
  const database = new FakeDatabase();
  const store = new TelemetryStore(database.connections);
  const batch = () => mergeEntries([entry({ a: 1 }, { receivedAt: 50_000, attributes: { b: 1 } })]);
  const written = [store.write(batch()), store.write(batch())];
  await database.answerAll();
  await Promise.all(written);
  const texts = new Map(database.prepared.map(({ name, text }) => [name, text]));
  expect([...texts.keys()].toSorted()).toEqual([
    'ingest-after',
    'ingest-begin',
    'ingest-device',
    'ingest-latest',
    'ingest-messages',
    'ingest-number',
    'ingest-old',
    'ingest-stale',
  ]);
  for (const { name, text } of database.prepared) expect(text, name).toBe(texts.get(name));
  expect([...texts.values()]).not.toContain('');
  expect(new Set(texts.values()).size).toBe(texts.size);
});
