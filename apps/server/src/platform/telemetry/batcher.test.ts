import { afterEach, expect, test, vi } from 'vitest';
import { ServerEvents } from '../events.ts';
import { mergeEntries, type Batch, type IngestEntry } from './batch.ts';
import {
  entry,
  FAKED,
  log,
  ManualWriter,
  outcomeOf,
  PATIENCE,
  PromptWriter,
  readableLog,
  refusal,
  turn,
  UnsteadyDatabase,
} from './batcher.fixtures.ts';
import { Batcher, BatcherStoppedError } from './batcher.ts';

afterEach(() => void vi.useRealTimers());

/** A batcher whose commits end when the test says so. */
function manual() {
  const writer = new ManualWriter();
  const events = new ServerEvents(log);
  return { writer, events, batcher: new Batcher(writer, events, log) };
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
  const { writer, batcher } = manual();
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
  const { writer, batcher } = manual();
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
  const { writer, batcher } = manual();
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
  const { writer, batcher } = manual();
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
  const { writer, batcher } = manual();
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
  const { writer, batcher } = manual();
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

test('after the end a message is refused with a reason, and one that was not committed in time with another', async () => {
  const { batcher } = manual();
  vi.useFakeTimers(FAKED);
  const late = outcomeOf(batcher.submit(entry(1, 1, { a: 1 })));
  const stopped = batcher.stop(5_000);
  const refused = outcomeOf(batcher.submit(entry(1, 2, { a: 2 })));
  await turn();
  expect(refused.now).toBe('BatcherStoppedError: the server is stopping');
  await vi.advanceTimersByTimeAsync(4_999);
  expect([late.now, batcher.depth]).toEqual(['open', 1]);
  await vi.advanceTimersByTimeAsync(1);
  await stopped;
  await turn();
  expect([late.now, batcher.depth]).toEqual(['BatcherStoppedError: not committed in time', 0]);
});

test('a commit that ends after the server gave it up answers nobody: its senders were told that it failed', async () => {
  const { writer, batcher } = manual();
  vi.useFakeTimers(FAKED);
  const outcome = outcomeOf(batcher.submit(entry(1, 1, { a: 1 }), 'stored'));
  await turn();
  const stopped = batcher.stop(10);
  await vi.advanceTimersByTimeAsync(10);
  await stopped;
  await writer.commit();
  await turn();
  expect(outcome.now).toBe('BatcherStoppedError: not committed in time');
  expect([batcher.depth, batcher.busy, writer.batches.length]).toEqual([0, false, 1]);
});

test('the end commits everything that was queued before it, also when the database is away for a moment', async () => {
  const { writer, batcher } = manual();
  vi.useFakeTimers(FAKED);
  const first = outcomeOf(batcher.submit(entry(1, 1, { a: 1 }), 'first'));
  await turn();
  const second = outcomeOf(batcher.submit(entry(1, 2, { a: 2 }), 'second'));
  const ended = outcomeOf(batcher.stop().then(() => 'ended'));
  await writer.fail(new Error('connection lost'));
  await vi.advanceTimersByTimeAsync(50);
  await writer.commit();
  await turn();
  expect([first.now, second.now, ended.now]).toEqual(['first', 'open', 'open']);
  await writer.commit();
  await turn();
  expect([second.now, ended.now]).toEqual(['second', 'ended']);
  // A timer left behind would keep the process.
  expect(vi.getTimerCount()).toBe(0);
});

test('a commit that fails after the time of the end is not tried again', async () => {
  const { writer, batcher } = manual();
  vi.useFakeTimers(FAKED);
  const outcome = outcomeOf(batcher.submit(entry(1, 1, { a: 1 })));
  await turn();
  const stopped = batcher.stop(10);
  await vi.advanceTimersByTimeAsync(10);
  await stopped;
  await writer.fail(new Error('connection lost'));
  await turn();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(writer.batches).toHaveLength(1);
  expect([batcher.totals.retries, batcher.totals.entries]).toEqual([0, 0]);
  expect(outcome.now).toBe('BatcherStoppedError: not committed in time');
});

test('the end does not wait for a pause between attempts, nor leave its timer behind', async () => {
  const { writer, batcher } = manual();
  vi.useFakeTimers(FAKED);
  const outcome = outcomeOf(batcher.submit(entry(1, 1, { a: 1 })));
  await turn();
  await writer.fail(new Error('connection lost'));
  await turn();
  expect(vi.getTimerCount()).toBe(1);
  const stopped = batcher.stop(10);
  await vi.advanceTimersByTimeAsync(10);
  await stopped;
  await turn();
  expect(vi.getTimerCount()).toBe(0);
  expect(outcome.now).toBe('BatcherStoppedError: not committed in time');
  // Whoever was refused is not written after that.
  expect(writer.sizes).toEqual([1]);
});

test('the end stops the taking apart of refused entries, too', async () => {
  const { writer, batcher } = manual();
  vi.useFakeTimers(FAKED);
  const outcomes = [1, 2, 3].map((ts) => outcomeOf(batcher.submit(entry(1, ts, { a: ts }))));
  await turn();
  await writer.fail(refusal('out of range'));
  await turn();
  const stopped = batcher.stop(10);
  await vi.advanceTimersByTimeAsync(10);
  await stopped;
  await turn();
  for (const { now } of outcomes) expect(now).toBe('BatcherStoppedError: not committed in time');
  await writer.commit();
  await turn();
  expect(writer.sizes).toEqual([3, 1]);
});

test('while the database is away attempts become rare, at last one in two seconds, and the log says it once', async () => {
  const { log, lines } = readableLog();
  const times: number[] = [];
  const pauses = [50, 100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000, 2_000, 2_000, 2_000, 2_000];
  const away = {
    write: () => {
      times.push(Date.now());
      return times.length <= pauses.length
        ? Promise.reject(new Error('connection lost'))
        : Promise.resolve({ seq: 1, advanced: [], rejections: [] });
    },
  };
  const batcher = new Batcher(away, new ServerEvents(log), log);
  vi.useFakeTimers(FAKED);
  const outcomes = [1, 2].map((n) => outcomeOf(batcher.submit(entry(n, 1, { n }), n)));
  await turn();
  expect(times).toHaveLength(1);
  for (const _ of pauses) await vi.advanceTimersToNextTimerAsync();
  await turn();
  expect(outcomes.map(({ now }) => now)).toEqual([1, 2]);
  expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual(pauses);
  expect(batcher.totals.retries).toBe(pauses.length);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    msg: 'a commit failed; trying again',
    entries: 2,
    err: { message: 'connection lost' },
  });
});

