import { randomUUID } from 'node:crypto';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Authenticator } from '../support/authenticator.ts';
import {
  startIdentityProvider,
  type KnownPerson,
  type RunningProvider,
} from '../support/identity-provider.ts';
import { freePort } from '../support/free-port.ts';
import { insertMember } from '../support/members.ts';
import { farm, type Farm } from '../support/farm.ts';
import { SoftPasskey } from '../support/soft-passkey.ts';

const PASSWORD = 'a lantern for the stable';
/** Refusals a minute of one address. */
const REFUSALS = 20;

interface User {
  readonly userId: string;
  readonly roles: readonly string[];
}

let provider: RunningProvider;
let server: Farm;
let admin: ApiClient;

beforeAll(async () => {
  provider = await startIdentityProvider();
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  provider.permit(publicUrl);
  server = await farm({ settings: { ...provider.env(publicUrl), FARM3D_PORT: String(port) } });
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
  readonly #site: string;

  constructor(site = server.baseUrl) {
    this.#site = site;
  }

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

  /** The session of the refresh cookie; null: nobody is logged in. */
  async #renew() {
    const cookie = `farm3d_refresh=${this.jar(this.#site).get('farm3d_refresh') ?? ''}`;
    const answer = await fetch(`${this.#site}/auth/refresh`, { method: 'POST', headers: { cookie } });
    if (answer.status !== 200) return null;
    return ((await answer.json()) as { data: { accessToken: string; user: User } }).data;
  }

  async session() {
    const session = await this.#renew();
    if (!session) throw new Error('nobody is logged in');
    return session;
  }

  /** Who is logged in now. */
  async who() {
    return (await this.#renew())?.user ?? null;
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
async function signOn(person: KnownPerson, site = server.baseUrl) {
  provider.person = person;
  const visit = new Visit(site);
  const end = new URL(await visit.follow(`${site}/auth/oidc/start`));
  return { visit, outcome: end.searchParams.get('sso') };
}
/** Somebody new at the provider, who has the address. */
const verified = (email: string, site?: string) =>
  signOn({ sub: randomUUID(), email, email_verified: true }, site);
const address = (): string => `${randomUUID()}@farm.example`;
const ownOf = async ({ username }: { username: string }) => {
  const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
    username,
    password: PASSWORD,
  });
  return createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
};

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
  const own = await ownOf(user);
  await own.auth.updateMe({ email: claimed });
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

it('an account that somebody of the provider has is not taken over by another one with its address', async () => {
  const email = address();
  const user = await newUser({ email });
  const sub = randomUUID();
  expect((await signOn({ sub, email, email_verified: true })).outcome).toBe('done');
  expect((await verified(email)).outcome).toBe('unknown');
  const again = await signOn({ sub, email, email_verified: true });
  expect((await again.visit.who())?.userId).toBe(user.userId);
});

it('an address that others write in their profiles keeps nobody out of the account that has it', async () => {
  const email = address();
  const user = await newUser({ email });
  const own = await ownOf(await newUser());
  await own.auth.updateMe({ email: email.toUpperCase() });
  const { outcome, visit } = await verified(email);
  expect([outcome, (await visit.who())?.userId]).toEqual(['done', user.userId]);
});

it('a profile saved with its address unchanged keeps what the administrator wrote; another address does not', async () => {
  const email = address();
  const user = await newUser({ email });
  const own = await ownOf(user);
  await own.auth.updateMe({ email, displayName: '老王' });
  expect((await verified(email)).outcome).toBe('done');

  const changed = address();
  const other = await ownOf(await newUser({ email: address() }));
  await other.auth.updateMe({ email: changed });
  await other.auth.updateMe({ email: changed });
  expect((await verified(changed)).outcome).toBe('unknown');
});

it('an administrator who saves an account with its address confirms it, but not that of a shared account', async () => {
  const email = address();
  const user = await newUser();
  await (await ownOf(user)).auth.updateMe({ email });
  await admin.users.update(user.userId, { enabled: true });
  expect((await verified(email)).outcome).toBe('unknown');
  await admin.users.update(user.userId, { email });
  expect((await verified(email)).outcome).toBe('done');

  const theirs = address();
  const shared = await newUser();
  await (await ownOf(shared)).auth.updateMe({ email: theirs });
  const [elsewhere] = await server.sql<{ id: string }>(
    `insert into organisation (name) values ('邻社') returning id`,
  );
  await server.sql(`insert into membership (user_id, organisation_id, roles) values ($1, $2, '{viewer}')`, [
    shared.userId,
    elsewhere?.id,
  ]);
  // Forms send every field: the role is changed, the profile is not.
  await admin.users.update(shared.userId, { email: theirs, roles: ['viewer'] });
  await server.sql('delete from membership where organisation_id = $1', [elsewhere?.id]);
  expect((await verified(theirs)).outcome).toBe('unknown');
});

it('whoever made an account is out of it once its person has come: password, passkeys, codes and logins end', async () => {
  const email = address();
  const user = await admin.users.create({
    username: `u-${randomUUID().slice(0, 8)}`,
    roles: ['operator'],
    email,
  });
  const { username } = user;
  const visitor = createApiClient({ baseUrl: server.baseUrl });
  const login = await visitor.auth.login({ username, password: user.password ?? '' });
  const maker = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => login.accessToken });
  await maker.auth.changePassword({ oldPassword: user.password ?? '', newPassword: PASSWORD });
  const device = new SoftPasskey(server.baseUrl);
  const { options } = await maker.passkeys.begin({ password: PASSWORD });
  await maker.passkeys.create({ name: 'laptop', credential: device.create(options) });
  const { secret } = await maker.twoFactors.begin({ password: PASSWORD });
  await maker.twoFactors.confirm({ code: await new Authenticator(secret).next() });
  await server.sql('update app_user set must_change_password = true where id = $1', [user.userId]);

  const { visit } = await verified(email);
  const { accessToken } = await visit.session();
  const own = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
  // Nothing asks for the change of a password that they never had.
  await own.devices.list({});
  expect((await own.passkeys.list()).total).toBe(0);
  expect((await own.sessions.list()).total).toBe(1);
  await expect(maker.auth.me()).rejects.toMatchObject({ status: 401 });
  const byPassword = visitor.auth.login({ username, password: PASSWORD });
  await expect(byPassword).rejects.toMatchObject({ status: 401, error: undefined });
  const { options: asked } = await visitor.passkeys.challenge();
  await expect(visitor.passkeys.login({ credential: device.get(asked) })).rejects.toMatchObject({
    status: 401,
  });
  const { items } = await admin.audit.list({ username });
  expect(items.map(({ action }) => action)).toContain('singleSignOn.linked');
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

describe('where the clock of the provider is wrong', () => {
  const seconds = (): number => Math.floor(Date.now() / 1000);
  /** A login with the ID token of a provider whose clock differs by this time, seconds: when it begins and ends is shifted. */
  async function signOnAt(offset: number, person: Partial<KnownPerson> = {}) {
    const email = address();
    await newUser({ email });
    const shifted = { email, email_verified: true, iat: seconds() + offset, ...person };
    provider.idTokenSeconds += offset;
    try {
      const { visit, outcome } = await signOn({ sub: randomUUID(), ...shifted });
      return [outcome, (await visit.who()) !== null];
    } finally {
      provider.idTokenSeconds -= offset;
    }
  }
  const refused = ['clock', false];

  it.each([0, 30, -30])('a login succeeds while it differs by %i seconds', async (offset) => {
    expect(await signOnAt(offset)).toEqual(['done', true]);
  });

  it.each([600, -600])('by %i seconds it is refused, with the reason', async (offset) => {
    expect(await signOnAt(offset)).toEqual(refused);
  });

  it('an expired token, and one that is not valid yet, are refused', async () => {
    provider.idTokenSeconds = 10;
    onTestFinished(() => void (provider.idTokenSeconds = 3_600));
    expect(await signOnAt(-120, { iat: seconds() })).toEqual(refused);
    expect(await signOnAt(0, { nbf: seconds() + 600 })).toEqual(refused);
    expect(await signOnAt(0, { nbf: seconds() + 30 })).toEqual(['done', true]);
  });
});

describe('where people without an account join an organisation', () => {
  let open: Farm;
  let theirs: ApiClient;
  let ownPublicUrl: string;

  beforeAll(async () => {
    const port = await freePort();
    ownPublicUrl = `http://127.0.0.1:${port}`;
    const [own] = await server.sql<{ name: string }>(
      'select name from organisation order by created_at limit 1',
    );
    provider.permit(ownPublicUrl);
    open = await farm({
      settings: {
        ...provider.env(ownPublicUrl),
        FARM3D_PORT: String(port),
        FARM3D_OIDC_ORGANISATION: own?.name ?? '',
        FARM3D_LIMITS: `ip=${REFUSALS}`,
      },
    });
    theirs = await open.client();
  });
  afterAll(async () => {
    await open?.stop();
  });

  it('they are viewers under a name of their own, which the audit log says', async () => {
    const email = address();
    // The name is taken: by an account that is somebody else's.
    await theirs.users.create({ username: email, roles: ['admin'], password: PASSWORD });
    provider.person = { sub: randomUUID(), email, email_verified: true, name: '新人' };
    const visit = new Visit(open.baseUrl);
    const end = await visit.follow(`${open.baseUrl}/auth/oidc/start?next=//evil.example`);
    expect(end).toContain('sso=done');
    expect(new URL(end).origin).toBe(ownPublicUrl);
    const { items } = await theirs.users.list({ name: '新人' });
    expect(items).toMatchObject([{ roles: ['viewer'], email }]);
    const username = items[0]?.username;
    expect(username).not.toBe(email);
    const entries = await theirs.audit.list({ username: username ?? '' });
    expect(entries.items.map(({ action }) => action)).toEqual(['auth.login', 'singleSignOn.joined']);

    // Somebody else at the provider who has the address now.
    expect((await verified(email, open.baseUrl)).outcome).toBe('unknown');
    expect((await theirs.users.list({ name: '新人' })).total).toBe(1);
  });

  it('there is no second account beside one that has the address and may not be linked', async () => {
    const email = address();
    const username = () => `u-${randomUUID().slice(0, 8)}`;
    for (let n = 0; n < 2; n += 1)
      await theirs.users.create({ username: username(), roles: ['viewer'], password: PASSWORD, email });
    const operator = address();
    await open.sql(`update app_user set email = $1, email_by_administrator = true where username = 'admin'`, [
      operator,
    ]);
    const { total } = await theirs.users.list();
    expect((await verified(email, open.baseUrl)).outcome).toBe('unknown');
    expect((await verified(operator, open.baseUrl)).outcome).toBe('unknown');
    expect((await theirs.users.list()).total).toBe(total);
  });

  it('an account of another organisation is not found, and keeps nobody out', async () => {
    const email = address();
    const { userId } = await insertMember(open, { username: randomUUID(), organisation: '他社' });
    await open.sql('update app_user set email = $1, email_by_administrator = true where id = $2', [
      email,
      userId,
    ]);
    const { outcome, visit } = await verified(email, open.baseUrl);
    const who = await visit.who();
    expect([outcome, who?.roles]).toEqual(['done', ['viewer']]);
    expect(who?.userId).not.toBe(userId);
  });

  // The last one: refusals of the others count, too.
  it('callbacks that fail count as wrong passwords do; a good one still logs in', async () => {
    const callback = () => fetch(`${open.baseUrl}/auth/oidc/callback?code=x&state=y`, { redirect: 'manual' });
    const statuses: number[] = [];
    // Twice: a minute may end meanwhile.
    while (statuses.at(-1) !== 429 && statuses.length <= 2 * REFUSALS)
      statuses.push((await callback()).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([302, 429]);
    expect((await verified(address(), open.baseUrl)).outcome).toBe('done');
  });
});
