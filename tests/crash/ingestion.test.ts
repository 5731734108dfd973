import { connect } from 'node:net';
import mqtt from 'mqtt';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertDevices, type TestDevice } from './support/devices.ts';
import { ADMIN_PASSWORD, DataFolder, FarmProcess } from './support/farm-process.ts';
import { until } from './support/until.ts';

/** A test that waits in vain fails after its own timeout, not that of the suite. */

const folder = new DataFolder();
let server: FarmProcess;
let database: pg.Client;

beforeAll(async () => {
  server = await FarmProcess.start(folder);
  database = await folder.connect();
});

afterAll(async () => {
  await database?.end();
  await server?.kill9();
  await folder.remove();
});

async function newDevice(): Promise<TestDevice> {
  const [device] = await insertDevices(database, 1);
  if (!device) throw new Error('no device');
  return device;
}

async function connectAs(
  device: Pick<TestDevice, 'token'>,
  options: mqtt.IClientOptions = {},
): Promise<mqtt.MqttClient> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: device.token,
    protocolVersion: 4,
    reconnectPeriod: 0,
    ...options,
  });
  client.on('error', () => undefined);
  return client;
}

const TELEMETRY = 'v1/devices/me/telemetry';

async function latestOf(
  device: TestDevice,
  key: string,
): Promise<{ value: unknown; ts: number } | undefined> {
  const { rows } = await database.query<{ value: unknown; ts: number }>(
    `select value, (extract(epoch from ts) * 1000)::float8 as ts from ts_latest where device = $1 and key = $2`,
    [device.key, key],
  );
  return rows[0];
}

async function rejectionsOf(device: TestDevice) {
  const { rows } = await database.query<{ source: string; field: string; reason: string; excerpt: string }>(
    'select source, field, reason, excerpt from device_rejection where device = $1 order by id',
    [device.key],
  );
  const counted = await database.query<{ n: string }>(
    'select rejected_count as n from device where key = $1',
    [device.key],
  );
  return { rows, count: Number(counted.rows[0]?.n) };
}

async function logIn(): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${server.httpPort}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  });
  const { data } = (await response.json()) as { data: { accessToken: string } };
  return data.accessToken;
}

/** A two-way command through the server's own API. */
async function command(device: TestDevice, body: object): Promise<{ status: number; answer: unknown }> {
  const response = await fetch(`http://127.0.0.1:${server.httpPort}/api/device/${device.id}/rpc/twoway`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await logIn()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: await response.json() };
}

/** States of a device's commands in the ledger, oldest first. */
async function ledgerOf(device: TestDevice): Promise<string[]> {
  const { rows } = await database.query<{ state: string }>(
    'select state from command where device = $1 order by created_at',
    [device.key],
  );
  return rows.map((row) => row.state);
}

/** The first bytes that the server answers to raw bytes. */
function exchange(bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.mqttPort, '127.0.0.1', () => socket.write(bytes));
    const received: Buffer[] = [];
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(received)));
    socket.on('error', reject);
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')));
  });
}

/** A CONNECT packet; empty texts leave their field out. */
function connectPacket(clientId: string, username: string): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
  const body = Buffer.concat([
    text('MQTT'),
    Buffer.from([4, username ? 0x82 : 0x02, 0, 30]),
    text(clientId),
    ...(username ? [text(username)] : []),
  ]);
  return Buffer.concat([Buffer.from([0x10, body.length]), body]);
}

test.each([
  ['a wrong token', connectPacket('', 'no-such-token'), '20020004'],
  ['a client id without a token', connectPacket('probe-1', ''), '20020002'],
  ['neither', connectPacket('', ''), '20020005'],
])('%s is refused with its CONNACK and the connection ends', async (_what, packet, connack) => {
  expect((await exchange(packet)).toString('hex')).toBe(connack);
});

test('an acknowledged value is in the table with its own time', async () => {
  const device = await newDevice();
  const client = await connectAs(device);
  const ts = Date.now() - 60_000;
  await client.publishAsync(TELEMETRY, JSON.stringify({ ts, values: { airTemperature: 23.4, note: 'hi' } }), {
    qos: 1,
  });
  expect(await latestOf(device, 'airTemperature')).toEqual({ value: 23.4, ts });
  expect(await latestOf(device, 'note')).toEqual({ value: 'hi', ts });
  await client.endAsync();
});

