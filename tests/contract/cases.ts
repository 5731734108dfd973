import { randomUUID } from 'node:crypto';
import {
  ApiError,
  buildPath,
  createApiClient,
  createRealtimeClient,
  ROUTES,
  type ApiClient,
  type CreatedDevice,
  type RouteName,
  type SceneLayout,
  type StreamEvent,
} from '@farm3d/api';
import { connectAsync } from 'mqtt';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { cookieFetch } from '../support/cookies.ts';
import { waitFor, withDeadline } from '../support/wait.ts';

/** The server under test: the real one, or one with a route that answers nothing of worth. */
export interface ContractTarget {
  readonly baseUrl: string;
  readonly mqttPort: number;
  readonly password: string;
  readonly api: ApiClient;
  readonly accessToken: string;
}

/** A telemetry key that the soil probe declares: NUMERIC, %. */
const MOISTURE = 'soilMoisture20';

const uniqueName = (what: string): string => `${what}-${randomUUID().slice(0, 8)}`;

async function newDevice({ api }: ContractTarget, productModelCode = 'TQ-3L'): Promise<CreatedDevice> {
  const device = await api.devices.create({ name: uniqueName('设备'), productModelCode });
  expect(device.accessToken).toMatch(/^[\w-]{27}$/);
  return device;
}

