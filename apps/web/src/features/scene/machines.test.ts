import { expect, test } from 'vitest';
import { driveOf, filmOpening } from './machines.ts';

const from = (values: Record<string, unknown>) => (key: string) => values[key];

test('a valve opens as far as it reports, within its ends', () => {
  expect(driveOf(from({ opening: 40 }))).toEqual({ open: 0.4 });
  expect(driveOf(from({ opening: 130 }))).toEqual({ open: 1 });
});

test('a fan turns with its current, and stands still without', () => {
  expect(driveOf(from({ fanCurrent: 3 }))).toEqual({ spin: 0.5 });
  expect(driveOf(from({ fanCurrent: 0 }))).toEqual({ spin: 0 });
});

test('a film is told in parts; what is no number moves nothing', () => {
  expect(filmOpening(from({ filmOpening: 25 }))).toBe(0.25);
  expect(driveOf(from({ opening: 'far' }))).toBeUndefined();
});
