import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAuthority, selfSigned, type Authority, type MadeCertificate } from '../support/certificates.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

// Devices that connect over TLS by a client certificate instead of a token, with certificates that are made here.

const TLS = join(import.meta.dirname, '../support/tls');
const KEY = 'soilMoisture20';

let folder: string;
let authority: Authority;
let server: Farm;
let ca: Buffer;
let port = 0;
let token = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farm3d-certificates-'));
  authority = await makeAuthority('Devices of the farm');
  writeFileSync(join(folder, 'devices.crt'), authority.cert);
  ca = readFileSync(join(TLS, 'localhost.crt'));
  server = await farm({
    settings: {
      FARM3D_TLS_CERT: join(TLS, 'localhost.crt'),
      FARM3D_TLS_KEY: join(TLS, 'localhost.key'),
      FARM3D_DEVICE_CA: join(folder, 'devices.crt'),
      FARM3D_MQTT_TLS_PORT: '0',
    },
  });
  port = Number(/mqtts:\/\/localhost:(\d+)/.exec(server.output())?.[1]);
  const login = await call('POST', '/auth/login', { username: 'admin', password: server.adminPassword });
  token = (login.data as { accessToken: string }).accessToken;
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly data: unknown;
}

function call(method: string, path: string, body?: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    };
    const asked = request(
      { host: 'localhost', port: server.httpPort, method, path, ca, headers },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, data: (JSON.parse(text) as { data?: unknown }).data }),
        );
      },
    );
    asked.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function newDevice(name: string): Promise<{ id: string; accessToken: string }> {
  const made = await call('POST', '/api/devices', { name, productModelCode: 'TQ-3L' });
  return made.data as { id: string; accessToken: string };
}

const connect = (by: MadeCertificate | null, options: IClientOptions = {}): Promise<MqttClient> =>
  connectAsync(`mqtts://localhost:${port}`, {
    ca,
    ...by,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    ...options,
  });

const refusalOf = async (by: MadeCertificate | null, options?: IClientOptions): Promise<unknown> =>
  connect(by, options).then(
    async (client) => {
      await client.endAsync(true);
      return 'connected';
    },
    (error: { code?: unknown }) => error.code,
  );

/** Reports a value, which the platform then has of this device. */
async function reports(client: MqttClient, id: string, value: number): Promise<void> {
  await client.publishAsync('v1/devices/me/telemetry', JSON.stringify({ [KEY]: value }), { qos: 1 });
  const { data } = await call('GET', `/api/telemetry/device/${id}/latest/timeseries`);
  expect(JSON.stringify(data)).toContain(String(value));
}

it('a device connects by the certificate that was given to it, in MQTT 3.1.1 and 5', async () => {
  const device = await newDevice('自有证书');
  const own = await selfSigned('probe');
  // It stands for nothing until then.
  expect(await refusalOf(own)).toBe(5);
  const { status, data } = await call('POST', `/api/device/${device.id}/certificate`, {
    certificate: own.cert,
  });
  expect([status, data]).toMatchObject([200, { subject: 'CN=probe' }]);
  for (const protocolVersion of [4, 5] as const) {
    const client = await connect(own, { protocolVersion });
    await reports(client, device.id, 20 + protocolVersion);
    await client.endAsync(true);
  }
  // Its token works beside it, with and without a certificate.
  for (const by of [own, null]) {
    const client = await connect(by, { username: device.accessToken });
    await reports(client, device.id, by ? 31 : 32);
    await client.endAsync(true);
  }
});

it('a certificate of the authority of the devices stands for the device that it names', async () => {
  const device = await newDevice('统一签发');
  const other = await newDevice('另一台');
  const client = await connect(await authority.issue(device.id));
  await reports(client, device.id, 41);
  await client.endAsync(true);
  // The same name by another authority, or by nobody's: nothing.
  const elsewhere = await makeAuthority('Devices of the farm');
  expect(await refusalOf(await elsewhere.issue(device.id))).toBe(5);
  expect(await refusalOf(await selfSigned(device.id))).toBe(5);
  expect(await refusalOf(await authority.issue('no-device'))).toBe(5);
  // A device with a certificate of its own is reached by that alone: so one that was lost is replaced.
  const next = await authority.issue('replaced');
  await call('POST', `/api/device/${other.id}/certificate`, { certificate: next.cert });
  expect(await refusalOf(await authority.issue(other.id))).toBe(5);
  expect(await refusalOf(next)).toBe('connected');
});

it('a certificate is refused before and after its time, and without its key', async () => {
  const device = await newDevice('时间');
  const hour = 3_600_000;
  expect(await refusalOf(await authority.issue(device.id, { fromMs: hour, untilMs: 2 * hour }))).toBe(5);
  expect(await refusalOf(await authority.issue(device.id, { fromMs: -2 * hour, untilMs: -hour }))).toBe(5);
  const ended = await selfSigned('ended', { fromMs: -2 * hour, untilMs: -hour });
  expect(
    (await call('POST', `/api/device/${device.id}/certificate`, { certificate: ended.cert })).status,
  ).toBe(400);
  const [mine, theirs] = [await authority.issue(device.id), await selfSigned('thief')];
  // The client itself refuses a pair that does not match.
  expect(await refusalOf({ cert: mine.cert, key: theirs.key })).not.toBe('connected');
});

it('what is taken away or replaced ends the open connection and opens none', async () => {
  const device = await newDevice('更换');
  const other = await newDevice('占用');
  const [first, second] = [await selfSigned('first'), await selfSigned('second')];
  const set = (id: string, certificate: string | null) =>
    call('POST', `/api/device/${id}/certificate`, { certificate });
  await set(device.id, first.cert);
  const client = await connect(first);
  expect((await set(other.id, first.cert)).status).toBe(409);
  await set(device.id, second.cert);
  await waitFor(() => !client.connected, { what: 'the end of the connection' });
  expect([await refusalOf(first), await refusalOf(second)]).toEqual([5, 'connected']);
  expect((await set(device.id, null)).data).toBeNull();
  expect(await refusalOf(second)).toBe(5);
  expect((await call('GET', `/api/device/${device.id}/certificate`)).data).toBeNull();
  expect((await set(device.id, 'no certificate')).status).toBe(400);
});
