import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createApiClient } from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { cookieFetch } from '../support/cookies.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

let server: Farm;

beforeAll(async () => {
  server = await farm({ settings: { FARM3D_TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(async () => {
  await server?.stop();
});

const login = (username: string, password: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username, password }),
  });

/** A cookie of a response in the form of a request: name=value. */
function cookieOf(answer: Response, name: string): string {
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith(`${name}=`)) ?? '';
  return cookie.split(';', 1)[0] ?? '';
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs claims with the server's own key, as only the server can. */
function forge(claims: Record<string, unknown>): string {
  const key = createPrivateKey(readFileSync(join(server.dataDir, 'secrets/signing-key.pem'), 'utf8'));
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const kid = createHash('sha256').update(der).digest('base64url').slice(0, 16);
  const text = `${base64url({ alg: 'EdDSA', kid })}.${base64url(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}

async function claimsOf(token: string): Promise<Record<string, unknown>> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
}

describe('a login', () => {
  it('has the same response for a wrong password and for an unknown name', async () => {
    const answers = await Promise.all([
      login('admin', 'wrong-password'),
      login('nobody-at-all', 'wrong-password'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()));
    expect(first).toBe(second);
    expect(first).toBe('{"code":401,"msg":"用户名或密码错误"}');
    expect(answers[0].headers.get('set-cookie')).toBeNull();
  });

  it('names the missing field, and is refused when it is not JSON', async () => {
    const empty = await login('', '');
    expect([empty.status, await empty.json()]).toEqual([
      400,
      { code: 400, msg: '请输入用户名', field: 'username' },
    ]);
    const form = await fetch(`${server.baseUrl}/auth/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'admin', password: server.adminPassword }),
    });
    expect(form.status).toBe(415);
  });

  it('with the right password is not refused because of wrong attempts before, after or at the same time', async () => {
    const known = cookieOf(await login('admin', server.adminPassword), 'farm3d_device');
    // Nobody has logged in there before.
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
    const wrong = Array.from({ length: 60 }, (_, n) => login('admin', `wrong-${n}`, elsewhere));
    const right = await login('admin', server.adminPassword, elsewhere);
    expect(right.status).toBe(200);
    expect(new Set((await Promise.all(wrong)).map(({ status }) => status))).toEqual(new Set([401]));
    expect((await login('admin', server.adminPassword, elsewhere)).status).toBe(200);

    // So many that they are queued: the newest is checked first, the oldest are answered 429.
    const many = Array.from({ length: 40 }, (_, n) => login('admin', `wrong-again-${n}`, elsewhere));
    expect((await login('admin', server.adminPassword, { cookie: known, ...elsewhere })).status).toBe(200);
    expect((await login('admin', server.adminPassword, elsewhere)).status).toBe(200);
    const displaced = await Promise.race<Response>(
      many.map(async (one) => {
        const answer = await one;
        return answer.status === 429 ? answer : new Promise<never>(() => undefined);
      }),
    );
    expect(Number(displaced.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await displaced.json()).toEqual({ code: 429, msg: '登录尝试过于频繁，请稍后再试' });
  });

  it('sets a refresh cookie that scripts and foreign pages cannot read', async () => {
    const answer = await login('admin', server.adminPassword);
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('farm3d_refresh=')) ?? '';
    expect(cookie).toMatch(/^farm3d_refresh=[\w-]{43};/);
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/auth', 'Max-Age=2592000'])
      expect(cookie).toContain(part);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(cookie).not.toContain('Secure');
    const behindTls = await login('admin', server.adminPassword, { 'x-forwarded-proto': 'https' });
    expect(behindTls.headers.get('set-cookie')).toContain('Secure');
    // A browser that connected by TLS keeps using it (HSTS).
    expect(behindTls.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  });
});

