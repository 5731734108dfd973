// Second tier (outside): which devices are online, on two servers
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from '@farm3d/api';
import { connectAsync, type MqttClient } from 'mqtt';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';
import { startPostgres, type OutsideProgram } from './support/postgres.ts';

// Two servers on one database, with devices at the embedded broker of each.

let database: OutsideProgram;
let sql: pg.Pool;
const folders = ['a', 'b'].map((name) => mkdtempSync(join(tmpdir(), `farm3d-online-${name}-`)));
let a: RunningServer;
let b: RunningServer;
const clients: MqttClient[] = [];

const start = (index: number): Promise<RunningServer> =>
  startServer({
    dataDir: folders[index] ?? '',
    env: { DATABASE_URL: database.url, FARM3D_CLUSTER: '1' },
  });

beforeAll(async () => {
  database = await startPostgres();
  sql = new pg.Pool({ connectionString: database.url });
  a = await start(0);
  b = await start(1);
});

afterAll(async () => {
  for (const client of clients) client.end(true);
  await sql?.end();
  for (const server of [a, b]) await server?.stop();
  await database?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Connects the device and reports once. */
async function connect(server: RunningServer, token: string): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: token,
    reconnectPeriod: 0,
  });
  clients.push(client);
  client.on('error', () => undefined);
  await client.publishAsync('v1/devices/me/telemetry', '{"flowRate":2}', { qos: 1 });
  return client;
}

/** Which devices have a connection, as stored. */
async function connected(): Promise<string> {
  const { rows } = await sql.query<{ name: string }>(
    'select d.name from device_connection c join device d on d.key = c.device where c.connected order by 1',
  );
  return rows.map(({ name }) => name).join();
}

/** The server of its connection, as stored. */
async function serverOf(name: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ server: string }>(
    'select c.server from device_connection c join device d on d.key = c.device where d.name = $1',
    [name],
  );
  return rows[0]?.server;
}

/** [name, online, connected] of each device, as this server has it. */
async function facts(server: RunningServer, devices: readonly { id: string }[]): Promise<unknown[]> {
  const api = await server.client();
  return Promise.all(
    devices.map(async ({ id }) => {
      const device = await api.devices.get(id);
      return [device.name, device.online, device.connected];
    }),
  );
}

test('a device that has disconnected is offline at every server, after a restart at once', async () => {
  const api: ApiClient = await a.client();
  const make = (name: string) => api.devices.create({ name, productModelCode: 'DCF-4' });
  const [gone, cut, moved, stays] = [
    await make('gone'),
    await make('cut'),
    await make('moved'),
    await make('stays'),
  ];
  const all = [gone, cut, moved, stays];
  const leaving = await connect(a, gone.accessToken);
  await connect(a, cut.accessToken);
  const before = await connect(a, moved.accessToken);
  await connect(b, stays.accessToken);
  await waitFor(async () => (await connected()) === 'cut,gone,moved,stays', { what: 'the connections' });
  await connect(b, moved.accessToken);
  const atB = await b.client();
  for (const { id, name } of all)
    await waitFor(async () => (await atB.devices.get(id)).online, { what: `${name} to be online at B` });

  await waitFor(async () => (await serverOf('moved')) === (await serverOf('stays')), {
    what: 'the new connection of the moved device',
  });
  // Stored together, or in this order.
  await before.endAsync();
  await leaving.endAsync();
  await waitFor(async () => !(await connected()).includes('gone'), { what: 'the end of a connection' });
  expect(await connected(), 'the end at A is not one at B').toBe('cut,moved,stays');

  await a.kill9();
  // More than a device has to connect again, less than it may be silent.
  await sql.query(`update device set last_activity_at = last_activity_at - interval '2 minutes'`);
  await sql.query(`update device_connection set changed_at = changed_at - interval '2 minutes'`);
  a = await start(0);
  expect(await facts(a, all)).toEqual([
    ['gone', false, false],
    // It has half a minute to connect again.
    ['cut', true, false],
    // The other server has their connections.
    ['moved', true, false],
    ['stays', true, false],
  ]);

  // Here nothing was restarted.
  await waitFor(async () => !(await atB.devices.get(cut.id)).online, { what: 'cut to be offline at B' });
  expect((await facts(b, all)).slice(1)).toEqual([
    ['cut', false, false],
    ['moved', true, true],
    ['stays', true, true],
  ]);
});
