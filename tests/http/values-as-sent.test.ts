import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { createApiClient, type ApiClient, type CreatedDevice } from '@farm3d/api';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  it('that sends an integer which a number would round learns its key, and the rest is stored', async () => {
    const ids = await api.devices.create({ name: '计数器', productModelCode: 'TQ-3L' });
    const before = '"soilMoisture20":31,"exact":9007199254740992,"decimal":0.12345678901234567890';
    const answer = await fetch(`${server.baseUrl}/api/v1/${ids.accessToken}/telemetry`, {
      method: 'POST',
      headers: { 'x-locale': 'en' },
      body: `{${before},"serial":840380235174088834,"nested":{"at":[9007199254740993]}}`,
    });
    const msg = 'the integer has more digits than a number holds exactly';
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        code: 400,
        field: 'serial',
        msg: `serial ${msg} (the other values were stored)`,
        problems: [
          { field: 'serial', msg, stored: false },
          { field: 'nested', msg, stored: false },
        ],
      },
    ]);
    const latest = await api.telemetry.latest(ids.id);
    expect(Object.fromEntries(Object.entries(latest).map(([key, { value }]) => [key, value]))).toEqual({
      soilMoisture20: 31,
      exact: 2 ** 53,
      decimal: 0.12345678901234568,
    });
    const attributes = await fetch(`${server.baseUrl}/api/v1/${ids.accessToken}/attributes`, {
      method: 'POST',
      body: '{"imei":840380235174088834,"fw":"1.2"}',
    });
    expect(await attributes.json()).toMatchObject({
      field: 'imei',
      msg: '数据格式错误：imei 整数位数过多，数值类型无法精确保存（其余数据已保存）',
    });
    expect(await api.deviceLink.attributes(ids.id)).toMatchObject({ client: { fw: '1.2' } });
    expect((await api.devices.problems(ids.id)).items).toMatchObject([
      { kind: 'refused', field: 'imei', reason: msg },
      { kind: 'refused', field: 'nested', reason: msg },
      { kind: 'refused', field: 'serial', reason: msg },
    ]);
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ])('may compress its messages by %s, within the limit of what they become', async (encoding, compress) => {
    const packing = await api.devices.create({
      name: `压缩消息-${Math.random()}`,
      productModelCode: 'TQ-3L',
    });
    const send = (body: string | Uint8Array<ArrayBuffer>): Promise<Response> =>
      fetch(`${server.baseUrl}/api/v1/${packing.accessToken}/telemetry`, {
        method: 'POST',
        headers: { 'content-encoding': encoding, 'x-locale': 'en' },
        body,
      });
    const value = Math.round(Math.random() * 1e6);
    const taken = await send(compress(`\uFEFF{"packed":${value}}`));
    expect([taken.status, await taken.text()]).toEqual([200, '']);
    expect((await api.telemetry.latest(packing.id, ['packed']))['packed']?.value).toBe(value);
    const bomb = await send(compress(`{"note":"${'x'.repeat(40_000_000)}"}`));
    expect([bomb.status, await bomb.json()]).toMatchObject([413, { field: 'payload' }]);
    const broken = await send('{"packed":1}');
    expect([broken.status, await broken.json()]).toEqual([
      400,
      { code: 400, field: 'payload', msg: 'payload is not compressed as its Content-Encoding says' },
    ]);
  });

  it('that compresses otherwise is answered 415, with what is accepted', async () => {
    const before = await api.devices.get(device.id);
    for (const encoding of ['br', 'gzip, gzip', 'raw', 'toString']) {
      const answer = await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
        method: 'POST',
        headers: { 'content-encoding': encoding },
        body: '{"packed":1}',
      });
      expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'gzip, deflate']);
      expect(await answer.json()).toMatchObject({ field: 'payload' });
    }
    expect((await api.devices.get(device.id)).rejectedCount).toBe(before.rejectedCount + 4);
  });
});

