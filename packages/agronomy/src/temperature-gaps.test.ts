import { expect, it } from 'vitest';
import { temperaturesOf } from './temperature-gaps.ts';

/** Measured days, one degree warmer each. */
const measured = (...days: number[]) => new Map(days.map((day) => [day, { tmax: 20 + day, tmin: 10 + day }]));

it('interpolates each day of a gap of three days', () => {
  const record = measured(0, 4);
  const days = [1, 2, 3].map((day) => temperaturesOf(record, day, null));
  expect(days.map((day) => [day?.tmax, day?.source])).toEqual([
    [21, 'interpolated'],
    [22, 'interpolated'],
    [23, 'interpolated'],
  ]);
});

it('interpolates no day of a gap of four days', () => {
  const record = measured(0, 5);
  expect([1, 2, 3, 4].map((day) => temperaturesOf(record, day, null)?.source)).toEqual(
    Array.from({ length: 4 }, () => 'season'),
  );
});

it('has no line at the end of the record, and nothing a fortnight after it', () => {
  const record = measured(0, 1);
  expect(temperaturesOf(record, 2, null)?.source).toBe('season');
  expect(temperaturesOf(record, 15, null)).toMatchObject({ source: 'season', tmax: 21 });
  expect(temperaturesOf(record, 16, null)).toBeNull();
});

it('takes the mean of the nearest seven or eight days', () => {
  const record = measured(...Array.from({ length: 10 }, (_, index) => index));
  // Day 14: 9 … 3 are the nearest seven.
  expect(temperaturesOf(record, 14, null)?.tmax).toBe(26);
});

it('takes the same week of last year where this season has no day', () => {
  const record = measured(-365 - 7, -365 + 7, -365 + 8);
  expect(temperaturesOf(record, 0, null)).toEqual({ tmax: 20 - 365, tmin: 10 - 365, source: 'season' });
});
