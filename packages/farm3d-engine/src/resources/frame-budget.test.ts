import { expect, it } from 'vitest';
import { FrameBudget } from './frame-budget.ts';

/** Work that takes `costMs` a step, on a clock of its own. Returns the length of each turn. */
async function slicesOf(limitMs: number, costMs: number, steps: number, workers: number): Promise<number[]> {
  let now = 0;
  let started = 0;
  const turns: number[] = [];
  const budget = new FrameBudget(
    limitMs,
    () => now,
    async () => {
      // What was past its check when the pause began still does its step.
      await Promise.resolve();
      turns.push(now - started);
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
  turns.push(now - started);
  return turns;
}

it('gives the page a breath whenever a turn has used its time', async () => {
  const turns = await slicesOf(4, 1, 100, 1);
  expect(turns.reduce((a, b) => a + b)).toBe(100);
  // A turn ends with the step that passes the limit.
  expect(Math.max(...turns)).toBe(5);
});

it('shares one turn between all that build at the same time', async () => {
  const turns = await slicesOf(4, 1, 50, 8);
  expect(turns.reduce((a, b) => a + b)).toBe(400);
  expect(Math.max(...turns)).toBeLessThanOrEqual(4 + 8);
});
