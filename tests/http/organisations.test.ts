import { ApiError, buildPath, CALLS, type ApiClient, type CallName } from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { makeForeignUser, type ForeignUser } from './second-organisation.ts';

let server: Farm;
let api: ApiClient;
let accessToken: string;
let foreigner: ForeignUser;
const mine = { deviceId: '', deviceToken: '', sceneId: '', groupId: '' };

beforeAll(async () => {
  server = await farm();
  api = await server.client();
  accessToken = await server.accessToken();
  foreigner = await makeForeignUser(server);
  const device = await api.devices.create({ name: '我的设备', productModelCode: 'TQ-3L' });
  const scene = await api.scenes.create({ name: '我的温室' });
  const group = await api.groups.create({ name: '我的分组' });
  Object.assign(mine, {
    groupId: group.id,
    deviceId: device.id,
    deviceToken: device.accessToken,
    sceneId: scene.id,
  });
});
afterAll(async () => {
  await server?.stop();
});

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

/**
 * Every route about one entity of an organisation, with a body that would change it. Deletions have the id in
 * the query.
 */
const BODIES: Partial<Record<CallName, (id: string) => unknown>> = {
  'devices.get': () => undefined,
  'devices.update': (id) => ({ id, name: '夺取' }),
  'devices.remove': () => undefined,
  'devices.attributes': () => undefined,
  'devices.problems': () => undefined,
  'deviceImports.get': () => undefined,
  'deviceImports.tokens': () => undefined,
  'deviceImports.undo': () => undefined,
  'devices.forgetProblems': () => undefined,
  'devices.sim': () => undefined,
  'devices.claimCode': () => ({}),
  'devices.leaveGateway': (id) => ({ gatewayId: id, deviceIds: [id] }),
  'sharing.share': (id) => ({ deviceIds: [id], username: 'foreigner' }),
  'sharing.change': (id) => ({ ids: [id], permissions: ['configure'] }),
  'sharing.stop': () => undefined,
  'sharing.leave': () => undefined,
  'groups.update': (id) => ({ id, name: '夺取' }),
  'groups.remove': () => undefined,
  'deviceGroups.add': (id) => ({ groupId: foreigner.ids['groups'], deviceId: id }),
  'deviceGroups.addMany': (id) => ({ groupId: mine.groupId, deviceIds: [id] }),
  'deviceGroups.remove': () => undefined,
  'deviceGroups.removeMany': () => undefined,
  'files.url': (id) => ({ url: `/files/${id}.png` }),
  'files.preview': (id) => ({ url: `/files/${id}.png` }),
  'files.archive': () => undefined,
  'files.remove': () => undefined,
  'users.update': (id) => ({ id, roles: ['admin'] }),
  'users.remove': () => undefined,
  'users.removeTwoFactors': () => undefined,
  'passkeys.remove': () => undefined,
  'access.device': () => undefined,
  'access.scene': () => undefined,
  'access.person': () => undefined,
  'notifications.switchChannel': () => ({ enabled: false }),
  'notifications.removeChannel': () => undefined,
  'notifications.test': () => undefined,
  'organisationExports.download': () => undefined,
  'organisationExports.remove': () => undefined,
  'roles.update': (id) => ({ id, rights: [] }),
  'roles.remove': () => undefined,
  'accessRules.save': (id) => ({ role: 'viewer', groupId: id, level: 'see' }),
  'accessRules.remove': () => undefined,
  'sessions.revoke': () => undefined,
  'apiKeys.remove': () => undefined,
  'embedTokens.create': (id) => ({ name: 'x', sceneId: id, expireTime: inAnHour() }),
  'embedTokens.remove': () => undefined,
  'scenes.devices': () => undefined,
  'agronomy.plot': () => undefined,
  'agronomy.recordIrrigation': () => ({ kind: 'valve', grossMm: 20 }),
  'handles.ofDevice': () => undefined,
  'handles.operate': () => ({ identify: 'switchValve', params: { open: true } }),
  'crops.plant': () => undefined,
  'crops.updatePlant': (id) => ({ id, crop: '夺取' }),
  'crops.removePlant': () => undefined,
  'crops.diseasesAndPests': () => undefined,
  'alarms.ofDevice': () => undefined,
  'alarms.acknowledge': () => ({}),
  'alarms.clear': () => ({}),
  'alarms.shelve': () => ({ minutes: 5 }),
  'alarmHandling.details': () => undefined,
  'alarmHandling.comment': () => ({ text: '夺取' }),
  'alarmHandling.assign': () => ({ userId: null }),
  'alarmSettings.list': () => undefined,
  'alarmSettings.save': (id) => ({ id, settingRequests: [] }),
  'alarmSettings.tryOut': () => ({ setting: { condition: { silentForMs: 60_000 } } }),
  'alarmSettings.ofAttribute': () => undefined,
  'alarmTrials.get': () => undefined,
  'alarmTrials.remove': () => undefined,
  'alarmTrials.start': (id) => ({ deviceId: id, setting: { condition: { silentForMs: 60_000 } } }),
  'deviceLink.attributes': () => undefined,
  'deviceLink.keep': () => ({ a: 1 }),
  'deviceLink.rotateToken': () => ({}),
  'deviceLink.certificate': () => undefined,
  'deviceLink.setCertificate': () => ({ certificate: null }),
  'deviceLink.shared': () => undefined,
  'deviceLink.share': () => ({ a: 1 }),
  'deviceLink.setGateway': () => ({ gateway: true }),
  'deviceLink.interlock': () => undefined,
  'deviceLink.setInterlock': () => ({ maxRunMinutes: 1 }),
  'thingsboard.credentials': () => undefined,
  'thingsboard.timeseries': () => undefined,
  'thingsboard.timeseriesKeys': () => undefined,
  'thingsboard.attributes': () => undefined,
  'thingsboard.attributesOf': () => undefined,
  'thingsboard.attributeKeys': () => undefined,
  'thingsboard.saveAttributes': () => ({ a: 1 }),
  'thingsboard.saveAttributesOf': () => ({ a: 1 }),
  'thingsboard.oneway': () => ({ method: 'switchValve', params: { open: true } }),
  'thingsboard.twoway': () => ({ method: 'switchValve', params: { open: true } }),
  'thingsboard.oldOneway': () => ({ method: 'switchValve', params: { open: true } }),
  'thingsboard.oldTwoway': () => ({ method: 'switchValve', params: { open: true } }),
  'workOrders.get': () => undefined,
  'workOrders.update': (id) => ({ id, title: '夺取' }),
  'workOrders.log': () => undefined,
  'workOrders.pdf': () => undefined,
  'workOrderPlans.setTemplate': () => ({ name: '夺取', title: '夺取' }),
  'workOrderPlans.removeTemplate': () => undefined,
  'workOrderPlans.switchSchedule': () => ({ enabled: false }),
  'workOrderPlans.removeSchedule': () => undefined,
  'feedback.remove': () => undefined,
  'feedback.answer': () => ({ answer: '夺取' }),
  'articles.tutorial': () => undefined,
  'articles.remove': () => undefined,
  'organisation.removeDepartment': () => undefined,
  'organisation.removePlotSkin': () => undefined,
  'regions.removeMap': () => undefined,
  'invitations.remove': () => undefined,
  'telemetry.latestShared': () => undefined,
  'telemetry.historyShared': () => undefined,
  'telemetry.daily': () => undefined,
  'telemetry.drought': () => undefined,
  'telemetry.warning': () => undefined,
  'telemetry.irrigation': () => undefined,
  'scenes.drag': (id) => ({ id, deviceId: mine.deviceId, position: { x: 0, y: 0, z: 0 } }),
  'telemetry.latest': () => undefined,
  'telemetry.history': () => undefined,
  'telemetry.count': () => undefined,
  'telemetry.chart': () => undefined,
  'telemetry.export': () => undefined,
  'telemetry.outside': () => undefined,
  'telemetry.misdated': () => undefined,
  'linkages.get': () => undefined,
  'linkages.update': (id) => ({ id, name: '夺取' }),
  'linkages.remove': () => undefined,
  'linkages.run': () => undefined,
  'linkages.runs': () => undefined,
  'linkageTrials.get': () => undefined,
  'linkageTrials.remove': () => undefined,
  'integrations.remove': () => undefined,
  'rpc.get': () => undefined,
  'rpc.twoway': () => ({ method: 'switchValve', params: { open: true } }),
  'scenes.get': () => undefined,
  'scenes.saveCover': () => undefined,
  'scenes.update': (id) => ({ id, name: '夺取', sceneDevice: '{}' }),
  'scenes.remove': () => undefined,
};

