import type { AccessLevel, Right } from '@farm3d/api';
import { expect, test } from 'vitest';
import { higherLevel, levelGives, lowerLevel, permittedByRules, type Reach } from './reach.ts';

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
