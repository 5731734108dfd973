import { describe, expect, it } from 'vitest';
import { MOST_SPLIT_HOURS, planBuckets } from './bucket-plan.ts';

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

  it('a boundary in an hour of the range divides it, one at an hour or outside the whole hours does not', () => {
    const boundaries = [HOUR / 2, 2 * HOUR, 3 * HOUR + 1, 5 * HOUR - 1, 7 * HOUR, 7.5 * HOUR];
    expect(planBuckets(boundaries, 10 * DAY)).toEqual({
      from: HOUR,
      to: 7 * HOUR,
      split: [3 * HOUR, 4 * HOUR],
    });
  });

  it('hours that changed count only within it, each once', () => {
    const changed = [-HOUR, 0, 2 * HOUR, 6 * HOUR, 7 * HOUR];
    const { split } = planBuckets([0, 2.5 * HOUR, 8 * HOUR], 7 * HOUR, changed);
    expect([...split].sort((a, b) => a - b)).toEqual([0, 2 * HOUR, 6 * HOUR]);
  });

  it('half of them is enough, less is not', () => {
    const changed = [0, HOUR, 2 * HOUR];
    expect(planBuckets([0, 6 * HOUR], DAY, changed)).toEqual({ from: 0, to: 6 * HOUR, split: changed });
    expect(planBuckets([0, 5 * HOUR], DAY, changed)).toEqual({ from: 5 * HOUR, to: 5 * HOUR, split: [] });
  });

  it('so many may be read one by one, one more may not', () => {
    const changed = Array.from({ length: MOST_SPLIT_HOURS + 1 }, (_, n) => n * HOUR);
    const end = 10_000 * HOUR;
    expect(planBuckets([0, end], end, changed.slice(1))).toMatchObject({ from: 0, to: end });
    expect(planBuckets([0, end], end, changed)).toEqual({ from: end, to: end, split: [] });
  });

  it('one whole hour is some, and a range without any has none', () => {
    expect(planBuckets([0, HOUR], DAY)).toEqual({ from: 0, to: HOUR, split: [] });
    expect(planBuckets([1, HOUR + 1], DAY)).toEqual({ from: HOUR + 1, to: HOUR + 1, split: [] });
    expect(planBuckets([], DAY)).toEqual({ from: 0, to: 0, split: [] });
  });
});
