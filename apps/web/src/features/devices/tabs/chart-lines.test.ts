import { afterEach, expect, test } from 'vitest';
import { setUnits } from '../../../platform/units.ts';
import { chartLines } from './chart-lines.ts';

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
