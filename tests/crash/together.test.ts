// Second tier (soak): everything at once, killed
import mqtt from 'mqtt';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertDevices, type TestDevice } from './support/devices.ts';
import { ADMIN_PASSWORD, DataFolder, FarmProcess } from './support/farm-process.ts';
import { until } from './support/until.ts';

/** A test that waits in vain fails after its own timeout, not that of the suite. */

/** The killed processes of each round; all kinds of traffic run at the same time. */
const VICTIMS = ['server', 'both', 'server', 'both', 'server'] as const;
const STATIONS = 6;
const BEHIND_GATEWAY = 5;
const WINDOW = 6;
/** Messages acknowledged in each round before the kill. */
const MESSAGES_A_ROUND = 120;
const COMMANDS_A_ROUND = 6;

const folder = new DataFolder();
let server: FarmProcess;
let stations: TestDevice[] = [];
let gateway: TestDevice;
let relay: TestDevice;

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
    [gateway, relay, ...stations] = (await insertDevices(client, 2 + STATIONS)) as [
      TestDevice,
      TestDevice,
      ...TestDevice[],
    ];
    await client.query('update device set gateway = true where id = $1', [gateway.id]);
    for (const { id, key } of stations) {
      const rule = {
        condition: { key: 'airTemperature', op: '>', value: 30 },
        durationMs: 0,
        repeat: 1,
        clearDurationMs: 0,
        schedule: null,
      };
      await client.query(
        `insert into alarm_setting (organisation_id, device, name, severity, rule)
         select organisation_id, key, '高温', 'MAJOR', $2::jsonb from device where key = $1`,
        [key, JSON.stringify(rule)],
      );
      const linkage = {
        triggers: [{ type: 'alarm', deviceId: id, change: 'raised' }],
        condition: null,
        once: null,
        actions: [{ type: 'notice', title: '高温', content: '请通风' }],
      };
      await client.query(
        `insert into linkage (organisation_id, name, definition)
         select organisation_id, '高温通知', $2::jsonb from device where key = $1`,
        [key, JSON.stringify(linkage)],
      );
    }
  });
  // The server reads settings and linkages at its start.
  await server.kill9();
  server = await FarmProcess.start(folder);
});

afterAll(async () => {
  await server?.kill9();
  await folder.remove();
});

async function connect(device: TestDevice): Promise<mqtt.MqttClient> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: device.token,
    reconnectPeriod: 0,
    protocolVersion: 4,
  });
  client.on('error', () => undefined);
  return client;
}

/** A station with alternately hot and cool messages, so that every second one raises another alarm. */
interface Station {
  readonly device: TestDevice;
  next: number;
  /** Time of the message in flight; sent again under the same time. */
  ts: number;
}

/** Acknowledged messages and commands of all rounds. */
const reported = {
  messages: 0,
  /** Numbers of the gateway's messages. */
  gateway: new Set<number>(),
  /** Numbers of the commands accepted into the ledger. */
  queued: new Set<number>(),
  /** Numbers of the commands received by the device. */
  received: [] as number[],
};
let nextGateway = 0;
let nextCommand = 0;
const base = Date.now() - 3_600_000;

/** The traffic of one round, until `end` is called. */
class Traffic {
  #ended = false;
  readonly #clients: mqtt.MqttClient[] = [];
  #queueing: Promise<void> = Promise.resolve();

  async begin(scripts: readonly Station[]): Promise<void> {
    for (const script of scripts) {
      const client = await this.#open(script.device);
      this.#station(client, script);
    }
    const behind = await this.#open(gateway);
    for (let n = 0; n < WINDOW; n += 1) this.#gateway(behind);
    const device = await this.#open(relay);
    device.on('message', (topic, payload) => {
      reported.received.push((JSON.parse(payload.toString()) as { params: { n: number } }).params.n);
      device.publish(topic.replace('request', 'response'), '{}');
    });
    await device.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    this.#queueing = this.#queue();
  }

  async end(): Promise<void> {
    this.#ended = true;
    for (const client of this.#clients) client.end(true);
    await this.#queueing;
  }

  async #open(device: TestDevice): Promise<mqtt.MqttClient> {
    const client = await connect(device);
    this.#clients.push(client);
    return client;
  }

  #station(client: mqtt.MqttClient, script: Station): void {
    if (this.#ended) return;
    if (script.ts === 0) script.ts = Date.now();
    const values = { airTemperature: script.next % 2 === 0 ? 35 : 20, n: script.next };
    client.publish(
      'v1/devices/me/telemetry',
      JSON.stringify({ ts: script.ts, values }),
      { qos: 1 },
      (error) => {
        if (error) return;
        reported.messages += 1;
        script.next += 1;
        script.ts = Math.max(Date.now(), script.ts + 1);
        this.#station(client, script);
      },
    );
  }

  #gateway(client: mqtt.MqttClient): void {
    if (this.#ended) return;
    const n = (nextGateway += 1);
    const message = Object.fromEntries(
      Array.from({ length: BEHIND_GATEWAY }, (_, index) => [
        `第${index}号`,
        [{ ts: base + n, values: { n } }],
      ]),
    );
    client.publish('v1/gateway/telemetry', JSON.stringify(message), { qos: 1 }, (error) => {
      if (error) return;
      reported.gateway.add(n);
      this.#gateway(client);
    });
  }