test('after a failure nothing is sent before everything that was sent has been answered', async () => {
  const { writer, batcher } = manual();
  vi.useFakeTimers(FAKED);
  const all = [outcomeOf(batcher.submit(entry(1, 1, {}), 0))];
  await turn();
  while (all.length <= MANY) all.push(outcomeOf(batcher.submit(entry(1, 1, {}), all.length)));
  await writer.fail(new Error('connection lost'));
  await turn();
  await vi.advanceTimersByTimeAsync(60_000);
  // The second may still be committed: the first must not come after it.
  expect(writer.sizes).toEqual([1, MANY]);
  await writer.fail(new Error('connection lost'));
  await turn();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(writer.sizes).toEqual([1, MANY, 1]);
  await writer.commit();
  await turn();
  await writer.commit();
  await turn();
  expect(all.map(({ now }) => now)).toEqual(all.map((_, index) => index));
});

test('a transaction that fails before the one in front of it has ended is looked at in its turn', async () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', onUnhandled);
  const { writer, batcher } = manual();
  vi.useFakeTimers(FAKED);
  const all = [outcomeOf(batcher.submit(entry(1, 1, {}), 0))];
  await turn();
  while (all.length <= MANY) all.push(outcomeOf(batcher.submit(entry(1, 1, {}), all.length)));
  writer.failLast(new Error('connection lost'));
  await turn();
  await turn();
  process.off('unhandledRejection', onUnhandled);
  // It would end the process.
  expect(unhandled).toEqual([]);
  expect([all[0]?.now, writer.sizes]).toEqual(['open', [1, MANY]]);
  await writer.commit();
  await turn();
  expect([all[0]?.now, all[1]?.now]).toEqual([0, 'open']);
  await vi.advanceTimersByTimeAsync(50);
  await writer.commit();
  await turn();
  expect(all.map(({ now }) => now)).toEqual(all.map((_, index) => index));
  expect(batcher.totals).toMatchObject({ entries: 1 + MANY, commits: 2, retries: 1 });
});