describe('an access token', () => {
  it('that has expired is refused', async () => {
    const claims = await claimsOf(await server.accessToken());
    const now = Math.floor(Date.now() / 1000);
    const me = (token: string): Promise<Response> =>
      fetch(`${server.baseUrl}/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    expect((await me(forge({ ...claims, exp: now + 60 }))).status).toBe(200);
    const ended = await me(forge({ ...claims, exp: now - 1 }));
    expect([ended.status, await ended.json()]).toEqual([401, { code: 401, msg: '登录已失效，请重新登录' }]);
    expect((await me(forge({ ...claims, iss: 'elsewhere', exp: now + 60 }))).status).toBe(401);
    const { exp: _exp, ...endless } = claims;
    expect((await me(forge(endless))).status).toBe(401);
  });

  it('closes the stream at its expiry, unless a new token was sent', async () => {
    const claims = await claimsOf(await server.accessToken());
    const open = async (): Promise<{ closed: () => number | undefined; socket: WebSocket }> => {
      const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/api/stream`);
      let code: number | undefined;
      socket.on('close', (closeCode) => (code = closeCode));
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      return { closed: () => code, socket };
    };
    const soon = (): number => Math.floor(Date.now() / 1000) + 2;
    const left = await open();
    const renewed = await open();
    for (const { socket } of [left, renewed]) {
      socket.send(JSON.stringify({ type: 'auth', token: forge({ ...claims, exp: soon() }) }));
    }
    renewed.socket.send(JSON.stringify({ type: 'auth', token: forge({ ...claims, exp: soon() + 60 }) }));
    await waitFor(() => left.closed() !== undefined);
    expect(left.closed()).toBe(4401);
    expect(renewed.closed()).toBeUndefined();
    renewed.socket.terminate();
  });

  it('is required: the cookie alone gives no right', async () => {
    const jar = new Map<string, string>();
    const client = createApiClient({ baseUrl: server.baseUrl, fetch: cookieFetch(jar) });
    await client.auth.login({ username: 'admin', password: server.adminPassword });
    expect(jar.has('farm3d_refresh')).toBe(true);
    await expect(client.scenes.create({ name: 'x' })).rejects.toMatchObject({ status: 401 });
  });
});

describe('a refresh token', () => {
  const refreshWith = (cookie: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${server.baseUrl}/auth/refresh`, { method: 'POST', headers: { cookie, ...headers } });
  const cookieOf = (answer: Response): string =>
    (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';

  /** Sets the time of its exchange back. */
  const exchangedSecondsAgo = (cookie: string, seconds: number): Promise<unknown> =>
    server.sql(
      `update refresh_token set replaced_at = now() - $2 * interval '1 second' where token_hash = $1`,
      [
        createHash('sha256')
          .update(cookie.split('=')[1] ?? '')
          .digest(),
        seconds,
      ],
    );

  it('is accepted from two tabs that refresh at once; a later use revokes the whole family', async () => {
    const first = cookieOf(await login('admin', server.adminPassword));
    const tabs = await Promise.all([refreshWith(first), refreshWith(first)]);
    expect(tabs.map(({ status }) => status)).toEqual([200, 200]);
    const [second = '', third = ''] = tabs.map(cookieOf);
    expect(new Set([first, second, third]).size).toBe(3);
    const fourth = cookieOf(await refreshWith(third));
    expect((await refreshWith(second)).status).toBe(200);
    await exchangedSecondsAgo(first, 29);
    expect((await refreshWith(first)).status).toBe(200);
    await exchangedSecondsAgo(first, 31);
    expect((await refreshWith(first)).status).toBe(401);
    expect((await refreshWith(fourth)).status).toBe(401);
  });

  it('used again by another program or from another address revokes the whole family at once', async () => {
    for (const elsewhere of [{ 'user-agent': 'another' }, { 'x-forwarded-for': '198.51.100.1' }]) {
      const first = cookieOf(await login('admin', server.adminPassword));
      const second = cookieOf(await refreshWith(first));
      expect((await refreshWith(first, elsewhere)).status).toBe(401);
      expect((await refreshWith(second)).status).toBe(401);
    }
  });

  it('of another session stays valid', async () => {
    const mine = cookieOf(await login('admin', server.adminPassword));
    const copied = cookieOf(await login('admin', server.adminPassword));
    await refreshWith(copied);
    expect((await refreshWith(copied, { 'user-agent': 'another' })).status).toBe(401);
    expect((await refreshWith(mine)).status).toBe(200);
  });

  it('ends with the logout, also where a program kept it', async () => {
    const cookie = cookieOf(await login('admin', server.adminPassword));
    await fetch(`${server.baseUrl}/auth/logout`, { method: 'POST', headers: { cookie } });
    expect((await refreshWith(cookie)).status).toBe(401);
  });

  it('is stored as a hash only', async () => {
    const token = cookieOf(await login('admin', server.adminPassword)).split('=')[1] ?? '';
    const rows = await server.sql<{ hex: string }>(
      `select encode(token_hash, 'hex') as hex from refresh_token`,
    );
    const hash = createHash('sha256').update(token).digest('hex');
    expect(rows.map(({ hex }) => hex)).toContain(hash);
  });

  it('is refused to a page of another site', async () => {
    const cookie = cookieOf(await login('admin', server.adminPassword));
    expect((await refreshWith(cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await refreshWith(cookie, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('that is invented, empty or expired is refused', async () => {
    expect((await refreshWith('farm3d_refresh=invented')).status).toBe(401);
    expect((await refreshWith('')).status).toBe(401);
    const cookie = cookieOf(await login('admin', server.adminPassword));
    const hash = createHash('sha256')
      .update(cookie.split('=')[1] ?? '')
      .digest();
    await server.sql(
      `update refresh_token set expires_at = now() - interval '1 second' where token_hash = $1`,
      [hash],
    );
    expect((await refreshWith(cookie)).status).toBe(401);
  });
});

/** A stream that this token has opened, and what has closed it. */
async function streamOf(token: string): Promise<() => number | undefined> {
  const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/api/stream`);
  let code: number | undefined;
  const frames: string[] = [];
  socket.on('close', (closeCode) => (code = closeCode));
  socket.on('message', (raw: Buffer) => frames.push(raw.toString()));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ type: 'auth', token }));
  await waitFor(() => frames.includes('{"type":"ready"}'));
  return () => code;
}

