import type { AccessLevel, Right } from '@farm3d/api';
import { expect, test } from 'vitest';
import {
  DEVICE_RIGHTS,
  higherLevel,
  levelGives,
  lowerLevel,
  permittedByRules,
  type Reach,
  rightsOn,
} from './reach.ts';

const MEMBER = { userId: 'u', organisationId: 'o', roles: [], sessionId: 's' };

/** Rules that give this level on everything. */
const giving = (level: AccessLevel | null): Reach => ({
  levelOn: async () => level,
  givesAnywhere: async (_member, right: Right) => levelGives(level, right),
});

test('levels include those below', () => {
  expect(levelGives('operate', 'read')).toBe(true);
  expect(levelGives('see', 'operate')).toBe(false);
  expect(levelGives('manage', 'administer')).toBe(false);
  expect([lowerLevel('edit', 'operate'), higherLevel('edit', 'operate'), higherLevel(null, 'see')]).toEqual([
    'operate',
    'edit',
    'see',
  ]);
});

test.each([
  [{ reach: 'device', right: 'read' }, 'see', true],
  [{ reach: 'device', right: 'operate' }, 'see', false],
  [{ reach: 'own', right: 'alarms' }, 'operate', true],
  [{ reach: 'any', right: 'read' }, null, false],
  [{ reach: 'device', right: 'devices', level: 'manage' }, 'edit', false],
  [{ reach: 'device', right: 'devices', level: 'manage' }, 'manage', true],
  // A call that does not say that rules are about it is permitted by none.
  [{ right: 'read' }, 'manage', false],
] as const)('%j with the level %s: %s', async (call, level, permitted) => {
  expect(await permittedByRules(MEMBER, call, 'id', giving(level))).toBe(permitted);
});

test('rules are of people: neither a key nor an embed token goes by them', async () => {
  const call = { reach: 'device', right: 'read' } as const;
  for (const program of [{ apiKeyId: 'k' }, { sceneId: 'scene' }])
    expect(await permittedByRules({ ...MEMBER, ...program }, call, 'id', giving('manage'))).toBe(false);
});

test('the lower and the higher of two levels do not depend on their order', () => {
  const levels = ['see', 'operate', 'edit', 'manage'] as const;
  for (const [index, low] of levels.entries())
    for (const high of levels.slice(index)) {
      expect([lowerLevel(low, high), lowerLevel(high, low)]).toEqual([low, low]);
      expect([higherLevel(low, high), higherLevel(high, low)]).toEqual([high, high]);
    }
  expect([higherLevel('see', null), higherLevel(null, null), levelGives(null, 'read')]).toEqual([
    'see',
    null,
    false,
  ]);
});

test('a level above the needed one is enough', async () => {
  const call = { reach: 'scene', right: 'read', level: 'operate' } as const;
  const permitted = (level: AccessLevel | null) => permittedByRules(MEMBER, call, 'id', giving(level));
  expect(
    await Promise.all([null, 'see', 'operate', 'manage'].map((one) => permitted(one as AccessLevel))),
  ).toEqual([false, false, true, true]);
});

test('what is asked about is looked up, and nothing else', async () => {
  const asked: unknown[] = [];
  const reach: Reach = {
    levelOn: async (member, kind, id) => {
      asked.push([member.userId, kind, id]);
      return 'see';
    },
    givesAnywhere: async (member, right) => {
      asked.push([member.userId, right]);
      return false;
    },
  };
  await permittedByRules(MEMBER, { reach: 'scene', right: 'read' }, 'the-scene', reach);
  await permittedByRules(MEMBER, { reach: 'own', right: 'alarms' }, '', reach);
  await permittedByRules(MEMBER, { right: 'alarms' }, '', reach);
  expect(asked).toEqual([
    ['u', 'scene', 'the-scene'],
    ['u', 'alarms'],
  ]);
});

test.each<[object, 'device' | 'scene', AccessLevel | null, Right[]]>([
  [{ roles: ['viewer'] }, 'device', null, ['read']],
  [{ roles: ['viewer'] }, 'device', 'operate', ['read', 'operate', 'alarms']],
  [{ roles: [] }, 'device', 'manage', ['read', 'operate', 'alarms', 'devices', 'rules', 'share']],
  [{ roles: [] }, 'scene', 'edit', ['read', 'operate', 'scenes']],
  [{ roles: ['technician'] }, 'device', 'see', ['read', 'alarms']],
  [{ roles: ['admin'] }, 'scene', null, ['read', 'operate', 'scenes']],
  // A program has the rights of its roles alone, an embedded page may look.
  [{ roles: ['viewer'], apiKeyId: 'k' }, 'device', 'manage', ['read']],
  [{ roles: ['admin'], sceneId: 's' }, 'scene', 'manage', ['read']],
])('%j may do with a %s at the level %s: %j', async (holder, kind, level, rights) => {
  expect(await rightsOn({ ...MEMBER, ...holder }, kind, 'id', giving(level))).toEqual(rights);
});

test('whoever may do everything by their roles is not looked up', async () => {
  const levelOn = () => Promise.reject(new Error('looked up'));
  const everything = await rightsOn({ ...MEMBER, roles: ['owner'] }, 'device', 'id', { levelOn });
  expect(everything).toEqual(DEVICE_RIGHTS);
  await expect(rightsOn({ ...MEMBER, roles: ['viewer'] }, 'device', 'id', { levelOn })).rejects.toThrow();
});
