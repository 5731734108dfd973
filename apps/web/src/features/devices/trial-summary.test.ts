import { expect, test } from 'vitest';
import { trialSummary } from './trial-summary.ts';

const result = (intervals: { from: number; to: number | null }[], activeMs: number) => ({
  startTs: 0,
  endTs: 100,
  messages: 1,
  intervals,
  activeMs,
});

test('a summary counts the alarms, and one that is still active up to the end', () => {
  expect(trialSummary(result([], 0))).toEqual({ count: 0, totalMs: 0, longestMs: 0, isActive: false });
  expect(
    trialSummary(
      result(
        [
          { from: 10, to: 30 },
          { from: 40, to: 45 },
        ],
        25,
      ),
    ),
  ).toEqual({ count: 2, totalMs: 25, longestMs: 20, isActive: false });
  expect(
    trialSummary(
      result(
        [
          { from: 10, to: 30 },
          { from: 40, to: null },
        ],
        80,
      ),
    ),
  ).toEqual({ count: 2, totalMs: 80, longestMs: 60, isActive: true });
});
