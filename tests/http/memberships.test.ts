import { randomUUID } from 'node:crypto';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieFetch } from '../support/cookies.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { Listener } from './grants/listener.ts';

const PASSWORD = 'eine-lange-losung-2026';
const KEY = 'soilMoisture20';

let server: Farm;
/** The operator of the installation, who governs our organisation. */
let ours: ApiClient;
/** The owner of another organisation. */
let theirs: ApiClient;
let ourId = '';
let theirId = '';

beforeAll(async () => {
  server = await farm();
  ours = await server.client();
  ourId = (await ours.auth.me()).organisation.id;
  const { id, owner } = await newOrganisation();
  theirId = id;
  theirs = owner;
});
afterAll(async () => {
  await server?.stop();
});

const client = (token: string): ApiClient =>
  createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => token });
const unique = (name: string): string => `${name}-${randomUUID().slice(0, 8)}`;

/** A login like the one of a browser, whose refresh cookie is kept. */
async function logIn(username: string, password = PASSWORD) {
  const visitor = createApiClient({ baseUrl: server.baseUrl, fetch: cookieFetch() });
  const { accessToken } = await visitor.auth.login({ username, password });
  return { token: accessToken, api: client(accessToken), refresh: () => visitor.auth.refresh() };
}

async function newOrganisation(): Promise<{ id: string; owner: ApiClient }> {
  const username = unique('owner');
  const { organisation, invitation } = await ours.organisations.create({
    name: unique('合作社'),
    invitee: username,
  });
  const acceptance = { token: invitation.token, account: 'new', username, password: PASSWORD } as const;
  await createApiClient({ baseUrl: server.baseUrl }).invitations.accept(acceptance);
  return { id: organisation.id, owner: (await logIn(username)).api };
}

/** A member of our organisation who joins theirs, too; the login works in ours. */
async function adviser(roles: { ours: string[]; theirs: string[] } = { ours: ['admin'], theirs: ['admin'] }) {
  const username = unique('adviser');
  const { userId } = await ours.users.create({ username, roles: roles.ours, password: PASSWORD });
  const login = await logIn(username);
  const { token } = await theirs.invitations.create({ invitee: username, roles: roles.theirs });
  await login.api.invitations.join(token);
  return { userId, username, ...login };
}

const report = async (token: string, value: number): Promise<number> => {
  const body = JSON.stringify({ [KEY]: value });
  const answer = await fetch(`${server.baseUrl}/api/v1/${token}/telemetry`, { method: 'POST', body });
  return answer.status;
};

const probe = (api: ApiClient) => api.devices.create({ name: unique('探头'), productModelCode: 'TQ-3L' });

