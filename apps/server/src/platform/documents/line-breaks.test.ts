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

test.each(Array.from('，。、；：？！）》」』”’…,.;:?!)]}%℃'))('%s begins no line', (stop) => {
  expect(lines(`一二三${stop}四`, 3)).toEqual(['一二', `三${stop}四`]);
});

test.each(["'", '’', '.', '-', '/', '_', '7'])('a word with %s in it stays whole', (sign) => {
  expect(lines(`ab a${sign}b`, 5)).toEqual(['ab ', `a${sign}b`]);
});

test('what is no word and no stop breaks where the line is full, to the last place', () => {
  expect(lines('一二三四', 4)).toEqual(['一二三四']);
  expect(lines('（一）（二）', 3)).toEqual(['（一）', '（二）']);
  expect(lines('ab水泵', 2)).toEqual(['ab', '水泵']);
  expect(lines('水ab', 2)).toEqual(['水', 'ab']);
});

test('the blank at a break is not shown, one at the begin of a text is', () => {
  expect(lines('abc def', 3)).toEqual(['abc', 'def']);
  expect(lines(' ab', 3)).toEqual([' ab']);
  expect(lines('', 3)).toEqual(['']);
});

test('widths are those of the glyphs; one that is too wide for a line has its own', () => {
  const glyph = (character: string, width: number) => ({ character, font: 'f', width });
  const broken = (glyphs: ReturnType<typeof glyph>[], width: number): string[] =>
    brokenLines(glyphs, width).map((line) => line.map(({ character }) => character).join(''));
  expect(broken([glyph('水', 9), glyph('泵', 9)], 3)).toEqual(['水', '泵']);
  // What goes to the next line has its width there.
  const words = [glyph('水', 2), glyph('a', 1.5), glyph('b', 1.5), glyph('c', 1.5), glyph('泵', 0.5)];
  expect(broken(words, 5)).toEqual(['水', 'abc泵']);
  expect(broken([...words.slice(0, 4), glyph('泵', 0.6)], 5)).toEqual(['水', 'abc', '泵']);
  expect(broken([...words, glyph('\n', 9), ...words], 5)).toEqual(['水', 'abc泵', '水', 'abc泵']);
});

test('stops that fill a line are broken all the same', () => {
  expect(lines('。。。。', 3)).toEqual(['。。。', '。']);
});
