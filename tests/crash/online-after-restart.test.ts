// Second tier (soak): online states over a restart
import { createApiClient, type ApiClient } from '@farm3d/api';
import { connectAsync } from 'mqtt';
import { afterAll, expect, test } from 'vitest';
import { ADMIN_PASSWORD, DataFolder, FarmProcess } from './support/farm-process.ts';
import { until } from './support/until.ts';

const folder = new DataFolder();
let server: FarmProcess | undefined;
afterAll(async () => {
  await server?.kill9();
  await folder.remove();
});

async function clientOf({ httpPort }: FarmProcess): Promise<ApiClient> {
  const baseUrl = `http://127.0.0.1:${httpPort}`;
  const { accessToken } = await createApiClient({ baseUrl }).auth.login({
    username: 'admin',
    password: ADMIN_PASSWORD,
  });
  return createApiClient({ baseUrl, getAccessToken: () => accessToken });
}

test('after a crash a device whose connection had ended minutes before is not online; one that reports without is', async () => {
  server = await FarmProcess.start(folder);
  const api = await clientOf(server);
  const make = (name: string) => api.devices.create({ name, productModelCode: 'DCF-4' });
  const [gone, connected, overHttp] = [await make('gone'), await make('connected'), await make('http')];
  const open = async (token: string) => {
    const client = await connectAsync(`mqtt://127.0.0.1:${server?.mqttPort}`, {
      username: token,
      reconnectPeriod: 0,
    });
    client.on('error', () => undefined);
    await client.publishAsync('v1/devices/me/telemetry', '{"flowRate":2}', { qos: 1 });
    return client;
  };
  await (await open(gone.accessToken)).endAsync();
  const stays = await open(connected.accessToken);
  await fetch(`http://127.0.0.1:${server.httpPort}/api/v1/${overHttp.accessToken}/telemetry`, {
    method: 'POST',
    body: '{"flowRate":2}',
  });
  const sql = await folder.connect();
  await until(async () => {
    const { rows } = await sql.query<{ connected: boolean }>(
      'select connected from device_connection order by connected',
    );
    return rows.map((row) => row.connected).join() === 'false,true';
  }, 'both facts are stored');
  await sql.end();
  await server.kill9();
  stays.end(true);
  // More than a device has to connect again, less than it may be silent.
  const pass = async (): Promise<void> => {
    const sql = await folder.connect();
    await sql.query(`update device set last_activity_at = last_activity_at - interval '2 minutes'`);
    await sql.query(`update device_connection set changed_at = changed_at - interval '2 minutes'`);
    await sql.end();
  };
  await pass();

  server = await FarmProcess.start(folder);
  const facts = async (): Promise<unknown[]> => {
    const again = await clientOf(server as FarmProcess);
    return Promise.all(
      [gone, connected, overHttp].map(async ({ id }) => {
        const device = await again.devices.get(id);
        return [device.name, device.online, device.connected];
      }),
    );
  };
  expect(await facts()).toEqual([
    ['gone', false, false],
    // It has half a minute to connect again.
    ['connected', true, false],
    ['http', true, false],
  ]);

  // It did not: another restart gives it no time again.
  await server.kill9();
  await pass();
  server = await FarmProcess.start(folder);
  expect(await facts()).toEqual([
    ['gone', false, false],
    ['connected', false, false],
    ['http', true, false],
  ]);
});
