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

test('an integer as text that a number would round is refused where a number is declared', () => {
  const rounded = 'the integer has more digits than a number holds exactly';
  for (const sent of ['9007199254740993', ' -840380235174088834 '])
    expect(check({ count: sent }).problems).toEqual([{ field: 'count', reason: rounded }]);
  for (const sent of ['9007199254740992', '12345678901234567.25', '9007199254740993e0'])
    expect(check({ count: sent }).problems).toEqual([]);
  expect(check({ label: '9007199254740993', extra: '9007199254740993' }).problems).toEqual([]);
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

test('one bound is enough, and the other side is open', () => {
  const rules = new Map<string, KeyRule>([
    ['low', { type: 'NUMERIC', min: 0, max: null }],
    ['high', { type: 'NUMERIC', min: null, max: 10 }],
  ]);
  const reasons = (values: Record<string, JsonValue>) =>
    validateReadings([{ ts: 1, values }], rules).problems.map(({ reason }) => reason);
  expect(reasons({ low: 1e9, high: -1e9 })).toEqual([]);
  expect(reasons({ low: -1, high: 11 })).toEqual([
    'must lie between 0 and ∞, was -1',
    'must lie between -∞ and 10, was 11',
  ]);
});

test('says what a value must be', () => {
  const { problems } = check({ temperature: 'hot', open: 'ajar', label: 7 });
  expect(problems.map(({ reason }) => reason)).toEqual([
    'must be a number',
    'must be true or false',
    'must be text',
  ]);
});

test.each<[JsonValue, JsonValue | undefined]>([
  ['+5', 5],
  ['5.', 5],
  ['1e3', 1000],
  ['-1.5E-3', -0.0015],
  ['1e999', undefined],
  ['1e9999', undefined],
  ['5x', undefined],
  ['x5', undefined],
  ['.', undefined],
  ['        5        ', 5],
  ['         5', undefined],
  ['Infinity', undefined],
])('the text %j is the number %j', (sent, stored) => {
  expect(check({ count: sent }).readings[0]?.values['count']).toBe(stored);
});

test.each<[JsonValue, boolean | undefined]>([
  [false, false],
  [1, true],
  ['1', true],
  ['0', false],
  ['false', false],
  ['TRUE', undefined],
  [[], undefined],
])('%j is the switch position %j', (sent, stored) => {
  expect(check({ open: sent }).readings[0]?.values['open']).toBe(stored);
});

test('each reading keeps its own keys, flags and time; one without any left is dropped', () => {
  const { readings } = validateReadings(
    [
      { ts: 1, values: { temperature: 99 } },
      { ts: 2, values: { temperature: 'hot' } },
      { ts: 3, values: { temperature: 20 } },
      { ts: 4, values: {} },
    ],
    RULES,
  );
  expect(readings).toEqual([
    { ts: 1, values: { temperature: 99 }, outside: ['temperature'] },
    { ts: 3, values: { temperature: 20 } },
  ]);
});
