import { randomUUID } from 'node:crypto';
import { createApiClient, type CreatedDevice } from '@farm3d/api';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { connectDevice } from './cases/device-link.ts';
import { MOISTURE, newDevice, type ContractTarget } from './cases/support.ts';

let server: Farm;
let target: ContractTarget;
let gateway: CreatedDevice;
let connection: MqttClient;
let received: { topic: string; message: unknown }[];

beforeAll(async () => {
  server = await farm();
  const accessToken = await server.accessToken();
  target = {
    baseUrl: server.baseUrl,
    mqttPort: server.mqttPort,
    password: server.adminPassword,
    accessToken,
    api: createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken }),
  };
  gateway = await newDevice(target);
  await target.api.deviceLink.setGateway(gateway.id, true);
});
afterAll(async () => {
  await server?.stop();
});
beforeEach(async () => {
  connection = await connectDevice(target, gateway.accessToken);
  received = [];
  connection.on('message', (topic, payload) =>
    received.push({ topic, message: JSON.parse(payload.toString()) as unknown }),
  );
});
afterEach(async () => {
  await connection.endAsync(true);
});

const publish = (topic: string, message: unknown) =>
  connection.publishAsync(`v1/gateway/${topic}`, JSON.stringify(message), { qos: 1 });

/** The device with this name at the gateway. */
const found = async (name: string) => {
  const { items, total } = await target.api.devices.list({ name });
  expect(total).toBe(1);
  return items[0]!;
};

it('one PUBACK confirms that the readings of all its devices are stored; new devices are created once', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `网关设备${index}-${randomUUID().slice(0, 8)}`);
  const ts = Date.now() - 1_000;
  const message = Object.fromEntries(
    names.map((name, index) => [
      name,
      [
        { ts, values: { [MOISTURE]: index } },
        { ts: ts + 1, values: { [MOISTURE]: index + 1 } },
      ],
    ]),
  );
  // Two concurrent messages, whose devices are new for both.
  await Promise.all([publish('telemetry', message), publish('telemetry', message)]);
  // Acknowledged, so it is in the database without waiting.
  const rows = await server.sql<{ name: string; n: number }>(
    `select d.name, count(*)::int as n from device d join ts_message m on m.device = d.key
     where d.name = any($1) group by d.id order by 1`,
    [names],
  );
  expect(rows.map(({ n }) => n)).toEqual(names.map(() => 2));
  const last = await found(names[19] ?? '');
  expect((await target.api.telemetry.latest(last.id))[MOISTURE]).toEqual({ ts: ts + 1, value: 20 });
  expect(last.online).toBe(true);
});

it('an unknown type creates a draft product model, filled with the reported keys', async () => {
  const name = `未知-${randomUUID().slice(0, 8)}`;
  const type = `Thermo Meter ${randomUUID().slice(0, 8)}`;
  await publish('connect', { device: name, type });
  const ts = Date.now();
  await publish('telemetry', { [name]: [{ ts, values: { temp: 21.5, open: true, note: 'x', 湿度: 3 } }] });
  const device = await found(name);
  expect(device.productModelCode).toBe(type.replaceAll(' ', '-'));
  const model = await target.api.productModels.get(device.productModelId);
  expect(model).toMatchObject({ name: type, state: 'draft', builtIn: false });
  const attributes = await waitFor(async () => {
    const { items } = await target.api.productModels.attributes(model.id);
    return items.length === 4 ? items : null;
  });
  expect(attributes.map(({ identify, parameters: [one] }) => `${identify} ${one?.type}`).sort()).toEqual([
    'note STRING',
    'open BOOLEAN',
    'temp NUMERIC',
    '湿度 NUMERIC',
  ]);
  // A draft refuses no values: it declares no ranges yet.
  await publish('telemetry', { [name]: [{ ts: ts + 1, values: { temp: 'warm' } }] });
  expect((await target.api.devices.problems(device.id)).total).toBe(0);
  expect((await target.api.telemetry.latest(device.id, ['temp']))['temp']?.value).toBe('warm');
});