it('keys with a comma can be named wherever keys are listed', async () => {
  const pump = await api.devices.create({ name: '泵', productModelCode: 'TQ-3L' });
  const gateway = await api.devices.create({ name: '逗号网关', productModelCode: 'WG-4G' });
  await api.deviceLink.setGateway(gateway.id, true);
  const [status, path, plain] = ['Pump (0 OFF, 1 ON)', String.raw`a\b`, 'soilMoisture20'];
  const ts = Date.now() - 60_000;
  const values = { [status]: 1, [path]: 2, [plain]: 30, rest: 4 };
  expect((await report(JSON.stringify({ ts, values }), pump.accessToken)).status).toBe(200);
  await fetch(`${server.baseUrl}/api/v1/${pump.accessToken}/attributes`, {
    method: 'POST',
    body: JSON.stringify({ [status]: 'x', rest: 'y' }),
  });
  const keys = [status, path];
  const range = { keys, startTs: ts - 1, endTs: ts + 1 };
  const { telemetry } = api;
  expect(Object.keys(await telemetry.latest(pump.id, keys)).sort()).toEqual(keys);
  expect(await telemetry.history(pump.id, range)).toEqual({
    [status]: [{ ts, value: 1 }],
    [path]: [{ ts, value: 2 }],
  });
  expect(Object.keys(await telemetry.chart(pump.id, range)).sort()).toEqual(keys);
  const daily = await telemetry.daily(pump.id, { ...range, counters: [status] });
  expect([daily[status]?.[0]?.increase, daily[path]?.[0]?.increase]).toEqual([0, null]);
  const csv = await (await telemetry.export(pump.id, range)).text();
  expect(csv.split('\r\n')[0]).toBe(`time,"${status}",${path},out_of_range`);
  // As a tool of ThingsBoard names them.
  const listed = encodeURIComponent(String.raw`Pump (0 OFF\, 1 ON),a\b,soilMoisture20`);
  const there = `/api/plugins/telemetry/DEVICE/${pump.id}`;
  const series = await call('GET', `${there}/values/timeseries?keys=${listed}`);
  expect(Object.keys((await series.json()) as object).sort()).toEqual([status, path, plain]);
  const scope = await call('GET', `${there}/values/attributes/CLIENT_SCOPE?keys=${listed}`);
  expect(await scope.json()).toEqual([{ key: status, value: 'x', lastUpdateTs: 0 }]);
  // As the device does, and its gateway.
  const own = await fetch(`${server.baseUrl}/api/v1/${pump.accessToken}/attributes?clientKeys=${listed}`);
  expect(await own.json()).toEqual({ client: { [status]: 'x' } });
  const answers: unknown[] = [];
  const client = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, { username: gateway.accessToken });
  try {
    client.on('message', (_topic, payload) => answers.push(JSON.parse(payload.toString())));
    await client.subscribeAsync('v1/gateway/attributes/response', { qos: 1 });
    const device = '逗号网关的泵';
    const send = (topic: string, message: object) =>
      client.publishAsync(`v1/gateway/${topic}`, JSON.stringify(message), { qos: 1 });
    await send('attributes', { [device]: { [status]: 'z', rest: 'y' } });
    await send('attributes/request', { id: 1, device, client: true, key: status });
    await waitFor(() => answers.length === 1);
    expect(answers).toEqual([{ id: 1, device, value: 'z' }]);
  } finally {
    await client.endAsync(true);
  }
});

