import { expect, test, vi } from 'vitest';
import type { DeviceIdentity } from '../device-identity.ts';
import { ServerEvents } from '../events.ts';
import type { JsonValue } from '../json-value.ts';
import { createLogger } from '../logger.ts';
import { mergeEntries, type Batch, type IngestEntry } from './batch.ts';
import { Batcher, BatcherStoppedError } from './batcher.ts';
import type { CommitResult } from './store.ts';

/** Time limit of operations that complete immediately, also on a busy machine. */
const PATIENCE = { timeout: 30_000 };

const log = createLogger('silent');

const device = (key: number): DeviceIdentity => ({
  id: `device-${key}`,
  key,
  organisationId: 'o',
  productModelId: 'p',
  name: '',
  gateway: false,
});

const entry = (
  key: number,
  ts: number,
  values: Record<string, JsonValue>,
  receivedAt = 1_000,
): IngestEntry => ({
  device: device(key),
  source: 'mqtt',
  receivedAt,
  readings: [{ ts, values }],
  problems: [],
  sizeBytes: 10,
});

/** A writer whose commits end when the test calls `commit`. */
class ManualWriter {
  readonly batches: Batch[] = [];
  readonly #pending: {
    resolve: (result: CommitResult) => void;
    reject: (error: Error) => void;
    batch: Batch;
  }[] = [];

  write(batch: Batch): Promise<CommitResult> {
    this.batches.push(batch);
    return new Promise((resolve, reject) => this.#pending.push({ resolve, reject, batch }));
  }

  async commit(): Promise<void> {
    const next = await this.#next();
    next.resolve({ seq: this.batches.length, advanced: next.batch.latest, rejections: [] });
  }

  async fail(error: Error): Promise<void> {
    (await this.#next()).reject(error);
  }

  async #next() {
    await vi.waitFor(() => expect(this.#pending.length).toBeGreaterThan(0), PATIENCE);
    const next = this.#pending.shift();
    if (!next) throw new Error('nothing to commit');
    return next;
  }
}

test('readings of one device and instant become one row; keys merge and the last write wins', () => {
  const { messages } = mergeEntries([
    entry(1, 5, { a: 1, b: 1 }),
    entry(2, 5, { a: 9 }),
    entry(1, 5, { b: 2, c: 3 }),
    entry(1, 6, { a: 7 }),
  ]);
  expect(messages).toEqual([
    { device: 1, ts: 5, values: { a: 1, b: 2, c: 3 } },
    { device: 1, ts: 6, values: { a: 7 } },
    { device: 2, ts: 5, values: { a: 9 } },
  ]);
});

test('latest is the greatest time, never later than the arrival, whatever the order', () => {
  const { latest } = mergeEntries([entry(1, 50, { a: 'newer' }), entry(1, 40, { a: 'late arrival', b: 1 })]);
  expect(latest).toEqual([
    { device: 1, ts: 40, values: { b: 1 } },
    { device: 1, ts: 50, values: { a: 'newer' } },
  ]);
  const ahead = mergeEntries([
    entry(1, 90_000, { a: 'clock ahead' }, 1_000),
    entry(1, 1_001, { a: 'true time' }, 1_001),
  ]);
  expect(ahead.latest).toEqual([{ device: 1, ts: 1_001, values: { a: 'true time' } }]);
});

test('merging changes no entry', () => {
  const first = entry(1, 5, { a: 1 });
  mergeEntries([first, entry(1, 5, { a: 2 })]);
  expect(first.readings[0]?.values).toEqual({ a: 1 });
});

test('nobody is answered before the commit, and what came meanwhile goes together into the next', async () => {
  const writer = new ManualWriter();
  const batcher = new Batcher(writer, new ServerEvents(log), log);
  const answered: number[] = [];
  const submit = (n: number) => batcher.submit(entry(1, n, { n })).then(() => answered.push(n));
  const first = submit(1);
  await vi.waitFor(() => expect(writer.batches).toHaveLength(1), PATIENCE);
  const rest = [submit(2), submit(3)];
  await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toEqual([]);
  expect(writer.batches).toHaveLength(1);
  await writer.commit();
  await first;
  expect(answered).toEqual([1]);
  await writer.commit();
  await Promise.all(rest);
  expect(answered).toEqual([1, 2, 3]);
  expect(writer.batches.map((batch) => batch.messages.length)).toEqual([1, 2]);
});

/** Entries that are worth a transaction of their own while another is under way. */
const MANY = 500;

test('much that comes during a transaction is sent behind it at once, little waits; the answers keep the order', async () => {
  const writer = new ManualWriter();
  const batcher = new Batcher(writer, new ServerEvents(log), log);
  const answered: number[] = [];
  let n = 0;
  const submit = () => {
    const own = (n += 1);
    return batcher.submit(entry(1, own, { own })).then(() => answered.push(own));
  };
  const all = [submit()];
  await vi.waitFor(() => expect(writer.batches).toHaveLength(1), PATIENCE);
  for (let i = 1; i < MANY; i += 1) all.push(submit());
  expect(writer.batches).toHaveLength(1);
  all.push(submit());
  expect(writer.batches.map((batch) => batch.entries.length)).toEqual([1, MANY]);
  await writer.commit();
  await all[0];
  expect(answered).toEqual([1]);
  await writer.commit();
  await Promise.all(all);
  expect(answered).toEqual(Array.from({ length: n }, (_, index) => index + 1));
  expect(batcher.depth).toBe(0);
});

test('what was sent behind a transaction that fails is sent again behind it', async () => {
  const writer = new ManualWriter();
  const batcher = new Batcher(writer, new ServerEvents(log), log);
  const all = [batcher.submit(entry(1, 1, { a: 0 }))];
  await vi.waitFor(() => expect(writer.batches).toHaveLength(1), PATIENCE);
  while (all.length <= MANY) all.push(batcher.submit(entry(1, 1, { a: all.length })));
  await writer.fail(new Error('connection lost'));
  await new Promise((resolve) => setImmediate(resolve));
  // More than enough for a transaction: it waits, as long as the order is not restored.
  for (let i = 0; i < MANY; i += 1) all.push(batcher.submit(entry(2, 1, { a: 1 })));
  expect(writer.batches).toHaveLength(2);
  await writer.fail(Object.assign(new Error('division by zero'), { code: '22012' }));
  await vi.waitFor(() => expect(writer.batches).toHaveLength(3), PATIENCE);
  expect(writer.batches[2]).toEqual(writer.batches[0]);
  await writer.commit();
  await vi.waitFor(() => expect(writer.batches.length).toBeGreaterThan(3), PATIENCE);
  expect(writer.batches[3]?.entries.slice(0, MANY)).toEqual(writer.batches[1]?.entries);
  const last = Promise.all(all);
  for (let commits = 3; batcher.depth > 0; commits += 1) await writer.commit();
  await last;
});

test('above its bound sources wait, and continue in turns, a few at a time', async () => {
  const writer = new ManualWriter();
  const batcher = new Batcher(writer, new ServerEvents(log), log);
  let n = 0;
  const submit = (sizeBytes: number): Promise<void> =>
    batcher.submit({ ...entry(1, (n += 1), { n }), sizeBytes });
  const large = submit(8 * 1024 * 1024);
  expect([batcher.busy, batcher.full]).toEqual([true, false]);
  const refused = submit(8 * 1024 * 1024);
  expect(batcher.full).toBe(true);
  const continued: number[] = [];
  const later: Promise<void>[] = [];
  // The tenth of them fills the queue again.
  for (let source = 0; source < 30; source += 1) {
    void batcher.room().then(() => {
      continued.push(source);
      if (source === 9) later.push(submit(8 * 1024 * 1024));
    });
  }
  await writer.commit();
  await Promise.all([large, refused]);
  await vi.waitFor(() => expect(writer.batches).toHaveLength(2), PATIENCE);
  expect(continued).toEqual(Array.from({ length: 16 }, (_, source) => source));
  await writer.commit();
  await vi.waitFor(() => expect(continued).toHaveLength(30), PATIENCE);
  await Promise.all(later);
  expect([batcher.busy, batcher.depth]).toEqual([false, 0]);
});

test('a commit that fails because the database is away is tried again with the same entries', async () => {
  const writer = new ManualWriter();
  const batcher = new Batcher(writer, new ServerEvents(log), log);
  let answered = false;
  const submitted = batcher.submit(entry(1, 1, { a: 1 })).then(() => (answered = true));
  await writer.fail(new Error('connection lost'));
  await vi.waitFor(() => expect(writer.batches).toHaveLength(2), PATIENCE);
  expect(answered).toBe(false);
  await writer.commit();
  await submitted;
  expect(writer.batches[1]).toEqual(writer.batches[0]);
});

test.each([
  ['22P05', 'unsupported Unicode escape sequence'],
  ['23503', 'violates a foreign key: the device was deleted'],
])(
  'an entry that the database refuses (%s, %s) becomes a rejection and does not stop the others',
  async (code, message) => {
    const events = new ServerEvents(log);
    const written: Batch[] = [];
    const batcher = new Batcher(
      {
        write: (batch) => {
          if (batch.messages.some((message) => message.values['bad'] !== undefined)) {
            return Promise.reject(Object.assign(new Error(message), { code }));
          }
          written.push(batch);
          return Promise.resolve({ seq: written.length, advanced: batch.latest, rejections: [] });
        },
      },
      events,
      log,
    );
    await Promise.all([
      batcher.submit(entry(1, 1, { a: 1 })),
      batcher.submit(entry(2, 1, { bad: 1 })),
      batcher.submit(entry(3, 1, { a: 3 })),
    ]);
    expect(written.flatMap((batch) => batch.messages.map((message) => message.device))).toEqual([1, 3]);
    expect(written.flatMap((batch) => batch.rejections.map(({ entry: { device } }) => device.key))).toEqual([
      2,
    ]);
    expect(batcher.depth).toBe(0);
  },
);

test('a commit is emitted once, after it, with the values that became the latest', async () => {
  const events = new ServerEvents(log);
  const emitted: unknown[] = [];
  events.on('committed', (event) => emitted.push(event));
  const writer = new ManualWriter();
  const batcher = new Batcher(writer, events, log);
  const submitted = batcher.submit(entry(4, 7, { a: 1, b: 2 }));
  await vi.waitFor(() => expect(writer.batches).toHaveLength(1), PATIENCE);
  expect(emitted).toEqual([]);
  await writer.commit();
  await submitted;
  expect(emitted).toEqual([
    {
      seq: 1,
      items: [
        { deviceId: 'device-4', organisationId: 'o', ts: 7, outside: [], values: { a: 1, b: 2 }, seq: 1 },
      ],
    },
  ]);
});

test('the end waits for the commit under way; what cannot be committed is refused, not acknowledged', async () => {
  const writer = new ManualWriter();
  const batcher = new Batcher(writer, new ServerEvents(log), log);
  const committed = batcher.submit(entry(1, 1, { a: 1 }));
  await vi.waitFor(() => expect(writer.batches).toHaveLength(1), PATIENCE);
  const stopped = batcher.stop();
  await writer.commit();
  await stopped;
  await expect(committed).resolves.toBeUndefined();
  await expect(batcher.submit(entry(1, 2, { a: 1 }))).rejects.toBeInstanceOf(BatcherStoppedError);

  const hanging = new Batcher(new ManualWriter(), new ServerEvents(log), log);
  const lost = hanging.submit(entry(1, 1, { a: 1 }));
  lost.catch(() => undefined);
  await hanging.stop(1);
  await expect(lost).rejects.toBeInstanceOf(BatcherStoppedError);
});
