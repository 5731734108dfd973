import { expect, test } from 'vitest';
import type { Comparison, Condition } from '@farm3d/api';
import { conditionFormOf, conditionOf, EMPTY_PART, NO_CONDITION, type PartForm } from './condition-form.ts';

const dry: Comparison = { deviceId: 'probe', key: 'soil', op: '<', value: 12, hysteresis: 3 };
const open: Comparison = { deviceId: 'valve', key: 'open', op: '==', value: false };
const named: Comparison = { deviceId: 'valve', key: 'mode', op: '!=', value: 'manual' };
const silent: Condition = { deviceId: 'probe', silentForMs: 600_000 };
const silentKey: Condition = { deviceId: 'probe', silentForMs: 90_000, key: 'soil' };

test('every condition of groups is the same after the editor', () => {
  for (const condition of [
    null,
    dry,
    silent,
    silentKey,
    { not: dry },
    { all: [dry, open] },
    { any: [dry, named, silent] },
    { not: { any: [dry, open] } },
    { all: [{ any: [dry, silent] }, { not: open }] },
    { any: [{ all: [dry, open] }, named] },
    { ...dry, value: -3, than: { agoMs: 86_400_000 } },
    { ...dry, value: 2, than: { forecastHours: 6 } },
    {
      all: [
        { ...dry, value: 0, than: { key: 'deep' } },
        { ...dry, value: 2, than: { key: 'soil', deviceId: 'other' } },
      ],
    },
  ] satisfies (Condition | null)[]) {
    const form = conditionFormOf(condition);
    expect(form.kind).toBe('groups');
    expect(conditionOf(form)).toEqual(condition);
  }
});

test('a combination of one part is that part', () => {
  expect(conditionOf(conditionFormOf({ all: [dry] }))).toEqual(dry);
  expect(conditionOf(conditionFormOf({ any: [{ all: [dry] }] }))).toEqual(dry);
  expect(conditionOf(conditionFormOf({ not: { not: dry } }))).toEqual(dry);
});

test('a deeper tree is kept as it stands', () => {
  const deep: Condition = { all: [{ any: [{ all: [dry, open] }, named] }, silent] };
  expect(conditionFormOf(deep).kind).toBe('kept');
  expect(conditionOf(conditionFormOf(deep))).toBe(deep);
});

test('only an order has a hysteresis, and a group without parts is left out', () => {
  const part: PartForm = { ...EMPTY_PART, deviceId: 'd', key: 'k', value: '1', hysteresis: '2' };
  const of = (parts: (typeof part)[]) =>
    conditionOf({ kind: 'groups', match: 'all', groups: [{ match: 'any', negated: false, parts }] });
  expect(of([{ ...part, op: '==' }])).toEqual({ deviceId: 'd', key: 'k', op: '==', value: 1 });
  expect(of([{ ...part, op: '==', than: 'past' }])).toEqual({ deviceId: 'd', key: 'k', op: '==', value: 1 });
  expect(of([{ ...part, op: '>' }])).toEqual({ deviceId: 'd', key: 'k', op: '>', value: 1, hysteresis: 2 });
  expect([of([]), conditionOf(NO_CONDITION)]).toEqual([null, null]);
});
