import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { newDevice, refusal, uniqueName, type CaseTarget, type Cases } from './support.ts';

const IN_AN_HOUR = (): number => Math.floor(Date.now() / 1000) * 1000 + 3_600_000;

/** A scene with a device in it, an embed token of it, and a key that is limited to reading. */
async function newScene(target: CaseTarget) {
  const { api } = target;
  const device = await newDevice(target);
  const scene = await api.scenes.create({ name: uniqueName('展示') });
  await api.scenes.drag(scene.id, { deviceId: device.id, position: { x: 0, y: 0, z: 0 } });
  const name = uniqueName('门户');
  await api.embedTokens.create({ name, sceneId: scene.id, expiresAt: IN_AN_HOUR() });
  await api.apiKeys.create({ name, roles: ['operator'], rights: ['read'] });
  return { device, scene, name };
}

export const accessCases: Cases<'access'> = {
  'access.device': async (target) => {
    const { api, neighbour } = target;
    const { device, scene, name } = await newScene(target);
    const other = await newDevice(target);
    await api.sharing.share({
      deviceIds: [device.id],
      username: neighbour.username,
      permissions: ['control'],
    });
    const reach = await api.access.device(device.id);
    const admin = reach.people.find(({ username }) => username === 'admin');
    expect(admin?.rights).toEqual(['read', 'operate', 'alarms', 'devices', 'rules', 'share']);
    expect(reach.shares).toMatchObject([{ partner: neighbour.username, permissions: ['view', 'control'] }]);
    expect(reach.keys.find((key) => key.name === name)).toMatchObject({
      rights: ['read'],
      username: 'admin',
    });
    expect(reach.embedTokens).toMatchObject([{ name, sceneId: scene.id }]);
    // What reaches one device does not reach another.
    const others = await api.access.device(other.id);
    expect([others.shares, others.embedTokens]).toEqual([[], []]);
    expect(await refusal(neighbour.api.access.device(device.id))).toMatchObject({ status: 404 });
  },

  'access.scene': async (target) => {
    const { api, neighbour } = target;
    const { scene, name } = await newScene(target);
    const reach = await api.access.scene(scene.id);
    expect(reach.people.find(({ username }) => username === 'admin')?.rights).toEqual([
      'read',
      'operate',
      'scenes',
    ]);
    expect([reach.shares, reach.embedTokens]).toMatchObject([[], [{ name }]]);
    expect(await refusal(neighbour.api.access.scene(scene.id))).toMatchObject({ status: 404 });
    expect(await refusal(api.access.scene(randomUUID()))).toMatchObject({ status: 404 });
  },

  'access.person': async (target) => {
    const { api, neighbour } = target;
    const username = uniqueName('user');
    const { userId } = await api.users.create({ username, roles: ['viewer'] });
    const may = await api.access.person(userId);
    expect(may).toMatchObject({
      username,
      rights: ['read', 'personal'],
      locked: false,
      keys: [],
      embedTokens: [],
    });
    await api.users.update(userId, { enabled: false });
    expect(await api.access.person(userId)).toMatchObject({ rights: [], locked: true });
    const self = await api.auth.me();
    const { name } = await newScene(target);
    const own = await api.access.person(self.userId);
    expect(own).toMatchObject({ installationOperator: true });
    expect(own.keys.map((key) => key.name)).toContain(name);
    expect(await refusal(neighbour.api.access.person(userId))).toMatchObject({ status: 404 });
  },
};
