import { randomUUID } from 'node:crypto';
import { ApiError, type ApiClient, type CreatedDevice, type ProductModel } from '@farm3d/api';
import { connectAsync, ErrorWithReasonCode, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { realGlb } from '../support/real-glb.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

/*
 * The first hours of a user with devices of an unknown type: a new product model, a device
 * of it, a value outside its range, an import of 10,000 devices that is undone, the export of a year. Each response is printed.
 */

const HOUR = 3_600_000;
const IMPORTED = 10_000;

let server: Farm;
let api: ApiClient;
let model: ProductModel;
let device: CreatedDevice;
/** Id of the import that is undone. */
let imported: string;

beforeAll(async () => {
  server = await farm();
  api = await server.client();
});
afterAll(async () => server?.stop());

const show = (what: string, answer: unknown): void => {
  console.log(`${what}: ${JSON.stringify(answer).slice(0, 400)}`);
};

const attributes = [
  {
    identify: 'leafWetness',
    name: '叶面湿度',
    nameEn: 'Leaf wetness',
    type: '0',
    parameters: [
      {
        parameterEnName: 'leafWetness',
        parameterName: '叶面湿度',
        labelEn: 'Leaf wetness',
        parameterType: 'NUMERIC' as const,
        unit: '%',
        min: 0,
        max: 100,
      },
    ],
  },
  {
    identify: 'heater',
    name: '加热',
    type: '3',
    parameters: [{ parameterEnName: 'heater', parameterType: 'BOOLEAN' as const }],
  },
  {
    identify: 'setHeater',
    name: '开关加热',
    type: '1',
    parameters: [{ parameterEnName: 'on', parameterType: 'BOOLEAN' as const }],
    associationStates: [{ identify: 'heater' }],
  },
];

it('a new product model, with a GLB that the scene can fetch', async () => {
  const bytes = realGlb();
  const file = await api.files.upload(new Blob([new Uint8Array(bytes)]), 'mine.glb');
  show('upload', file);
  model = await api.productModels.create({
    productModelCode: 'LEAF-1',
    name: '叶面湿度计',
    nameEn: 'Leaf wetness sensor',
    productTypeCode: 'YM',
    scene3dModelSnape: file.path,
    reportingInterval: 300,
    attributes,
  });
  show('product model', model);
  expect(model).toMatchObject({ builtIn: false, state: 'active', reportingInterval: 300 });
  const answer = await fetch(`${server.baseUrl}${model.modelPath}`);
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, bytes.length]);
});

/** A device's connection by MQTT 5. */
const connect = (username: string): Promise<MqttClient> =>
  connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    protocolVersion: 5,
    username,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
  });

/** The reason code with which the server refused a message or a connection. */
async function refusalCode(work: Promise<unknown>): Promise<number> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ErrorWithReasonCode)) throw new Error('it was not refused', { cause: error });
  return error.code;
}

it('a device of the product model connects by MQTT 5, and a value out of its range is flagged and listed', async () => {
  device = await api.devices.create({ name: '东一号叶面', productModelCode: 'LEAF-1' });
  const client = await connect(device.accessToken);
  expect(client.options.protocolVersion).toBe(5);
  const publish = (text: string) => client.publishAsync('v1/devices/me/telemetry', text, { qos: 1 });
  const stored = await publish('{"leafWetness": "41.5", "heater": 0}');
  show('acknowledged', {
    cmd: stored?.cmd,
    reasonCode: (stored as { reasonCode?: number })?.reasonCode ?? 0,
  });
  await publish('{"leafWetness": 6553.5, "note": "new"}');
  const latest = await api.telemetry.latest(device.id);
  show('latest', latest);
  expect(latest).toMatchObject({ leafWetness: { value: 6553.5, outside: true }, heater: { value: false } });
  const outside = await api.telemetry.outside(device.id);
  show('out of range', outside);
  expect(outside).toMatchObject({ items: [{ key: 'leafWetness', value: 6553.5 }], total: 1 });
  const problems = await api.devices.problems(device.id);
  show('problems', problems);
  expect(problems.items).toMatchObject([{ kind: 'outside', field: 'leafWetness', count: 1 }]);
  // Its commands are those of its model.
  client.on('message', (topic, payload) => {
    show('command at the device', payload.toString());
    void client.publishAsync(topic.replace('request', 'response'), '{"heater":true}', { qos: 1 });
  });
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  const answer = await api.rpc.twoway(device.id, { method: 'setHeater', params: { on: true } });
  show('command', answer);
  await client.endAsync();
});

it('each invalid message gets a reason code and a reason string, and the problems of the device list it', async () => {
  const unknown = await refusalCode(connect('no-such-token'));
  show('a wrong token', unknown);
  expect(unknown).toBe(0x86);
  const client = await connect(device.accessToken);
  const reasons: string[] = [];
  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'puback') reasons.push(packet.properties?.reasonString ?? '');
  });
  for (const [topic, text, code, reason] of [
    ['v1/devices/me/telemetry', '{"leafWetness":', 0x99, 'is not JSON'],
    ['v1/devices/me/telemetry', '{"leafWetness": "damp"}', 0x99, 'leafWetness'],
    ['v1/devices/me/telemetry', '{"heater": "perhaps"}', 0x99, 'heater'],
    ['v1/devices/me/telemetri', '{}', 0x90, 'is unknown'],
    ['v1/gateway/telemetry', '{}', 0x87, 'is for gateways only'],
  ] as const) {
    const answer = [await refusalCode(client.publishAsync(topic, text, { qos: 1 })), reasons.at(-1)];
    show(`${topic} ${text}`, answer);
    expect(answer).toEqual([code, expect.stringContaining(reason)]);
  }
  await client.endAsync();
  const { items } = await api.devices.problems(device.id);
  show('problems', items);
  expect(items.map(({ field }) => field)).toEqual(expect.arrayContaining(['leafWetness', 'heater']));
});

