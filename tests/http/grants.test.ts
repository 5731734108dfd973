import { createApiClient, type ApiClient, type CreatedDevice, type LinkageDraft } from '@farm3d/api';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice } from './cases/device-link.ts';
import { insertMember } from '../support/members.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

/*
 * A right is checked when it is used: what was created with it has no effect after its end. To show
 * that nothing was sent, each test waits for a later command that is sent the same way.
 */

let server: Farm;
let ours: ApiClient;
let theirs: ApiClient;

beforeAll(async () => {
  server = await farm();
  ours = await server.client();
  await insertMember(server, { username: 'neighbour', roles: ['admin'], organisation: '邻居' });
  theirs = await logIn('neighbour');
});
afterAll(async () => {
  await server?.stop();
});

async function logIn(username: string, password = server.adminPassword): Promise<ApiClient> {
  const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
    username,
    password,
  });
  return createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
}

/** A user of our organisation. */
async function colleague(roles: string[]): Promise<{ id: string; api: ApiClient }> {
  const username = `kollege-${crypto.randomUUID().slice(0, 8)}`;
  const password = 'eine-lange-losung-2026';
  const { userId } = await ours.users.create({ username, roles, password });
  return { id: userId, api: await logIn(username, password) };
}

const newValve = (): Promise<CreatedDevice> =>
  ours.devices.create({ name: `阀门 ${crypto.randomUUID().slice(0, 8)}`, productModelCode: 'DCF-4' });

/** The commands that a device receives, in order, by their number of minutes; it answers each. */
async function listen(token: string): Promise<{ connection: MqttClient; minutes: number[] }> {
  const connection = await connectDevice(server, token);
  const minutes: number[] = [];
  connection.on('message', (topic, payload) => {
    minutes.push((JSON.parse(payload.toString()) as { params: { minutes: number } }).params.minutes);
    void connection.publishAsync(topic.replace('request', 'response'), '{}');
  });
  await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  return { connection, minutes };
}

const open = (minutes: number) => ({ method: 'switchValve', params: { open: true, minutes } });
/** Minutes of the command that must not be sent, and of those that the owner sends afterwards. */
const [EARLIER, NOW, LATER] = [1, 2, 3];

/** Queues a command for an offline device. @returns its id in the ledger */
async function queue(api: ApiClient, device: { id: string }, minutes = EARLIER): Promise<string> {
  const answer = await api.rpc.twoway(device.id, {
    ...open(minutes),
    persistent: true,
    expiresIn: 3_600_000,
  });
  return String(answer['rpcId']);
}

const claim = async (device: { id: string }): Promise<void> => {
  const { code } = await ours.devices.claimCode(device.id);
  await theirs.devices.claim(code);
};

/** After the right has ended, the queued command is not sent, but the owner's later command is. */
async function expectOnlyLater(device: CreatedDevice, owner: ApiClient): Promise<void> {
  const { connection, minutes } = await listen(device.accessToken);
  try {
    await owner.rpc.twoway(device.id, { ...open(NOW), timeout: 60_000 });
    await queue(owner, device, LATER);
    await waitFor(() => minutes.includes(LATER), { what: 'the command of the owner' });
    expect(new Set(minutes)).toEqual(new Set([NOW, LATER]));
  } finally {
    await connection.endAsync(true);
  }
}

