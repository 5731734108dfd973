import { randomUUID } from 'node:crypto';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { expect } from 'vitest';
import { newDevice, refusal, uniqueName, type Cases, type CaseTarget } from './support.ts';
import { removesTwoFactors } from './two-factors.ts';

const as = ({ baseUrl }: CaseTarget, token: string): ApiClient =>
  createApiClient({ baseUrl, getAccessToken: () => token });

/** Chosen by the administrator: one that the server makes has to be changed first. */
const PASSWORD = 'tractor on the hill';

async function newPerson(target: CaseTarget, roles: string[] = ['viewer']) {
  const username = uniqueName('user');
  const person = await target.api.users.create({ username, roles, password: PASSWORD });
  const session = await createApiClient({ baseUrl: target.baseUrl }).auth.login({
    username,
    password: PASSWORD,
  });
  return { person, api: as(target, session.accessToken) };
}

const IN_AN_HOUR = (): number => Date.now() + 3_600_000;

export const usersCases: Cases<'users'> = {
  'users.list': async (target) => {
    const { person } = await newPerson(target);
    const { items } = await target.api.users.list({ name: person.username });
    expect(items).toMatchObject([{ userId: person.userId, roles: ['viewer'], enabled: true }]);
    const theirs = await target.neighbour.api.users.list({ name: person.username });
    expect(theirs.total).toBe(0);
  },

  'users.create': async (target) => {
    const { api } = target;
    const username = uniqueName('张三');
    const made = await api.users.create({
      username,
      roles: ['operator'],
      displayName: '张三',
      phone: '13800000000',
      email: 'zhang@example.com',
      areaCode: '1301',
    });
    expect(made).toMatchObject({
      username,
      displayName: '张三',
      areaCode: '130100000000',
      roles: ['operator'],
    });
    expect(made.password).toMatch(/^[\w-]{24}$/);
    const chosen = await api.users.create({
      username: uniqueName('x'),
      roles: ['viewer'],
      password: 'tractor on the hill',
    });
    expect(chosen.password).toBeNull();
    expect(await refusal(api.users.create({ username, roles: ['viewer'] }))).toMatchObject({ status: 409 });
    for (const [draft, field] of [
      [{ username: uniqueName('x'), roles: ['king'] }, 'roles.0'],
      [{ username: uniqueName('x'), roles: ['viewer'], password: 'fourteen chars' }, 'password'],
      [{ username: uniqueName('x'), roles: ['viewer'], password: 'Password1234567890' }, 'password'],
      [{ username: uniqueName('x'), roles: ['viewer'], phone: '12' }, 'phone'],
      [{ username: uniqueName('x'), roles: ['viewer'], areaCode: '99' }, 'areaCode'],
    ] as const) {
      expect(await refusal(api.users.create(draft))).toMatchObject({ status: 400, field });
    }
    // Nobody gives rights that they do not have.
    const owner = api.users.create({ username: uniqueName('x'), roles: ['owner'] });
    expect(await refusal(owner)).toMatchObject({ status: 403, field: 'roles' });
  },

  'users.update': async (target) => {
    const { person, api: theirs } = await newPerson(target);
    expect((await theirs.auth.me()).userId).toBe(person.userId);
    const changed = await target.api.users.update(person.userId, {
      roles: ['technician'],
      displayName: '李',
    });
    expect(changed).toMatchObject({ roles: ['technician'], displayName: '李' });
    // The old rights have ended with their session.
    expect(await refusal(theirs.auth.me())).toMatchObject({ status: 401 });
    const { password } = await target.api.users.update(person.userId, { password: null });
    const reset = await createApiClient({ baseUrl: target.baseUrl }).auth.login({
      username: person.username,
      password: password ?? '',
    });
    expect(reset.user.mustChangePassword).toBe(true);
    await target.api.users.update(person.userId, { enabled: false });
    const login = createApiClient({ baseUrl: target.baseUrl }).auth.login({
      username: person.username,
      password: PASSWORD,
    });
    expect(await refusal(login)).toMatchObject({ status: 401 });
    const admin = (await target.api.users.list({ name: 'admin' })).items.find(
      ({ username }) => username === 'admin',
    );
    const lock = target.api.users.update(admin?.userId ?? '', { roles: ['viewer'] });
    expect(await refusal(lock)).toMatchObject({ status: 409, msg: '至少保留一名管理员' });
  },

  'users.remove': async (target) => {
    const { person, api: theirs } = await newPerson(target);
    expect(await refusal(target.neighbour.api.users.remove(person.userId))).toMatchObject({ status: 404 });
    // A successor gets the open work; one who cannot do it is refused.
    const { workOrders, workOrderPlans, notifications, users } = target.api;
    const successor = await users.create({ username: uniqueName('user'), roles: ['technician'] });
    const reader = await users.create({ username: uniqueName('user'), roles: ['viewer'] });
    const order = await workOrders.create({ title: '检查阀门', assignee: person.userId });
    for (const id of [reader.userId, person.userId, randomUUID()])
      expect(await refusal(users.remove(person.userId, id))).toMatchObject({
        status: 400,
        field: 'successorId',
      });
    const { id: templateId } = await workOrderPlans.addTemplate({ name: '巡检', title: '巡检阀门' });
    const { id: scheduleId } = await workOrderPlans.addSchedule({
      templateId,
      assignee: person.userId,
      rule: { kind: 'calendar', every: 1, unit: 'day', from: '2099-01-01', at: '08:00', timeZone: 'UTC' },
    });
    const turns = {
      startsOn: '2026-01-01',
      at: '08:00',
      turnDays: 7,
      timeZone: 'UTC',
      escalateMinutes: null,
    };
    await notifications.setOnCall({ ...turns, people: [person.userId] });
    // Whoever is locked cannot answer: they have no turn.
    await users.update(person.userId, { enabled: false });
    expect(await notifications.onCall()).toEqual({ rota: null, now: null });
    await users.update(person.userId, { enabled: true });
    await users.remove(person.userId, successor.userId);
    expect((await workOrders.get(order.id)).assignee).toBe(successor.userId);
    const schedules = (await workOrderPlans.schedules()).items;
    expect(schedules.find(({ id }) => id === scheduleId)?.assignee).toBe(successor.userId);
    expect((await notifications.onCall()).now).toBe(successor.userId);
    await workOrderPlans.removeTemplate(templateId);
    await notifications.setOnCall(null);
    expect(await refusal(theirs.auth.me())).toMatchObject({ status: 401 });
    expect((await target.api.users.list({ name: person.username })).total).toBe(0);
  },

  'users.removeTwoFactors': removesTwoFactors,

  'users.roles': async ({ api }) => {
    const { items } = await api.users.roles();
    expect(items.map(({ role }) => role)).toEqual([
      'owner',
      'admin',
      'operator',
      'agronomist',
      'technician',
      'viewer',
      'integrator',
      'veterinary',
    ]);
    expect(items.find(({ role }) => role === 'viewer')?.rights).toEqual(['read', 'personal']);
    expect(items.find(({ role }) => role === 'veterinary')?.rights).toEqual([]);
  },
};

