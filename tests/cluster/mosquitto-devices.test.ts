import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';

// Debian's mosquitto_pub and mosquitto_sub as devices and as a gateway, by the command lines that ThingsBoard's
// own documentation gives.

const execute = promisify(execFile);
const KEY = 'soilMoisture20';
/** Of Debian's coreutils. */
const LINE_BY_LINE = '/usr/bin/stdbuf';
let server: RunningServer;
let api: ApiClient;

beforeAll(async () => {
  server = await startServer();
  const accessToken = await server.accessToken();
  api = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
});
afterAll(async () => {
  await server?.stop();
});

const at = () => ['-h', '127.0.0.1', '-p', String(server.mqttPort)];

async function publish(token: string, topic: string, message: string, ...more: string[]): Promise<void> {
  await execute('mosquitto_pub', [...at(), '-q', '1', '-u', token, '-t', topic, '-m', message, ...more], {
    timeout: PATIENCE_MS,
  });
}

/** mosquitto_sub in the background: the lines that it prints, `topic payload`. */
async function subscribe(token: string, topic: string): Promise<{ lines: string[]; end(): void }> {
  // Into a pipe it would write only when its buffer is full.
  const child = spawn(LINE_BY_LINE, [
    '-oL',
    'mosquitto_sub',
    ...at(),
    '-q',
    '1',
    '-u',
    token,
    '-v',
    '-t',
    topic,
    '-d',
  ]);
  const lines: string[] = [];
  let ready = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) {
      if (line.startsWith('Subscribed')) ready = true;
      else if (line.startsWith('v1/')) lines.push(line);
    }
  });
  await waitFor(() => ready, { what: `mosquitto_sub on ${topic}` });
  return { lines, end: () => child.kill() };
}

const newDevice = (productModelCode = 'TQ-3L') =>
  api.devices.create({ name: `mosquitto-${randomUUID().slice(0, 8)}`, productModelCode });

test('telemetry in its three forms, attributes up, shared attributes down', async () => {
  const { id, accessToken } = await newDevice();
  const ts = Date.now() - 10_000;
  await publish(accessToken, 'v1/devices/me/telemetry', `{"${KEY}": 21}`);
  await publish(accessToken, 'v1/devices/me/telemetry', JSON.stringify({ ts, values: { [KEY]: 20 } }));
  await publish(
    accessToken,
    'v1/devices/me/telemetry',
    JSON.stringify([{ ts: ts + 1, values: { [KEY]: 19 } }, { other: 1 }]),
  );
  expect((await api.telemetry.latest(id))[KEY]?.value).toBe(21);
  await publish(accessToken, 'v1/devices/me/attributes', '{"firmware": "1.2"}');
  const updates = await subscribe(accessToken, 'v1/devices/me/attributes');
  try {
    await api.deviceLink.share(id, { interval: 60 });
    await waitFor(() => updates.lines.length === 1);
    expect(updates.lines[0]).toBe('v1/devices/me/attributes {"interval":60}');
  } finally {
    updates.end();
  }
});

test('a command reaches mosquitto_sub, and the answer of mosquitto_pub ends it', async () => {
  const { id, accessToken } = await newDevice('DCF-4');
  const asked = await subscribe(accessToken, 'v1/devices/me/rpc/request/+');
  try {
    const answer = api.rpc.twoway(id, { method: 'switchValve', params: { open: true } });
    answer.catch(() => undefined);
    await waitFor(() => asked.lines.length === 1);
    const [, number, body] = /^v1\/devices\/me\/rpc\/request\/(\d+) (.*)$/.exec(asked.lines[0] ?? '') ?? [];
    expect(JSON.parse(body ?? '')).toEqual({ method: 'switchValve', params: { open: true } });
    await publish(accessToken, `v1/devices/me/rpc/response/${number}`, '{"valveState":true}');
    expect(await answer).toEqual({ status: 'success', valveState: true });
  } finally {
    asked.end();
  }
});

test('as a gateway it speaks for its devices, and hears what is meant for them', async () => {
  const gateway = await newDevice();
  await api.deviceLink.setGateway(gateway.id, true);
  const name = `网关后-${randomUUID().slice(0, 8)}`;
  await publish(gateway.accessToken, 'v1/gateway/telemetry', JSON.stringify({ [name]: [{ [KEY]: 33 }] }));
  const device = (await api.devices.list({ name })).items[0];
  expect((await api.telemetry.latest(device?.id ?? ''))[KEY]?.value).toBe(33);
  await publish(gateway.accessToken, 'v1/gateway/attributes', JSON.stringify({ [name]: { serial: 'x' } }));
});

test('a device registers itself with mosquitto_pub and then speaks under its own token', async () => {
  const profile = await api.integrations.create({
    kind: 'provision',
    name: '出厂',
    productModelCode: 'TQ-3L',
  });
  const token = randomUUID().replaceAll('-', '');
  const { provisionDeviceKey, provisionDeviceSecret } = profile;
  const deviceName = `自注册-${token.slice(0, 6)}`;
  const request = JSON.stringify({ deviceName, provisionDeviceKey, provisionDeviceSecret, token });
  await publish('provision', '/provision/request', request);
  await publish(token, 'v1/devices/me/telemetry', `{"${KEY}": 8}`);
  expect((await api.devices.list({ name: deviceName })).total).toBe(1);
});