test.each([0, 2] as const)('QoS %d is stored too', async (qos) => {
  const device = await newDevice();
  const client = await connectAs(device);
  await client.publishAsync(TELEMETRY, '{"airTemperature": 5}', { qos });
  await until(async () => (await latestOf(device, 'airTemperature'))?.value === 5, 'the value is stored');
  await client.endAsync();
});

test('messages with one time merge their keys, in one batch and across batches; the last write wins', async () => {
  const device = await newDevice();
  const client = await connectAs(device);
  const ts = Date.now();
  const publish = (values: object) =>
    client.publishAsync(TELEMETRY, JSON.stringify({ ts, values }), { qos: 1 });
  await Promise.all([publish({ a: 1, b: 1 }), publish({ b: 2 })]);
  await publish({ c: 3, a: 9 });
  const { rows } = await database.query('select values from ts_message where device = $1', [device.key]);
  expect(rows).toEqual([{ values: { a: 9, b: 2, c: 3 } }]);
  await client.endAsync();
});

test('a time ahead of the clock does not pin the latest value', async () => {
  const device = await newDevice();
  const client = await connectAs(device);
  const ahead = Date.now() + 3_600_000;
  await client.publishAsync(TELEMETRY, JSON.stringify({ ts: ahead, values: { airTemperature: 50 } }), {
    qos: 1,
  });
  const pinned = await latestOf(device, 'airTemperature');
  expect(pinned?.ts).toBeLessThanOrEqual(Date.now());
  await client.publishAsync(TELEMETRY, '{"airTemperature": 20}', { qos: 1 });
  expect((await latestOf(device, 'airTemperature'))?.value).toBe(20);
  const { rows } = await database.query(
    'select (extract(epoch from ts) * 1000)::float8 as ts from ts_message where device = $1 order by ts desc',
    [device.key],
  );
  expect(rows[0]).toEqual({ ts: ahead });
  await client.endAsync();
});

test('a late reading is kept in the history and does not replace a newer latest value', async () => {
  const device = await newDevice();
  const client = await connectAs(device);
  await client.publishAsync(TELEMETRY, '{"airTemperature": 20}', { qos: 1 });
  const old = Date.UTC(2024, 0, 1);
  await client.publishAsync(TELEMETRY, JSON.stringify({ ts: old, values: { airTemperature: -3 } }), {
    qos: 1,
  });
  expect((await latestOf(device, 'airTemperature'))?.value).toBe(20);
  const { rows } = await database.query<{ place: string }>(
    `select tableoid::regclass::text as place from ts_message where device = $1 and ts = to_timestamp($2 / 1000.0)`,
    [device.key, old],
  );
  expect(rows).toEqual([{ place: 'ts_message_default' }]);
  await client.endAsync();
});

test('a malformed payload is recorded and counted before it is acknowledged', async () => {
  const device = await newDevice();
  const client = await connectAs(device);
  await client.publishAsync(TELEMETRY, '{"airTemperature": ', { qos: 1 });
  expect(await rejectionsOf(device)).toEqual({
    rows: [
      { source: 'mqtt', field: 'payload', reason: 'is not JSON in UTF-8', excerpt: '{"airTemperature": ' },
    ],
    count: 1,
  });
  await client.publishAsync(TELEMETRY, '{"airTemperature": "warm", "good": 1}', { qos: 1 });
  const { rows, count } = await rejectionsOf(device);
  expect(count).toBe(2);
  expect(rows[1]).toMatchObject({ field: 'airTemperature', reason: 'must be a number' });
  expect((await latestOf(device, 'good'))?.value).toBe(1);
  expect(await latestOf(device, 'airTemperature')).toBeUndefined();
  expect(client.connected).toBe(true);
  await client.endAsync();
});

