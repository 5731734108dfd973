import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { refusal, uniqueName, type CaseTarget, type Cases } from './support.ts';

const newRole = ({ api }: CaseTarget) => api.roles.create({ name: uniqueName('角色'), rights: ['read'] });

export const rolesCases: Cases<'roles'> = {
  'roles.create': async (target) => {
    const { api, neighbour } = target;
    const name = uniqueName('灌溉员');
    const made = await api.roles.create({ name, rights: ['operate', 'read', 'read'] });
    expect(made).toMatchObject({ name, rights: ['operate', 'read'], version: 1 });
    const { items } = await api.users.roles();
    expect(items.find(({ role }) => role === made.id)).toMatchObject({ name, own: true });
    expect(items.find(({ role }) => role === 'viewer')).toMatchObject({ own: false });
    // Least right by default.
    expect((await api.roles.create({ name: uniqueName('空') })).rights).toEqual([]);
    expect(await refusal(api.roles.create({ name }))).toMatchObject({ status: 409, field: 'name' });
    const wrong = api.roles.create({ name: uniqueName('x'), rights: ['installation'] });
    expect(await refusal(wrong)).toMatchObject({ status: 400, field: 'rights.0' });
    const theirs = await neighbour.api.users.roles();
    expect(theirs.items.some(({ role }) => role === made.id)).toBe(false);
    // Another organisation cannot give it.
    const given = neighbour.api.users.create({ username: uniqueName('x'), roles: [made.id] });
    expect(await refusal(given)).toMatchObject({ status: 400, field: 'roles' });
  },

  'roles.update': async (target) => {
    const { api, neighbour } = target;
    const role = await newRole(target);
    const changed = await api.roles.update(role.id, { rights: ['read', 'alarms'], version: 1 });
    expect(changed).toMatchObject({ rights: ['read', 'alarms'], version: 2, name: role.name });
    expect(await refusal(api.roles.update(role.id, { rights: [], version: 1 }))).toMatchObject({
      status: 409,
    });
    expect(await refusal(neighbour.api.roles.update(role.id, { rights: [] }))).toMatchObject({ status: 404 });
  },

  'roles.remove': async (target) => {
    const { api, neighbour } = target;
    const role = await newRole(target);
    const person = await api.users.create({ username: uniqueName('user'), roles: [role.id] });
    expect(person.roles).toEqual([role.id]);
    expect(await refusal(api.roles.remove(role.id))).toMatchObject({ status: 409 });
    await api.users.update(person.userId, { roles: ['viewer'] });
    expect(await refusal(neighbour.api.roles.remove(role.id))).toMatchObject({ status: 404 });
    await api.roles.remove(role.id);
    expect(await refusal(api.roles.remove(role.id))).toMatchObject({ status: 404 });
    expect(await refusal(api.roles.remove(randomUUID()))).toMatchObject({ status: 404 });
  },
};
