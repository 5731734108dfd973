import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StepSize } from './step-size.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Sizes of steps that take so long each, ms; each does as much as it may, or as is given. */
async function sizes(
  step: StepSize,
  took: readonly number[],
  done: (size: number) => number = (size) => size,
): Promise<number[]> {
  const found: number[] = [];
  for (const ms of took)
    await step.time(async (size) => {
      found.push(size);
      vi.advanceTimersByTime(ms);
      return done(size);
    });
  return found;
}

const settings = { first: 8, most: 50, ms: 400 };

test('a step says how much it did', async () => {
  expect(await new StepSize(settings).time(async (size) => size - 3)).toBe(5);
});

test('after a short step the next is twice as large, up to the most', async () => {
  expect(await sizes(new StepSize(settings), [99, 99, 99, 99, 99])).toEqual([8, 16, 32, 50, 50]);
});

test('after one that took too long it is half as large, one at least', async () => {
  expect(await sizes(new StepSize({ ...settings, first: 7 }), [401, 401, 401, 401])).toEqual([7, 3, 1, 1]);
});

test('in between it stays', async () => {
  expect(await sizes(new StepSize(settings), [100, 250, 400, 99, 0])).toEqual([8, 8, 8, 8, 16]);
});

test('a step that had less to do says nothing about larger ones; one that did more does', async () => {
  expect(await sizes(new StepSize(settings), [1, 1], (size) => size - 1)).toEqual([8, 8]);
  expect(await sizes(new StepSize(settings), [401, 1], () => 0)).toEqual([8, 4]);
  expect(await sizes(new StepSize(settings), [1, 1], (size) => size + 1)).toEqual([8, 16]);
});
