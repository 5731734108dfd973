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
  expect(mayGrant({ roles: own }, wanted)).toBe(expected);
});

test('a key has the roles that its creator may still grant', () => {
  expect(keyRoles(['operator'], ['viewer', 'admin'])).toEqual(['viewer']);
  expect(keyRoles([], ['viewer'])).toEqual([]);
});

test('an unknown role, and one without rights, has only those of every person', () => {
  for (const role of ['veterinary', 'toString', '__proto__']) {
    expect([role, can({ roles: [role] }, 'read'), can({ roles: [role] }, 'self')]).toEqual([
      role,
      false,
      true,
    ]);
  }
});

const read = { method: 'GET', right: 'read' } as const;
const installation = { method: 'GET', right: 'installation' } as const;

test('the installation is of a person, not of a role', () => {
  expect(mayCall({ roles: ['owner'] }, installation)).toBe(false);
  expect(mayCall({ roles: [], installationOperator: true }, installation)).toBe(true);
  expect(mayCall({ roles: [], installationOperator: true }, read)).toBe(false);
});

test('a key that is limited to rights has them where its roles do, and grants no more', () => {
  const key = { roles: ['operator'], rights: ['read', 'devices'] };
  expect(can(key, 'read')).toBe(true);
  // In the roles alone, and in the limit alone.
  expect(can(key, 'operate')).toBe(false);
  expect(can(key, 'devices')).toBe(false);
  expect(mayGrant({ roles: ['admin'], rights: ['administer', 'read', 'personal'] }, ['viewer'])).toBe(true);
  expect(mayGrant({ roles: ['admin'], rights: ['administer', 'read'] }, ['viewer'])).toBe(false);
});

test('a key that only reads makes no call that changes something', () => {
  const key = { roles: ['admin'], readOnly: true };
  expect(mayCall(key, read)).toBe(true);
  expect(mayCall(key, { method: 'POST', right: 'read' })).toBe(true);
  expect(mayCall(key, { method: 'GET', right: 'devices', audit: 'act' })).toBe(false);
  expect(mayCall(key, { method: 'POST', right: 'rules' })).toBe(false);
  expect(mayCall(key, { method: 'POST', right: 'self', audit: 'act' })).toBe(false);
});
