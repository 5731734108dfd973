import { expect, test } from 'vitest';
import { allRights, builtInRoles, can, keyRoles, mayCall, mayGrant, ROLES } from './policy.ts';

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

test('an own role counts by what it stands for, and is granted by whoever has all of that', () => {
  const onDuty = { roles: ['right:read', 'right:operate', 'right:nothing'] };
  expect([can(onDuty, 'operate'), can(onDuty, 'devices')]).toEqual([true, false]);
  expect(mayGrant({ roles: ['operator'] }, ['right:read', 'right:operate'])).toBe(true);
  expect(mayGrant({ roles: ['operator'] }, ['right:devices'])).toBe(false);
  // What is not known is not granted, neither a right nor an own role that was not looked up.
  for (const unknown of ['right:nothing', 'right:installation', '3d5f3c7e-5a4b-4c8e-9a0e-2f8f0c1d2e3f'])
    expect([unknown, mayGrant({ roles: ['owner'] }, [unknown])]).toEqual([unknown, false]);
  expect(keyRoles(['operator'], ['right:read', 'right:devices'])).toEqual(['right:read']);
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

test.each([
  ['owner', true, true, true],
  ['operator', true, false, false],
  ['agronomist', false, true, false],
  ['technician', false, false, false],
  ['integrator', false, false, true],
  ['viewer', false, false, false],
])('%s: operates devices %s, changes crops %s, adds devices %s', (role, operate, crops, devices) => {
  const holder = { roles: [role] };
  expect([can(holder, 'operate'), can(holder, 'crops'), can(holder, 'devices')]).toEqual([
    operate,
    crops,
    devices,
  ]);
  expect(can(holder, 'read')).toBe(true);
  expect(can(holder, 'personal')).toBe(true);
  expect(can(holder, 'upload')).toBe(role !== 'viewer');
});

test('who handles alarms and work orders', () => {
  const having = (right: 'alarms' | 'work-orders') =>
    ['operator', 'agronomist', 'technician', 'integrator', 'viewer'].filter((role) =>
      can({ roles: [role] }, right),
    );
  expect(having('alarms')).toEqual(['operator', 'technician']);
  expect(having('work-orders')).toEqual(['operator', 'agronomist', 'technician']);
});

test('every role has a title, and the rights of its own', () => {
  expect(ROLES.map(({ role }) => role)).toEqual(expect.arrayContaining(['owner', 'viewer', 'veterinary']));
  expect(new Set(ROLES.map(({ name }) => name)).size).toBe(ROLES.length);
  for (const { role, name, rights } of ROLES) {
    expect(name).toMatch(/^\p{Script=Han}+$/u);
    expect(allRights({ roles: [role] }).toSorted()).toEqual([...rights].toSorted());
  }
});

test('of own roles the built-in ones are told apart', () => {
  expect(builtInRoles({ roles: ['right:read', 'viewer', 'toString'] })).toEqual(['viewer']);
});

test('a key that is limited has no right beside those, and none that its roles lack', () => {
  const key = { roles: ['operator'], rights: ['read', 'devices'] };
  expect(allRights(key)).toEqual(['read']);
  expect(can(key, 'self')).toBe(true);
});
