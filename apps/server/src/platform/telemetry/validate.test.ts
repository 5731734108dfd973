import { expect, test } from 'vitest';
import type { JsonValue } from '../json-value.ts';
import { validateReadings, type KeyRule } from './validate.ts';

const RULES = new Map<string, KeyRule>([
  ['temperature', { type: 'NUMERIC', min: -40, max: 60 }],
  ['count', { type: 'NUMERIC', min: null, max: null }],
  ['open', { type: 'BOOLEAN', min: null, max: null }],
  ['label', { type: 'STRING', min: null, max: null }],
]);

const check = (values: Record<string, JsonValue>) => validateReadings([{ ts: 1, values }], RULES);

test.each<[string, JsonValue, JsonValue]>([
  ['temperature', -40, -40],
  ['temperature', 60, 60],
  ['temperature', '23.5', 23.5],
  ['temperature', ' 23.5 ', 23.5],
  ['temperature', '-.5', -0.5],
  ['count', -1e9, -1e9],
  ['open', true, true],
  ['open', 0, false],
  ['open', 'true', true],
  ['label', '26', '26'],
  ['undeclared', '26', '26'],
  ['undeclared', { any: [1] }, { any: [1] }],
])('%s takes %j as %j', (key, sent, stored) => {
  const { readings, problems } = check({ [key]: sent });
  expect(problems).toEqual([]);
  expect(readings[0]?.values[key]).toEqual(stored);
});

test.each<[string, JsonValue]>([
  ['temperature', '0x10'],
  ['temperature', ''],
  ['temperature', '1 2'],
  ['temperature', true],
  ['temperature', [1]],
  ['open', 2],
  ['open', 'yes'],
  ['label', 5],
])('%s refuses %j and names the key', (key, sent) => {
  const { readings, problems } = check({ [key]: sent });
  expect(problems.map((problem) => problem.field)).toEqual([key]);
  expect(readings).toEqual([]);
});

test('a bad key costs only itself', () => {
  const { readings, problems } = check({ temperature: 'hot', count: 4, extra: 'x' });
  expect(readings).toEqual([{ ts: 1, values: { count: 4, extra: 'x' } }]);
  expect(problems).toHaveLength(1);
});

test.each<[JsonValue, number]>([
  [60.01, 60.01],
  [-40.01, -40.01],
  ['900', 900],
])('a number outside its range (%j) is stored and flagged', (sent, stored) => {
  const { readings, problems } = check({ temperature: sent, count: 4 });
  expect(readings).toEqual([{ ts: 1, values: { temperature: stored, count: 4 }, outside: ['temperature'] }]);
  expect(problems).toEqual([
    { field: 'temperature', reason: `must lie between -40 and 60, was ${stored}`, outside: true },
  ]);
});

test('every problem of a message is named', () => {
  const { problems } = check({ temperature: 99, open: 'ajar', label: 7, count: [] });
  expect(problems.map(({ field, outside }) => [field, outside ?? false])).toEqual([
    ['temperature', true],
    ['open', false],
    ['label', false],
    ['count', false],
  ]);
});
