import { expect, test } from 'vitest';
import { NEW_ENTRY, ledEntries } from './led-entries.ts';

test('a list, the same list as text, and plain text are all accepted', () => {
  const entry = { text: '今日 26 ℃', color: '#00ff00', size: 16, speed: 3, effect: 'left' };
  expect(ledEntries([entry])).toEqual([entry]);
  expect(ledEntries(JSON.stringify([entry]))).toEqual([entry]);
  expect(ledEntries('欢迎')).toEqual([{ ...NEW_ENTRY, text: '欢迎' }]);
  expect([ledEntries(''), ledEntries(undefined), ledEntries([null, 3])]).toEqual([[], [], []]);
});

test('unknown fields of an entry are kept; an invalid colour or size becomes the default', () => {
  expect(ledEntries([{ text: 'a', color: 'red', size: -1, font: 'song' }])).toEqual([
    { ...NEW_ENTRY, text: 'a', font: 'song' },
  ]);
});