test('at most three transactions of at most 800 entries are under way, and no entry is in two', async () => {
  const { writer, batcher } = manual();
  const entries = Array.from({ length: 3 * 800 + MANY }, (_, index) => entry(1, index, {}));
  const all = entries.map((one) => batcher.submit(one));
  await vi.waitFor(() => expect(writer.sizes).toEqual([800, 800, 800]), PATIENCE);
  await writer.commit();
  await vi.waitFor(() => expect(writer.sizes).toEqual([800, 800, 800, MANY]), PATIENCE);
  expect(batcher.depth).toBe(entries.length - 800);
  for (let commits = 0; commits < 3; commits += 1) await writer.commit();
  await Promise.all(all);
  expect(writer.batches.flatMap((batch) => batch.entries)).toEqual(entries);
  expect(batcher.depth).toBe(0);
});

const MIB = 1024 * 1024;

test.each([
  ['busy', 64 * MIB],
  ['full', 128 * MIB],
] as const)(
  'the queue is %s from its bound on, an entry taking 4 KiB and eight times its payload',
  async (state, bound) => {
    const writer = new ManualWriter();
    const batcher = new Batcher(writer, new ServerEvents(log), log);
    const bytes = bound - 4 * 1024;
    const below = batcher.submit({ ...entry(1, 1, {}), sizeBytes: bytes / 8 - 1 });
    expect(batcher[state]).toBe(false);
    await writer.commit();
    await below;
    const at = batcher.submit({ ...entry(1, 1, {}), sizeBytes: bytes / 8 });
    expect(batcher[state]).toBe(true);
    await writer.commit();
    await at;
    expect(batcher[state]).toBe(false);
  },
);

test('a source that asks for room while there is some continues at once', async () => {
  const { batcher } = manual();
  const outcome = outcomeOf(batcher.room().then(() => 'continued'));
  await turn();
  expect(outcome.now).toBe('continued');
});

test('a commit that ends while sources are continuing in turns wakes no more of them', async () => {
  const { writer, batcher } = manual();
  void batcher.submit({ ...entry(1, 1, {}), sizeBytes: 8 * MIB });
  await vi.waitFor(() => expect(writer.batches).toHaveLength(1), PATIENCE);
  const small = batcher.submit(entry(1, 2, {}));
  let continued = 0;
  for (let source = 0; source < 30; source += 1) void batcher.room().then(() => (continued += 1));
  // Its commit ends in the same turn of the event loop as that of the large one.
  const answered = small.then(() => continued);
  vi.spyOn(writer, 'write').mockResolvedValue({ seq: 2, advanced: [], rejections: [] });
  await writer.commit();
  expect(await answered).toBe(8);
  await vi.waitFor(() => expect(continued).toBe(30), PATIENCE);
});

test('the end lets waiting sources go', async () => {
  const { batcher } = manual();
  vi.useFakeTimers(FAKED);
  const lost = outcomeOf(batcher.submit({ ...entry(1, 1, {}), sizeBytes: 8 * MIB }));
  const waiting = outcomeOf(batcher.room().then(() => 'continued'));
  const stopped = batcher.stop(10);
  await turn();
  expect(waiting.now).toBe('open');
  await vi.advanceTimersByTimeAsync(10);
  await stopped;
  await turn();
  expect([lost.now, waiting.now]).toEqual(['BatcherStoppedError: not committed in time', 'continued']);
});

/** An entry that has no readings. */
const empty = (key: number, more: Partial<IngestEntry> = {}): IngestEntry => ({
  ...entry(key, 1, {}),
  readings: [],
  ...more,
});
const PROBLEM = { field: 'x', reason: 'must be text' };