it("connect names the product model; commands and attributes are relayed under the device's name", async () => {
  const name = `阀门-${randomUUID().slice(0, 8)}`;
  await connection.subscribeAsync(
    ['v1/gateway/rpc', 'v1/gateway/attributes', 'v1/gateway/attributes/response'],
    { qos: 1 },
  );
  await publish('connect', { device: name, type: 'DCF-4' });
  const valve = await found(name);
  expect(valve.productModelCode).toBe('DCF-4');
  connection.on('message', (topic, payload) => {
    if (topic !== 'v1/gateway/rpc') return;
    const { device, data } = JSON.parse(payload.toString()) as {
      device: string;
      data: { id: number; params: { open: boolean } };
    };
    void publish('rpc', { device, id: data.id, data: { valveState: data.params.open } });
  });
  const answer = await target.api.rpc.twoway(valve.id, { method: 'switchValve', params: { open: true } });
  expect(answer).toEqual({ status: 'success', valveState: true });
  expect(received[0]?.message).toMatchObject({ device: name, data: { method: 'switchValve' } });

  await publish('attributes', { [name]: { firmware: '1.0' } });
  await target.api.deviceLink.share(valve.id, { limit: 30 });
  await publish('attributes/request', { id: 7, device: name, client: true, key: 'firmware' });
  await publish('attributes/request', { id: 8, device: name, client: false, keys: ['limit', 'none'] });
  await waitFor(() => received.length === 4, { what: () => JSON.stringify(received) });
  expect(received.slice(1)).toEqual([
    { topic: 'v1/gateway/attributes', message: { device: name, data: { limit: 30 } } },
    { topic: 'v1/gateway/attributes/response', message: { id: 7, device: name, value: '1.0' } },
    { topic: 'v1/gateway/attributes/response', message: { id: 8, device: name, values: { limit: 30 } } },
  ]);

  await publish('disconnect', { device: name });
  await expect(
    target.api.rpc.twoway(valve.id, { method: 'switchValve', params: { open: false } }),
  ).rejects.toMatchObject({
    status: 409,
  });
});

it('an invalid reading is recorded, and the rest of the message is stored', async () => {
  const name = `好-${randomUUID().slice(0, 8)}`;
  await publish('telemetry', { [name]: [{ [MOISTURE]: 7 }], 坏: { [MOISTURE]: 1 } });
  expect((await target.api.telemetry.latest((await found(name)).id))[MOISTURE]?.value).toBe(7);
  expect((await target.api.devices.list({ name: '坏' })).total).toBe(0);
  const { lastRejection } = await target.api.devices.get(gateway.id);
  expect(lastRejection).toMatchObject({ field: '坏', reason: 'must be an array of readings' });
});

it('an integer that a number would round is refused by its key of the device behind the gateway', async () => {
  const name = `计-${randomUUID().slice(0, 8)}`;
  const message = `{"${name}":[{"${MOISTURE}":7,"serial":840380235174088834}]}`;
  await connection.publishAsync('v1/gateway/telemetry', message, { qos: 1 });
  await connection.publishAsync('v1/gateway/attributes', `{"${name}":{"imei":9007199254740993,"fw":1}}`, {
    qos: 1,
  });
  const { id } = await found(name);
  expect(Object.keys(await target.api.telemetry.latest(id))).toEqual([MOISTURE]);
  expect(await target.api.deviceLink.attributes(id)).toMatchObject({ client: { fw: 1 } });
  expect((await target.api.devices.problems(id)).items.map(({ field, reason }) => [field, reason])).toEqual([
    ['imei', 'the integer has more digits than a number holds exactly'],
    ['serial', 'the integer has more digits than a number holds exactly'],
  ]);
});

it('a device that is not a gateway cannot report for others', async () => {
  const device = await newDevice(target);
  const alone = await connectDevice(target, device.accessToken);
  try {
    const name = `冒名-${randomUUID().slice(0, 8)}`;
    await alone.publishAsync('v1/gateway/telemetry', JSON.stringify({ [name]: [{ [MOISTURE]: 1 }] }), {
      qos: 1,
    });
    expect((await target.api.devices.list({ name })).total).toBe(0);
    await expect(alone.subscribeAsync('v1/gateway/rpc')).rejects.toThrow();
    expect(await target.api.devices.get(device.id)).toMatchObject({ rejectedCount: 1 });
  } finally {
    await alone.endAsync(true);
  }
});
