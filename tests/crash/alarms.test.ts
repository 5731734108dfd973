import mqtt from 'mqtt';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertDevices, type TestDevice } from './support/devices.ts';
import { DataFolder, FarmProcess } from './support/farm-process.ts';
import { until } from './support/until.ts';

/** A test that waits in vain fails after its own timeout, not that of the suite. */

const DEVICES = 10;
const ROUNDS = 4;
/** Acknowledged messages before each kill, over all devices. */
const MESSAGES_A_ROUND = 400;

const folder = new DataFolder();
let server: FarmProcess;
let devices: TestDevice[] = [];

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
  await withDatabase(async (client) => {
    devices = await insertDevices(client, DEVICES);
    for (const { key } of devices) {
      await client.query(
        `insert into alarm_setting (organisation_id, device, name, severity, rule)
         select organisation_id, key, '高温', 'MAJOR', $2::jsonb from device where key = $1`,
        [
          key,
          JSON.stringify({
            condition: { key: 'airTemperature', op: '>', value: 30 },
            durationMs: 0,
            repeat: 1,
            clearDurationMs: 0,
            schedule: null,
          }),
        ],
      );
    }
  });
  // Settings are read at the start.
  await server.kill9();
  server = await FarmProcess.start(folder);
});

afterAll(async () => {
  await server?.kill9();
  await folder.remove();
});

/** Message n of a device: alternately hot and cool, so that every second one raises another alarm. */
interface Script {
  readonly device: TestDevice;
  next: number;
  /** Time of the message in flight; sent again under the same time. */
  ts: number;
}

test('killed repeatedly during ingestion, every hot reading has raised exactly one alarm, every cool one has ended it', async () => {
  const scripts = devices.map((device): Script => ({ device, next: 0, ts: 0 }));
  for (let round = 0; round < ROUNDS; round += 1) {
    let acknowledged = 0;
    let ended = false;
    const clients = await Promise.all(
      scripts.map(async (script) => {
        const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
          username: script.device.token,
          reconnectPeriod: 0,
          protocolVersion: 4,
        });
        client.on('error', () => undefined);
        const send = (): void => {
          if (ended) return;
          if (script.ts === 0) script.ts = Date.now();
          const values = { airTemperature: script.next % 2 === 0 ? 35 : 20, n: script.next };
          client.publish(
            'v1/devices/me/telemetry',
            JSON.stringify({ ts: script.ts, values }),
            { qos: 1 },
            (error) => {
              if (error) return;
              acknowledged += 1;
              script.next += 1;
              script.ts = Math.max(Date.now(), script.ts + 1);
              send();
            },
          );
        };
        send();
        return client;
      }),
    );
    await until(() => acknowledged >= MESSAGES_A_ROUND, 'the messages are acknowledged');
    if (round % 2 === 1) folder.killDatabase();
    await server.kill9();
    ended = true;
    for (const client of clients) client.end(true);
    server = await FarmProcess.start(folder);
  }
  await withDatabase(async (client) => {
    const total = scripts.reduce((sum, { next }) => sum + next, 0);
    expect(total).toBeGreaterThanOrEqual(ROUNDS * MESSAGES_A_ROUND);
    for (const { device, next } of scripts) {
      // The message in flight at the last kill may be stored or not: the expected alarms follow from the database.
      const stored = await client.query<{ n: number }>(
        `select (values ->> 'n')::int as n from ts_message where device = $1 order by ts`,
        [device.key],
      );
      const hot = stored.rows.filter(({ n }) => n % 2 === 0).length;
      expect(stored.rows.length).toBeGreaterThanOrEqual(next);
      const alarms = await client.query<{ raised: number; cleared: number | null }>(
        `select (extract(epoch from raised_at) * 1000)::float8 as raised,
           (extract(epoch from cleared_at) * 1000)::float8 as cleared
         from alarm where device = $1 order by raised_at`,
        [device.key],
      );
      expect(alarms.rows).toHaveLength(hot);
      const open = alarms.rows.filter(({ cleared }) => cleared === null).length;
      expect(open).toBe((stored.rows.at(-1)?.n ?? 1) % 2 === 0 ? 1 : 0);
      for (const [index, { raised }] of alarms.rows.entries()) {
        const before = alarms.rows[index - 1]?.cleared ?? 0;
        expect(raised).toBeGreaterThanOrEqual(before);
      }
    }
    const left = await client.query<{ n: number }>('select count(*)::int as n from rule_sample');
    expect(left.rows[0]?.n).toBe(0);
  });
});