test('a value outside its range is stored, flagged and counted before it is acknowledged, also in a merged row', async () => {
  const device = await newDevice();
  const client = await connectAs(device);
  const ts = Date.now() - 5_000;
  const say = (values: object) => client.publishAsync(TELEMETRY, JSON.stringify({ ts, values }), { qos: 1 });
  const stored = async () => {
    const { rows } = await database.query<{ values: object; outside: object | null }>(
      'select values, outside from ts_message where device = $1',
      [device.key],
    );
    return rows;
  };
  // In one batch and in later ones: each key keeps the flag of its newest value.
  await Promise.all([say({ airTemperature: 900 }), say({ airHumidity: '-7', good: 1 })]);
  expect(await stored()).toEqual([
    {
      values: { airTemperature: 900, airHumidity: -7, good: 1 },
      outside: { airTemperature: true, airHumidity: true },
    },
  ]);
  await say({ airTemperature: 21 });
  expect(await stored()).toMatchObject([{ outside: { airHumidity: true } }]);
  await say({ airHumidity: 60 });
  expect(await stored()).toMatchObject([{ outside: null }]);
  const { rows } = await database.query(
    'select kind, field, count::int as count from device_problem where device = $1 order by field',
    [device.key],
  );
  expect(rows).toEqual([
    { kind: 'outside', field: 'airHumidity', count: 1 },
    { kind: 'outside', field: 'airTemperature', count: 1 },
  ]);
  expect((await rejectionsOf(device)).count).toBe(0);
  await client.endAsync();
});

test('a payload over 64 KiB is rejected and acknowledged; a packet over 256 KiB ends the connection', async () => {
  const device = await newDevice();
  const client = await connectAs(device);
  await client.publishAsync(TELEMETRY, JSON.stringify({ text: 'x'.repeat(70_000) }), { qos: 1 });
  expect((await rejectionsOf(device)).rows).toMatchObject([
    { field: 'payload', reason: expect.stringContaining('more than 65536') },
  ]);
  const closed = new Promise<void>((resolve) => {
    client.once('close', () => resolve());
  });
  client.publish(TELEMETRY, Buffer.alloc(300_000, 0x20), { qos: 1 }, () => undefined);
  await closed;
  await until(async () => (await rejectionsOf(device)).count === 2, 'the packet is recorded');
});

test('a device receives no messages of another one and cannot take over its session', async () => {
  const [spy, victim] = [await newDevice(), await newDevice()];
  const listening = await connectAs(spy, { clientId: 'same-id' });
  const receivedEvents: string[] = [];
  listening.on('message', (topic) => receivedEvents.push(topic));
  await expect(listening.subscribeAsync(TELEMETRY, { qos: 1 })).rejects.toThrow();
  await expect(listening.subscribeAsync('#', { qos: 1 })).rejects.toThrow();
  await listening.subscribeAsync(['v1/devices/me/attributes', 'v1/devices/me/rpc/response/+'], { qos: 1 });

  const speaking = await connectAs(victim, { clientId: 'same-id' });
  await speaking.publishAsync(TELEMETRY, '{"airTemperature": 1}', { qos: 1 });
  await speaking.publishAsync('v1/devices/me/attributes', '{"fw": "1.0"}', { qos: 1 });
  await speaking.publishAsync('v1/devices/me/rpc/response/1', '{}', { qos: 1 });
  // A message that arrives later shows that the others were not sent.
  await listening.publishAsync('v1/devices/me/rpc/request/5', '{"method": "getSessionLimits"}', { qos: 1 });
  await until(() => receivedEvents.length > 0, 'the answer to the own question');
  expect(receivedEvents).toEqual(['v1/devices/me/rpc/response/5']);
  expect(listening.connected && speaking.connected).toBe(true);
  expect(await latestOf(spy, 'airTemperature')).toBeUndefined();
  await Promise.all([listening.endAsync(), speaking.endAsync()]);
});

test('client attributes are stored and returned on request of the device', async () => {
  const device = await newDevice();
  const client = await connectAs(device);
  await client.subscribeAsync('v1/devices/me/attributes/response/+', { qos: 1 });
  const answer = new Promise<[string, unknown]>((resolve) => {
    client.once('message', (topic, payload) => resolve([topic, JSON.parse(payload.toString())]));
  });
  await client.publishAsync('v1/devices/me/attributes', '{"fw": "1.0", "site": 3}', { qos: 1 });
  await client.publishAsync('v1/devices/me/attributes/request/8', '{"clientKeys": "fw,unknown"}', { qos: 1 });
  expect(await answer).toEqual(['v1/devices/me/attributes/response/8', { client: { fw: '1.0' } }]);
  await client.endAsync();
});

