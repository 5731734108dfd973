// Second tier (outside): an external database
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';
import { startPostgres, type OutsideProgram } from './support/postgres.ts';

// DATABASE_URL: an outside PostgreSQL instead of the embedded one.

let database: OutsideProgram;

beforeAll(async () => {
  database = await startPostgres();
});

afterAll(async () => {
  await database?.stop();
});

async function report(server: RunningServer, token: string, message: object): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: token,
    protocolVersion: 4,
  });
  await client.publishAsync('v1/devices/me/telemetry', JSON.stringify(message), { qos: 1 });
  await client.endAsync();
}

test('everything works in an outside PostgreSQL, and a second start finds it', async () => {
  const env = { DATABASE_URL: database.url };
  let server = await startServer({ env });
  try {
    const client = await server.client();
    const device = await client.devices.create({ name: '外部库设备', productModelCode: 'TQ-3L' });
    await report(server, device.accessToken, { soilMoisture10: 23.4 });
    expect((await client.telemetry.latest(device.id))['soilMoisture10']?.value).toBe(23.4);
    const scene = await client.scenes.create({ name: '外部库场景' });

    await server.stop();
    server = await startServer({ env });
    const later = await server.client();
    expect((await later.telemetry.latest(device.id))['soilMoisture10']?.value).toBe(23.4);
    expect((await later.scenes.get(scene.id)).name).toBe('外部库场景');
  } finally {
    await server.stop();
  }
});
