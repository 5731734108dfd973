import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { newDevice, refusal, uniqueName, type CaseTarget, type Cases } from './support.ts';

async function newRule(target: CaseTarget) {
  const { api } = target;
  const group = await api.groups.create({ name: uniqueName('北区') });
  const person = await api.users.create({ username: uniqueName('user'), roles: ['veterinary'] });
  const rule = await api.accessRules.save({ userId: person.userId, groupId: group.id, level: 'see' });
  return { group, person, rule };
}

export const accessRulesCases: Cases<'accessRules'> = {
  'accessRules.list': async (target) => {
    const { api, neighbour } = target;
    const { group, person, rule } = await newRule(target);
    const { items } = await api.accessRules.list();
    expect(items.find(({ id }) => id === rule.id)).toMatchObject({
      userId: person.userId,
      who: person.username,
      groupId: group.id,
      what: group.name,
      level: 'see',
    });
    const theirs = await neighbour.api.accessRules.list();
    expect(theirs.items.some(({ id }) => id === rule.id)).toBe(false);
  },

  'accessRules.save': async (target) => {
    const { api } = target;
    const { group, person, rule } = await newRule(target);
    const departmentId = (await api.organisation.createDepartment({ name: uniqueName('部门') })).id;
    const scene = await api.scenes.create({ name: uniqueName('温室') });
    const device = await newDevice(target);
    await api.deviceGroups.add(group.id, device.id);
    // A second rule about the same changes the level.
    const higher = await api.accessRules.save({ userId: person.userId, groupId: group.id, level: 'operate' });
    expect(higher).toMatchObject({ id: rule.id, level: 'operate' });
    const byScene = await api.accessRules.save({ departmentId, sceneId: scene.id, level: 'manage' });
    expect(byScene).toMatchObject({ departmentId, sceneId: scene.id, userId: null, groupId: null });
    const reach = await api.access.device(device.id);
    expect(reach.people.find(({ userId }) => userId === person.userId)).toMatchObject({
      level: 'operate',
      rights: ['read', 'operate', 'alarms'],
    });
    expect((await api.access.person(person.userId)).rules).toMatchObject([{ id: rule.id, level: 'operate' }]);
    const save = (draft: object) => refusal(api.accessRules.save({ level: 'see', ...draft }));
    expect(await save({ groupId: group.id })).toMatchObject({ status: 400, field: 'userId' });
    expect(await save({ userId: person.userId })).toMatchObject({ status: 400, field: 'groupId' });
    expect(await save({ userId: person.userId, role: 'viewer', groupId: group.id })).toMatchObject({
      status: 400,
    });
    expect(await save({ role: 'viewer', groupId: group.id, level: 'all' as 'see' })).toMatchObject({
      status: 400,
      field: 'level',
    });
    for (const draft of [
      { userId: randomUUID(), groupId: group.id },
      { role: randomUUID(), groupId: group.id },
      { departmentId: randomUUID(), groupId: group.id },
      { role: 'viewer', sceneId: randomUUID() },
    ])
      expect(await save(draft)).toMatchObject({ status: 404 });
  },

  'accessRules.remove': async (target) => {
    const { api, neighbour } = target;
    const { person, rule } = await newRule(target);
    expect(await refusal(neighbour.api.accessRules.remove(rule.id))).toMatchObject({ status: 404 });
    await api.accessRules.remove(rule.id);
    expect((await api.access.person(person.userId)).rules).toEqual([]);
    expect(await refusal(api.accessRules.remove(rule.id))).toMatchObject({ status: 404 });
  },
};