test('a command to a device without a subscription is refused, one without a response times out, and the ledger records both', async () => {
  const device = await newDevice();
  const client = await connectAs(device);
  const ask = { method: 'ptz', params: { direction: 'up' }, timeout: 300 };
  expect(await command(device, ask)).toMatchObject({ status: 409, answer: { msg: '设备不在线' } });
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  expect((await command(device, ask)).status).toBe(504);
  await until(async () => (await ledgerOf(device)).join() === 'failed,timeout', 'the ledger is written');
  await client.endAsync();
});

test('another device cannot answer a command', async () => {
  const [asked, foreigner] = [await newDevice(), await newDevice()];
  const [listening, guessing] = [await connectAs(asked), await connectAs(foreigner)];
  await listening.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  listening.on('message', (topic) => {
    const answer = topic.replace('request', 'response');
    void guessing
      .publishAsync(answer, '{"by": "stranger"}', { qos: 1 })
      .then(() => listening.publishAsync(answer, '{"by": "asked"}', { qos: 1 }));
  });
  expect((await command(asked, { method: 'ptz', params: {} })).answer).toMatchObject({
    data: { by: 'asked' },
  });
  await Promise.all([listening.endAsync(), guessing.endAsync()]);
});

test('while a commit hangs, the device is not acknowledged, and its pings and commands go on', async () => {
  const device = await newDevice();
  const client = await connectAs(device, { keepalive: 1 });
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  client.on('message', (topic, payload) => {
    const { params } = JSON.parse(payload.toString()) as { params: { direction: string } };
    client.publish(
      topic.replace('request', 'response'),
      JSON.stringify({ status: 'success', went: params.direction }),
    );
  });
  let pings = 0;
  client.on('packetreceive', (packet) => (pings += packet.cmd === 'pingresp' ? 1 : 0));

  const blocker = await folder.connect();
  let acknowledged = 0;
  let published: Promise<unknown>[] = [];
  try {
    await blocker.query('begin');
    await blocker.query('lock table ts_message in access exclusive mode');
    published = Array.from({ length: 10 }, (_, n) =>
      client.publishAsync(TELEMETRY, JSON.stringify({ n }), { qos: 1 }).then(() => (acknowledged += 1)),
    );
    await until(() => pings >= 2, 'two pings are answered while the commit hangs');
    const { answer } = await command(device, { method: 'ptz', params: { direction: 'left', speed: 1 } });
    expect(answer).toMatchObject({ code: 200, data: { status: 'success', went: 'left' } });
    expect(acknowledged).toBe(0);
    expect(client.connected).toBe(true);
  } finally {
    // The end of the connection releases the table, so that a failure here has no effect on other tests.
    await blocker.end();
  }
  await Promise.all(published);
  expect(acknowledged).toBe(10);
  expect((await latestOf(device, 'n'))?.value).toBe(9);
  await until(async () => {
    const { rows } = await database.query('select state, answer from command where device = $1', [
      device.key,
    ]);
    return JSON.stringify(rows) === '[{"state":"successful","answer":{"went":"left","status":"success"}}]';
  }, 'the ledger knows how the command ended');
  await client.endAsync();
});

test('SIGTERM during ingestion commits and acknowledges the accepted messages', async () => {
  const device = await newDevice();
  const client = await connectAs(device);
  const base = Date.now() - 1_000_000;
  const acknowledged: number[] = [];
  for (let n = 0; n < 3_000; n += 1) {
    client.publish(TELEMETRY, JSON.stringify({ ts: base + n, values: { n } }), { qos: 1 }, (error) => {
      if (!error) acknowledged.push(n);
    });
  }
  await until(() => acknowledged.length >= 200, 'it is ingesting');
  expect(await server.stop()).toBe(0);
  await client.endAsync(true);
  server = await FarmProcess.start(folder);
  await database.end();
  database = await folder.connect();
  const { rows } = await database.query<{ n: number }>(
    `select (values ->> 'n')::int as n from ts_message where device = $1`,
    [device.key],
  );
  const stored = new Set(rows.map((row) => row.n));
  expect(acknowledged.filter((n) => !stored.has(n))).toEqual([]);
  // It reported a moment ago: after the restart it is not offline.
  const detail = await fetch(`http://127.0.0.1:${server.httpPort}/api/devices/${device.id}`, {
    headers: { Authorization: `Bearer ${await logIn()}` },
  });
  expect(await detail.json()).toMatchObject({ data: { online: '1' } });
});