it('an import of 10,000 devices, with progress, undone', async () => {
  const rows = Array.from({ length: IMPORTED }, (_, i) => ({
    name: `叶面-${i + 1}`,
    productModelCode: 'LEAF-1',
    serial: `LW-${String(i + 1).padStart(6, '0')}`,
  }));
  // The wrong row is named, and no device is created.
  const wrong = await api.deviceImports.start([
    ...rows.slice(0, 3),
    { ...rows[0]!, productModelCode: 'NONE' },
  ]);
  const refused = await waitFor(async () => {
    const job = await api.deviceImports.get(wrong.id);
    return job.state === 'failed' ? job : null;
  });
  show('a wrong import', refused);
  expect([refused.errors[0]?.row, refused.errors[0]?.field]).toEqual([4, 'productModelCode']);
  const { id } = await api.deviceImports.start(rows);
  imported = id;
  const progress: number[] = [];
  const end = (done: 'done' | 'undone') =>
    waitFor(async () => {
      const job = await api.deviceImports.get(id);
      progress.push(job.done);
      expect(job.errors).toEqual([]);
      return job.state === done ? job : null;
    });
  show('import', await end('done'));
  show('progress', [...new Set(progress)]);
  expect((await api.devices.count()).total).toBe(IMPORTED + 1);
  const found = await api.devices.list({ name: 'lw-004711' });
  show('found by its serial', found.items[0]);
  expect(found.items).toMatchObject([{ name: '叶面-4711' }]);
  await api.deviceImports.undo(id);
  show('undone', await end('undone'));
  expect((await api.devices.count()).total).toBe(1);
});

it('the export of a year', async () => {
  const endTs = Math.floor(Date.now() / HOUR) * HOUR;
  const hours = 365 * 24;
  for (let at = 0; at < hours; at += 730) {
    const body = Array.from({ length: 730 }, (_, i) => ({
      ts: endTs - (hours - at - i) * HOUR,
      values: { leafWetness: (at + i) % 100 },
    }));
    const answer = await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  }
  const range = { keys: ['leafWetness'], startTs: endTs - hours * HOUR, endTs };
  const csv = await (await api.telemetry.export(device.id, range)).text();
  show('export', csv.slice(0, 120));
  expect(csv.trimEnd().split('\r\n')).toHaveLength(hours + 1);
  const days = (await api.telemetry.daily(device.id, { ...range, timeZone: 'Asia/Shanghai' }))['leafWetness'];
  show('days', days?.slice(0, 2));
  expect(days?.reduce((sum, { count }) => sum + count, 0)).toBe(hours);
});

it('each bad input has its message in both languages', async () => {
  const token = await server.accessToken();
  const answerIn = async (locale: string, method: string, path: string, body?: unknown) => {
    const answer = await fetch(server.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'X-Locale': locale },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { field, msg } = (await answer.json()) as { field?: string; msg: string };
    return { status: answer.status, field, msg };
  };
  const draft = { productModelCode: 'LEAF-2', name: '二', productTypeCode: 'YM' };
  const one = `/api/devices/${device.id}`;
  const year = `/api/telemetry/device/${device.id}/history/timeseries/export`;
  for (const [method, path, body, status] of [
    ['POST', '/api/product/models', { ...draft, productModelCode: 'LEAF-1' }, 409],
    ['POST', '/api/product/models', { ...draft, name: '' }, 400],
    ['POST', '/api/product/models', { ...draft, scene3dModelSnape: `/files/${randomUUID()}.glb` }, 400],
    ['POST', '/api/product/models', { ...draft, attributes: [...attributes, attributes[0]] }, 400],
    ['DELETE', `/api/product/models/${model.id}`, undefined, 409],
    ['POST', '/api/product/models/import', { format: 'other', models: [draft] }, 400],
    ['POST', `/api/v1/${device.accessToken}/telemetry`, { leafWetness: 'damp' }, 400],
    ['POST', '/api/devices/imports', { devices: [] }, 400],
    ['POST', '/api/devices', { name: device.name, productModelCode: 'LEAF-1' }, 409],
    ['DELETE', `/api/devices/imports/${imported}`, undefined, 409],
    ['GET', `${year}?keys=leafWetness&startTs=2&endTs=1`, undefined, 400],
    ['PUT', one, { devEui: 'no' }, 400],
    ['PUT', one, { productModelCode: 'NONE' }, 400],
  ] as const) {
    const chinese = await answerIn('zh-CN', method, path, body);
    const english = await answerIn('en', method, path, body);
    show(`${method} ${path.replace(device.accessToken, '…')}`, [chinese, english]);
    expect([chinese.status, english.status]).toEqual([status, status]);
    expect(chinese.msg).toMatch(/[\u4e00-\u9fff]/);
    expect(english.msg).not.toMatch(/[\u4e00-\u9fff]/);
    expect(chinese.field ?? english.field).toBeDefined();
  }
  await expect(api.productModels.get(randomUUID())).rejects.toBeInstanceOf(ApiError);
});
