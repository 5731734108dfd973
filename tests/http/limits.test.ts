import { createApiClient } from '@farm3d/api';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

// So few calls a minute that a busy machine makes them, too. The defaults: rate-limits.test.ts.
const FEW = 100;
/** Calls of earlier tests may have begun the minute: it turns once at most. */
const TWO_MINUTES = 2 * FEW;
let server: Farm;
let accessToken: string;

beforeAll(async () => {
  server = await farm({
    settings: { FARM3D_LIMITS: `device=${FEW},user=${FEW},ip=${FEW},stranger=${FEW}` },
  });
  accessToken = await server.accessToken();
});
afterAll(async () => {
  await server?.stop();
});

const logIn = (password: string): Promise<Response> =>
  fetch(`${server.baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });

/** Calls until a refusal; returns the number of accepted calls and the refusal. */
async function until429(call: () => Promise<Response>, atMost: number): Promise<[number, Response]> {
  for (let passed = 0; passed <= atMost;) {
    const answers = await Promise.all(Array.from({ length: 50 }, call));
    const refused = answers.find(({ status }) => status === 429);
    passed += answers.filter(({ status }) => status !== 429).length;
    for (const answer of answers) if (answer !== refused) await answer.body?.cancel();
    if (refused) return [passed, refused];
  }
  throw new Error(`more than ${atMost} calls went through`);
}

describe('a limit is for each', () => {
  it('a device is refused after its messages of a minute; another one is not', async () => {
    const client = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
    const [loud, quiet] = [
      await client.devices.create({ name: '多话', productModelCode: 'TQ-3L' }),
      await client.devices.create({ name: '少言', productModelCode: 'TQ-3L' }),
    ];
    const say = (token: string) => (): Promise<Response> =>
      fetch(`${server.baseUrl}/api/v1/${token}/telemetry`, { method: 'POST', body: '{"soilMoisture20":1}' });
    const [passed] = await until429(say(loud.accessToken), FEW);
    expect(passed).toBe(FEW);
    expect((await say(quiet.accessToken)()).status).toBe(200);
  });

  it('an address with many wrong secrets is refused; a valid token, secret or password from it is not', async () => {
    const client = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
    const device = await client.devices.create({ name: '同址', productModelCode: 'TQ-3L' });
    const profile = await client.integrations.create({
      kind: 'provision',
      name: '自注册',
      productModelCode: 'TQ-3L',
    });
    const provision = (provisionDeviceSecret: string): Promise<Response> =>
      fetch(`${server.baseUrl}/api/v1/provision`, {
        method: 'POST',
        body: JSON.stringify({
          deviceName: '新设备',
          provisionDeviceKey: profile.provisionDeviceKey,
          provisionDeviceSecret,
        }),
      });
    const guess = (): Promise<Response> =>
      fetch(`${server.baseUrl}/api/v1/${Math.random().toString(36)}/telemetry`, {
        method: 'POST',
        body: '{"soilMoisture20":1}',
      });
    const [passed, refused] = await until429(guess, FEW + 100);
    expect(passed).toBeGreaterThanOrEqual(FEW);
    expect([refused.status, await refused.text()]).toEqual([429, '']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Secrets are guessed no faster than tokens.
    expect((await provision('wrong')).status).toBe(429);

    const good = { method: 'POST', body: '{"soilMoisture20":1}' };
    expect((await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, good)).status).toBe(200);
    const mqtt = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, { username: device.accessToken });
    await mqtt.endAsync();
    expect(await (await provision(profile.provisionDeviceSecret ?? '')).json()).toMatchObject({
      status: 'SUCCESS',
    });
    const wrong = await Promise.all(Array.from({ length: 80 }, (_, n) => logIn(`wrong-password-${n}`)));
    expect(wrong.filter(({ status }) => status === 200)).toEqual([]);
    expect((await logIn(server.adminPassword)).status).toBe(200);
  });

  it('a user is refused after the calls of a minute, with the time to wait', async () => {
    const call = (): Promise<Response> =>
      fetch(`${server.baseUrl}/api/devices/count`, { headers: { authorization: `Bearer ${accessToken}` } });
    const [passed, refused] = await until429(call, TWO_MINUTES);
    expect(passed).toBeGreaterThan(FEW - 20);
    expect(await refused.json()).toEqual({
      code: 429,
      msg: '操作过于频繁，请稍后再试',
      error: 'rate_limited',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Calls about the own account still work.
    const mine = { headers: { authorization: `Bearer ${accessToken}` } };
    expect((await fetch(`${server.baseUrl}/auth/me`, mine)).status).toBe(200);
  });

  it('an address is refused after many calls without a login; users with a login are not', async () => {
    const call = (): Promise<Response> => fetch(`${server.baseUrl}/auth/me`);
    const [, refused] = await until429(call, TWO_MINUTES);
    expect(refused.status).toBe(429);
    const mine = { headers: { authorization: `Bearer ${accessToken}` } };
    expect((await fetch(`${server.baseUrl}/auth/me`, mine)).status).toBe(200);
    // Health endpoints still answer.
    expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200);
  });
});

// The same with lower limits, on a server that accepts a foreign origin.
let own: Farm;
beforeAll(async () => {
  own = await farm({
    settings: {
      // Two messages at once, then one each half minute.
      FARM3D_LIMITS: 'device=2,stranger=3,organisation=100',
      FARM3D_CORS_ORIGINS: 'https://portal.example',
      FARM3D_METRICS_TOKEN: 'a-token-of-the-monitoring',
    },
  });
});
afterAll(async () => {
  await own?.stop();
});

describe('devices', () => {
  const connect = (username: string): Promise<MqttClient> =>
    connectAsync(`mqtt://127.0.0.1:${own.mqttPort}`, { username, reconnectPeriod: 0 });
  const topic = 'v1/devices/me/telemetry';

  it('over MQTT, a device above its rate is read later and loses nothing; one that goes on sending is disconnected; unknown devices are refused', async () => {
    const connections: MqttClient[] = [];
    try {
      const client = await own.client();
      const [loud, quiet] = [
        await client.devices.create({ name: '多话', productModelCode: 'TQ-3L' }),
        await client.devices.create({ name: '少言', productModelCode: 'TQ-3L' }),
      ];
      const base = Date.now() - 60_000;
      let acknowledged = 0;
      const speak = async (connection: MqttClient, n: number): Promise<void> => {
        const reading = JSON.stringify({ ts: base + n, values: { soilMoisture20: n } });
        await connection.publishAsync(topic, reading, { qos: 1 });
        acknowledged += 1;
      };
      const first = await connect(loud.accessToken);
      const other = await connect(quiet.accessToken);
      connections.push(first, other);
      for (let n = 0; n < 3; n += 1) await speak(first, n);
      // The third was accepted; the fourth is read when the rate permits it.
      for (let n = 3; n < 6; n += 1) speak(first, n).catch(() => undefined);
      await speak(other, 0);
      expect(acknowledged).toBe(4);
      expect(await client.telemetry.count(loud.id)).toBe(3);

      // The limit holds over all connections of a device.
      const second = await connect(loud.accessToken);
      connections.push(second);
      await speak(second, 10);
      const third = await connect(loud.accessToken);
      connections.push(third);
      for (let n = 20; n < 40; n += 1) speak(third, n).catch(() => undefined);
      await waitFor(() => !third.connected, { what: 'the connection to be cut off' });
      expect(await client.telemetry.count(loud.id)).toBeLessThan(20);

      for (let n = 0; n < 3; n += 1) await expect(connect(`nobody-${n}`)).rejects.toMatchObject({ code: 4 });
      // 3: not now. A device with a good token is not refused because of the others.
      await expect(connect('nobody')).rejects.toMatchObject({ code: 3 });
      connections.push(await connect(quiet.accessToken));
    } finally {
      for (const connection of connections) connection.end(true);
    }
  });
});

