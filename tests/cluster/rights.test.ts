// Second tier (outside): rights on two servers
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { connectAsync } from 'mqtt';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Listener } from '../http/grants/listener.ts';
import { insertMember } from '../support/members.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';
import { startMosquitto } from './support/mosquitto.ts';
import { startPostgres, type OutsideProgram } from './support/postgres.ts';

// Two servers on one database: a call to one that ends a right has ended it at the other, too, when it answers.

const KEY = 'soilMoisture20';
const PASSWORD = 'eine-lange-losung-2026';

let database: OutsideProgram;
let broker: OutsideProgram;
let sql: pg.Pool;
const folders = ['a', 'b'].map((name) => mkdtempSync(join(tmpdir(), `farm3d-rights-${name}-`)));
let a: RunningServer;
let b: RunningServer;
let ours: ApiClient;

const start = (index: number): Promise<RunningServer> =>
  startServer({
    dataDir: folders[index] ?? '',
    env: { DATABASE_URL: database.url, MQTT_URL: broker.url, FARM3D_CLUSTER: '1' },
  });

beforeAll(async () => {
  [database, broker] = await Promise.all([startPostgres(), startMosquitto()]);
  sql = new pg.Pool({ connectionString: database.url });
  a = await start(0);
  b = await start(1);
  ours = await a.client();
});

afterAll(async () => {
  await sql?.end();
  for (const server of [a, b]) await server?.stop();
  await broker?.stop();
  await database?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function logIn(server: RunningServer, username: string, password: string): Promise<string> {
  const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
    username,
    password,
  });
  return accessToken;
}

const report = (token: string, value: number): Promise<Response> =>
  fetch(`${a.baseUrl}/api/v1/${token}/telemetry`, {
    method: 'POST',
    body: JSON.stringify({ [KEY]: value }),
  });

test('a user locked at one server receives nothing more at the other', async () => {
  const device = await ours.devices.create({ name: 'probe', productModelCode: 'TQ-3L' });
  const { userId } = await ours.users.create({
    username: 'colleague',
    roles: ['viewer'],
    password: PASSWORD,
  });
  const ended = await Listener.open(b.baseUrl, await logIn(b, 'colleague', PASSWORD));
  const valid = await Listener.open(b.baseUrl, await b.accessToken());
  for (const listener of [ended, valid]) await listener.follow('d', { devices: [device.id] });
  await report(device.accessToken, 11);
  await Promise.all([ended.hears(device.id, 11), valid.hears(device.id, 11)]);
  await ours.users.update(userId, { enabled: false });
  await report(device.accessToken, 22);
  await valid.hears(device.id, 22);
  expect(ended.valuesOf(device.id)).not.toContain(22);
  await waitFor(() => ended.closed, { what: 'the connection to close' });
  valid.leave();
});

test('a claim at one server closes the connection of the device at the other', async () => {
  const database = { sql: async (text: string, values: unknown[]) => (await sql.query(text, values)).rows };
  await insertMember(database, {
    username: 'claimant',
    roles: ['admin'],
    organisation: 'claimant',
  });
  const token = await logIn(a, 'claimant', a.adminPassword);
  const claimant = createApiClient({ baseUrl: a.baseUrl, getAccessToken: () => token });
  const device = await ours.devices.create({ name: 'moves', productModelCode: 'TQ-3L' });
  const marker = await ours.devices.create({ name: 'stays', productModelCode: 'TQ-3L' });
  const former = await Listener.open(b.baseUrl, await b.accessToken());
  await former.follow('all', { organisation: true });
  const connection = await connectAsync(`mqtt://127.0.0.1:${b.mqttPort}`, {
    username: device.accessToken,
    reconnectPeriod: 0,
  });
  const publish = (value: number): Promise<unknown> =>
    connection.publishAsync('v1/devices/me/telemetry', JSON.stringify({ [KEY]: value }), { qos: 1 });
  await publish(11);
  await former.hears(device.id, 11);
  await claimant.devices.claim((await ours.devices.claimCode(device.id)).code);
  const sent = publish(22).catch(() => undefined);
  await waitFor(() => !connection.connected, { what: 'the connection of the device to close' });
  connection.end(true);
  await sent;
  await report(device.accessToken, 33);
  await report(marker.accessToken, 44);
  await former.hears(marker.id, 44);
  expect(former.valuesOf(device.id)).toEqual([11]);
  former.leave();
});

test('a server that was killed is not waited for', async () => {
  const { userId } = await ours.users.create({ username: 'another', roles: ['viewer'], password: PASSWORD });
  await b.kill9();
  await ours.users.remove(userId);
  expect((await ours.users.list({ name: 'another' })).total).toBe(0);
});
