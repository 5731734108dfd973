// Second tier (soak): thousands of alarms at once
import { buildPath, CALLS, createApiClient, type Alarm } from '@farm3d/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../apps/web/src/features/alarms/storms.ts';
import { insertDevices, type TestDevice } from './support/devices.ts';
import { ADMIN_PASSWORD, DataFolder, FarmProcess } from './support/farm-process.ts';
import { until } from './support/until.ts';

/** A test that waits in vain fails after its own timeout, not that of the suite. */

const DEVICES = 1_000;
const STORM_MS = 10_000;
/** Messages that are acknowledged when the server is killed: twice in the storm. */
const KILLS = [300, 700];
const AT_ONCE = 50;
const PAGE = 200;

const folder = new DataFolder();
let server: FarmProcess;
let devices: TestDevice[] = [];

beforeAll(async () => {
  server = await FarmProcess.start(folder);
  const client = await folder.connect();
  devices = await insertDevices(client, DEVICES);
  await client.query(
    `insert into alarm_setting (organisation_id, product_model_id, name, severity, rule)
     select o.id, p.id, '高温', 'MAJOR', $1::jsonb from organisation o, product_model p where p.code = 'QX-9' limit 1`,
    [
      JSON.stringify({
        condition: { key: 'airTemperature', op: '>', value: 30 },
        durationMs: 0,
        repeat: 1,
        clearDurationMs: 0,
        schedule: null,
      }),
    ],
  );
  await client.end();
  // Settings are read at the start.
  await server.kill9();
  server = await FarmProcess.start(folder);
});

afterAll(async () => {
  await server?.kill9();
  await folder.remove();
});

/** Sends a hot reading until it is acknowledged, always under the same time; true when it is. */
async function sendHot({ token }: TestDevice, ts: number): Promise<boolean> {
  const { path, method } = CALLS['ingest.telemetry'];
  const answer = await fetch(`http://127.0.0.1:${server.httpPort}${buildPath(path, { token })}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ts, values: { airTemperature: 40 } }),
  }).catch(() => null);
  await answer?.text().catch(() => '');
  return answer?.status === 200;
}

async function openAlarms(): Promise<Alarm[]> {
  const baseUrl = `http://127.0.0.1:${server.httpPort}`;
  const { accessToken } = await createApiClient({ baseUrl }).auth.login({
    username: 'admin',
    password: ADMIN_PASSWORD,
  });
  const api = createApiClient({ baseUrl, getAccessToken: () => accessToken });
  const alarms: Alarm[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = await api.alarms.query({ active: true, page, pageSize: PAGE });
    alarms.push(...items);
    if (items.length < PAGE) return alarms;
  }
}

test('a thousand alarms in ten seconds, the server killed twice among them: none is lost, none doubled, and they are one storm', async () => {
  const began = Date.now();
  const kills = [...KILLS];
  let acknowledged = 0;
  let killing: Promise<void> | undefined;
  const restart = async (): Promise<void> => {
    await server.kill9();
    server = await FarmProcess.start(folder);
    killing = undefined;
  };
  const left = devices
    .map((device, index) => ({ device, ts: began + (index * STORM_MS) / DEVICES }))
    .values();
  const send = async (): Promise<void> => {
    for (const { device, ts } of left) {
      await until(() => Date.now() >= ts, 'its instant in the storm');
      await until(
        async () => {
          await killing;
          return sendHot(device, Math.floor(ts));
        },
        'its reading is acknowledged',
        { timeoutMs: 60_000 },
      );
      acknowledged += 1;
      if (acknowledged >= (kills[0] ?? Infinity)) {
        kills.shift();
        killing = restart();
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  await killing;
  expect(kills).toEqual([]);

  // Of each device exactly one.
  await until(async () => (await openAlarms()).length >= DEVICES, 'the alarms are raised');
  const alarms = await openAlarms();
  expect(alarms).toHaveLength(DEVICES);
  expect(new Set(alarms.map(({ deviceId }) => deviceId)).size).toBe(DEVICES);
  // As the alarm centre shows them.
  const rows = rowsOf(alarms, 'newest', new Set());
  expect(rows.map(({ kind }) => kind)).toEqual(['storm']);

  const client = await folder.connect();
  try {
    const { rows: counted } = await client.query<{ alarms: number; raised: number; samples: number }>(
      `select (select count(*)::int from alarm) as alarms,
         (select count(*)::int from alarm_event where kind = 'raised') as raised,
         (select count(*)::int from rule_sample) as samples`,
    );
    expect(counted).toEqual([{ alarms: DEVICES, raised: DEVICES, samples: 0 }]);
  } finally {
    await client.end();
  }
});
