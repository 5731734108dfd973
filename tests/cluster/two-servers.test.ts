// Second tier (outside): two servers
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRealtimeClient, type ApiClient } from '@farm3d/api';
import mqtt from 'mqtt';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';
import { startMosquitto } from './support/mosquitto.ts';
import { startPostgres, type OutsideProgram } from './support/postgres.ts';

// Two server processes on one outside PostgreSQL and one outside broker.

const DEVICES = 20;
const MESSAGES = 6_000;
const KILL_AFTER = 2_000;
const WINDOW = 100;
const KEY = 'soilMoisture20';

let database: OutsideProgram;
let broker: OutsideProgram;
let sql: pg.Pool;
const folders = ['a', 'b'].map((name) => mkdtempSync(join(tmpdir(), `farm3d-cluster-${name}-`)));
let servers: RunningServer[] = [];

const start = (index: number): Promise<RunningServer> =>
  startServer({
    dataDir: folders[index] ?? '',
    env: { DATABASE_URL: database.url, MQTT_URL: broker.url, FARM3D_CLUSTER: '1' },
  });

beforeAll(async () => {
  [database, broker] = await Promise.all([startPostgres(), startMosquitto()]);
  sql = new pg.Pool({ connectionString: database.url });
  servers = [await start(0)];
  servers.push(await start(1));
});