function send(
  { baseUrl }: ContractTarget,
  name: RouteName,
  path: Record<string, string>,
  body?: unknown,
): Promise<Response> {
  const route = ROUTES[name];
  return fetch(baseUrl + buildPath(route.path, path), {
    method: route.method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
}

/** Reports one message as the device would; an empty 200 says that it is stored. */
async function report(target: ContractTarget, device: CreatedDevice, body: unknown): Promise<void> {
  const answer = await send(target, 'ingest.telemetry', { token: device.accessToken }, body);
  expect(await answer.text()).toBe('');
  expect(answer.status).toBe(200);
}

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

function layoutWith(deviceId: string): SceneLayout {
  return {
    camera: { position: { x: 12.5, y: 9, z: 20.25 }, target: { x: 0, y: 1, z: 0 } },
    equipment: [
      {
        id: deviceId,
        parentId: null,
        position: { x: 1.5, y: 0, z: -2.25 },
        rotation: { x: 0, y: Math.PI / 3, z: 0 },
        scale: { x: 1, y: 1.5, z: 1 },
        extra: { paintedBy: 'another program' },
      },
    ],
    childScenes: [],
    extra: { legend: { shown: true } },
  };
}

const minutesAgo = (minutes: number): number => Date.now() - minutes * 60_000;

/** One case a route. The type asks for all of them: a route without a case does not compile. */
export const CASES: Record<RouteName, (target: ContractTarget) => Promise<void>> = {
  'auth.login': async ({ baseUrl, password }) => {
    const client = createApiClient({ baseUrl });
    const session = await client.auth.login({ username: 'admin', password });
    expect(session.expiresIn).toBe(900);
    expect(session.user).toMatchObject({ username: 'admin', userType: 'admin', roles: ['admin'] });
    const mine = createApiClient({ baseUrl, getAccessToken: () => session.accessToken });
    expect((await mine.auth.me()).userId).toBe(session.user.userId);
    const wrong = await refusal(client.auth.login({ username: 'admin', password: `${password}!` }));
    expect(wrong).toMatchObject({ status: 401, code: 401, msg: '用户名或密码错误' });
  },

  'auth.refresh': async ({ baseUrl, password }) => {
    const client = createApiClient({ baseUrl, fetch: cookieFetch() });
    const first = await client.auth.login({ username: 'admin', password });
    const second = await client.auth.refresh();
    expect(second.user).toEqual(first.user);
    const mine = createApiClient({ baseUrl, getAccessToken: () => second.accessToken });
    expect((await mine.auth.me()).username).toBe('admin');
    // And once more with the successor: the chain goes on.
    expect((await client.auth.refresh()).user).toEqual(first.user);
  },

  'auth.logout': async ({ baseUrl, password }) => {
    const client = createApiClient({ baseUrl, fetch: cookieFetch() });
    await client.auth.login({ username: 'admin', password });
    await client.auth.logout();
    expect(await refusal(client.auth.refresh())).toMatchObject({ status: 401 });
  },

  'auth.me': async ({ api }) => {
    expect(await api.auth.me()).toMatchObject({ username: 'admin', areaCode: null, roles: ['admin'] });
  },

  'devices.list': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const found = await api.devices.list({ name: device.name.slice(2).toUpperCase() });
    expect(found.total).toBe(1);
    expect(found.items[0]).toMatchObject({
      id: device.id,
      name: device.name,
      productModelCode: 'TQ-3L',
      modelPath: '/models/soil-probe.glb',
      online: false,
      simulated: false,
      version: 1,
    });
    expect((await api.devices.list({ name: device.name, online: true })).total).toBe(0);
    expect((await api.devices.list({ name: device.name, productModelCode: 'QX-9' })).total).toBe(0);
    await newDevice(target);
    const page = await api.devices.list({ page: 2, pageSize: 1 });
    expect(page.items).toHaveLength(1);
    expect(page.total).toBeGreaterThanOrEqual(2);
    expect(await refusal(api.devices.list({ pageSize: 1000 }))).toMatchObject({
      status: 400,
      field: 'pageSize',
    });
  },

  'devices.simple': async (target) => {
    const device = await newDevice(target);
    const { items, total } = await target.api.devices.simple();
    expect(items).toHaveLength(total);
    expect(items.find(({ id }) => id === device.id)).toEqual({
      id: device.id,
      name: device.name,
      productModelCode: 'TQ-3L',
      productTypeCode: 'TQ',
      online: false,
    });
  },

  'devices.count': async (target) => {
    const before = await target.api.devices.count();
    const device = await newDevice(target);
    await report(target, device, { [MOISTURE]: 30 });
    const after = await target.api.devices.count();
    expect(after.total).toBe(before.total + 1);
    expect(after.online).toBe(before.online + 1);
    expect(after.offline).toBe(after.total - after.online);
  },

  'devices.create': async (target) => {
    const { api } = target;
    const device = await api.devices.create({
      name: ' 南区阀门 ',
      productModelCode: 'DCF-4',
      thirdId: '34020000001320000001',
      ledScreenWidth: 128,
    });
    expect(device).toMatchObject({
      name: '南区阀门',
      thirdId: '34020000001320000001',
      ledScreenWidth: 128,
      ledScreenHeight: 48,
    });
    await report(target, device, { flowRate: 1.25 });
    expect(await refusal(api.devices.create({ name: ' ', productModelCode: 'DCF-4' }))).toMatchObject({
      status: 400,
      field: 'name',
      msg: '请输入设备名称',
    });
    expect(await refusal(api.devices.create({ name: 'x', productModelCode: 'NONE' }))).toMatchObject({
      status: 400,
      field: 'productModelCode',
    });
  },

  'devices.get': async (target) => {
    const { api } = target;
    const { accessToken: _, ...created } = await newDevice(target);
    expect(await api.devices.get(created.id)).toEqual(created);
    expect(created).toMatchObject({
      rejectedCount: 0,
      lastRejection: null,
      ledScreenWidth: 96,
      ledScreenHeight: 48,
    });
    const unknown = await refusal(api.devices.get(randomUUID()));
    expect(unknown).toMatchObject({ status: 404, code: 404, error: undefined });
  },

  'devices.update': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    await api.devices.update(device.id, { thirdId: 'kept' });
    const renamed = await api.devices.update(device.id, { name: '改名', version: 2 });
    expect(renamed).toMatchObject({ name: '改名', thirdId: 'kept', version: 3 });
    expect(await api.devices.get(device.id)).toEqual(renamed);
    expect(await refusal(api.devices.update(device.id, { name: '晚了', version: 2 }))).toMatchObject({
      status: 409,
    });
    const other = await fetch(`${target.baseUrl}/api/devices/${device.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${target.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: randomUUID(), name: 'x' }),
    });
    expect(other.status).toBe(400);
    expect((await api.devices.get(device.id)).name).toBe('改名');
  },

  'devices.remove': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    await report(target, device, { [MOISTURE]: 20 });
    await api.devices.remove(device.id);
    expect(await refusal(api.devices.get(device.id))).toMatchObject({ status: 404 });
    const token = device.accessToken;
    expect((await send(target, 'ingest.telemetry', { token }, { [MOISTURE]: 1 })).status).toBe(401);
  },

  'devices.attributes': async (target) => {
    const device = await newDevice(target);
    await report(target, device, { [MOISTURE]: 31.5 });
    const { items } = await target.api.devices.attributes(device.id);
    const moisture = items.find(({ identify }) => identify === MOISTURE);
    expect(moisture?.latest?.value).toBe(31.5);
    expect(moisture?.type).toBe('attribute');
    expect(moisture?.parameters[0]).toMatchObject({ key: MOISTURE, type: 'NUMERIC', unit: '%' });
  },

  'productModels.list': async ({ api }) => {
    const { items, total } = await api.productModels.list();
    expect(total).toBe(items.length);
    expect(items.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['DCF-4', 'QX-9', 'SP-DH2', 'TQ-3L']),
    );
    expect(items.find(({ code }) => code === 'SP-DH2')).toMatchObject({
      productTypeCode: 'SP',
      modelPath: '/models/camera.glb',
    });
  },

  'productModels.get': async ({ api }) => {
    const [first] = (await api.productModels.list()).items;
    expect(first).toBeDefined();
    expect(await api.productModels.get(first?.id ?? '')).toEqual(first);
    expect(await refusal(api.productModels.get(randomUUID()))).toMatchObject({
      status: 404,
      error: undefined,
    });
  },

  'productModels.attributes': async ({ api }) => {
    const valve = (await api.productModels.list()).items.find(({ code }) => code === 'DCF-4');
    const services = await api.productModels.attributes(valve?.id ?? '', { type: 'service' });
    expect(services.items.every(({ type }) => type === 'service')).toBe(true);
    expect(services.items.find(({ identify }) => identify === 'switchValve')).toMatchObject({
      enabled: true,
      associatedStates: ['valveState'],
      parameters: expect.arrayContaining([expect.objectContaining({ key: 'open', type: 'BOOLEAN' })]),
    });
    const all = await api.productModels.attributes(valve?.id ?? '');
    expect(all.total).toBeGreaterThan(services.total);
    expect((await api.productModels.attributes(valve?.id ?? '', { enabled: false })).total).toBe(0);
  },

  'telemetry.latest': async (target) => {
    const device = await newDevice(target);
    const ts = minutesAgo(5);
    await report(target, device, { ts, values: { [MOISTURE]: 28.25, note: '未声明', open: true } });
    await report(target, device, { ts: ts - 60_000, values: { [MOISTURE]: 9 } });
    const latest = await target.api.telemetry.latest(device.id);
    expect(latest).toEqual({
      [MOISTURE]: { ts, value: 28.25 },
      note: { ts, value: '未声明' },
      open: { ts, value: true },
    });
    expect(Object.keys(await target.api.telemetry.latest(device.id, ['note']))).toEqual(['note']);
  },

  'telemetry.history': async (target) => {
    const device = await newDevice(target);
    const start = Math.floor(minutesAgo(60) / 1000) * 1000;
    const sent = Array.from({ length: 10 }, (_, i) => ({
      ts: start + i * 1000,
      values: { [MOISTURE]: 20 + i },
    }));
    await report(target, device, sent);
    const { api } = target;
    const range = { keys: [MOISTURE], startTs: start + 2000, endTs: start + 6000 };
    const series = await api.telemetry.history(device.id, range);
    expect(series[MOISTURE]).toEqual([2, 3, 4, 5].map((i) => ({ ts: start + i * 1000, value: 20 + i })));
    const newest = await api.telemetry.history(device.id, { ...range, orderBy: 'DESC', limit: 1 });
    expect(newest[MOISTURE]).toEqual([{ ts: start + 5000, value: 25 }]);
    const backwards = api.telemetry.history(device.id, { ...range, startTs: range.endTs });
    expect(await refusal(backwards)).toMatchObject({ status: 400, field: 'startTs' });
  },

  'telemetry.count': async (target) => {
    const device = await newDevice(target);
    expect(await target.api.telemetry.count(device.id)).toBe(0);
    const ts = minutesAgo(3);
    await report(
      target,
      device,
      [1, 2, 3].map((i) => ({ ts: ts + i, values: { [MOISTURE]: i } })),
    );
    expect(await target.api.telemetry.count(device.id)).toBe(3);
  },

  'telemetry.chart': async (target) => {
    const device = await newDevice(target);
    const start = Math.floor(minutesAgo(120) / 60_000) * 60_000;
    const sent = Array.from({ length: 60 }, (_, i) => ({ ts: start + i * 1000, values: { [MOISTURE]: i } }));
    await report(target, device, sent);
    const chart = await target.api.telemetry.chart(device.id, {
      keys: [MOISTURE],
      startTs: start,
      endTs: start + 60_000,
      points: 2,
    });
    expect(chart[MOISTURE]).toEqual([
      { ts: start, value: 14.5, min: 0, max: 29 },
      { ts: start + 30_000, value: 44.5, min: 30, max: 59 },
    ]);
  },

  'rpc.twoway': async (target) => {
    const { api } = target;
    const device = await newDevice(target, 'DCF-4');
    const offline = await refusal(
      api.rpc.twoWay(device.id, { method: 'switchValve', params: { open: true } }),
    );
    expect(offline).toMatchObject({ status: 409, msg: '设备不在线' });
    const connection = await connectAsync(`mqtt://127.0.0.1:${target.mqttPort}`, {
      username: device.accessToken,
      reconnectPeriod: 0,
      connectTimeout: 5_000,
    });
    try {
      connection.on('message', (topic, payload) => {
        const { method, params } = JSON.parse(payload.toString()) as {
          method: string;
          params: { open: boolean };
        };
        if (method !== 'switchValve') return;
        const number = topic.split('/').at(-1);
        connection.publish(
          `v1/devices/me/rpc/response/${number}`,
          JSON.stringify({ valveState: params.open }),
        );
      });
      await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
      const answer = await api.rpc.twoWay(device.id, { method: 'switchValve', params: { open: true } });
      expect(answer).toEqual({ status: 'success', valveState: true });
      const silent = await refusal(api.rpc.twoWay(device.id, { method: 'unknown', timeoutMs: 200 }));
      expect(silent.status).toBe(504);
    } finally {
      await connection.endAsync(true);
    }
  },

  'scenes.list': async ({ api }) => {
    const before = await api.scenes.list({ type: 'plot' });
    const scene = await api.scenes.create({ name: uniqueName('地块'), type: 'plot' });
    const after = await api.scenes.list({ type: 'plot' });
    expect(after.total).toBe(before.total + 1);
    expect(after.items[0]).toEqual(scene);
    expect(
      (await api.scenes.list({ type: 'greenhouse', pageSize: 200 })).items.map(({ id }) => id),
    ).not.toContain(scene.id);
  },

  'scenes.get': async ({ api }) => {
    const boundary = {
      coordinates: [
        [
          [105.1, 31.6],
          [105.2, 31.6],
          [105.2, 31.7],
          [105.1, 31.6],
        ],
      ],
    };
    const scene = await api.scenes.create({
      name: uniqueName('场景'),
      boundary,
      latitude: 31.6,
      longitude: 105.1,
    });
    expect(await api.scenes.get(scene.id)).toEqual(scene);
    expect(scene).toMatchObject({ boundary, latitude: 31.6, longitude: 105.1, version: 1 });
    expect(await refusal(api.scenes.get(randomUUID()))).toMatchObject({ status: 404, error: undefined });
  },

  'scenes.create': async (target) => {
    const { api } = target;
    const me = await api.auth.me();
    const device = await newDevice(target);
    const layout = layoutWith(device.id);
    const scene = await api.scenes.create({ name: ' 一号棚 ', description: '说明', layout });
    expect(scene).toMatchObject({
      name: '一号棚',
      description: '说明',
      type: 'greenhouse',
      createdBy: me.userId,
    });
    expect(scene.layout.equipment).toEqual(layout.equipment);
    expect(scene.layout.extra).toEqual(layout.extra);
    expect(scene.layout.camera).toMatchObject(layout.camera ?? {});
    expect(await refusal(api.scenes.create({ name: '' }))).toMatchObject({
      status: 400,
      field: 'name',
      msg: '请输入场景名称',
    });
    expect((await api.scenes.create({ name: '棚'.repeat(50) })).name).toHaveLength(50);
    const long = await refusal(api.scenes.create({ name: '棚'.repeat(51) }));
    expect(long).toMatchObject({ status: 400, field: 'name', msg: '长度不能超過50个字符' });
  },

  'scenes.update': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const layout = layoutWith(device.id);
    const scene = await api.scenes.create({
      name: '合并',
      description: '原来的',
      layout,
      plotSkin: '/skins/soil.png',
    });
    // A change of the skin leaves the layout out; a save of the layout leaves the skin out.
    const skinned = await api.scenes.update(scene.id, { plotSkin: '/skins/grass.png' });
    expect(skinned).toMatchObject({ name: '合并', description: '原来的', version: 2, layout: scene.layout });
    const moved = structuredClone(scene.layout);
    if (moved.equipment[0]) moved.equipment[0].position.x = 4.75;
    const saved = await api.scenes.update(scene.id, {
      name: '合并',
      description: '新的',
      layout: moved,
      version: 2,
    });
    expect(saved).toMatchObject({ plotSkin: '/skins/grass.png', description: '新的', version: 3 });
    expect((await api.scenes.get(scene.id)).layout).toEqual(moved);
    const stale = await refusal(api.scenes.update(scene.id, { name: '晚了', version: 2 }));
    expect(stale.status).toBe(409);
    expect((await api.scenes.get(scene.id)).name).toBe('合并');
    expect(await refusal(api.scenes.update(randomUUID(), { name: 'x' }))).toMatchObject({ status: 404 });
  },

  'scenes.remove': async ({ api }) => {
    const scene = await api.scenes.create({ name: uniqueName('删除') });
    await api.scenes.remove(scene.id);
    expect(await refusal(api.scenes.get(scene.id))).toMatchObject({ status: 404 });
    expect(await refusal(api.scenes.remove(scene.id))).toMatchObject({ status: 404 });
  },

  'scenes.globalConfig': async ({ api }) => {
    expect(await api.scenes.globalConfig()).toEqual({
      simulateWeather: false,
      realWeather: false,
      baseModelPath: '/models/greenhouse.glb',
    });
  },

  'ingest.telemetry': async (target) => {
    const device = await newDevice(target);
    await report(target, device, { [MOISTURE]: 22.5 });
    expect((await target.api.telemetry.latest(device.id))[MOISTURE]?.value).toBe(22.5);
    const wrong = await send(target, 'ingest.telemetry', { token: 'wrong' }, { [MOISTURE]: 1 });
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toBe('');
  },

  'ingest.attributes': async (target) => {
    const { accessToken: token } = await newDevice(target);
    const answer = await send(target, 'ingest.attributes', { token }, { firmware: '1.4.2' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    const stored = await (await send(target, 'ingest.readAttributes', { token })).text();
    expect(stored).toContain('"firmware":"1.4.2"');
  },

  'ingest.readAttributes': async (target) => {
    const { accessToken: token } = await newDevice(target);
    await send(target, 'ingest.attributes', { token }, { firmware: '1.4.2', serial: 'A-7' });
    const answer = await fetch(`${target.baseUrl}/api/v1/${token}/attributes?clientKeys=serial`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('"serial":"A-7"');
    expect((await send(target, 'ingest.readAttributes', { token: 'wrong' })).status).toBe(401);
  },

  'stream.connect': async (target) => {
    const device = await newDevice(target);
    const heard: StreamEvent[] = [];
    const stream = createRealtimeClient({
      url: `${target.baseUrl.replace('http', 'ws')}/api/stream`,
      getAccessToken: () => target.accessToken,
      WebSocketImpl: WebSocket,
    });
    try {
      stream.subscribe({ devices: [device.id] }, (event) => heard.push(event));
      await waitFor(() => heard.some(({ type }) => type === 'subscribed'), { timeoutMs: 5_000 });
      await report(target, device, { [MOISTURE]: 41.5 });
      const values = await waitFor(
        () =>
          heard
            .flatMap((event) => (event.type === 'telemetry' ? event.items : []))
            .find(({ values }) => MOISTURE in values),
        { timeoutMs: 5_000, what: 'the value on the stream' },
      );
      expect(values).toMatchObject({ deviceId: device.id, values: { [MOISTURE]: 41.5 } });
    } finally {
      stream.close();
    }
  },

  'system.health': async (target) => {
    const answer = await send(target, 'system.health', {});
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'ok' });
  },

  'system.ready': async (target) => {
    const answer = await send(target, 'system.ready', {});
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'ok' });
  },

  'system.metrics': async (target) => {
    const read = async (): Promise<number> => {
      const text = await (await send(target, 'system.metrics', {})).text();
      return Number(/^farm3d_ingest_readings_total (\d+)$/m.exec(text)?.[1]);
    };
    const device = await newDevice(target);
    const before = await read();
    await report(target, device, { [MOISTURE]: 1 });
    expect(await read()).toBeGreaterThan(before);
  },
};

/** Runs one case with a deadline: a call that never answers is a failure, too. */
export async function runCase(name: RouteName, target: ContractTarget): Promise<void> {
  const result = await withDeadline(
    CASES[name](target).then(() => 'passed' as const),
    20_000,
  );
  expect(result).toBe('passed');
}
