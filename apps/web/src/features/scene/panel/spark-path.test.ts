import { expect, test } from 'vitest';
import { sparkPath } from './spark-path.ts';

const points = (...values: (number | null)[]) =>
  values.map((value, index) => ({ ts: index * 1000, value, min: value, max: value }));

test('the maximum is at the top, the minimum at the bottom, time from left to right', () => {
  expect(sparkPath(points(0, 10, 5), 80, 28)).toBe('M0.0 26.0L40.0 2.0L80.0 14.0');
});

test('gaps stay gaps, and a constant series is drawn at half height', () => {
  expect(sparkPath(points(1, null, 1), 80, 28)).toBe('M0.0 14.0M80.0 14.0');
});

test('a single reading draws no line', () => {
  expect([
    sparkPath(points(3), 80, 28),
    sparkPath(points(null, null), 80, 28),
    sparkPath([], 80, 28),
  ]).toEqual(['', '', '']);
});
