import { expect, test } from 'vitest';
import { parseAttribute } from './attribute-text.ts';

test.each([
  ['12.5', 12.5],
  ['true', true],
  ['{"a":1}', { a: 1 }],
  ['"12"', '12'],
  ['north field', 'north field'],
  ['', ''],
])('%j is stored as %j', (text, value) => {
  expect(parseAttribute(text)).toEqual(value);
});
