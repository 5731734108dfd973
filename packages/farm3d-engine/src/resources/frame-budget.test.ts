import { expect, it } from 'vitest';
import { FrameBudget } from './frame-budget.ts';

/**
 * Simulates workers whose steps take `costMs` on a fake clock. Returns the duration of each slice,
 * milliseconds.
 */
async function slicesOf(limitMs: number, costMs: number, steps: number, workers: number): Promise<number[]> {
  let now = 0;
  let started = 0;
  const slices: number[] = [];
  const budget = new FrameBudget(
    limitMs,
    () => now,
    async () => {
      // A worker that passed its check before the pause began still runs its step.
      await Promise.resolve();
      slices.push(now - started);
      started = now;
    },
  );
  const work = async () => {
    for (let i = 0; i < steps; i++) {
      await budget.yieldIfDue();
      now += costMs;
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  slices.push(now - started);
  return slices;
}

it('yields to the page whenever its time slice is used up', async () => {
  const turns = await slicesOf(4, 1, 100, 1);
  expect(turns.reduce((a, b) => a + b)).toBe(100);
  // A slice ends with the step that passes the limit.
  expect(Math.max(...turns)).toBe(5);
});

it('shares one time slice between all concurrent builds', async () => {
  const turns = await slicesOf(4, 1, 50, 8);
  expect(turns.reduce((a, b) => a + b)).toBe(400);
  expect(Math.max(...turns)).toBeLessThanOrEqual(4 + 8);
});
