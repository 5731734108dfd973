import { expect, test } from 'vitest';
import { weatherKind } from './names.ts';

test.each([
  ['小雨', 'rain'],
  ['雨夹雪', 'snow'],
  ['多云转小雨', 'rain'],
  ['多云', 'cloudy'],
  ['阴', 'overcast'],
  ['晴', 'sunny'],
  ['雾', null],
  ['', null],
  [null, null],
])('%s is %s', (text, kind) => {
  expect(weatherKind(text)).toBe(kind);
});
