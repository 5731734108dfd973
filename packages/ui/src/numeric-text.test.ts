import { expect, test } from 'vitest';
import { serviceNumberFilter } from '@farm3d/api/validation';
import { formatNumeric, parseNumeric } from './numeric-text.ts';

test.each([
  ['12', '12'],
  ['-1.5', '-1.5'],
  ['1.2.3', '1.23'],
  ['a1b2', '12'],
  ['1-2', '12'],
  ['--3', '-3'],
  ['1e5', '15'],
  ['-', '-'],
  ['－１２．５', '-12.5'],
  ['３。２', '3.2'],
  ['−4', '-4'],
  [' -1,234.5 kg', '-1234.5'],
  ['.5', '.5'],
  ['', ''],
])('typing %j leaves %j', (typed, kept) => {
  expect(serviceNumberFilter(typed)).toBe(kept);
});

test.each([
  ['45', 45],
  ['-0.25', -0.25],
  ['.5', 0.5],
  ['-', null],
  ['', null],
  ['.', null],
])('%j stands for %j', (text, value) => {
  expect(parseNumeric(text)).toBe(value);
});

test.each([
  [45, 2, '45'],
  [100, 0, '100'],
  [100, 2, '100'],
  [1.5, 2, '1.5'],
  [1.005, 1, '1'],
  [-0.001, 2, '0'],
  [0.126, 2, '0.13'],
])('%d with %d decimals reads %j', (value, digits, text) => {
  expect(formatNumeric(value, digits)).toBe(text);
});