export const sessionsCases: Cases<'sessions'> = {
  'sessions.list': async (target) => {
    const { api } = await newPerson(target);
    const { items } = await api.sessions.list();
    expect(items).toMatchObject([{ current: true, address: expect.stringContaining('127.0.0.1') as string }]);
    expect(Math.abs(Date.now() - (items[0]?.createdAt ?? 0))).toBeLessThan(60_000);
  },

  'sessions.revoke': async (target) => {
    const { person, api } = await newPerson(target);
    const second = await createApiClient({ baseUrl: target.baseUrl }).auth.login({
      username: person.username,
      password: PASSWORD,
    });
    const other = (await api.sessions.list()).items.find(({ current }) => !current);
    expect(await refusal(target.api.sessions.revoke(other?.id ?? ''))).toMatchObject({ status: 404 });
    await api.sessions.revoke(other?.id ?? '');
    expect(await refusal(as(target, second.accessToken).auth.me())).toMatchObject({ status: 401 });
    expect((await api.sessions.list()).items).toHaveLength(1);
  },
};

export const apiKeysCases: Cases<'apiKeys'> = {
  'apiKeys.list': async ({ api }) => {
    const name = uniqueName('报表');
    const { key, ...made } = await api.apiKeys.create({ name, roles: ['viewer'] });
    const { items } = await api.apiKeys.list();
    expect(items).toContainEqual(made);
    expect(JSON.stringify(items)).not.toContain(key);
  },

  'apiKeys.create': async (target) => {
    const expiresAt = IN_AN_HOUR();
    const made = await target.api.apiKeys.create({ name: '读', roles: ['viewer'], expiresAt });
    expect(made).toMatchObject({ roles: ['viewer'], expiresAt });
    const program = as(target, made.key);
    expect((await program.devices.count()).total).toBeGreaterThanOrEqual(0);
    const device = program.devices.create({ name: 'x', productModelCode: 'TQ-3L' });
    expect(await refusal(device)).toMatchObject({ status: 403 });
    // One that is limited to rights of its roles, and one that only reads.
    const limits = { rights: ['read', 'devices'], readOnly: true } as const;
    const limited = await target.api.apiKeys.create({ name: '只读', roles: ['integrator'], ...limits });
    expect(limited).toMatchObject(limits);
    const reader = as(target, limited.key);
    expect((await reader.devices.count()).total).toBeGreaterThanOrEqual(0);
    const denied = reader.devices.create({ name: 'x', productModelCode: 'TQ-3L' });
    expect(await refusal(denied)).toMatchObject({ status: 403 });
    const promised = target.api.apiKeys.create({ name: 'x', roles: ['viewer'], rights: ['devices'] });
    expect(await refusal(promised)).toMatchObject({ status: 400, field: 'rights' });
    // A key acts for a person, but has no access to their own account.
    const password = program.auth.changePassword({
      oldPassword: target.password,
      newPassword: 'barn behind the mill',
    });
    expect(await refusal(password)).toMatchObject({ status: 403 });
  },

  'apiKeys.remove': async (target) => {
    const made = await target.api.apiKeys.create({ name: '短', roles: ['viewer'] });
    await as(target, made.key).devices.count();
    await target.api.apiKeys.remove(made.id);
    expect(await refusal(as(target, made.key).devices.count())).toMatchObject({ status: 401 });
  },
};