describe('a page of another origin', () => {
  it('can read responses only if its origin is listed, and never with cookies', async () => {
    const token = await own.accessToken();
    const from = (origin: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${own.baseUrl}/api/devices/count`, {
        ...init,
        headers: { origin, authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) },
      });
    const preflight = (origin: string): Promise<Response> =>
      from(origin, {
        method: 'OPTIONS',
        headers: {
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization',
        },
      });
    const listed = await from('https://portal.example');
    expect(listed.headers.get('access-control-allow-origin')).toBe('https://portal.example');
    expect(listed.headers.get('access-control-allow-credentials')).toBeNull();
    expect((await preflight('https://portal.example')).status).toBe(204);
    for (const origin of [
      'https://portal.example.evil',
      'http://portal.example',
      'null',
      'https://evil.example',
    ]) {
      expect((await from(origin)).headers.get('access-control-allow-origin')).toBeNull();
      const asked = await preflight(origin);
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    }
    // Such a page may frame the embedded view, and no other page.
    const framing = async (path: string): Promise<string> =>
      /frame-ancestors ([^;]*)/.exec(
        (await fetch(own.baseUrl + path)).headers.get('content-security-policy') ?? '',
      )?.[1] ?? '';
    expect(await framing('/embed/scene')).toBe("'self' https://portal.example");
    expect(await framing('/app')).toBe("'self'");
  });
});

it('the metrics can require a token', async () => {
  const read = (headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${own.baseUrl}/metrics`, { headers });
  expect((await read()).status).toBe(401);
  expect((await read({ authorization: 'Bearer a-token-of-somebody-else' })).status).toBe(401);
  const open = await read({ authorization: 'Bearer a-token-of-the-monitoring' });
  expect([open.status, await open.text()]).toEqual([200, expect.stringContaining('farm3d_devices_online')]);
});

it('an organisation is refused after its number of calls, over all its users', async () => {
  const [token, another] = [await own.accessToken(), await own.accessToken()];
  const call = (bearer: string) => (): Promise<Response> =>
    fetch(`${own.baseUrl}/api/devices/count`, { headers: { authorization: `Bearer ${bearer}` } });
  await until429(call(token), 100);
  expect((await call(another)()).status).toBe(429);
});
