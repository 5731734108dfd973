import { createApiClient, type ApiClient, type CreatedDevice } from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';
import { DEFAULT_LIMITS } from '../../apps/server/src/domain/limits/rate-limits.ts';

// The limits as they are when nobody set any; other suites raise theirs by name.
let server: RunningServer;
let api: ApiClient;
let accessToken: string;
let device: CreatedDevice;

beforeAll(async () => {
  server = await startServer({ limits: 'default' });
  accessToken = await server.accessToken();
  api = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
  device = await api.devices.create({ name: '多话', productModelCode: 'TQ-3L' });
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
  it('an address that guesses device tokens is stopped, and no device suffers elsewhere', async () => {
    const guess = (): Promise<Response> =>
      fetch(`${server.baseUrl}/api/v1/${Math.random().toString(36)}/telemetry`, {
        method: 'POST',
        body: '{"soilMoisture20":1}',
      });
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
  });

  it('an address is stopped, whoever calls', async () => {
    const call = (): Promise<Response> => fetch(`${server.baseUrl}/auth/me`);
    const [, refused] = await until429(call, DEFAULT_LIMITS.ip);
    expect(refused.status).toBe(429);
    // What watches the server goes on seeing it.
    expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200);
  });
});

it('a device is stopped after so many messages a minute; another is not', async () => {
  const own = await startServer({ env: { FARM3D_LIMITS: 'device=100' } });
  try {
    const client = await own.client();
    const [loud, quiet] = [
      await client.devices.create({ name: '多话', productModelCode: 'TQ-3L' }),
      await client.devices.create({ name: '少言', productModelCode: 'TQ-3L' }),
    ];
    const say = (token: string) => (): Promise<Response> =>
      fetch(`${own.baseUrl}/api/v1/${token}/telemetry`, { method: 'POST', body: '{"soilMoisture20":1}' });
    const [passed] = await until429(say(loud.accessToken), 100);
    expect(passed).toBe(100);
    expect((await say(quiet.accessToken)()).status).toBe(200);
  } finally {
    await own.stop();
  }
  expect(device.name).toBe('多话');
});

describe('a page of another origin', () => {
  it('reads nothing unless its origin is listed, and never with cookies', async () => {
    const own = await startServer({ env: { FARM3D_CORS_ORIGINS: 'https://portal.example' } });
    try {
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
    } finally {
      await own.stop();
    }
  });
});
