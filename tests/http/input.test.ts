import { createApiClient, type ApiClient, type CreatedDevice } from '@farm3d/api';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { cookieFetch } from '../support/cookies.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

let server: Farm;
let api: ApiClient;
let accessToken: string;
let device: CreatedDevice;

beforeAll(async () => {
  server = await farm();
  accessToken = await server.accessToken();
  api = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
  device = await api.devices.create({ name: '探头', productModelCode: 'TQ-3L' });
});
afterAll(async () => {
  await server?.stop();
});

const report = (body: string, token = device.accessToken): Promise<Response> =>
  fetch(`${server.baseUrl}/api/v1/${token}/telemetry`, { method: 'POST', body });

const call = (
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(server.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });

describe('a device', () => {
  it.each(['wrong', 'x'.repeat(300), '%00', '..%2f..%2f'])(
    'with the token %j is answered with an empty 401',
    async (token) => {
      const answer = await report('{"soilMoisture20":1}', token);
      expect([answer.status, await answer.text()]).toEqual([401, '']);
    },
  );

  it.each([
    ['{"soilMoisture20":', 'payload'],
    ['', 'payload'],
    ['7', 'payload'],
    ['{"soilMoisture20":"wet"}', 'soilMoisture20'],
    ['{"soilMoisture20":[-1]}', 'soilMoisture20'],
    ['{"ts":"soon","values":{"soilMoisture20":1}}', 'ts'],
    ['{"ts":99999999999999,"values":{"soilMoisture20":1}}', 'ts'],
  ])('that sends %s gets an error that names the field', async (body, field) => {
    const before = await api.devices.get(device.id);
    const answer = await report(body);
    expect(answer.status).toBe(400);
    const { code, field: named, msg } = (await answer.json()) as { code: number; field: string; msg: string };
    expect([code, named]).toEqual([400, field]);
    expect(msg).toContain(field);
    const after = await api.devices.get(device.id);
    expect(after.rejectedCount).toBe(before.rejectedCount + 1);
    expect(after.lastRejection?.field).toBe(field);
  });

  it('cannot send more than the limit, with or without Content-Length', async () => {
    const long = `{"note":"${'x'.repeat(70_000)}"}`;
    expect((await report(long)).status).toBe(413);
    const chunked = await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
      method: 'POST',
      body: new Blob([long]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(413);
    expect(await api.telemetry.count(device.id)).toBe(0);
  });

  it('with bad credentials is refused by the broker with the code for them', async () => {
    const error = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
      username: 'wrong',
      reconnectPeriod: 0,
      connectTimeout: 5_000,
    }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect([4, 5]).toContain((error as { code?: number } | undefined)?.code);
  });
});

describe('a call', () => {
  it('with a body over the limit is answered 413', async () => {
    const body = JSON.stringify({ name: 'x', productModelCode: 'TQ-3L', pic: 'x'.repeat(300_000) });
    for (const answer of [
      await call('POST', '/api/devices', body),
      await fetch(`${server.baseUrl}/api/devices`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: new Blob([body]).stream(),
        duplex: 'half',
      } as RequestInit),
    ]) {
      expect(answer.status).toBe(413);
      expect(await answer.json()).toEqual({ code: 413, msg: '请求内容过大', error: 'body_too_large' });
    }
  });

  it.each([
    ['POST', '/intelligent/scene', '{"name":"x","sceneDevice":"["}', 'sceneDevice'],
    ['POST', '/intelligent/scene', '{"name":"x","sceneDevice":"[]"}', 'sceneDevice'],
    ['POST', '/intelligent/scene', '{"name":"x","boundary":"no"}', 'boundary'],
    ['POST', '/intelligent/scene', '{"name":"x","latitude":91}', 'latitude'],
    ['POST', '/intelligent/scene', '{"name":"x","type":"3"}', 'type'],
    ['POST', '/intelligent/scene', '{"name":["x"]}', 'name'],
    ['POST', '/api/devices', '{"name":"x"}', 'productModelCode'],
    [
      'POST',
      '/api/devices',
      '{"name":"x","productModelCode":"TQ-3L","scene3dModelSnape":"https://elsewhere/x.glb"}',
      'scene3dModelSnape',
    ],
    ['GET', '/api/devices?page=0', undefined, 'page'],
    ['GET', '/api/devices?page=1e9', undefined, 'page'],
    ['GET', '/intelligent/scene/list?type=9', undefined, 'type'],
  ])('%s %s %s is answered 400 naming %s', async (method, path, body, field) => {
    const answer = await call(method, path, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 400, field });
  });

  it.each(['{', '[]', '"x"', 'null'])('with the body %s is answered 400', async (body) => {
    expect((await call('POST', '/api/devices', body)).status).toBe(400);
  });

  it('with quotes and wildcards in a search matches them literally', async () => {
    const odd = await api.devices.create({
      name: `50%_'"; drop table device; --`,
      productModelCode: 'TQ-3L',
    });
    expect((await api.devices.list({ name: `%_'"; drop` })).items.map(({ id }) => id)).toEqual([odd.id]);
    expect((await api.devices.list({ name: '%' })).total).toBe(1);
    expect((await api.devices.list({ name: '_'.repeat(3) })).total).toBe(0);
    // Lists other than that of the devices share one search.
    const scene = await api.scenes.create({ name: '50%_温室' });
    await api.scenes.create({ name: '普通温室' });
    expect((await api.scenes.list({ name: '%_温' })).items.map(({ id }) => id)).toEqual([scene.id]);
    expect((await api.scenes.list({ name: '_'.repeat(3) })).total).toBe(0);
  });
});

