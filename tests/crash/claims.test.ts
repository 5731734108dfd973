import mqtt from 'mqtt';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMember } from '../support/members.ts';
import { insertDevices, type TestDevice } from './support/devices.ts';
import { ADMIN_PASSWORD, DataFolder, FarmProcess } from './support/farm-process.ts';
import { until } from './support/until.ts';

/** A test that waits in vain fails after its own timeout, not that of the suite. */

/** Claims that have been answered when everything is killed; the next one is in progress. */
const KILLED_AFTER = [0, 3, 6] as const;
const DEVICES_A_ROUND = 10;
const BEHIND_GATEWAY = 4;
const WINDOW = 5;
/** Messages of the gateway that are acknowledged in each round before the claims begin. */
const MESSAGES_A_ROUND = 60;

const folder = new DataFolder();
let server: FarmProcess;
let gateway: TestDevice;
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
    [gateway, ...devices] = (await insertDevices(client, 1 + KILLED_AFTER.length * DEVICES_A_ROUND)) as [
      TestDevice,
      ...TestDevice[],
    ];
    await client.query('update device set gateway = true where id = $1', [gateway.id]);
    const database = {
      sql: async (text: string, values: unknown[]) => (await client.query(text, values)).rows,
    };
    await insertMember(database, {
      username: 'neighbour',
      roles: ['admin'],
      organisation: '邻居',
    });
  });
});

afterAll(async () => {
  await server?.kill9();
  await folder.remove();
});

/** A client that is logged in at the present server process. */
async function caller(username: string): Promise<(path: string, body: object) => Promise<Response>> {
  const post = (path: string, body: object, token?: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.httpPort}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const login = await post('/auth/login', { username, password: ADMIN_PASSWORD });
  const { data } = (await login.json()) as { data: { accessToken: string } };
  return (path, body) => post(path, body, data.accessToken);
}

async function connect(device: TestDevice): Promise<mqtt.MqttClient> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: device.token,
    reconnectPeriod: 0,
    protocolVersion: 4,
  });
  client.on('error', () => undefined);
  return client;
}

/** Sends messages of the gateway while it is connected; records the numbers of the acknowledged ones. */
const acknowledged = new Set<number>();
let nextMessage = 0;
const base = Date.now() - 3_600_000;
function keepReporting(client: mqtt.MqttClient): void {
  if (client.disconnecting || !client.connected) return;
  const n = (nextMessage += 1);
  const message = Object.fromEntries(
    Array.from({ length: BEHIND_GATEWAY }, (_, index) => [`第${index}号`, [{ ts: base + n, values: { n } }]]),
  );
  client.publish('v1/gateway/telemetry', JSON.stringify(message), { qos: 1 }, (error) => {
    if (error) return;
    acknowledged.add(n);
    keepReporting(client);
  });
}

/** The owner of a device in the tables, and the rows that must have changed with it. */
interface Holding {
  readonly id: string;
  readonly owner: string;
  readonly waiting: number;
  readonly shares: number;
  readonly codes: number;
}

const holdings = (contested: readonly TestDevice[]): Promise<Holding[]> =>
  withDatabase(async (client) => {
    const { rows } = await client.query<Holding>(
      `select d.id, o.name as owner,
         (select count(*)::int from command c where c.device = d.key and c.state = 'queued') as waiting,
         (select count(*)::int from device_share s where s.device_id = d.id and s.stopped_at is null) as shares,
         (select count(*)::int from device_claim k where k.device_id = d.id) as codes
       from device d join organisation o on o.id = d.organisation_id where d.id = any($1::uuid[])`,
      [contested.map(({ id }) => id)],
    );
    return rows;
  });

test('claims, commands and a gateway, killed together: a claim is complete or has no effect', async () => {
  for (const [round, killedAfter] of KILLED_AFTER.entries()) {
    const contested = devices.slice(round * DEVICES_A_ROUND, (round + 1) * DEVICES_A_ROUND);
    const ours = await caller('admin');
    const codes: string[] = [];
    for (const { id } of contested) {
      const command = { method: 'step', params: { n: round }, persistent: true, expiresIn: 600_000 };
      expect((await ours(`/api/device/${id}/rpc/twoway`, command)).status).toBe(200);
      const answer = await ours(`/api/devices/${id}/claimcode`, {});
      codes.push(((await answer.json()) as { data: { code: string } }).data.code);
    }
    const shared = { deviceIds: contested.map(({ id }) => id), username: 'neighbour', permissions: ['view'] };
    expect((await ours('/api/devices/share/info', shared)).status).toBe(200);
    const behind = await connect(gateway);
    const before = acknowledged.size;
    for (let window = 0; window < WINDOW; window += 1) keepReporting(behind);
    await until(() => acknowledged.size >= before + MESSAGES_A_ROUND, 'messages of the gateway');

    const theirs = await caller('neighbour');
    const answered = new Set<string>();
    const claiming = (async () => {
      for (const [index, code] of codes.entries()) {
        const answer = await theirs('/api/devices/verifications', { code });
        if (answer.status === 200) answered.add(contested[index]?.id ?? '');
      }
    })().catch(() => undefined);
    await until(() => answered.size >= killedAfter, 'claims');
    if (round === 1) folder.killDatabase();
    await server.kill9();
    behind.end(true);
    await claiming;
    server = await FarmProcess.start(folder);

    const after = await holdings(contested);
    expect(after).toHaveLength(DEVICES_A_ROUND);
    const taken = after.filter(({ owner }) => owner === '邻居');
    // An answered claim is durable; one in progress is stored completely or not at all.
    expect(taken.map(({ id }) => id)).toEqual(expect.arrayContaining([...answered]));
    for (const { owner, waiting, shares, codes: left } of after) {
      expect({ waiting, shares, codes: left }).toEqual(
        owner === '邻居' ? { waiting: 0, shares: 0, codes: 0 } : { waiting: 1, shares: 1, codes: 1 },
      );
    }
  }

  // Waiting commands are sent to devices with the same owner, and to none that was claimed.
  const received = new Set<string>();
  const listeners = await Promise.all(
    devices.map(async (device) => {
      const client = await connect(device);
      client.on('message', (topic) => {
        received.add(device.id);
        client.publish(topic.replace('request', 'response'), '{}');
      });
      await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
      return client;
    }),
  );
  const stayed = (await holdings(devices)).filter(({ owner }) => owner !== '邻居').map(({ id }) => id);
  expect(stayed.length).toBeGreaterThan(0);
  await until(() => stayed.every((id) => received.has(id)), 'the commands of devices that stayed');
  expect((await holdings(devices)).filter(({ waiting }) => waiting > 0)).toEqual([]);
  expect(received).toEqual(new Set(stayed));
  for (const client of listeners) client.end(true);

  // The gateway: each acknowledged message is stored for all its devices.
  await withDatabase(async (client) => {
    const { rows } = await client.query<{ n: number; devices: number }>(
      `select (m.values ->> 'n')::int as n, count(*)::int as devices from ts_message m
       join device d on d.key = m.device where d.gateway_id = $1 group by 1`,
      [gateway.id],
    );
    const stored = new Map(rows.map(({ n, devices: count }) => [n, count]));
    expect([...acknowledged].filter((n) => stored.get(n) !== BEHIND_GATEWAY)).toEqual([]);
  });
});
