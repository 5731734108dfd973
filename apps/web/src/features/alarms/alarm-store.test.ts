import { describe, expect, test } from 'vitest';
import type { Alarm } from '@farm3d/api';
import { createAlarmStore, PAGE_ALARMS, type AlarmSpan } from './alarm-store.ts';

const alarm = (id: string, part: Partial<Alarm> = {}): Alarm =>
  ({ id, raisedAt: Number(id), active: true, acknowledged: false, ...part }) as Alarm;

/** A server with these alarms, and a store whose frames and timers the test runs. */
function setUp({ alarms = [] as Alarm[], isScoped = false } = {}) {
  const stored = new Map(alarms.map((one) => [one.id, one]));
  const spans: AlarmSpan[] = [];
  const frames: (() => void)[] = [];
  const timers: (() => void)[] = [];
  const store = createAlarmStore({
    fetchPage: async (span) => {
      spans.push(span);
      const { startTs = -Infinity, endTs = Infinity, page } = span;
      const all = [...stored.values()]
        .filter(({ active, raisedAt }) => active && raisedAt >= startTs && raisedAt < endTs)
        .toSorted((a, b) => b.raisedAt - a.raisedAt || (a.id < b.id ? -1 : 1));
      return { items: all.slice((page - 1) * PAGE_ALARMS, page * PAGE_ALARMS), total: all.length };
    },
    matches: ({ active }) => active,
    isScoped: () => isScoped,
    schedule: (flush) => void frames.push(flush),
    later: (fetch) => {
      timers.push(fetch);
      return () => void timers.splice(timers.indexOf(fetch), 1);
    },
  });
  return {
    store,
    stored,
    spans,
    frames,
    ids: () => [...store.alarms.value.keys()].toSorted((a, b) => Number(a) - Number(b)),
    runFrames: () => {
      for (const flush of frames.splice(0)) flush();
    },
    runTimers: async () => {
      for (const fetch of timers.splice(0)) fetch();
      await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const many = (count: number, raisedAt?: number) =>
  Array.from({ length: count }, (_, index) =>
    alarm(String(index + 1), raisedAt === undefined ? {} : { raisedAt }),
  );

describe('the store of alarms', () => {
  test('loads every alarm once, also when more than a page was raised in one millisecond', async () => {
    for (const alarms of [many(PAGE_ALARMS * 3 + 7), many(PAGE_ALARMS * 3, 5)]) {
      const { store, ids } = setUp({ alarms });
      await store.reload(true);
      expect(ids()).toEqual(alarms.map(({ id }) => id));
      expect([store.isComplete.value, store.total.value]).toEqual([true, alarms.length]);
    }
  });

  test('loads older alarms on request', async () => {
    const alarms = many(PAGE_ALARMS * 7);
    const { store, ids } = setUp({ alarms });
    await store.reload(true);
    expect(ids().length).toBeGreaterThanOrEqual(PAGE_ALARMS * 5);
    expect([ids().length < alarms.length, store.isComplete.value]).toEqual([true, false]);
    while (!store.isComplete.value) await store.more();
    expect(ids()).toEqual(alarms.map(({ id }) => id));
  });

  test('a thousand frames of the stream make one change, and nothing is in the list twice', async () => {
    const { store, stored, frames, ids, runFrames, runTimers } = setUp();
    await store.reload(true);
    for (const one of many(1_000)) {
      stored.set(one.id, one);
      store.receive(one);
      store.receive(one);
    }
    expect(frames).toHaveLength(1);
    let changes = 0;
    const stop = store.alarms.subscribe(() => void (changes += 1));
    runFrames();
    expect([changes, ids().length]).toEqual([2, 1_000]);
    await runTimers();
    expect(ids()).toHaveLength(1_000);
    stop();
  });

  test('an alarm that ended while a call was on its way stays ended', async () => {
    const { store, ids, runFrames } = setUp({ alarms: [alarm('1')] });
    const loading = store.reload(true);
    store.receive(alarm('1'));
    runFrames();
    store.receive(alarm('1', { active: false }));
    runFrames();
    await loading;
    expect(ids()).toEqual([]);
  });

  test('where only the server knows what belongs to the list, new alarms are fetched, once for all', async () => {
    const { store, stored, spans, ids, runFrames, runTimers } = setUp({ isScoped: true });
    await store.reload(true);
    stored.set('7', alarm('7'));
    store.receive(alarm('7'));
    store.receive(alarm('8'));
    runFrames();
    expect(ids()).toEqual([]);
    spans.length = 0;
    await runTimers();
    expect(spans).toEqual([{ startTs: 7, page: 1 }]);
    expect(ids()).toEqual(['7']);
  });

  test('what only lists say is kept when the stream changes an alarm', async () => {
    const { store, runFrames } = setUp({
      alarms: [alarm('1', { groups: ['北区'], assignee: { id: 'u', name: '李' } })],
    });
    await store.reload(true);
    store.receive(alarm('1', { acknowledged: true }));
    runFrames();
    expect(store.alarms.value.get('1')).toMatchObject({
      acknowledged: true,
      groups: ['北区'],
      assignee: { id: 'u' },
    });
    store.receive(alarm('1', { assignee: null }));
    runFrames();
    expect(store.alarms.value.get('1')?.assignee).toBeNull();
  });

  test('after an interruption alarms that are gone disappear, and others stay in sight meanwhile', async () => {
    const { store, stored, ids } = setUp({ alarms: many(3) });
    await store.reload(true);
    stored.delete('2');
    const loading = store.reload(false);
    expect(ids()).toEqual(['1', '2', '3']);
    await loading;
    expect(ids()).toEqual(['1', '3']);
  });
});
