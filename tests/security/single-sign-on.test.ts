import { randomUUID } from 'node:crypto';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  startIdentityProvider,
  type KnownPerson,
  type RunningProvider,
} from '../support/identity-provider.ts';
import { freePort } from '../support/free-port.ts';
import { startServer, type RunningServer } from '../support/server.ts';

const PASSWORD = 'a lantern for the stable';

let provider: RunningProvider;
let server: RunningServer;
let admin: ApiClient;

beforeAll(async () => {
  provider = await startIdentityProvider();
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  provider.permit(publicUrl);
  server = await startServer({ env: { ...provider.env(publicUrl), FARM3D_PORT: String(port) } });
  admin = await server.client();
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});
beforeEach(() => {
  provider.person = { sub: randomUUID() };
});

/** A browser: cookies by origin, and each redirect one step. */
class Visit {
  readonly #jars = new Map<string, Map<string, string>>();

  jar(address: string): Map<string, string> {
    const { origin } = new URL(address);
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    return jar;
  }

  /** Follows redirects until one leads to `until`, which is not opened, or to the login page. */
  async follow(address: string, until = '/login?'): Promise<string> {
    let at = address;
    for (let step = 0; step < 12; step += 1) {
      const jar = this.jar(at);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, { redirect: 'manual', headers: cookie ? { cookie } : {} });
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
        if (/max-age=0/i.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${at} answers ${answer.status}: ${await answer.text()}`);
      at = new URL(location, at).toString();
      if (at.includes(until)) return at;
    }
    throw new Error(`no end of redirects at ${at}`);
  }

  /** Who is logged in now, by the refresh cookie. */
  async who() {
    const cookie = `farm3d_refresh=${this.jar(server.baseUrl).get('farm3d_refresh') ?? ''}`;
    const answer = await fetch(`${server.baseUrl}/auth/refresh`, { method: 'POST', headers: { cookie } });
    if (answer.status !== 200) return null;
    return ((await answer.json()) as { data: { user: { userId: string; roles: string[] } } }).data.user;
  }
}

const start = (): string => `${server.baseUrl}/auth/oidc/start`;
const CALLBACK = '/auth/oidc/callback?';
const newUser = (details: { email?: string } = {}) =>
  admin.users.create({
    username: `u-${randomUUID().slice(0, 8)}`,
    roles: ['operator'],
    password: PASSWORD,
    ...details,
  });
/** Logs somebody in; the outcome, and the visit. */
async function signOn(person: KnownPerson) {
  provider.person = person;
  const visit = new Visit();
  const end = new URL(await visit.follow(start()));
  return { visit, outcome: end.searchParams.get('sso') };
}

it('an account whose address an administrator wrote is found by the verified one, then by the subject', async () => {
  const email = `${randomUUID()}@farm.example`;
  const user = await newUser({ email });
  const sub = randomUUID();
  const first = await signOn({ sub, email: email.toUpperCase(), email_verified: true });
  expect([first.outcome, (await first.visit.who())?.userId]).toEqual(['done', user.userId]);
  // The address may change at the provider, and be another person's then.
  const second = await signOn({ sub, email: 'other@farm.example', email_verified: true });
  expect((await second.visit.who())?.userId).toBe(user.userId);
  const other = await signOn({ sub: randomUUID(), email: 'other@farm.example', email_verified: true });
  expect([other.outcome, await other.visit.who()]).toEqual(['unknown', null]);
});

it('an address that is not verified, that its person wrote, or that two accounts have leads to none', async () => {
  const written = `${randomUUID()}@farm.example`;
  const unverified = await newUser({ email: written });
  const person = { sub: randomUUID(), email: written, email_verified: false };
  expect((await signOn(person)).outcome).toBe('unknown');

  const claimed = `${randomUUID()}@farm.example`;
  const user = await newUser();
  const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
    username: user.username,
    password: PASSWORD,
  });
  const own = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
  await own.auth.updateMe({ email: claimed });
  const verified = (email: string) => signOn({ sub: randomUUID(), email, email_verified: true });
  expect((await verified(claimed)).outcome).toBe('unknown');

  await admin.users.update(user.userId, { email: written });
  expect((await verified(written)).outcome).toBe('unknown');
  await admin.users.update(user.userId, { email: '' });
  expect((await verified(written)).outcome).toBe('done');
  expect(unverified.email).toBe(written);
});

it('the operator of the installation is not reached by an address', async () => {
  const email = `${randomUUID()}@farm.example`;
  await server.sql(`update app_user set email = $1, email_by_administrator = true where username = 'admin'`, [
    email,
  ]);
  expect((await signOn({ sub: randomUUID(), email, email_verified: true })).outcome).toBe('unknown');
});

it('somebody who is locked does not get in', async () => {
  const email = `${randomUUID()}@farm.example`;
  const user = await newUser({ email });
  const person = { sub: randomUUID(), email, email_verified: true };
  expect((await signOn(person)).outcome).toBe('done');
  await admin.users.update(user.userId, { enabled: false });
  const { outcome, visit } = await signOn(person);
  expect([outcome, await visit.who()]).toEqual(['unknown', null]);
});

it('a login that another browser began, another state, and the same callback again are refused', async () => {
  const email = `${randomUUID()}@farm.example`;
  await newUser({ email });
  provider.person = { sub: randomUUID(), email, email_verified: true };
  const visit = new Visit();
  const callback = await visit.follow(start(), CALLBACK);

  // Somebody sends the own callback to another person: their browser has begun nothing, or something else.
  const victim = new Visit();
  expect(await victim.follow(callback)).toContain('sso=failed');
  const beginning = new Visit();
  await beginning.follow(start(), '/auth?');
  expect(await beginning.follow(callback)).toContain('sso=failed');
  expect([await victim.who(), await beginning.who()]).toEqual([null, null]);

  expect(await visit.follow(callback)).toContain('sso=done');
  expect(await visit.who()).not.toBeNull();
  expect(await visit.follow(callback)).toContain('sso=failed');
});

it('a code of another login without the secret of its start, a forged cookie and a refusal of the provider are refused', async () => {
  const email = `${randomUUID()}@farm.example`;
  await newUser({ email });
  provider.person = { sub: randomUUID(), email, email_verified: true };
  const visit = new Visit();
  const callback = new URL(await visit.follow(start(), CALLBACK));
  const other = new Visit();
  const theirs = new URL(await other.follow(start(), CALLBACK));

  // The code of one login with state and cookie of another: PKCE and the nonce are of the other one.
  const mixed = new URL(theirs);
  mixed.searchParams.set('code', callback.searchParams.get('code') ?? '');
  expect(await other.follow(mixed.toString())).toContain('sso=failed');

  const forged = new Visit();
  forged.jar(server.baseUrl).set('farm3d_oidc', Buffer.alloc(80, 1).toString('base64url'));
  expect(await forged.follow(callback.toString())).toContain('sso=failed');

  const refused = new Visit();
  const began = new URL(await refused.follow(start(), '/auth?'));
  const state = began.searchParams.get('state') ?? '';
  const denied = `${server.baseUrl}/auth/oidc/callback?error=access_denied&state=${state}&iss=${provider.issuer}`;
  expect(await refused.follow(denied)).toContain('sso=failed');
});

it('the question to the provider has PKCE, a state and a nonce of its own each time', async () => {
  const ask = async () => new URL(await new Visit().follow(start(), '/auth?')).searchParams;
  const [one, other] = [await ask(), await ask()];
  expect(one.get('code_challenge_method')).toBe('S256');
  for (const name of ['code_challenge', 'state', 'nonce']) {
    expect(one.get(name)).toMatch(/^[\w-]{32,}$/);
    expect(one.get(name)).not.toBe(other.get(name));
  }
});

it('people without an account join the organisation of the settings as viewers, under a name of their own', async () => {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const [own] = await server.sql<{ name: string }>(
    'select name from organisation order by created_at limit 1',
  );
  const open = await startServer({
    env: {
      ...provider.env(publicUrl),
      FARM3D_PORT: String(port),
      FARM3D_OIDC_ORGANISATION: own?.name ?? '',
    },
  });
  provider.permit(publicUrl);
  try {
    const theirs = await open.client();
    const email = `${randomUUID()}@farm.example`;
    // The name is taken: by an account that is somebody else's.
    await theirs.users.create({ username: email, roles: ['admin'], password: PASSWORD });
    provider.person = { sub: randomUUID(), email, email_verified: true, name: '新人' };
    const visit = new Visit();
    const end = await visit.follow(`${open.baseUrl}/auth/oidc/start?next=//evil.example`);
    expect(end).toContain('sso=done');
    expect(new URL(end).origin).toBe(publicUrl);
    const { items } = await theirs.users.list({ name: '新人' });
    expect(items).toMatchObject([{ roles: ['viewer'], email }]);
    expect(items[0]?.username).not.toBe(email);
  } finally {
    await open.stop();
  }
});
