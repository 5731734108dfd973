import { expect, test } from 'vitest';
import { joinKeys, splitKeys } from './key-list.ts';

test.each([
  ['', []],
  ['a', ['a']],
  ['a,b', ['a', 'b']],
  [',a,,b,', ['a', 'b']],
  [String.raw`Water pump (0 OFF\, 1 ON),b`, ['Water pump (0 OFF, 1 ON)', 'b']],
  [String.raw`\,`, [',']],
  [String.raw`a\b,c\ `, [String.raw`a\b`, String.raw`c\ `]],
  [String.raw`a\\,b`, [`a\\`, 'b']],
  [`a\\`, ['a\\']],
  [String.raw`a\\\,b`, [`a\\,b`]],
])('the list %j names %j', (text, keys) => {
  expect(splitKeys(text)).toEqual(keys);
});

test('what is joined is split into the same keys', () => {
  const keys = ['a', 'a,b', ',', '\\', '\\,', 'a\\', ',\\\\,', '温度', '"q",'];
  expect(splitKeys(joinKeys(keys))).toEqual(keys);
  expect(joinKeys(['a', 'b'])).toBe('a,b');
});