/** Routes with the id of their entity in the body or the query. */
const NAMED_IN_BODY: CallName[] = [
  'devices.leaveGateway',
  'sharing.share',
  'sharing.change',
  'scenes.update',
  'scenes.drag',
  'groups.update',
  'groups.remove',
  'deviceGroups.add',
  'deviceGroups.addMany',
  'deviceGroups.remove',
  'deviceGroups.removeMany',
  'crops.updatePlant',
  'workOrders.update',
  'workOrders.log',
  'alarmTrials.start',
  'feedback.remove',
  'users.update',
  'roles.update',
  'accessRules.save',
  'embedTokens.create',
  'files.url',
  'files.preview',
  'files.archive',
];

async function call(name: CallName, id: string, token: string): Promise<Response> {
  const { method, path } = CALLS[name];
  const body = BODIES[name]?.(id);
  const query = name === 'workOrders.log' ? `?workOrderId=${id}` : `?ids=${id}`;
  const named = !path.includes('{id}') && (method === 'DELETE' || method === 'GET') ? query : '';
  return fetch(server.baseUrl + buildPath(path, { id, x: 'soilMoisture20', scope: 'SERVER_SCOPE' }) + named, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

describe('an entity of another organisation', () => {
  it('is tested on every route that has an id', () => {
    const named = (Object.keys(CALLS) as CallName[]).filter((name) => {
      const { path, auth } = CALLS[name];
      return (
        auth === 'user' &&
        (path.includes('{id}') || NAMED_IN_BODY.includes(name)) &&
        !name.startsWith('productModels') &&
        name !== 'openApi.get' &&
        !name.startsWith('areas') &&
        name !== 'handles.style' &&
        // Product models are shared by all organisations; each sees its own settings of them.
        !name.startsWith('alarmSettings.ofProduct') &&
        name !== 'alarmSettings.saveProduct' &&
        name !== 'alarmTrials.ofProduct'
      );
    });
    expect(Object.keys(BODIES).sort()).toEqual(named.sort());
  });

  it.each(Object.keys(BODIES) as CallName[])(
    '%s answers 404, as for an id that does not exist',
    async (name) => {
      // Routes that add or share a device get a device of the other organisation.
      const theirs =
        name.startsWith('deviceGroups.add') || name === 'alarms.ofDevice'
          ? foreigner.deviceId
          : (foreigner.ids[name] ?? foreigner.ids[name.split('.')[0] ?? ''] ?? foreigner.deviceId);
      const foreign = await call(name, theirs, accessToken);
      const unknown = await call(name, '3d5f3c7e-5a4b-4c8e-9a0e-2f8f0c1d2e3f', accessToken);
      expect(foreign.status).toBe(404);
      expect(await foreign.json()).toEqual(await unknown.json());
    },
  );

  it('is unchanged after all these requests', async () => {
    expect(await foreigner.api.devices.get(foreigner.deviceId)).toMatchObject({
      name: '邻居的设备',
      version: 1,
    });
    expect(await foreigner.api.scenes.get(foreigner.sceneId)).toMatchObject({
      name: '邻居的温室',
      version: 1,
    });
    expect((await foreigner.api.crops.plants()).items).toMatchObject([{ crop: '邻居的番茄', version: 1 }]);
    const left = await server.sql<{ title: string }>(
      `select title from work_order union all select title from article union all select name from department
       union all select name from plot_skin union all select content from feedback`,
    );
    expect(left.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['邻居的工单', '邻居的教程', '邻居的部门', '邻居的皮肤', '邻居的反馈']),
    );
    expect((await foreigner.api.sharing.ledger()).items).toMatchObject([
      { permissions: ['view'], state: 'active' },
    ]);
    expect((await foreigner.api.groups.list()).items).toMatchObject([{ name: '邻居的分组', deviceCount: 1 }]);
  });

  it('is in no list and no count', async () => {
    expect((await api.alarms.query()).total).toBe(0);
    expect((await foreigner.api.alarms.query()).items).toMatchObject([
      { name: '邻居的告警', active: true, acknowledged: false },
    ]);
    const devices = [
      ...(await api.devices.list({ pageSize: 200 })).items,
      ...(await api.devices.simple()).items,
    ];
    expect(devices.map(({ id }) => id)).not.toContain(foreigner.deviceId);
    expect((await api.scenes.list({ pageSize: 200 })).items.map(({ id }) => id)).not.toContain(
      foreigner.sceneId,
    );
    expect((await foreigner.api.devices.count()).total).toBe(1);
    const { parts } = await foreigner.api.statistics.devices({ days: 1 });
    expect(parts.map(({ devices }) => devices)).toEqual([[1]]);
    expect((await foreigner.api.devices.list()).items.map(({ id }) => id)).toEqual([foreigner.deviceId]);
  });

  it('cannot be reached by its name either', async () => {
    expect((await api.devices.list({ name: '邻居' })).total).toBe(0);
  });
});

describe('the stream', () => {
  type Frame = { type: string; code?: string; items?: { deviceId: string }[] };

  async function openStream(token: string): Promise<{ socket: WebSocket; frames: Frame[] }> {
    const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/api/stream`);
    const frames: Frame[] = [];
    socket.on('message', (raw: Buffer) => frames.push(JSON.parse(raw.toString()) as Frame));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.send(JSON.stringify({ type: 'auth', token }));
    await waitFor(() => frames.some(({ type }) => type === 'ready'));
    return { socket, frames };
  }

  const report = (token: string, value: number): Promise<Response> =>
    fetch(`${server.baseUrl}/api/v1/${token}/telemetry`, {
      method: 'POST',
      body: JSON.stringify({ soilMoisture20: value }),
    });

  it('refuses a foreign device and a foreign scene', async () => {
    const { socket, frames } = await openStream(accessToken);
    socket.send(JSON.stringify({ type: 'subscribe', id: 'd', devices: [mine.deviceId, foreigner.deviceId] }));
    socket.send(JSON.stringify({ type: 'subscribe', id: 's', scene: foreigner.sceneId }));
    await waitFor(() => frames.filter(({ code }) => code === 'not_found').length === 2);
    socket.terminate();
  });

  it('sends an organisation only its own devices', async () => {
    const us = await openStream(accessToken);
    const them = await openStream(foreigner.accessToken);
    for (const { socket } of [us, them])
      socket.send(JSON.stringify({ type: 'subscribe', id: 'o', organisation: true }));
    await waitFor(() => [us, them].every(({ frames }) => frames.some(({ type }) => type === 'subscribed')));
    await report(foreigner.deviceToken, 31);
    await report(mine.deviceToken, 32);
    const receivedBy = ({ frames }: { frames: Frame[] }): string[] =>
      frames.flatMap(({ items }) => items ?? []).map(({ deviceId }) => deviceId);
    await waitFor(() => receivedBy(us).length > 0 && receivedBy(them).length > 0);
    expect(new Set(receivedBy(us))).toEqual(new Set([mine.deviceId]));
    expect(new Set(receivedBy(them))).toEqual(new Set([foreigner.deviceId]));
    us.socket.terminate();
    them.socket.terminate();
  });

  it('does not follow a foreign device whose id is in a scene of the organisation', async () => {
    const layout = { camera: null, childScenes: [], extra: {} };
    const at = { x: 0, y: 0, z: 0 };
    const equipment = [foreigner.deviceId, mine.deviceId].map((id) => ({
      id,
      parentId: null,
      position: at,
      rotation: at,
      scale: { x: 1, y: 1, z: 1 },
      extra: {},
    }));
    const scene = await api.scenes.create({ name: '借来的', layout: { ...layout, equipment } });
    const { socket, frames } = await openStream(accessToken);
    socket.send(JSON.stringify({ type: 'subscribe', id: 's', scene: scene.id, cursor: '0' }));
    const subscribed = await waitFor(() => frames.find(({ type }) => type === 'subscribed'));
    expect(subscribed).toMatchObject({ devices: [mine.deviceId] });
    await report(foreigner.deviceToken, 33);
    await report(mine.deviceToken, 34);
    await waitFor(() => frames.some((frame) => JSON.stringify(frame).includes('34')));
    expect(JSON.stringify(frames)).not.toContain(foreigner.deviceId);
    socket.terminate();
  });
});

it('claiming a device moves it to the new owner, out of its groups', async () => {
  const device = await api.devices.create({ name: '转让', productModelCode: 'TQ-3L' });
  await api.deviceGroups.add(mine.groupId, device.id);
  const { code } = await api.devices.claimCode(device.id);
  await expect(foreigner.api.devices.claim('AAAA-AAAA-AAAA-AAAA')).rejects.toMatchObject({ status: 400 });
  await foreigner.api.devices.claim(code);
  expect((await foreigner.api.devices.get(device.id)).name).toBe('转让');
  await expect(api.devices.get(device.id)).rejects.toMatchObject({ status: 404 });
  expect((await api.deviceGroups.list({ deviceId: device.id })).total).toBe(0);
  await expect(api.devices.claim(code)).rejects.toMatchObject({ status: 400 });
  await foreigner.api.devices.remove(device.id);
});

it('a claim code is refused after its end', async () => {
  const device = await api.devices.create({ name: '过期', productModelCode: 'TQ-3L' });
  const { code } = await api.devices.claimCode(device.id);
  await server.sql(`update device_claim set expires_at = now() - interval '1 second' where device_id = $1`, [
    device.id,
  ]);
  await expect(foreigner.api.devices.claim(code)).rejects.toMatchObject({ status: 400, field: 'code' });
  expect((await api.devices.get(device.id)).name).toBe('过期');
});

it('a deleted user cannot continue with a token that has not expired', async () => {
  await server.sql(`delete from app_user where username = 'foreigner'`);
  const error = await foreigner.api.auth.me().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 401 });
});
