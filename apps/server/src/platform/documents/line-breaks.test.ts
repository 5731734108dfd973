import { expect, test } from 'vitest';
import { brokenLines } from './line-breaks.ts';

const lines = (text: string, width: number): string[] =>
  brokenLines(
    Array.from(text, (character) => ({ character, font: 'f', width: 1 })),
    width,
  ).map((line) => line.map(({ character }) => character).join(''));

test('Chinese breaks anywhere, and no stop begins a line', () => {
  expect(lines('清洗三号过滤器', 3)).toEqual(['清洗三', '号过滤', '器']);
  expect(lines('清洗三，号', 3)).toEqual(['清洗', '三，号']);
});

test('words stay whole, unless one is longer than a line', () => {
  expect(lines('clean the pump', 8)).toEqual(['clean ', 'the pump']);
  expect(lines('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
});

test('line ends of the text are kept', () => {
  expect(lines('a\n\nb', 5)).toEqual(['a', '', 'b']);
});
