import { expect, test } from 'vitest';
import { can, keyRoles, mayCall, mayGrant } from './policy.ts';

test.each([
  [['owner'], ['owner'], true],
  [['admin'], ['owner'], false],
  [['admin'], ['admin', 'operator'], true],
  [['operator'], ['viewer'], true],
  [['operator'], ['technician'], true],
  [['operator'], ['agronomist'], false],
  [['operator'], ['viewer', 'admin'], false],
  [[], ['viewer'], false],
])('%j may grant %j: %j', (own, wanted, expected) => {
  expect(mayGrant(own, wanted)).toBe(expected);
});

test('a key has the roles that its creator may still grant', () => {
  expect(keyRoles(['operator'], ['viewer', 'admin'])).toEqual(['viewer']);
  expect(keyRoles([], ['viewer'])).toEqual([]);
});

test('an unknown role, and one without rights, has only those of every person', () => {
  for (const role of ['veterinary', 'toString', '__proto__']) {
    expect([role, can([role], 'read'), can([role], 'self')]).toEqual([role, false, true]);
  }
});

test('the installation is of a person, not of a role', () => {
  expect(mayCall({ roles: ['owner'] }, 'installation')).toBe(false);
  expect(mayCall({ roles: [], installationOperator: true }, 'installation')).toBe(true);
  expect(mayCall({ roles: [], installationOperator: true }, 'read')).toBe(false);
});
