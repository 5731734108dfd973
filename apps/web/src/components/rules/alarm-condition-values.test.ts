import { expect, test } from 'vitest';
import type { Condition } from '@farm3d/api';
import { conditionKeys, conditionOf, conditionValues, shownParts } from './alarm-condition-values.ts';

const dry: Condition = { key: 'a', op: '<', value: 1 };

test.each<[string, Condition]>([
  ['another attribute', { key: 'a', op: '<', value: 0, than: { key: 'b' } }],
  ['yesterday', { key: 'a', op: '<', value: -3, than: { agoMs: 86_400_000 } }],
  [
    'a time before that is no round number of hours',
    { key: 'a', op: '>', value: 1, than: { agoMs: 100_000 } },
  ],
  ['a forecast', { key: 'a', op: '>=', value: 2.5, than: { forecastHours: 6 }, hysteresis: 1 }],
  ['all of two', { all: [dry, { silentForMs: 60_000 }] }],
  ['any of five', { any: [dry, dry, { key: 'b', op: '>', value: 0, than: { key: 'a' } }, dry, dry] }],
])('%s is shown in the form, and is the same when it comes back', (_name, condition) => {
  expect(shownParts(condition)).not.toBeNull();
  expect(conditionOf(conditionValues(condition, null), [])).toEqual(condition);
});

test.each<[string, Condition]>([
  ['a part that is a combination', { all: [dry, { any: [dry, dry] }] }],
  ['a negation', { not: dry }],
  ['six parts', { any: Array.from({ length: 6 }, () => dry) }],
  ['a combination of one', { all: [dry] }],
])('%s is not shown', (_name, condition) => {
  expect(shownParts(condition)).toBeNull();
});

test('the types of a part are those of its own key', () => {
  const condition: Condition = {
    any: [
      { key: 'a', op: '==', value: '故障' },
      { key: 'b', op: '!=', value: true },
    ],
  };
  expect(conditionOf(conditionValues(condition, null), ['STRING', 'BOOLEAN'])).toEqual(condition);
});

test('a part that is switched off takes those after it along', () => {
  const values = conditionValues({ all: [dry, dry, dry] }, null);
  expect(conditionOf({ ...values, more1: false }, [])).toEqual(dry);
});

test('an equality has a fixed bound, whatever was chosen before', () => {
  const values = conditionValues({ key: 'a', op: '<', value: 3, than: { key: 'b' } }, null);
  expect(conditionOf({ ...values, op: '==', bound: '4' }, [])).toEqual({ key: 'a', op: '==', value: 4 });
});

test('the keys of a condition, each once', () => {
  expect(conditionKeys({ silentForMs: 1000 })).toEqual([]);
  expect(
    conditionKeys({
      any: [
        { key: 'a', op: '<', value: 1 },
        { not: { key: 'b', op: '>', value: 1 } },
        { all: [{ key: 'a', silentForMs: 1000 }] },
      ],
    }),
  ).toEqual(['a', 'b']);
});