describe('a logout', () => {
  const logOut = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${server.baseUrl}/auth/logout`, { method: 'POST', headers });
  const me = async (token: string): Promise<number> =>
    (await fetch(`${server.baseUrl}/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status;
  const tokenOf = async (answer: Response): Promise<string> =>
    ((await answer.json()) as { data: { accessToken: string } }).data.accessToken;

  it('closes the stream of that login', async () => {
    const jar = new Map<string, string>();
    const client = createApiClient({ baseUrl: server.baseUrl, fetch: cookieFetch(jar) });
    const { accessToken } = await client.auth.login({ username: 'admin', password: server.adminPassword });
    const closed = await streamOf(accessToken);
    await client.auth.logout();
    await waitFor(() => closed() !== undefined);
    expect(closed()).toBe(4401);
  });

  it.each(['authorization', 'x-authorization'])(
    'with a bearer token alone (%s) ends its session: the token, the refresh token and the stream',
    async (header) => {
      const other = await tokenOf(await login('admin', server.adminPassword));
      const answer = await login('admin', server.adminPassword);
      const refresh = cookieOf(answer, 'farm3d_refresh');
      const token = await tokenOf(answer);
      const closed = await streamOf(token);
      expect((await logOut({ [header]: `Bearer ${token}` })).status).toBe(200);
      expect(await me(token)).toBe(401);
      await waitFor(() => closed() !== undefined);
      expect(closed()).toBe(4401);
      const renewed = await fetch(`${server.baseUrl}/auth/refresh`, {
        method: 'POST',
        headers: { cookie: refresh },
      });
      expect(renewed.status).toBe(401);
      expect(await me(other)).toBe(200);
      // What is over is not reported as done again.
      expect((await logOut({ [header]: `Bearer ${token}` })).status).toBe(401);
    },
  );

  it('with a cookie and a token of another session ends both', async () => {
    const [first, second] = [
      await login('admin', server.adminPassword),
      await login('admin', server.adminPassword),
    ];
    const tokens = [await tokenOf(first), await tokenOf(second)];
    const headers = { cookie: cookieOf(first, 'farm3d_refresh'), authorization: `Bearer ${tokens[1]}` };
    expect((await logOut(headers)).status).toBe(200);
    expect(await Promise.all(tokens.map(me))).toEqual([401, 401]);
  });

  it('does not report an API key, which has no session, as logged out', async () => {
    const { key } = await (await server.client()).apiKeys.create({ name: 'a program', roles: ['viewer'] });
    expect((await logOut({ authorization: `Bearer ${key}` })).status).toBe(401);
    expect(await me(key)).toBe(200);
  });
});

it('secrets are readable by their owner only', () => {
  const folder = join(server.dataDir, 'secrets');
  const names = readdirSync(folder);
  expect(names).toContain('signing-key.pem');
  for (const name of names) expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
  expect(statSync(folder).mode & 0o077).toBe(0);
});