test('what is counted is what was committed, once', async () => {
  const { writer, batcher } = manual();
  const [reading] = entry(1, 1, { a: 1 }).readings;
  if (!reading) throw new Error('no reading');
  const all = [
    batcher.submit({ ...entry(1, 1, {}), readings: [reading, { ...reading, ts: 2 }] }),
    batcher.submit(empty(2, { problems: [PROBLEM, PROBLEM, { ...PROBLEM, outside: true }] })),
  ];
  await writer.fail(new Error('connection lost'));
  await vi.waitFor(() => expect(writer.batches).toHaveLength(2), PATIENCE);
  expect(batcher.totals).toEqual({
    entries: 0,
    readings: 0,
    commits: 0,
    retries: 1,
    rejections: 0,
    flagged: 0,
  });
  await writer.commit();
  await Promise.all(all);
  expect(batcher.totals).toEqual({
    entries: 2,
    readings: 2,
    commits: 1,
    retries: 1,
    rejections: 2,
    flagged: 1,
  });
});

/** Everything that is emitted, in its order. */
function recorded(events: ServerEvents): unknown[] {
  const emitted: unknown[] = [];
  for (const name of ['committed', 'sampled', 'rejection'] as const)
    events.on(name, (event) => emitted.push([name, event]));
  return emitted;
}

test('what the commit says of rules and refused parts is emitted, after it', async () => {
  const { writer, batcher, events } = manual();
  const emitted = recorded(events);
  const submitted = batcher.submit(empty(1, { problems: [PROBLEM] }));
  const samples = [{ device: 1, at: 5, values: { a: 1 } }];
  const rejections = ['x', 'y'].map((field) => ({
    deviceId: 'device-1',
    organisationId: 'o',
    count: 3,
    ts: 1_000,
    reason: 'must be text',
    field,
    problems: [],
  }));
  await vi.waitFor(() => expect(writer.batches).toHaveLength(1), PATIENCE);
  expect(emitted).toEqual([]);
  await writer.commit({ seq: 9, samples, rejections });
  await submitted;
  expect(emitted).toEqual([
    ['sampled', { seq: 9, samples }],
    ['rejection', rejections[0]],
    ['rejection', rejections[1]],
  ]);
});

test.each([
  ['nothing became the latest', []],
  ['only a device that is not of the batch has new values', [{ device: 77, ts: 1, values: { a: 1 } }]],
])('a commit in which %s is answered, but not emitted', async (_what, advanced) => {
  const { writer, batcher, events } = manual();
  const emitted = recorded(events);
  const submitted = batcher.submit(entry(1, 1, { a: 1 }), 'stored');
  await writer.commit({ advanced, samples: [] });
  expect(await submitted).toBe('stored');
  const other = batcher.submit(entry(1, 2, { a: 1 }));
  await writer.commit({ advanced });
  await other;
  expect([emitted, writer.sizes]).toEqual([[], [1, 1]]);
});

test('a listener that fails stops neither the others nor the answer, and nothing is committed again', async () => {
  const events = new ServerEvents(log);
  events.on('committed', () => {
    throw new Error('listener');
  });
  const emitted = recorded(events);
  const writer = new PromptWriter();
  const batcher = new Batcher(writer, events, log);
  expect(await batcher.submit(entry(1, 1, { a: 1 }), 'stored')).toBe('stored');
  expect([emitted.length, writer.committed.length, batcher.totals.retries]).toEqual([1, 1, 0]);
});

test('an entry that the database refuses leaves a rejection of its payload, without its values and attributes', async () => {
  const { log, lines } = readableLog();
  const writer = new PromptWriter(({ entries }) =>
    entries.some(({ readings, attributes }) => readings.length > 0 || attributes),
  );
  const batcher = new Batcher(writer, new ServerEvents(log), log);
  const refused = [
    { ...entry(1, 1, { a: 1 }), attributes: { b: 1 }, excerpt: '{"a":1}' },
    empty(2, { attributes: { b: 1 } }),
  ];
  expect(await Promise.all(refused.map((one, index) => batcher.submit(one, index)))).toEqual([0, 1]);
  const problems = [{ field: 'payload', reason: 'could not be stored' }];
  const [first, second] = refused;
  expect(writer.committed.map(({ entries }) => entries)).toEqual([
    [{ ...entry(1, 1, {}), readings: [], excerpt: first?.excerpt, problems }],
    [{ ...empty(2), problems }],
  ]);
  expect(writer.committed.map(({ attributes }) => attributes.size)).toEqual([0, 0]);
  expect(lines).toMatchObject(
    [first, second].map((one) => ({
      msg: 'the database refused an entry',
      device: one?.device.id,
      err: { message: 'out of range' },
    })),
  );
  expect([batcher.depth, batcher.totals.rejections]).toEqual([0, 2]);
});

