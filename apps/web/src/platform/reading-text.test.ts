import { expect, test } from 'vitest';
import { readingText } from './readings.ts';

test.each([
  [23.4, '23.4'],
  [30.566, '30.57'],
  [4, '4'],
  [-0.001, '0'],
  [15010.4, '15,010'],
  [-79, '-79'],
  [0, '0'],
  [true, '开'],
  [false, '关'],
  ['北风', '北风'],
  [null, '—'],
  [undefined, '—'],
  [Number.NaN, '—'],
  [{ a: 1 }, '{"a":1}'],
])('%j is shown as %j', (value, text) => {
  expect(readingText(value)).toBe(text);
});
