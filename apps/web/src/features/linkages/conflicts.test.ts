import { expect, test } from 'vitest';
import type { Linkage, LinkageAction, ModelAttribute } from '@farm3d/api';
import { conflictsOf } from './conflicts.ts';

const open = (
  params: Record<string, unknown>,
  deviceId = 'valve',
  method = 'switchValve',
): LinkageAction => ({
  type: 'command',
  deviceId,
  method,
  params,
});
const rule = (id: string, actions: LinkageAction[], enabled = true): Linkage =>
  ({ id, name: `rule ${id}`, enabled, actions }) as Linkage;
const others = (rules: Linkage[]): Record<string, string[]> =>
  Object.fromEntries(
    [...conflictsOf(rules, null)].map(([id, list]) => [id, list.map(({ otherId }) => otherId)]),
  );

test('two rules that send different parameters to one service are named on both', () => {
  const rules = [rule('a', [open({ open: true })]), rule('b', [open({ open: false })])];
  expect(conflictsOf(rules, null).get('a')).toEqual([
    {
      otherId: 'b',
      otherName: 'rule b',
      deviceId: 'valve',
      method: 'switchValve',
      otherMethod: 'switchValve',
    },
  ]);
  expect(others(rules)).toEqual({ a: ['b'], b: ['a'] });
});

test('the same parameters in another order agree', () => {
  const rules = [
    rule('a', [open({ open: true, minutes: 10, zone: { from: 1, to: 2 } })]),
    rule('b', [open({ zone: { to: 2, from: 1 }, minutes: 10, open: true })]),
  ];
  expect(others(rules)).toEqual({});
});

test('another device, another service and a rule that is off do not conflict', () => {
  expect(
    others([
      rule('a', [open({ open: true })]),
      rule('b', [open({ open: false }, 'other')]),
      rule('c', [open({ open: false }, 'valve', 'reboot')]),
      rule('d', [open({ open: false })], false),
    ]),
  ).toEqual({});
});

test('several commands of one rule are a sequence, which conflicts with another rule once', () => {
  const sequence = rule('a', [open({ open: true }), open({ open: false })]);
  expect(others([sequence])).toEqual({});
  expect(others([sequence, rule('b', [open({ open: true })])])).toEqual({ a: ['b'], b: ['a'] });
});

test.each([
  ['openValve', 'closeValve', true],
  ['valve_on', 'valve_off', true],
  ['startIrrigation', 'stopIrrigation', true],
  ['unlock', 'lock', true],
  ['openValve', 'closeWindow', false],
  ['openValve', 'openVent', false],
  ['reboot', 'switchValve', false],
])('%s and %s of one device are opposite: %s', (one, other, isConflict) => {
  const rules = [rule('a', [open({}, 'valve', one)]), rule('b', [open({}, 'valve', other)])];
  expect(others(rules)).toEqual(isConflict ? { a: ['b'], b: ['a'] } : {});
  // Of two devices they are not.
  expect(others([rules[0]!, rule('b', [open({}, 'other', other)])])).toEqual({});
});

test('services that change the same state by the product model are in conflict, whatever their names', () => {
  const states: Record<string, string[]> = { switchValve: ['valveState'], irrigate: ['flow', 'valveState'] };
  const service = (_: string, method: string) =>
    ({ associatedStates: states[method] ?? [] }) as unknown as ModelAttribute;
  const rules = [
    rule('a', [open({}, 'valve', 'switchValve')]),
    rule('b', [open({}, 'valve', 'irrigate')]),
    rule('c', [open({}, 'valve', 'light')]),
  ];
  const found = conflictsOf(rules, { service });
  expect([...found.keys()]).toEqual(['a', 'b']);
  expect(found.get('a')).toMatchObject([{ otherId: 'b', method: 'switchValve', otherMethod: 'irrigate' }]);
});

test('each of three rules names the two others', () => {
  const rules = [1, 2, 3].map((minutes) => rule(`r${minutes}`, [open({ minutes })]));
  expect(others(rules)).toEqual({ r1: ['r2', 'r3'], r2: ['r1', 'r3'], r3: ['r1', 'r2'] });
});
