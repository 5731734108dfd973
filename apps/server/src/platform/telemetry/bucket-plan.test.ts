import { describe, expect, it } from 'vitest';
import { planBuckets } from './bucket-plan.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('which hours are read as stored', () => {
  it('all whole hours of aligned intervals', () => {
    expect(planBuckets([0, DAY, 2 * DAY], 10 * DAY)).toEqual({ from: 0, to: 2 * DAY, split: [] });
  });

  it('no partial hour at either end, and none after the last stored one', () => {
    const plan = planBuckets([10, DAY, 2 * DAY - 1], 2 * DAY - 3 * HOUR);
    expect(plan).toEqual({ from: HOUR, to: 2 * DAY - 3 * HOUR, split: [] });
  });

  it('not an hour that a boundary divides, as at midnight in India, nor one that changed', () => {
    const midnight = DAY - 5.5 * HOUR;
    const { split } = planBuckets([0, midnight, DAY], 10 * DAY, [2 * HOUR, 50 * HOUR]);
    expect([...split].sort((a, b) => a - b)).toEqual([2 * HOUR, 18 * HOUR]);
  });

  it('none where most of them are divided, and none before the first hours are stored', () => {
    const halves = Array.from({ length: 49 }, (_, i) => i * HOUR + HOUR / 2);
    const nothing = { from: 48.5 * HOUR, to: 48.5 * HOUR, split: [] };
    expect(planBuckets(halves, 10 * DAY)).toEqual(nothing);
    expect(planBuckets([0, DAY], Number.NEGATIVE_INFINITY)).toEqual({ from: DAY, to: DAY, split: [] });
  });
});
