import { join } from 'node:path';
import type { ApiClient } from '@farm3d/api';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picture } from '../support/fixtures.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor, withDeadline } from '../support/wait.ts';
import { freezeDatabase } from './support/freeze-database.ts';
import { SmallDisk } from './support/small-disk.ts';

/** Reserves of the disk for files and for the database, MiB. */
const FILES = 120;
const DATABASE = 60;
const DISK = 500;

let disk: SmallDisk | null = null;
let server: RunningServer;
let api: ApiClient;
let device: { id: string; accessToken: string };
const open: MqttClient[] = [];

beforeAll(async () => {
  if (SmallDisk.isPossible) disk = new SmallDisk(DISK);
  else console.log('not root: no disk is filled; reserves.test.ts has reserves above the free space');
  server = await startServer(
    disk
      ? {
          dataDir: join(disk.folder, 'data'),
          env: { FARM3D_RESERVES: `files=${FILES},database=${DATABASE}` },
        }
      : {},
  );
  api = await server.client();
  device = await api.devices.create({ name: '墒情', productModelCode: 'TQ-3L' });
});
afterAll(async () => {
  for (const client of open) client.end(true);
  disk?.empty();
  await server?.stop();
  disk?.remove();
});

const report = (): Promise<Response> =>
  fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
    method: 'POST',
    body: '{"soilMoisture20":21}',
  });

async function upload(): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([picture(8, 8)]), 'field.png');
  const answer = await fetch(`${server.baseUrl}/common/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.accessToken()}` },
    body: form,
  });
  return answer.status;
}

async function readiness(): Promise<[number, string[]]> {
  const answer = await fetch(`${server.baseUrl}/readyz`);
  const { reasons = [] } = (await answer.json()) as { reasons?: string[] };
  return [answer.status, reasons];
}

const untilReady = (status: number, ...reasons: string[]): Promise<unknown> =>
  waitFor(async () => JSON.stringify(await readiness()) === JSON.stringify([status, reasons]), {
    what: `/readyz to answer ${status} ${reasons.join()}`,
  });

test('uploads and readings stop at their own reserves, report it, and continue when there is space', async () => {
  if (!disk) return;
  expect([await upload(), (await report()).status]).toEqual([200, 200]);

  disk.leave((FILES + DATABASE) / 2);
  await untilReady(200, 'files');
  expect([await upload(), (await report()).status]).toEqual([507, 200]);

  disk.leave(DATABASE / 2);
  await untilReady(503, 'disk', 'files');
  const refused = await report();
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([503, 5]);
  expect(await upload()).toBe(507);
  expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200);
  // Over MQTT the message is not acknowledged and stays at its device.
  const mqtt = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, { username: device.accessToken });
  open.push(mqtt);
  let acknowledged = false;
  const published = mqtt
    .publishAsync('v1/devices/me/telemetry', '{"soilMoisture40":7}', { qos: 1 })
    .then(() => (acknowledged = true));
  await untilReady(503, 'disk', 'files');
  expect((await report()).status).toBe(503);
  expect(acknowledged).toBe(false);

  disk.empty();
  await untilReady(200);
  await published;
  expect((await api.telemetry.latest(device.id))['soilMoisture40']?.value).toBe(7);
  expect([await upload(), (await report()).status]).toEqual([200, 200]);
});

test('a disk that is full at once leads to 503, and the database survives it', async () => {
  if (!disk) return;
  const before = await api.telemetry.count(device.id);
  disk.leave(0);
  // A row that fits into an allocated file of the database may still be committed; then it is kept.
  let acknowledged = 0;
  await waitFor(
    async () => {
      const { status } = await report();
      if (status === 200) acknowledged += 1;
      else expect(status).toBe(503);
      return status === 503;
    },
    { what: 'a report to be refused' },
  );
  await untilReady(503, 'disk', 'files');
  expect(await upload()).toBe(507);
  disk.empty();
  await untilReady(200);
  expect((await report()).status).toBe(200);
  expect(await api.telemetry.count(device.id)).toBeGreaterThan(before + acknowledged);
});

test('the report of the system names the disks of the files and of the embedded database', async () => {
  expect((await api.system.report()).disks.map(({ use }) => use)).toEqual(['files', 'database']);
});

test('/readyz answers every request while the database is stopped, and names what is missing', async () => {
  const goOn = freezeDatabase(server.databasePid());
  try {
    // More requests than connections of the pool.
    const answers = await withDeadline(Promise.all(Array.from({ length: 40 }, readiness)), 60_000);
    expect(answers).toEqual(Array.from({ length: 40 }, () => [503, ['database']]));
  } finally {
    goOn();
  }
  await waitFor(async () => !(await readiness())[1].includes('database'), { what: 'the database' });
});
