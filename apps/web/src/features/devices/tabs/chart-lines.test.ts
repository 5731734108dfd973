import { afterEach, expect, test } from 'vitest';
import { setUnits } from '../../../platform/readings.ts';
import { chartLines, gridValues } from './chart-lines.ts';

afterEach(() => setUnits('metric'));

test('all lines of a key are in the units of the reader', () => {
  setUnits('imperial');
  const lines = chartLines(
    { key: 'airTemperature', name: '气温', unit: '℃' },
    {
      times: [0, 1],
      now: { airTemperature: [20, null] },
      other: { airTemperature: [10, 30] },
      before: { airTemperature: [null, 0] },
    },
    { colour: 'leaf', otherName: '二号' },
  );
  expect(lines.map(({ values }) => values)).toEqual([
    [68, null],
    [50, 86],
    [null, 32],
  ]);
  expect(new Set(lines.map(({ label }) => label)).size).toBe(3);
});

test('a key without readings is a gap, and what is not compared has no line', () => {
  const lines = chartLines(
    { key: 'airTemperature', name: '气温', unit: '℃' },
    { times: [0, 1], now: {}, other: null, before: null },
    { colour: 'leaf', otherName: '' },
  );
  expect(lines.map(({ values }) => values)).toEqual([[null, null]]);
});

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