describe('a command that waits for its device', () => {
  it('is not sent after the device was claimed by another organisation', async () => {
    const valve = await newValve();
    const rpcId = await queue(ours, valve);
    await claim(valve);
    // The claim itself ends it, before any device comes to fetch it.
    expect(await ours.rpc.get(rpcId)).toMatchObject({ state: 'failed' });
    await expectOnlyLater(valve, theirs);
    expect(await ours.rpc.get(rpcId)).toMatchObject({ state: 'failed' });
    await expect(theirs.rpc.get(rpcId)).rejects.toMatchObject({ status: 404 });
    const { items } = await theirs.organisation.operateLog({ deviceId: valve.id });
    const minutes = items.map(({ params }) => (params as { minutes: number }).minutes);
    expect(new Set(minutes)).toEqual(new Set([NOW, LATER]));
  });

  it('is not sent again by a kept MQTT session after the device was claimed', async () => {
    const valve = await newValve();
    const keep = () =>
      connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
        username: valve.accessToken,
        clientId: 'kept',
        clean: false,
        reconnectPeriod: 0,
      });
    const silent = await keep();
    const arrived = new Promise((resolve) => silent.once('message', resolve));
    // It is never acknowledged: the session keeps it.
    silent.handleMessage = () => undefined;
    await silent.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    const asked = ours.rpc.twoway(valve.id, { ...open(EARLIER), timeout: 60_000 }).catch(() => undefined);
    await arrived;
    await claim(valve);
    await asked;
    silent.end(true);
    const resumed = await keep();
    const minutes: number[] = [];
    resumed.on('message', (topic, payload) => {
      minutes.push((JSON.parse(payload.toString()) as { params: { minutes: number } }).params.minutes);
      void resumed.publishAsync(topic.replace('request', 'response'), '{}');
    });
    await resumed.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    await theirs.rpc.twoway(valve.id, { ...open(NOW), timeout: 60_000 });
    expect(minutes).toEqual([NOW]);
    await resumed.endAsync(true);
  });

  it.each(['stopped', 'expired'] as const)('is not sent after its share was %s', async (end) => {
    const valve = await newValve();
    const { items } = await ours.sharing.share({
      deviceIds: [valve.id],
      username: 'neighbour',
      permissions: ['view', 'control'],
    });
    await queue(theirs, valve);
    const share = items[0]?.id ?? '';
    if (end === 'stopped') await ours.sharing.stop(share);
    else await ours.sharing.change([share], { expiresAt: Date.now() - 1_000 });
    await expectOnlyLater(valve, ours);
  });

  it('is sent while its share is valid', async () => {
    const valve = await newValve();
    await ours.sharing.share({
      deviceIds: [valve.id],
      username: 'neighbour',
      permissions: ['view', 'control'],
    });
    const rpcId = await queue(theirs, valve);
    const { connection, minutes } = await listen(valve.accessToken);
    await waitFor(() => minutes.includes(EARLIER));
    await waitFor(async () => (await theirs.rpc.get(rpcId)).state === 'successful');
    await connection.endAsync(true);
  });

  it.each(['demoted', 'locked', 'deleted'] as const)('is not sent after its user was %s', async (end) => {
    const valve = await newValve();
    const person = await colleague(['operator']);
    await queue(person.api, valve);
    if (end === 'demoted') await ours.users.update(person.id, { roles: ['viewer'] });
    else if (end === 'locked') await ours.users.update(person.id, { enabled: false });
    else await ours.users.remove(person.id);
    await expectOnlyLater(valve, ours);
  });

  it('is not sent after its API key was removed', async () => {
    const valve = await newValve();
    const { id, key } = await ours.apiKeys.create({ name: '程序', roles: ['operator'] });
    await queue(createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => key }), valve);
    await ours.apiKeys.remove(id);
    await expectOnlyLater(valve, ours);
  });
});

it('a linkage receives no values of a device that another organisation has claimed', async () => {
  const probe = await ours.devices.create({ name: '被认领的探头', productModelCode: 'TQ-3L' });
  const valve = await newValve();
  const base: Pick<LinkageDraft, 'condition' | 'actions'> = {
    condition: { deviceId: probe.id, key: 'soilMoisture20', op: '>', value: 0 },
    actions: [{ type: 'notice', title: '看见', content: '看见' }],
  };
  const manual = await ours.linkages.create({ ...base, name: '手动', trigger: { type: 'manual' } });
  const watching = await ours.linkages.create({ ...base, name: '监视', trigger: { type: 'telemetry' } });
  await claim(probe);
  const report = (device: CreatedDevice, values: object): Promise<Response> =>
    fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
      method: 'POST',
      body: JSON.stringify(values),
    });
  await report(probe, { soilMoisture20: 41.5 });
  const run = await ours.linkages.run(manual.id);
  expect(run).toMatchObject({ state: 'skipped' });
  expect(JSON.stringify(run)).not.toContain('41.5');
  // A later report of the organisation's own device triggers a linkage of the same engine, which has
  // evaluated both by then.
  const marker = await ours.linkages.create({
    name: '标记',
    trigger: { type: 'telemetry' },
    condition: { deviceId: valve.id, key: 'flowRate', op: '>', value: 0 },
    actions: base.actions,
  });
  await report(probe, { soilMoisture20: 42.5 });
  await report(valve, { flowRate: 3 });
  await waitFor(async () => (await ours.linkages.runs(marker.id)).total === 1, { what: 'the marker' });
  expect((await ours.linkages.runs(watching.id)).items.filter(({ state }) => state !== 'skipped')).toEqual(
    [],
  );
});

describe('a key of a program', () => {
  it('has only the rights that its creator still has', async () => {
    const person = await colleague(['admin']);
    const { key } = await person.api.apiKeys.create({ name: '钥匙', roles: ['admin', 'viewer'] });
    const program = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => key });
    expect((await program.users.list()).total).toBeGreaterThan(0);
    await ours.users.update(person.id, { roles: ['viewer'] });
    await expect(program.users.create({ username: 'x1x2x3', roles: ['admin'] })).rejects.toMatchObject({
      status: 403,
    });
    expect((await program.devices.list()).total).toBeGreaterThan(0);
  });
});

it.each(['demoted', 'locked', 'deleted'] as const)(
  'the token of an embedded page ends when its creator is %s',
  async (end) => {
    const person = await colleague(['admin']);
    const scene = await ours.scenes.create({ name: '嵌入' });
    const { token } = await person.api.embedTokens.create({
      name: '页面',
      sceneId: scene.id,
      expiresAt: Date.now() + 3_600_000,
    });
    const show = async (): Promise<number> => {
      const answer = await fetch(`${server.baseUrl}/intelligent/scene/${scene.id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return answer.status;
    };
    expect(await show()).toBe(200);
    if (end === 'demoted') await ours.users.update(person.id, { roles: ['viewer'] });
    else if (end === 'locked') await ours.users.update(person.id, { enabled: false });
    else await ours.users.remove(person.id);
    expect(await show()).toBe(401);
  },
);