afterAll(async () => {
  await sql?.end();
  for (const server of servers) await server.stop();
  await broker?.stop();
  await database?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Number of messages that this server has stored since its start. */
async function stored(server: RunningServer): Promise<number> {
  const text = await (await fetch(`${server.baseUrl}/metrics`)).text();
  return Number(/^farm3d_ingest_entries_total (\d+)/m.exec(text)?.[1] ?? NaN);
}

async function one<T>(text: string): Promise<T> {
  const { rows } = await sql.query<{ n: T }>(text);
  return rows[0]?.n as T;
}

test('they share the load; after one is killed nothing is lost, alarms are raised once, and each schedule runs once', async () => {
  const [a, b] = servers as [RunningServer, RunningServer];
  const [viaA, viaB] = await Promise.all([a.client(), b.client()]);
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, (_, n) =>
      viaA.devices.create({ name: `集群设备${n}`, productModelCode: 'TQ-3L' }),
    ),
  );
  // One server is the leader; the other one forwards calls to it.
  const settings = [{ name: '偏干', condition: { key: KEY, op: '<' as const, value: 5 } }];
  for (const [n, { id }] of devices.entries()) {
    await (n % 2 === 0 ? viaA : viaB).alarmSettings.save(id, settings);
  }
  const linkage = await viaB.linkages.create({
    name: '每秒一次',
    trigger: { type: 'cron', expression: '* * * * * *', timeZone: 'Asia/Shanghai' },
    actions: [{ type: 'notice', title: '整点', content: '' }],
  });
  // A stream at B receives readings that A stores.
  const received = new Set<string>();
  let following = false;
  const stream = createRealtimeClient({
    url: `${b.baseUrl.replace('http', 'ws')}/api/stream`,
    getAccessToken: () => b.accessToken(),
    WebSocketImpl: WebSocket,
  });
  stream.subscribe({ organisation: true }, (event) => {
    if (event.type === 'subscribed') following = true;
    if (event.type !== 'telemetry') return;
    for (const { deviceId, values } of event.items) if (KEY in values) received.add(deviceId);
  });
  await waitFor(() => following);

  const publisher = await mqtt.connectAsync(broker.url, { protocolVersion: 5, reconnectPeriod: 0 });
  const base = Date.now() - 60_000;
  let sent = 0;
  let acknowledged = 0;
  let killed: Promise<void> | undefined;
  let byA = 0;
  const send = async (): Promise<void> => {
    while (sent < MESSAGES) {
      const n = sent++;
      const device = devices[n % DEVICES];
      const message = JSON.stringify({ ts: base + n, values: { [KEY]: 20 + (n % 10) } });
      await publisher.publishAsync(`v1/${device?.id}/telemetry`, message, { qos: 1 });
      acknowledged += 1;
      if (acknowledged === KILL_AFTER) {
        await waitFor(async () => (byA = await stored(a)) > 100, {
          what: 'the first one to store its share',
        });
        killed = a.kill9();
      }
    }
  };
  await Promise.all(Array.from({ length: WINDOW }, send));
  await killed;
  expect(acknowledged).toBe(MESSAGES);
  expect(byA).toBeGreaterThan(100);

  // B continues alone and is now the leader: dry soil raises one alarm per device.
  for (const { id } of devices) {
    await publisher.publishAsync(`v1/${id}/telemetry`, JSON.stringify({ [KEY]: 1 }), { qos: 1 });
  }
  await publisher.endAsync();
  await waitFor(async () => (await stored(b)) > 100, { what: 'B to store' });
  servers[0] = await start(0);
  // The messages that A had not acknowledged are delivered, each once.
  await waitFor(
    async () => (await one<number>('select count(*)::int as n from ts_message')) === MESSAGES + DEVICES,
    {
      timeoutMs: PATIENCE_MS,
      what: () => 'every message that the broker had acknowledged',
    },
  );
  await waitFor(async () => (await one<number>('select count(*)::int as n from alarm')) >= DEVICES, {
    what: 'the alarms',
  });
  expect(await one<number>('select count(*)::int as n from alarm')).toBe(DEVICES);
  expect(
    await one<number>('select count(distinct device)::int as n from alarm where cleared_at is null'),
  ).toBe(DEVICES);
  await waitFor(() => received.size === DEVICES, { what: 'the stream of B' });
  stream.close();

  // By the server that is not the leader.
  const again: ApiClient = await servers[0].client();
  const [alarm] = (await again.alarms.query()).items;
  expect(await again.alarms.acknowledge(alarm?.id ?? '')).toMatchObject({ acknowledged: true });

  // On a fast machine all of this takes less time than three runs of the schedule.
  await waitFor(
    async () =>
      (await one<number>(
        `select count(distinct date_trunc('second', started_at + interval '100 milliseconds'))::int as n
         from linkage_run where linkage_id = '${linkage.id}'`,
      )) > 2,
    { what: 'three turns of the schedule' },
  );
  const runs = await sql.query<{ second: string; n: number }>(
    `select date_trunc('second', started_at + interval '100 milliseconds')::text as second, count(*)::int as n
     from linkage_run where linkage_id = $1 group by 1 order by 1`,
    [linkage.id],
  );
  expect(runs.rows.length).toBeGreaterThan(2);
  // Of one moment, as the schedule goes on: a run that has ended has executed its action once, one that has not, or was
  // interrupted, may have.
  const { rows: counts } = await sql.query<{ ended: number; notices: number; all: number }>(
    `select count(*) filter (where state = 'successful')::int as ended, count(*)::int as all,
       (select count(*)::int from article where title = '整点') as notices
     from linkage_run where linkage_id = $1`,
    [linkage.id],
  );
  const [{ ended, notices, all } = { ended: -1, notices: -1, all: -1 }] = counts;
  expect(ended).toBeGreaterThan(1);
  expect(notices).toBeGreaterThanOrEqual(ended);
  expect(notices).toBeLessThanOrEqual(all);
  // A run belongs to one instant of the schedule; two servers that both ran it would make two in a second.
  expect(runs.rows.filter(({ n }) => n > 1)).toEqual([]);
});

test('a command reaches its device on the broker through either server, once', async () => {
  const [a, b] = servers as [RunningServer, RunningServer];
  const [viaA, viaB] = await Promise.all([a.client(), b.client()]);
  const valve = await viaA.devices.create({ name: '集群阀门', productModelCode: 'DCF-4' });
  const device = await mqtt.connectAsync(broker.url, { protocolVersion: 5, reconnectPeriod: 0 });
  try {
    const asked: string[] = [];
    device.on('message', (topic, payload) => {
      asked.push(payload.toString());
      device.publish(topic.replace('request', 'response'), '{"valveState":true}');
    });
    await device.subscribeAsync(`v1/${valve.id}/rpc/request/+`, { qos: 1 });
    await device.publishAsync(`v1/${valve.id}/telemetry`, '{"flowRate": 1}', { qos: 1 });
    for (const [n, api] of [viaA, viaB].entries()) {
      const answer = await waitFor(
        () =>
          api.rpc.twoway(valve.id, { method: 'switchValve', params: { open: true } }).catch(() => undefined),
        { what: 'the device to be known as online', intervalMs: 500 },
      );
      expect(answer).toEqual({ status: 'success', valveState: true });
      expect(asked).toHaveLength(n + 1);
    }
  } finally {
    await device.endAsync(true);
  }
});
