import { expect, test } from 'vitest';
import { gridValues } from './grid-values.ts';

const point = (ts: number, value: number | null) => ({ ts, value, min: null, max: null });
const GRID = { from: 1000, to: 2000, points: 10 };

test('series with different instants are put on one grid', () => {
  const { a, b } = gridValues(
    { a: [point(1000, 1), point(1900, 2)], b: [point(1110, 3)] },
    ['a', 'b', 'c'],
    GRID,
  );
  expect([a?.[0], a?.[9], b?.[1]]).toEqual([1, 2, 3]);
  expect(b?.filter((value) => value !== null)).toEqual([3]);
});

test('a key without readings is empty, and readings outside the range stay at its edges', () => {
  const { c, d } = gridValues({ d: [point(950, 5), point(2100, 6)] }, ['c', 'd'], GRID);
  expect(c).toEqual(Array.from({ length: 10 }, () => null));
  expect([d?.[0], d?.[9]]).toEqual([5, 6]);
});

test('readings at a regular interval are one line, a longer interruption is a gap', () => {
  const { a } = gridValues({ a: [point(1000, 2), point(1200, 4), point(1400, 6), point(1980, 8)] }, ['a'], {
    ...GRID,
    to: 2000,
    points: 20,
  });
  expect(a?.slice(0, 9)).toEqual([2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6]);
  expect(a?.slice(9, 19)).toEqual(Array.from({ length: 10 }, () => null));
});