describe('files', () => {
  it.each([
    '/models/..%2f..%2fpackage.json',
    '/models/%2e%2e/%2e%2e/package.json',
    '/assets/..%2findex.html',
    '/assets/%00',
    '/models/.glb',
  ])('%s is answered 404', async (path) => {
    const answer = await fetch(server.baseUrl + path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('dependencies');
  });
});

it('a compressed upload is answered 415', async () => {
  const form = new FormData();
  form.append('file', new Blob(['x']), 'x.png');
  const headers = { authorization: `Bearer ${accessToken}`, 'content-encoding': 'gzip' };
  const answer = await fetch(`${server.baseUrl}/common/upload`, { method: 'POST', headers, body: form });
  expect([answer.status, await answer.json()]).toEqual([415, { code: 415, msg: '上传内容不能压缩' }]);
});

describe('headers', () => {
  it('allow a browser to load and run only files of this server', async () => {
    for (const path of ['/login', '/healthz', '/nothing']) {
      const { headers } = await fetch(server.baseUrl + path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
      expect(policy).toContain("worker-src 'self';");
      expect(policy).not.toContain('unsafe-inline');
      expect(policy).not.toMatch(/'unsafe-eval'/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('the stream', () => {
  const open = async (): Promise<{ socket: WebSocket; code: () => number | undefined; frames: string[] }> => {
    const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/api/stream`);
    let closed: number | undefined;
    const frames: string[] = [];
    socket.on('close', (code) => (closed = code));
    socket.on('error', () => {});
    socket.on('message', (raw: Buffer) => frames.push(raw.toString()));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return { socket, code: () => closed, frames };
  };

  it.each([
    [
      'a subscription before a token',
      JSON.stringify({ type: 'subscribe', id: 's', organisation: true }),
      4401,
    ],
    ['a bad token', JSON.stringify({ type: 'auth', token: 'x.y.z' }), 4401],
    ['text that is no JSON', 'hello', 4400],
    ['a frame over the cap', JSON.stringify({ type: 'auth', token: 'x'.repeat(300_000) }), 1009],
  ])('closes at %s', async (_, text, expected) => {
    const { socket, code } = await open();
    socket.send(text);
    await waitFor(() => code() !== undefined);
    expect(code()).toBe(expected);
  });

  it('answers a frame of an unknown form with an error, and continues', async () => {
    const { socket, frames } = await open();
    socket.send('{"type":"subscribe"}');
    socket.send('{"type":"ping"}');
    await waitFor(() => frames.includes('{"type":"pong"}'));
    expect(JSON.parse(frames[0] ?? '')).toMatchObject({ type: 'error', code: 'bad_frame' });
    socket.terminate();
  });

  it('is available at its address only', async () => {
    const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/api/other`);
    const error = await new Promise<Error>((resolve) => socket.once('error', resolve));
    expect(error.message).toContain('404');
  });
});

it('no secret is logged, even at the most verbose level', async () => {
  const jar = new Map<string, string>();
  const client = createApiClient({ baseUrl: server.baseUrl, fetch: cookieFetch(jar) });
  const session = await client.auth.login({ username: 'admin', password: server.adminPassword });
  await client.auth.login({ username: 'admin', password: 'a-wrong-password' }).catch(() => {});
  await report('{"soilMoisture20":12}');
  await report('{');
  const connection = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: device.accessToken,
    reconnectPeriod: 0,
  });
  await connection.publishAsync('v1/devices/me/telemetry', '{"soilMoisture20":13}', { qos: 1 });
  await connection.endAsync();
  // A call that fails inside the server is logged with its path: a table is renamed for a moment.
  await server.sql('alter table device_rejection rename to device_rejection_away');
  try {
    expect((await call('GET', `/api/devices/${device.id}`)).status).toBe(500);
  } finally {
    await server.sql('alter table device_rejection_away rename to device_rejection');
  }
  await waitFor(() => server.output().includes('a call failed'));
  const refreshToken = jar.get('farm3d_refresh') ?? '';
  expect(refreshToken).toHaveLength(43);
  for (const secret of [
    device.accessToken,
    accessToken,
    session.accessToken,
    refreshToken,
    server.adminPassword,
    'a-wrong-password',
  ]) {
    expect(server.output()).not.toContain(secret);
  }
});