export const embedTokensCases: Cases<'embedTokens'> = {
  'embedTokens.list': async ({ api }) => {
    const scene = await api.scenes.create({ name: uniqueName('展示') });
    const { token, ...made } = await api.embedTokens.create({
      name: '门户',
      sceneId: scene.id,
      expiresAt: IN_AN_HOUR(),
    });
    const { items } = await api.embedTokens.list();
    expect(items).toContainEqual(made);
    expect(JSON.stringify(items)).not.toContain(token);
  },

  'embedTokens.create': async (target) => {
    const { api } = target;
    const [shown, hidden] = [await newDevice(target), await newDevice(target)];
    const scene = await api.scenes.create({ name: uniqueName('展示') });
    const at = { x: 0, y: 0, z: 0 };
    await api.scenes.drag(scene.id, { deviceId: shown.id, position: at });
    const other = await api.scenes.create({ name: uniqueName('内部') });
    const made = await api.embedTokens.create({ name: '门户', sceneId: scene.id, expiresAt: IN_AN_HOUR() });
    expect(made).toMatchObject({ sceneId: scene.id, sceneName: scene.name });
    const page = as(target, made.token);
    expect((await page.scenes.get(scene.id)).id).toBe(scene.id);
    expect((await page.scenes.devices(scene.id)).items.map(({ id }) => id)).toEqual([shown.id]);
    expect(await page.telemetry.latest(shown.id)).toEqual({});
    // One scene with its devices, and nothing else.
    for (const [call, status] of [
      [() => page.scenes.get(other.id), 404],
      [() => page.devices.get(hidden.id), 404],
      [() => page.devices.list(), 403],
      [() => page.scenes.update(scene.id, { name: 'x' }), 403],
      [() => page.auth.me(), 403],
    ] as const) {
      expect(await refusal(call())).toMatchObject({ status });
    }
    const past = api.embedTokens.create({ name: 'x', sceneId: scene.id, expiresAt: Date.now() - 1000 });
    expect(await refusal(past)).toMatchObject({ status: 400, field: 'expireTime' });
  },

  'embedTokens.view': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const scene = await api.scenes.create({ name: uniqueName('展示') });
    await api.scenes.drag(scene.id, { deviceId: device.id, position: { x: 1, y: 0, z: 2 } });
    const expiresAt = IN_AN_HOUR();
    const { token } = await api.embedTokens.create({ name: '门户', sceneId: scene.id, expiresAt });
    const page = as(target, token);
    const shown = await page.embedTokens.view();
    expect(shown).toMatchObject({ sceneId: scene.id, name: scene.name, alarms: [], childModels: {} });
    expect(Date.parse(shown.expireTime ?? '')).toBe(expiresAt);
    expect(shown.devices).toMatchObject([{ id: device.id, name: device.name, online: false }]);
    expect(shown.scene.catalogue).toMatchObject([{ equipmentId: device.id, name: device.name }]);
    expect(shown.scene.layout.equipment[0]?.position).toEqual({ x: 1, y: 0, z: 2 });
    // A user names the scene; an embed token has one.
    expect((await api.embedTokens.view({ sceneId: scene.id })).expireTime).toBeNull();
    expect(await refusal(api.embedTokens.view())).toMatchObject({ status: 400, field: 'sceneId' });
    const other = await api.scenes.create({ name: uniqueName('内部') });
    expect(await refusal(page.embedTokens.view({ sceneId: other.id }))).toMatchObject({ status: 404 });
  },

  'embedTokens.remove': async (target) => {
    const { api } = target;
    const scene = await api.scenes.create({ name: uniqueName('展示') });
    const made = await api.embedTokens.create({ name: '门户', sceneId: scene.id, expiresAt: IN_AN_HOUR() });
    await as(target, made.token).scenes.get(scene.id);
    await api.embedTokens.remove(made.id);
    expect(await refusal(as(target, made.token).scenes.get(scene.id))).toMatchObject({ status: 401 });
  },
};