test('an entry of which not even the rejection can be stored fails with the error of the database; those around it are stored once', async () => {
  const isBad = (key: number) => key === 2 || key === 4;
  const writer = new PromptWriter(({ devices }) => [...devices.keys()].some(isBad));
  const batcher = new Batcher(writer, new ServerEvents(log), log);
  // The fourth has values, which are left out first.
  const entries = [
    entry(1, 1, { a: 1 }),
    empty(2, { problems: [PROBLEM] }),
    entry(3, 1, { a: 1 }),
    entry(4, 1, { a: 1 }),
    empty(5),
  ];
  const outcomes = entries.map((one) => outcomeOf(batcher.submit(one, one.device.key)));
  await vi.waitFor(() => expect(batcher.depth).toBe(0), PATIENCE);
  await turn();
  const error = 'Error: out of range';
  expect(outcomes.map(({ now }) => now)).toEqual([1, error, 3, error, 5]);
  expect(writer.committed.map(({ entries }) => entries)).toEqual([[entries[0]], [entries[2]], [entries[4]]]);
  expect(batcher.totals).toMatchObject({ entries: 3, commits: 3, rejections: 0, retries: 0 });
});

test('while refused entries are taken apart the database may be away: nobody is answered for another', async () => {
  const { writer, batcher } = manual();
  vi.useFakeTimers(FAKED);
  const outcomes = [1, 2].map((n) => outcomeOf(batcher.submit(entry(n, 1, { n }), n)));
  const now = () => outcomes.map((one) => one.now);
  await turn();
  await writer.fail(refusal('out of range'));
  await turn();
  await writer.fail(new Error('connection lost'));
  await turn();
  expect([now(), writer.sizes]).toEqual([
    ['open', 'open'],
    [2, 1],
  ]);
  await vi.advanceTimersByTimeAsync(50);
  await writer.commit();
  await turn();
  expect(now()).toEqual([1, 'open']);
  expect(writer.batches.slice(1).map(({ entries: [one] }) => one?.device.key)).toEqual([1, 1, 2]);
  await writer.commit();
  await turn();
  expect(now()).toEqual([1, 2]);
});

/** Numbers from 0 to below 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

test.each([1, 2, 3])(
  'whatever the database does, what is answered was committed, in the order of each device (%d)',
  async (seed) => {
    const random = randomNumbers(seed);
    const database = new UnsteadyDatabase(() => {
      const chance = random();
      return chance < 0.7 ? 'commits' : chance < 0.85 ? 'is lost' : 'commits, its answer is lost';
    });
    const batcher = new Batcher(database, new ServerEvents(log), log);
    vi.useFakeTimers(FAKED);
    const good: number[][] = [[], [], [], [], []];
    const answered: number[] = [];
    const tooEarly: number[] = [];
    let count = 0;
    let bad = 0;
    const submit = () => {
      const n = (count += 1);
      const key = Math.floor(random() * good.length);
      const isBad = random() < 0.001;
      if (isBad) bad += 1;
      else good[key]?.push(n);
      void batcher.submit(entry(key, n, isBad ? { n, bad: true } : { n }), n).then((result) => {
        answered.push(result);
        if (!isBad && !database.keeps(key, n)) tooEarly.push(n);
      });
    };
    for (let step = 0; step < 30 || batcher.depth > 0; step += 1) {
      const arriving = step < 30 ? Math.floor(random() * 600) : 0;
      for (let i = 0; i < arriving; i += 1) submit();
      await turn();
      database.execute();
      await turn();
      await vi.advanceTimersByTimeAsync(2_000);
    }
    await turn();
    expect(tooEarly).toEqual([]);
    expect(answered).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(batcher.totals).toMatchObject({ entries: count, rejections: bad });
    // A commit whose answer was lost is repeated as a whole: the last time each value was written counts.
    expect(good.map((_, key) => database.lastWritten(key))).toEqual(good);
  },
);
