import { expect, test } from 'vitest';
import { isTie, median, resultOf, scatter } from './result.ts';

const result = (ratios: Parameters<typeof resultOf>[1]['ratios'], ok = true) =>
  resultOf('load', {
    rows: [{ subject: 'farm3d', metric: 'ms', samples: [3, 1, 2] }],
    ratios: ratios ?? [],
    checks: [{ what: 'the same triangles', ok }],
  });

test('a row holds the median of its samples and their scatter', () => {
  expect(result([]).rows).toEqual([{ subject: 'farm3d', metric: 'ms', median: 2, mad: 1, n: 3 }]);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(scatter([5, 5, 5])).toBe(0);
});

test('a floor is marked, and nothing else is', () => {
  const row = { metric: 'ms', samples: [1] };
  const { rows } = resultOf('state', {
    rows: [
      { ...row, subject: 'farm3d', floor: false },
      { ...row, subject: 'a copy', floor: true },
    ],
    checks: [],
  });
  expect(rows.map(({ floor }) => floor)).toEqual([undefined, true]);
});

test.each([
  [{ ratio: 30, least: 30 }, true],
  [{ ratio: 29.99, least: 30 }, false],
  [{ ratio: 1.2, most: 1.2 }, true],
  [{ ratio: 1.21, most: 1.2 }, false],
  [{ ratio: Number.NaN, most: 1 }, false],
  [{ ratio: 1.01, most: 1, isTie: true }, true],
  // A tie meets only a bound of 1; here the bound is a half.
  [{ ratio: 0.51, most: 0.5, isTie: true }, false],
])('%o: met is %s, and so is the benchmark', (ratio, met) => {
  const { ratios, met: all } = result([{ what: 'ours / three', ...ratio }]);
  expect(ratios[0]?.met).toBe(met);
  expect(all).toBe(met);
});

test('a ratio without a bound is reported and cannot fail', () => {
  const { ratios, met } = result([{ what: 'ours / three', ratio: 9 }]);
  expect(ratios).toEqual([{ what: 'ours / three', value: 9 }]);
  expect(met).toBe(true);
});

test('a failed check fails the benchmark', () => {
  expect(result([], false).met).toBe(false);
});

test('medians that differ by less than the scatter of the rounds are a tie', () => {
  expect(isTie([10, 12, 14], [11, 13, 15])).toBe(true);
  expect(isTie([10, 10.1, 9.9], [11, 11.1, 10.9])).toBe(false);
});
