import mqtt from 'mqtt';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertDevices, type TestDevice } from './support/devices.ts';
import { ADMIN_PASSWORD, DataFolder, FarmProcess } from './support/farm-process.ts';
import { until } from './support/until.ts';

/** A test that waits in vain fails after its own timeout, not that of the suite. */

const COMMANDS = 30;
const BEHIND_GATEWAY = 8;

const folder = new DataFolder();
let server: FarmProcess;
let device: TestDevice;
let gateway: TestDevice;

async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await folder.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  server = await FarmProcess.start(folder);
  [device, gateway] = (await withDatabase((client) => insertDevices(client, 2))) as [TestDevice, TestDevice];
  await withDatabase((client) =>
    client.query('update device set gateway = true where id = $1', [gateway.id]),
  );
});

afterAll(async () => {
  await server?.kill9();
  await folder.remove();
});

async function restart(): Promise<void> {
  await server.kill9();
  server = await FarmProcess.start(folder);
}

async function queue(n: number): Promise<void> {
  const base = `http://127.0.0.1:${server.httpPort}`;
  const login = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  });
  const { data } = (await login.json()) as { data: { accessToken: string } };
  for (let index = 0; index < n; index += 1) {
    const answer = await fetch(`${base}/api/device/${device.id}/rpc/twoway`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${data.accessToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ method: 'step', params: { n: index }, persistent: true, expiresIn: 600_000 }),
    });
    expect(answer.status).toBe(200);
  }
}

test('queued commands survive the server; killed while they are sent, none is sent twice, and each has a final state', async () => {
  await queue(COMMANDS);
  await restart();
  const received: number[] = [];
  /** Connects a device that responds to every command. */
  const listen = async (): Promise<mqtt.MqttClient> => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
      username: device.token,
      reconnectPeriod: 0,
      protocolVersion: 4,
    });
    client.on('error', () => undefined);
    client.on('message', (topic, payload) => {
      received.push((JSON.parse(payload.toString()) as { params: { n: number } }).params.n);
      client.publish(topic.replace('request', 'response'), '{}');
    });
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    return client;
  };
  for (const killAt of [5, 12, 20]) {
    const client = await listen();
    await until(() => received.length >= killAt, `${killAt} commands`);
    await server.kill9();
    client.end(true);
    server = await FarmProcess.start(folder);
  }
  const client = await listen();
  const waiting = async () =>
    withDatabase(async (database) => {
      const { rows } = await database.query<{ state: string; n: number }>(
        'select state, count(*)::int as n from command where device = $1 group by state',
        [device.key],
      );
      return new Map(rows.map(({ state, n }) => [state, n]));
    });
  await until(async () => {
    const states = await waiting();
    return !states.has('queued') && !states.has('sent') && !states.has('delivered');
  }, 'every command has its end');
  client.end(true);
  expect(new Set(received).size).toBe(received.length);
  expect(received).toEqual([...received].sort((a, b) => a - b));
  const states = await waiting();
  expect((states.get('successful') ?? 0) + (states.get('failed') ?? 0)).toBe(COMMANDS);
  // At most one command in flight per kill has failed.
  expect(states.get('failed') ?? 0).toBeLessThanOrEqual(3);
});

test('messages that a gateway got acknowledged are stored for all its devices, whenever the server is killed', async () => {
  const base = Date.now() - 3_600_000;
  const acknowledged = new Set<number>();
  let next = 0;
  for (let round = 0; round < 3; round += 1) {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
      username: gateway.token,
      reconnectPeriod: 0,
      protocolVersion: 4,
    });
    client.on('error', () => undefined);
    const before = acknowledged.size;
    let ended = false;
    const send = (): void => {
      if (ended) return;
      const n = (next += 1);
      const message = Object.fromEntries(
        Array.from({ length: BEHIND_GATEWAY }, (_, index) => [
          `第${index}号`,
          [{ ts: base + n, values: { n } }],
        ]),
      );
      client.publish('v1/gateway/telemetry', JSON.stringify(message), { qos: 1 }, (error) => {
        if (error) return;
        acknowledged.add(n);
        send();
      });
    };
    for (let window = 0; window < 10; window += 1) send();
    await until(() => acknowledged.size >= before + 300, 'acknowledged messages');
    if (round === 1) folder.killDatabase();
    await server.kill9();
    ended = true;
    client.end(true);
    server = await FarmProcess.start(folder);
  }
  await withDatabase(async (database) => {
    const { rows } = await database.query<{ n: number; devices: number }>(
      `select (m.values ->> 'n')::int as n, count(*)::int as devices from ts_message m
       join device d on d.key = m.device where d.gateway_id = $1 group by 1`,
      [gateway.id],
    );
    const stored = new Map(rows.map(({ n, devices }) => [n, devices]));
    const lost = [...acknowledged].filter((n) => stored.get(n) !== BEHIND_GATEWAY);
    expect(lost).toEqual([]);
    const made = await database.query<{ n: number }>(
      'select count(*)::int as n from device where gateway_id = $1',
      [gateway.id],
    );
    expect(made.rows[0]?.n).toBe(BEHIND_GATEWAY);
  });
});