describe('a login that switches to another organisation', () => {
  it('reaches nothing of the former one with any of its tokens', async () => {
    const { api, token } = await adviser();
    const [mine, other] = [await probe(ours), await probe(theirs)];
    expect((await api.devices.get(mine.id)).id).toBe(mine.id);
    const session = await api.auth.switchOrganisation(theirId);
    const there = client(session.accessToken);
    expect((await there.devices.get(other.id)).id).toBe(other.id);
    await expect(there.devices.get(mine.id)).rejects.toMatchObject({ status: 404 });
    // The former token names our organisation: neither ours nor theirs is reached with it.
    for (const device of [mine, other])
      await expect(api.devices.get(device.id)).rejects.toMatchObject({ status: 401 });
    // Back again, the token of theirs is the former one.
    await there.auth.switchOrganisation(ourId);
    await expect(there.devices.get(other.id)).rejects.toMatchObject({ status: 401 });
    expect(token).not.toBe(session.accessToken);
  });

  it('loses its streams', async () => {
    const { api, token } = await adviser();
    const device = await probe(ours);
    const stream = await Listener.open(server.baseUrl, token);
    await stream.follow('all', { organisation: true });
    await report(device.accessToken, 11);
    await stream.hears(device.id, 11);
    const valid = await Listener.open(server.baseUrl, await server.accessToken());
    await valid.follow('all', { organisation: true });
    await api.auth.switchOrganisation(theirId);
    await report(device.accessToken, 22);
    await valid.hears(device.id, 22);
    await waitFor(() => stream.closed, { what: 'the stream to close' });
    expect(stream.valuesOf(device.id)).not.toContain(22);
    valid.leave();
  });

  it('stays there with the refresh cookie, and a later login begins there', async () => {
    const { api, username, refresh } = await adviser();
    await api.auth.switchOrganisation(theirId);
    expect((await refresh()).user.organisation.id).toBe(theirId);
    expect((await (await logIn(username)).api.auth.me()).organisation.id).toBe(theirId);
  });

  it('is in the log of both organisations', async () => {
    const { api, username } = await adviser();
    await api.auth.switchOrganisation(theirId);
    for (const of of [ours, theirs]) {
      const { items } = await of.audit.list({ pageSize: 50 });
      expect(items.filter((entry) => entry.username === username).map(({ action }) => action)).toContain(
        'auth.switchOrganisation',
      );
    }
  });

  it('is refused to a program', async () => {
    const { api } = await adviser();
    const program = client((await api.apiKeys.create({ name: 'k', roles: ['viewer'] })).key);
    for (const call of [
      () => program.auth.switchOrganisation(theirId),
      () => program.organisations.mine(),
      () => program.organisations.leave(theirId),
      () => program.invitations.join('x'),
    ])
      await expect(call()).rejects.toMatchObject({ status: 403 });
  });
});

describe('rights in one organisation', () => {
  it('are those of its membership', async () => {
    const { api } = await adviser({ ours: ['viewer'], theirs: ['admin'] });
    await expect(probe(api)).rejects.toMatchObject({ status: 403 });
    const there = client((await api.auth.switchOrganisation(theirId)).accessToken);
    expect((await probe(there)).id).toBeTruthy();
  });

  it('end without those in another: the login goes on there', async () => {
    const { userId, api, refresh } = await adviser();
    const key = client((await api.apiKeys.create({ name: 'k', roles: ['viewer'] })).key);
    await ours.users.remove(userId);
    await expect(api.auth.me()).rejects.toMatchObject({ status: 401 });
    await expect(key.devices.count()).rejects.toMatchObject({ status: 401 });
    const { user, accessToken } = await refresh();
    expect(user.organisation.id).toBe(theirId);
    expect((await client(accessToken).organisations.mine()).total).toBe(1);
    await expect(client(accessToken).auth.switchOrganisation(ourId)).rejects.toMatchObject({ status: 404 });
  });

  it('do not let a command wait on that was given with those of another', async () => {
    const { userId, api } = await adviser({ ours: ['operator'], theirs: ['admin'] });
    const valve = await ours.devices.create({ name: unique('阀门'), productModelCode: 'DCF-4' });
    const command = { method: 'switchValve', persistent: true, expiresIn: 3_600_000 };
    const waiting = await api.rpc.twoway(valve.id, { ...command, params: { open: true, minutes: 1 } });
    // They may operate devices at the other organisation still.
    await ours.users.update(userId, { roles: ['viewer'] });
    await ours.rpc.twoway(valve.id, { ...command, params: { open: true, minutes: 2 } });
    const device = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, { username: valve.accessToken });
    const minutes: number[] = [];
    device.on('message', (topic, payload) => {
      minutes.push((JSON.parse(payload.toString()) as { params: { minutes: number } }).params.minutes);
      void device.publishAsync(topic.replace('request', 'response'), '{}');
    });
    await device.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    await waitFor(() => minutes.includes(2), { what: 'the command of the owner' });
    expect(minutes).toEqual([2]);
    expect(await ours.rpc.get(String(waiting['rpcId']))).toMatchObject({ state: 'failed' });
    await device.endAsync(true);
  });

  it('leave no work with somebody who left', async () => {
    const { userId, api } = await adviser();
    const order = await ours.workOrders.create({ title: unique('除草'), assignee: userId });
    await api.organisations.leave(ourId);
    expect(await ours.workOrders.get(order.id)).toMatchObject({ assignee: null });
    // A form sends the whole order.
    expect(await ours.workOrders.update(order.id, { title: '除草二', assignee: null })).toMatchObject({
      title: '除草二',
    });
  });

  it('do not reach the account of a person who has others', async () => {
    const { userId, username } = await adviser({ ours: ['viewer'], theirs: ['owner'] });
    for (const change of [
      { password: null },
      { password: 'a password of my own' },
      { email: 'me@farm.example' },
    ])
      await expect(ours.users.update(userId, change)).rejects.toMatchObject({ status: 409 });
    // A form sends what it shows: unchanged values are no change of the account.
    const changed = { roles: ['technician'], displayName: '', phone: '', email: '' };
    expect(await ours.users.update(userId, changed)).toMatchObject({ roles: ['technician'] });
    const back = await logIn(username);
    expect((await back.api.organisations.mine()).total).toBe(2);
  });

  it('do not reach it by a key of the person either', async () => {
    const { userId, api } = await adviser();
    const program = client((await api.apiKeys.create({ name: 'k', roles: ['admin'] })).key);
    await expect(program.users.update(userId, { password: null })).rejects.toMatchObject({ status: 409 });
  });

  it('do not reach the account of an operator of the installation', async () => {
    const { userId } = await ours.auth.me();
    const { api } = await adviser();
    await expect(api.users.update(userId, { password: null })).rejects.toMatchObject({ status: 409 });
  });

  it('do not shut an operator of the installation out', async () => {
    const { userId } = await ours.auth.me();
    const { api } = await adviser();
    for (const call of [
      () => api.users.remove(userId),
      () => api.users.update(userId, { enabled: false }),
      () => ours.organisations.leave(ourId),
    ])
      await expect(call()).rejects.toMatchObject({ status: 409 });
    expect((await ours.auth.me()).isInstallationOperator).toBe(true);
  });
});