describe('a call', () => {
  it.each([
    ['/api/devices', '{"name":"x","productModelCode":"TQ-3L","latitude":9007199254740993}', 'latitude'],
    ['/api/devices', '{"name":"x","a":[{"b":-840380235174088834}]}', 'a.0.b'],
  ])('%s %s with an integer that a number would round is answered 400', async (path, body, field) => {
    const answer = await call('POST', path, body);
    const msg = '整数位数过多，无法精确保存，请以文本发送';
    expect([answer.status, await answer.json()]).toEqual([400, { code: 400, msg, field }]);
  });

  it('may be compressed and begin with a byte order mark', async () => {
    const compressed = (encoding: string, body: Uint8Array<ArrayBuffer>): Promise<Response> =>
      fetch(`${server.baseUrl}/api/devices`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
          'content-encoding': encoding,
          'x-locale': 'en',
        },
        body,
      });
    const draft = (name: string) => `\uFEFF${JSON.stringify({ name, productModelCode: 'TQ-3L' })}`;
    expect((await compressed('gzip', gzipSync(draft('字节序一')))).status).toBe(200);
    expect((await compressed('Deflate', deflateSync(draft('字节序二')))).status).toBe(200);
    expect((await call('POST', '/api/devices', draft('字节序三'))).status).toBe(200);
    expect((await api.devices.list({ name: '字节序' })).total).toBe(3);
    const answers = [
      await compressed('gzip', gzipSync(draft('x'.repeat(40_000_000)))),
      await compressed('gzip', Buffer.from('no gzip')),
      await compressed('br', Buffer.from('{}')),
    ];
    expect(await Promise.all(answers.map(async (answer) => (await answer.json()) as unknown))).toEqual([
      { code: 413, msg: 'The request is too large', error: 'body_too_large' },
      { code: 400, msg: 'The request is malformed' },
      { code: 415, msg: 'Bodies are read plain, or compressed by gzip or deflate' },
    ]);
    expect(answers[2]?.headers.get('accept-encoding')).toBe('gzip, deflate');
  });

  it('is told of a wrong boolean, number or text what it must be', async () => {
    const valve = await api.devices.create({ name: '阀', productModelCode: 'DCF-4' });
    const switching = (params: object): Promise<Response> =>
      call('POST', `/api/device/${valve.id}/rpc/twoway`, JSON.stringify({ method: 'switchValve', params }), {
        'x-locale': 'en',
      });
    const refusals: [Promise<Response>, string, string][] = [
      [switching({ open: 'yes' }), 'params.open', 'Must be true or false'],
      [switching({ open: 1 }), 'params.open', 'Must be true or false'],
      [switching({ open: true, minutes: true }), 'params.minutes', 'Must be a number'],
      [switching({ open: true, minutes: 1e9 }), 'params.minutes', 'The number is out of range'],
      [
        call('POST', `/api/device/${valve.id}/gateway`, '{"gateway":"yes"}', { 'x-locale': 'en' }),
        'gateway',
        'Must be true or false',
      ],
      [
        call('PUT', `/api/devices/${valve.id}`, '{"displayed":"maybe"}', { 'x-locale': 'en' }),
        'displayed',
        'Must be true or false',
      ],
      [
        call(
          'POST',
          `/api/alarmsettings/device/${valve.id}`,
          '{"settingRequests":[{"name":"x","enabled":"maybe","condition":{"key":"t","op":">","value":5}}]}',
          { 'x-locale': 'en' },
        ),
        'settingRequests.0.enabled',
        'Must be true or false',
      ],
    ];
    for (const [answer, field, msg] of refusals)
      expect(await (await answer).json()).toEqual({ code: 400, msg, field });
  });

  it.each([
    [{ 'accept-language': 'en-GB,en;q=0.9' }, 'en'],
    [{ 'accept-language': 'fr, zh;q=0.3, en;q=0.8' }, 'en'],
    [{ 'accept-language': 'en;q=0.3, zh-Hans-CN;q=0.8' }, 'zh'],
    [{ 'accept-language': 'en;q=0, fr' }, 'zh'],
    [{ 'accept-language': '*, en;q=0.5' }, 'zh'],
    [{ 'accept-language': 'en', 'x-locale': 'zh-CN' }, 'zh'],
    [{ 'accept-language': 'zh', 'x-locale': 'en-US' }, 'en'],
    [{ 'accept-language': 'en', 'x-locale': 'fr' }, 'en'],
    [{ 'accept-language': ',;q=,' }, 'zh'],
    [{}, 'zh'],
  ])('with the headers %j is answered in %s', async (headers, language) => {
    const isEnglish = language === 'en';
    const answers = await Promise.all([
      call('GET', '/nothing', undefined, headers as Record<string, string>),
      fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: '7',
      }),
    ]);
    expect(await Promise.all(answers.map(async (answer) => (await answer.json()) as unknown))).toMatchObject([
      { msg: isEnglish ? 'There is no such call' : '接口不存在' },
      { msg: isEnglish ? 'payload must be a JSON object' : '数据格式错误：payload 必须是 JSON 对象' },
    ]);
  });
});