export const auditCases: Cases<'audit'> = {
  'audit.list': async ({ api, neighbour }) => {
    const scene = await api.scenes.create({ name: uniqueName('审计') });
    await api.scenes.remove(scene.id);
    const { items } = await api.audit.list({ pageSize: 50 });
    const removed = items.find(({ target }) => target === `/intelligent/scene/${scene.id}`);
    expect(removed).toMatchObject({ username: 'admin', action: 'scenes.remove' });
    expect(removed?.hash).toMatch(/^[0-9a-f]{64}$/);
    const ofRemoval = await api.audit.list({
      action: 'scenes.REMOVE',
      username: 'admin',
      startTs: removed?.at,
    });
    expect(ofRemoval.items.map(({ seq }) => seq)).toContain(removed?.seq);
    expect(ofRemoval.items.every(({ action }) => action === 'scenes.remove')).toBe(true);
    // What has its id in the body, or gets it, is named, too.
    const order = await api.workOrders.create({ title: uniqueName('审计') });
    await api.workOrders.update(order.id, { note: '已看' });
    const ofOrder = (await api.audit.list({ target: order.id })).items;
    expect(ofOrder.map((entry) => [entry.action, entry.target])).toEqual([
      ['workOrders.update', `/workorder ${order.id}`],
      ['workOrders.create', `/workorder ${order.id}`],
    ]);
    expect((await api.audit.list({ endTs: 1 })).total).toBe(0);
    expect((await api.audit.list({ username: uniqueName('nobody') })).total).toBe(0);
    expect(JSON.stringify(await neighbour.api.audit.list({ pageSize: 200 }))).not.toContain(scene.id);
  },

  'audit.verify': async ({ api }) => {
    const before = await api.audit.verify();
    await api.feedback.create({ content: '链' });
    const after = await api.audit.verify();
    expect(after.brokenAt).toBeNull();
    expect(after.entries).toBeGreaterThan(before.entries);
  },
};
