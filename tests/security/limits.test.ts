import { createApiClient } from '@farm3d/api';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';
import { DEFAULT_LIMITS } from '../../apps/server/src/platform/config/settings.ts';

// The limits as they are when nobody set any; other suites raise theirs by name.
let server: RunningServer;
let accessToken: string;

beforeAll(async () => {
  server = await startServer({ limits: 'default' });
  accessToken = await server.accessToken();
});
afterAll(async () => {
  await server?.stop();
});

/** Calls until it is refused; how many went through, and the refusal. */
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

describe('by default', () => {
  // Before the guesses below: what guesses is kept waiting with all that is behind its address.
  it('a device is stopped after its messages of a minute; another is not', async () => {
    const client = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
    const [loud, quiet] = [
      await client.devices.create({ name: '多话', productModelCode: 'TQ-3L' }),
      await client.devices.create({ name: '少言', productModelCode: 'TQ-3L' }),
    ];
    const say = (token: string) => (): Promise<Response> =>
      fetch(`${server.baseUrl}/api/v1/${token}/telemetry`, { method: 'POST', body: '{"soilMoisture20":1}' });
    const [passed] = await until429(say(loud.accessToken), DEFAULT_LIMITS.device);
    expect(passed).toBe(DEFAULT_LIMITS.device);
    expect((await say(quiet.accessToken)()).status).toBe(200);
  });

  it('an address that guesses device tokens is stopped, and no device suffers elsewhere', async () => {
    const guess = (): Promise<Response> =>
      fetch(`${server.baseUrl}/api/v1/${Math.random().toString(36)}/telemetry`, {
        method: 'POST',
        body: '{"soilMoisture20":1}',
      });
    // oxlint-disable-next-line farm3d/words -- a name of the setting FARM3D_LIMITS
    const [passed, refused] = await until429(guess, DEFAULT_LIMITS.stranger + 100);
    expect(passed).toBeGreaterThanOrEqual(DEFAULT_LIMITS.stranger);
    expect([refused.status, await refused.text()]).toEqual([429, '']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('a user is stopped after so many calls a minute, and told when to come back', async () => {
    const call = (): Promise<Response> =>
      fetch(`${server.baseUrl}/api/devices/count`, { headers: { authorization: `Bearer ${accessToken}` } });
    const [passed, refused] = await until429(call, DEFAULT_LIMITS.user);
    expect(passed).toBeGreaterThan(DEFAULT_LIMITS.user - 100);
    expect(await refused.json()).toEqual({
      code: 429,
      msg: '操作过于频繁，请稍后再试',
      error: 'rate_limited',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // And can still see to the own account.
    const mine = { headers: { authorization: `Bearer ${accessToken}` } };
    expect((await fetch(`${server.baseUrl}/auth/me`, mine)).status).toBe(200);
  });

  it('an address is stopped, whoever calls', async () => {
    const call = (): Promise<Response> => fetch(`${server.baseUrl}/auth/me`);
    const [, refused] = await until429(call, DEFAULT_LIMITS.ip);
    expect(refused.status).toBe(429);
    // What watches the server goes on seeing it.
    expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200);
  });
});

// The same in small, on a server that lets a foreign page in.
let own: RunningServer;
beforeAll(async () => {
  own = await startServer({
    env: {
      // Two messages at once, then one in half a minute.
      FARM3D_LIMITS: 'device=2,stranger=3,organisation=100',
      FARM3D_CORS_ORIGINS: 'https://portal.example',
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

  it('over MQTT, one that speaks too fast is read later and loses nothing; one that will not wait is cut off; unknown devices are kept out', async () => {
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
      // The third was taken; the fourth is not read before its time.
      for (let n = 3; n < 6; n += 1) speak(first, n).catch(() => undefined);
      await speak(other, 0);
      expect(acknowledged).toBe(4);
      expect(await client.telemetry.count(loud.id)).toBe(3);

      // Another connection of the same device is no way around it.
      const second = await connect(loud.accessToken);
      connections.push(second);
      await speak(second, 10);
      const third = await connect(loud.accessToken);
      connections.push(third);
      for (let n = 20; n < 40; n += 1) speak(third, n).catch(() => undefined);
      await waitFor(() => !third.connected, { what: 'the connection to be cut off' });
      expect(await client.telemetry.count(loud.id)).toBeLessThan(20);

      for (let n = 0; n < 3; n += 1) await expect(connect(`nobody-${n}`)).rejects.toMatchObject({ code: 4 });
      // 3: not now. Nobody is looked up any more for this address.
      await expect(connect('nobody')).rejects.toMatchObject({ code: 3 });
      await expect(connect(quiet.accessToken)).rejects.toMatchObject({ code: 3 });
    } finally {
      for (const connection of connections) connection.end(true);
    }
  });
});

describe('a page of another origin', () => {
  it('reads nothing unless its origin is listed, and never with cookies', async () => {
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
    // Such a page may show the embedded view, and nothing else of ours.
    const framing = async (path: string): Promise<string> =>
      /frame-ancestors ([^;]*)/.exec(
        (await fetch(own.baseUrl + path)).headers.get('content-security-policy') ?? '',
      )?.[1] ?? '';
    expect(await framing('/embed/scene')).toBe("'self' https://portal.example");
    expect(await framing('/app')).toBe("'self'");
  });
});

it('an organisation is stopped after so many calls, whoever of its users calls', async () => {
  const [token, another] = [await own.accessToken(), await own.accessToken()];
  const call = (bearer: string) => (): Promise<Response> =>
    fetch(`${own.baseUrl}/api/devices/count`, { headers: { authorization: `Bearer ${bearer}` } });
  await until429(call(token), 100);
  expect((await call(another)()).status).toBe(429);
  expect(DEFAULT_LIMITS.organisation).toBe(12_000);
});