describe('an invitation', () => {
  it('is worth nothing when its maker may not give its roles any more', async () => {
    const maker = await adviser();
    const { token } = await maker.api.invitations.create({ invitee: 'guest@farm.example', roles: ['admin'] });
    const visitor = createApiClient({ baseUrl: server.baseUrl });
    expect((await visitor.invitations.offer(token)).roles).toEqual(['admin']);
    await ours.users.update(maker.userId, { roles: ['viewer'] });
    await expect(visitor.invitations.offer(token)).rejects.toMatchObject({ status: 404 });
    const username = unique('guest');
    const acceptance = { token, account: 'new', username, password: PASSWORD } as const;
    await expect(visitor.invitations.accept(acceptance)).rejects.toMatchObject({ status: 404 });
    await expect(logIn(username)).rejects.toMatchObject({ status: 401 });
  });

  it('of an operator of the installation is one as of anybody, but for the first member', async () => {
    const operator = await adviser();
    await server.sql('update app_user set installation_operator = true where id = $1', [operator.userId]);
    const { token } = await operator.api.invitations.create({
      invitee: 'late@farm.example',
      roles: ['admin'],
    });
    const visitor = createApiClient({ baseUrl: server.baseUrl });
    expect((await visitor.invitations.offer(token)).roles).toEqual(['admin']);
    const founding = { name: unique('合作社'), invitee: 'founder@farm.example' };
    const { invitation } = await operator.api.organisations.create(founding);
    await ours.users.update(operator.userId, { roles: ['viewer'] });
    await expect(visitor.invitations.offer(token)).rejects.toMatchObject({ status: 404 });
    expect((await visitor.invitations.offer(invitation.token)).organisationName).toBe(founding.name);
  });

  it('is worth nothing after its days', async () => {
    const { id, token } = await ours.invitations.create({ invitee: 'late@farm.example', roles: ['viewer'] });
    await server.sql('update invitation set expires_at = now() where id = $1', [id]);
    const visitor = createApiClient({ baseUrl: server.baseUrl });
    await expect(visitor.invitations.offer(token)).rejects.toMatchObject({ status: 404 });
    const acceptance = { token, account: 'new', username: unique('late'), password: PASSWORD } as const;
    await expect(visitor.invitations.accept(acceptance)).rejects.toMatchObject({ status: 404 });
    const { api } = await adviser();
    await expect(api.invitations.join(token)).rejects.toMatchObject({ status: 404 });
  });

  it('for an account is for no other one, logged in or not, new or not', async () => {
    const [invited, other] = [await adviser(), await adviser()];
    const third = await newOrganisation();
    const { token } = await third.owner.invitations.create({ invitee: invited.username, roles: ['admin'] });
    const visitor = createApiClient({ baseUrl: server.baseUrl });
    for (const attempt of [
      () => other.api.invitations.join(token),
      () =>
        visitor.invitations.accept({
          token,
          account: 'existing',
          username: other.username,
          password: PASSWORD,
        }),
      () => visitor.invitations.accept({ token, account: 'new', username: unique('x'), password: PASSWORD }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 403 });
    const accepted = { token, account: 'existing', username: invited.username, password: PASSWORD } as const;
    expect((await visitor.invitations.accept(accepted)).organisationId).toBe(third.id);
  });

  it('is accepted by one of several who try at once', async () => {
    const { token } = await ours.invitations.create({ invitee: 'crowd@farm.example', roles: ['viewer'] });
    const visitor = createApiClient({ baseUrl: server.baseUrl });
    const tries = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) =>
        visitor.invitations.accept({ token, account: 'new', username: unique(name), password: PASSWORD }),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

it('a suspended organisation works for nobody and loses nothing', async () => {
  const { id, owner } = await newOrganisation();
  const [device, outside] = [await probe(owner), await probe(ours)];
  expect(await report(device.accessToken, 11)).toBe(200);
  const me = await owner.auth.me();
  const ownerLogin = await logIn(me.username);
  const stream = await Listener.open(server.baseUrl, ownerLogin.token);
  await stream.follow('all', { organisation: true });
  const connect = () =>
    connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, { username: device.accessToken, reconnectPeriod: 0 });
  const connection = await connect();
  const { id: automation } = await owner.linkages.create({
    name: unique('每秒'),
    trigger: { type: 'cron', expression: '* * * * * *', timeZone: 'Asia/Shanghai' },
    actions: [{ type: 'notice', title: 'n', content: '' }],
  });
  const runs = async (state: string): Promise<number> => {
    const sought = 'select count(*)::int as n from linkage_run where linkage_id = $1 and state = $2';
    const [row] = await server.sql<{ n: number }>(sought, [automation, state]);
    return row?.n ?? 0;
  };
  await waitFor(async () => (await runs('successful')) > 0, { what: 'the automation to run' });

  await ours.organisations.update(id, { suspended: true });
  await waitFor(() => stream.closed && !connection.connected, { what: 'the connections to close' });
  expect(await report(device.accessToken, 22)).toBe(401);
  await expect(connect()).rejects.toThrow();
  await expect(ownerLogin.api.devices.list()).rejects.toMatchObject({ status: 401 });
  await expect(ownerLogin.refresh()).rejects.toMatchObject({ status: 401 });
  await expect(logIn(me.username)).rejects.toMatchObject({ status: 401 });
  // Its automations do nothing, and the log says that they were due.
  await waitFor(async () => (await runs('skipped')) > 1, { what: 'a run that does nothing' });
  const before = await runs('successful');
  const skipped = await runs('skipped');
  await waitFor(async () => (await runs('skipped')) > skipped, { what: 'another one' });
  expect(await runs('successful')).toBe(before);
  // Others are not concerned.
  expect(await report(outside.accessToken, 33)).toBe(200);

  await ours.organisations.update(id, { suspended: false });
  expect(await report(device.accessToken, 44)).toBe(200);
  const again = await logIn(me.username);
  expect((await again.api.telemetry.latest(device.id))[KEY]?.value).toBe(44);
  connection.end(true);
});
