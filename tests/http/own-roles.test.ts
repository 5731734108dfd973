import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertMember } from '../support/members.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { Listener } from './grants/listener.ts';

let server: Farm;
let admin: ApiClient;

beforeAll(async () => {
  server = await farm();
  admin = await server.client();
});
afterAll(async () => {
  await server?.stop();
});

/** A person with these roles, logged in. */
async function logIn(username: string, roles: readonly string[]): Promise<{ api: ApiClient; token: string }> {
  await insertMember(server, { username, roles });
  const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
    username,
    password: server.adminPassword,
  });
  return { api: clientOf(accessToken), token: accessToken };
}

const clientOf = (token: string): ApiClient =>
  createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => token });

const statusOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 200,
    ({ status }: { status: number }) => status,
  );

it('a changed role acts at the next call, and on an open stream', async () => {
  const role = await admin.roles.create({ name: '值班', rights: ['read'] });
  const { id } = await admin.devices.create({ name: '探头', productModelCode: 'TQ-3L' });
  const { api, token } = await logIn('on-duty', [role.id]);
  expect(await api.auth.me()).toMatchObject({ roles: [role.id], rights: ['read'] });
  expect(await statusOf(api.devices.get(id))).toBe(200);
  expect(await statusOf(api.groups.create({ name: '组' }))).toBe(403);
  const stream = await Listener.open(server.baseUrl, token);
  expect(await stream.follow('d', { devices: [id] })).toBe(true);

  await admin.roles.update(role.id, { rights: ['read', 'devices'] });
  expect(await statusOf(api.groups.create({ name: '组' }))).toBe(200);
  expect(stream.lost('d')).toBe(false);

  await admin.roles.update(role.id, { rights: ['devices'] });
  await waitFor(() => stream.lost('d'), { what: 'the end of the subscription' });
  expect(await statusOf(api.devices.get(id))).toBe(403);
  stream.leave();
});

it('nobody makes, changes, gives or takes a role with a right that they do not have', async () => {
  const small = await admin.roles.create({ name: '小管理员', rights: ['administer', 'read'] });
  const great = await admin.roles.create({ name: '大管理员', rights: ['administer', 'read', 'operate'] });
  const { api } = await logIn('small', [small.id]);
  const above = await admin.users.create({ username: 'above', roles: [great.id] });
  expect(await statusOf(api.roles.create({ name: '更多', rights: ['operate'] }))).toBe(403);
  expect(await statusOf(api.roles.update(small.id, { rights: ['administer', 'read', 'operate'] }))).toBe(403);
  expect(await statusOf(api.roles.update(great.id, { rights: ['read'] }))).toBe(403);
  expect(await statusOf(api.roles.remove(great.id))).toBe(403);
  for (const roles of [[great.id], ['operator'], ['right:operate']])
    expect([roles, await statusOf(api.users.create({ username: 'x', roles }))]).toEqual([
      roles,
      roles[0]?.startsWith('right:') ? 400 : 403,
    ]);
  expect(await statusOf(api.users.update(above.userId, { enabled: false }))).toBe(403);
  expect(await statusOf(api.users.remove(above.userId))).toBe(403);
  expect(await statusOf(api.apiKeys.create({ name: 'x', roles: [great.id] }))).toBe(403);
  expect(await statusOf(api.invitations.create({ invitee: 'x', roles: [great.id] }))).toBe(403);
  // What they have they give.
  expect(await statusOf(api.users.create({ username: 'peer', roles: [small.id] }))).toBe(200);
});

it('a key with an own role has its rights of now, and no more than its maker', async () => {
  const role = await admin.roles.create({ name: '门户', rights: ['read', 'devices'] });
  const { key } = await admin.apiKeys.create({ name: '门户', roles: [role.id] });
  const program = clientOf(key);
  expect(await statusOf(program.groups.create({ name: '程序的组' }))).toBe(200);
  await admin.roles.update(role.id, { rights: ['read'] });
  expect(await statusOf(program.groups.create({ name: '又一组' }))).toBe(403);
  expect(await statusOf(program.devices.list())).toBe(200);
  await admin.roles.remove(role.id);
  expect(await statusOf(program.devices.list())).toBe(403);
});

it('an invitation whose role has more rights by now than its maker is worth nothing', async () => {
  const role = await admin.roles.create({ name: '访客', rights: ['read'] });
  const keeper = await admin.roles.create({ name: '门卫', rights: ['administer', 'read'] });
  const { api } = await logIn('keeper', [keeper.id]);
  const { token } = await api.invitations.create({ invitee: '客人', roles: [role.id] });
  expect(await statusOf(admin.invitations.offer(token))).toBe(200);
  await admin.roles.update(role.id, { rights: ['read', 'operate'] });
  expect(await statusOf(admin.invitations.offer(token))).toBe(404);
});
