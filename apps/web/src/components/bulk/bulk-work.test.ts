import { expect, test, vi } from 'vitest';
import { BulkModel } from './bulk-work.ts';

test('an action on many devices counts successes and failures, and continues after a failure', async () => {
  const bulk = new BulkModel();
  const onEnd = vi.fn();
  await bulk.run({
    title: 'x',
    items: Array.from({ length: 10 }, (_, at) => at),
    work: async (item) => {
      if (item % 4 === 0) throw new Error('refused');
    },
    onEnd,
  });
  expect(bulk.progress.value).toMatchObject({ done: 7, failed: 3, total: 10, isRunning: false });
  expect(bulk.undo.value).toBeNull();
  expect(onEnd).toHaveBeenCalledOnce();
});

test('only successful changes are reverted', async () => {
  const bulk = new BulkModel();
  const state = new Set<number>();
  await bulk.run({
    title: 'x',
    items: [1, 2, 3],
    work: async (item) => {
      if (item === 2) throw new Error('refused');
      state.add(item);
    },
    undo: async (item) => void state.delete(item),
    onEnd: () => {},
  });
  expect([...state]).toEqual([1, 3]);
  await bulk.undo.value?.();
  expect([...state]).toEqual([]);
  expect(bulk.progress.value).toMatchObject({ total: 2, done: 2 });
});

test('after stopping no further call starts', async () => {
  const bulk = new BulkModel();
  let started = 0;
  const running = bulk.run({
    title: 'x',
    items: Array.from({ length: 100 }, (_, at) => at),
    work: async () => {
      started += 1;
      if (started === 8) bulk.stop();
    },
    onEnd: () => {},
  });
  await running;
  expect(started).toBeLessThan(15);
  expect(bulk.progress.value?.isRunning).toBe(false);
});

test('each failed item is named with its reason', async () => {
  const bulk = new BulkModel();
  await bulk.run({
    title: 'x',
    items: [1, 2, 3],
    nameOf: (item) => `item ${item}`,
    work: async (item) => {
      if (item !== 2) throw new Error('refused');
    },
    onEnd: () => {},
  });
  expect(bulk.progress.value?.failures.map(({ name }) => name)).toEqual(['item 1', 'item 3']);
});