  /** Sends commands one after the other; the kill interrupts one of them. */
  async #queue(): Promise<void> {
    const address = `http://127.0.0.1:${server.httpPort}`;
    try {
      const login = await fetch(`${address}/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
      });
      const { data } = (await login.json()) as { data: { accessToken: string } };
      while (!this.#ended) {
        const n = (nextCommand += 1);
        const answer = await fetch(`${address}/api/device/${relay.id}/rpc/twoway`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${data.accessToken}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ method: 'step', params: { n }, persistent: true, expiresIn: 600_000 }),
        });
        await answer.text();
        if (answer.status === 200) reported.queued.add(n);
      }
    } catch {
      // The server was killed.
    }
  }
}

test('stations, alarms, linkages, a gateway and commands, killed together repeatedly: nothing is lost, nothing is done twice', async () => {
  const scripts = stations.map((device): Station => ({ device, next: 0, ts: 0 }));
  for (const victim of VICTIMS) {
    const before = {
      messages: reported.messages,
      gateway: reported.gateway.size,
      queued: reported.queued.size,
    };
    const traffic = new Traffic();
    await traffic.begin(scripts);
    await until(
      () =>
        reported.messages >= before.messages + MESSAGES_A_ROUND &&
        reported.gateway.size >= before.gateway + MESSAGES_A_ROUND &&
        reported.queued.size >= before.queued + COMMANDS_A_ROUND,
      'stations, gateway and commands are acknowledged',
    );
    if (victim === 'both') folder.killDatabase();
    await server.kill9();
    await traffic.end();
    server = await FarmProcess.start(folder);
  }
  // Queued commands are sent when the device subscribes.
  const last = await connect(relay);
  last.on('message', (topic, payload) => {
    reported.received.push((JSON.parse(payload.toString()) as { params: { n: number } }).params.n);
    last.publish(topic.replace('request', 'response'), '{}');
  });
  await last.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  await withDatabase(async (client) => {
    const one = async (sql: string): Promise<number> => {
      const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${sql}`);
      return rows[0]?.n ?? -1;
    };
    await until(
      async () =>
        (await one(`command where state in ('queued', 'sent', 'delivered')`)) === 0 &&
        (await one(`linkage_run where state = 'running'`)) === 0 &&
        (await one('linkage_due')) === 0 &&
        (await one('rule_sample')) === 0,
      'everything has its end',
    );

    // Alarms and their linkages: expected from the database, since the last message may be stored without an
    // acknowledgement.
    for (const { device, next } of scripts) {
      const stored = await client.query<{ n: number }>(
        `select (values ->> 'n')::int as n from ts_message where device = $1 order by ts`,
        [device.key],
      );
      expect(stored.rows.length).toBeGreaterThanOrEqual(next);
      expect(stored.rows.map(({ n }) => n)).toEqual(stored.rows.map((_, index) => index));
      const hot = stored.rows.filter(({ n }) => n % 2 === 0).length;
      expect(await one(`alarm where device = ${device.key}`)).toBe(hot);
      const runs = `linkage_run r join linkage l on l.id = r.linkage_id
        where l.definition #>> '{triggers,0,deviceId}' = '${device.id}'`;
      expect(await one(runs)).toBe(hot);
    }
    // A finished run has executed its action once; an interrupted one may have.
    const notices = await one(`article where title = '高温'`);
    const ended = await one(`linkage_run where state = 'successful'`);
    const all = await one('linkage_run');
    expect(notices).toBeGreaterThanOrEqual(ended);
    expect(notices).toBeLessThanOrEqual(all);

    // The gateway: each acknowledged message is stored for all its devices.
    const { rows } = await client.query<{ n: number; devices: number }>(
      `select (m.values ->> 'n')::int as n, count(*)::int as devices from ts_message m
       join device d on d.key = m.device where d.gateway_id = $1 group by 1`,
      [gateway.id],
    );
    const behind = new Map(rows.map(({ n, devices }) => [n, devices]));
    expect([...reported.gateway].filter((n) => behind.get(n) !== BEHIND_GATEWAY)).toEqual([]);

    // Commands: each accepted one has a final state in the ledger, and none reached the device twice.
    const ledger = await client.query<{ n: number; state: string }>(
      `select (params ->> 'n')::int as n, state from command where device = $1`,
      [relay.key],
    );
    const states = new Map(ledger.rows.map(({ n, state }) => [n, state]));
    expect(states.size).toBe(ledger.rows.length);
    expect([...reported.queued].filter((n) => !states.has(n))).toEqual([]);
    expect(new Set(reported.received).size).toBe(reported.received.length);
    const successful = [...states].filter(([, state]) => state === 'successful').map(([n]) => n);
    expect(successful.filter((n) => !reported.received.includes(n))).toEqual([]);
    // At most one command in flight per kill has failed.
    expect(ledger.rows.length - successful.length).toBeLessThanOrEqual(VICTIMS.length);
  });
  last.end(true);
});
