import { expect, test } from 'vitest';
import type { LinkageTrialResult } from '@farm3d/api';
import { heldPercent, trialDays } from './trial.ts';

const DAY_MS = 86_400_000;
const run = (at: number, reason: 'condition' | 'once' | null = null) => ({
  at,
  holds: reason !== 'condition',
  reason,
  condition: [],
});
const trial = (runs: LinkageTrialResult['runs'], days = 3): LinkageTrialResult => ({
  startTs: 1_000,
  endTs: 1_000 + days * DAY_MS,
  messages: 9,
  fired: runs.length,
  skipped: 0,
  runs,
  parts: [],
});

test('each run is in its day; those that did nothing are not counted', () => {
  const tried = trial([
    run(1_000),
    run(999 + DAY_MS),
    run(1_000 + DAY_MS, 'condition'),
    run(1_000 + 3 * DAY_MS),
  ]);
  expect(trialDays(tried)).toEqual([
    { from: 1_000, fired: 2 },
    { from: 1_000 + DAY_MS, fired: 0 },
    { from: 1_000 + 2 * DAY_MS, fired: 1 },
  ]);
  expect(trialDays(trial([], 30))).toHaveLength(30);
});

test('what held for a moment is not never', () => {
  const tried = trial([], 10);
  expect(heldPercent(0, tried)).toBe(0);
  expect(heldPercent(1_000, tried)).toBe(1);
  expect(heldPercent(5 * DAY_MS, tried)).toBe(50);
  expect(heldPercent(10 * DAY_MS, tried)).toBe(100);
});
