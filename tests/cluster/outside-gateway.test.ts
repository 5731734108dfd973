// Second tier (outside): the gateway API at an external broker
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient, CreatedDevice } from '@farm3d/api';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';
import { startMosquitto } from './support/mosquitto.ts';
import { startPostgres, type OutsideProgram } from './support/postgres.ts';

// ThingsBoard's gateway API at an outside broker with two servers: each message may come to either.

const KEY = 'soilMoisture20';

let database: OutsideProgram;
let broker: OutsideProgram;
const folders = ['a', 'b'].map((name) => mkdtempSync(join(tmpdir(), `farm3d-gateway-${name}-`)));
const servers: RunningServer[] = [];
let apis: ApiClient[];
let gateway: CreatedDevice;
const connections: MqttClient[] = [];

beforeAll(async () => {
  [database, broker] = await Promise.all([startPostgres(), startMosquitto({ withRights: true })]);
  for (const dataDir of folders) {
    const env = { DATABASE_URL: database.url, MQTT_URL: broker.url, FARM3D_CLUSTER: '1' };
    servers.push(await startServer({ dataDir, env }));
  }
  apis = await Promise.all(servers.map((server) => server.client()));
  gateway = await newDevice('集群网关');
  await apis[0]!.deviceLink.setGateway(gateway.id, true);
});

afterAll(async () => {
  for (const connection of connections) await connection.endAsync(true);
  for (const server of servers) await server.stop();
  await broker?.stop();
  await database?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const newDevice = (name: string): Promise<CreatedDevice> =>
  apis[0]!.devices.create({ name, productModelCode: 'TQ-3L' });

/** A device at the broker, by its id; `publish` writes below its own topic. */
async function connectAs(id: string) {
  const { hostname, port } = new URL(broker.url);
  const connection = await mqtt.connectAsync(`mqtt://${hostname}:${port}`, {
    username: id,
    protocolVersion: 5,
    reconnectPeriod: 0,
  });
  connections.push(connection);
  const received: { topic: string; message: { [key: string]: unknown } }[] = [];
  connection.on('message', (topic, payload) =>
    received.push({
      topic: topic.replace(`v1/${id}/`, ''),
      message: JSON.parse(payload.toString()) as { [key: string]: unknown },
    }),
  );
  const publish = (topic: string, message: unknown) =>
    connection.publishAsync(`v1/${id}/${topic}`, JSON.stringify(message), { qos: 1 });
  return { connection, received, publish };
}

test('readings, commands and attributes of devices behind a gateway go through either server', async () => {
  const { connection, received, publish } = await connectAs(gateway.id);
  const topics = ['rpc/request', 'attributes/updates', 'attributes/response'];
  await connection.subscribeAsync(
    topics.map((topic) => `v1/${gateway.id}/gateway/${topic}`),
    { qos: 1 },
  );
  await publish('gateway/connect', { device: '集群阀门', type: 'DCF-4' });
  const names = Array.from({ length: 10 }, (_, n) => `集群探头${n}`);
  const ts = Date.now() - 60_000;
  for (let n = 0; n < 20; n += 1) {
    const reading = [{ ts: ts + n, values: { [KEY]: n } }];
    await publish('gateway/telemetry', Object.fromEntries(names.map((name) => [name, reading])));
  }
  // The broker acknowledges before the servers store.
  const probes = await waitFor(
    async () => {
      const { items } = await apis[1]!.devices.list({ name: '集群探头' });
      const latest = await Promise.all(items.map(({ id }) => apis[1]!.telemetry.latest(id)));
      return items.length === names.length && latest.every((values) => values[KEY]?.value === 19)
        ? items
        : null;
    },
    { what: 'the readings of all probes' },
  );
  const counts = await Promise.all(probes.map(({ id }) => apis[0]!.telemetry.count(id)));
  expect(counts).toEqual(names.map(() => 20));

  const valve = (await apis[0]!.devices.list({ name: '集群阀门' })).items[0]!;
  expect(valve.productModelCode).toBe('DCF-4');
  connection.on('message', (topic, payload) => {
    if (!topic.endsWith('rpc/request')) return;
    const { device, data } = JSON.parse(payload.toString()) as {
      device: string;
      data: { id: number; params: { open: boolean } };
    };
    void publish('gateway/rpc/response', { device, id: data.id, data: { valveState: data.params.open } });
  });
  for (const [n, api] of apis.entries()) {
    const answer = await waitFor(
      () =>
        api.rpc.twoway(valve.id, { method: 'switchValve', params: { open: true } }).catch(() => undefined),
      { what: 'the valve to be known as online', intervalMs: 500 },
    );
    expect(answer).toEqual({ status: 'success', valveState: true });
    const asked = received.filter(({ topic }) => topic === 'gateway/rpc/request');
    expect(asked).toHaveLength(n + 1);
    expect(asked[n]?.message).toMatchObject({ device: '集群阀门', data: { method: 'switchValve' } });
  }

  await publish('gateway/attributes', { 集群阀门: { firmware: '1.0' } });
  await apis[1]!.deviceLink.share(valve.id, { limit: 30 });
  await waitFor(() => received.some(({ topic }) => topic === 'gateway/attributes/updates'));
  // What the device sent is stored by then, or a moment later.
  await waitFor(async () => {
    await publish('gateway/attributes/request', { id: 7, device: '集群阀门', client: true, key: 'firmware' });
    return received.some(({ message }) => message['id'] === 7 && message['value'] === '1.0');
  });
  expect(received.find(({ topic }) => topic === 'gateway/attributes/updates')?.message).toEqual({
    device: '集群阀门',
    data: { limit: 30 },
  });
});

test('a device that is no gateway reports for no other, and a gateway only on its own topics', async () => {
  const other = await newDevice('普通探头');
  const plain = await connectAs(other.id);
  await plain.publish('gateway/telemetry', { 冒名: [{ ts: Date.now(), values: { [KEY]: 1 } }] });
  const problems = await waitFor(async () => {
    const { items } = await apis[0]!.devices.problems(other.id);
    return items.length > 0 ? items : null;
  });
  expect(problems[0]).toMatchObject({ field: 'topic', reason: 'is for gateways only' });
  const { connection } = await connectAs(gateway.id);
  await expect(
    connection.publishAsync(`v1/${other.id}/telemetry`, JSON.stringify({ [KEY]: 99 }), { qos: 1 }),
  ).rejects.toThrow(/not authorized/i);
  expect((await apis[0]!.devices.list({ name: '冒名' })).total).toBe(0);
});
