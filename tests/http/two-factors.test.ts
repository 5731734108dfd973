import { randomUUID } from 'node:crypto';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Authenticator } from '../support/authenticator.ts';
import { farm, type Farm } from '../support/farm.ts';

const PASSWORD = 'a lantern for the stable';

let server: Farm;
let admin: ApiClient;

beforeAll(async () => {
  server = await farm();
  admin = await server.client();
});
afterAll(async () => {
  await server?.stop();
});

const client = (token: string): ApiClient =>
  createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => token });

/** Somebody whose logins need a code. */
async function newPerson(options: { begunOnly?: boolean } = {}) {
  const username = `keeper-${randomUUID().slice(0, 8)}`;
  const { userId } = await admin.users.create({ username, roles: ['admin'], password: PASSWORD });
  const logIn = async (code?: string, password = PASSWORD) => {
    const credentials = { username, password, ...(code !== undefined && { code }) };
    return (await createApiClient({ baseUrl: server.baseUrl }).auth.login(credentials)).accessToken;
  };
  const token = await logIn();
  const own = client(token);
  const { secret } = await own.twoFactors.begin({ password: PASSWORD });
  const app = new Authenticator(secret);
  const { recoveryCodes } = options.begunOnly
    ? { recoveryCodes: [] }
    : await own.twoFactors.confirm({ code: await app.next() });
  return { username, userId, logIn, token, own, app, secret, recoveryCodes };
}

const refused = (error: string) => ({ status: 401, error });

it('the password alone opens nothing, and only whoever knows it learns that a code is needed', async () => {
  const { logIn, username, app } = await newPerson();
  await expect(logIn()).rejects.toMatchObject(refused('code_required'));
  const wrong = logIn(undefined, 'not the password');
  await expect(wrong).rejects.toMatchObject({ status: 401, error: undefined, msg: '用户名或密码错误' });
  // A right code does not make up for a wrong password.
  await expect(logIn(await app.next(), 'not the password')).rejects.toMatchObject({ error: undefined });
  const bare = await fetch(`${server.baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  expect([bare.status, bare.headers.getSetCookie()]).toEqual([401, []]);
  // Nor does the login of other platforms' tools.
  const tool = await fetch(`${server.baseUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  expect(tool.status).toBe(401);
});

it('a code works once, also when two logins send it at the same time', async () => {
  const { logIn, app } = await newPerson();
  const code = await app.next();
  const both = await Promise.allSettled([logIn(code), logIn(code)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(logIn(code)).rejects.toMatchObject(refused('code_wrong'));
});

it('the code that turned codes on does not log in', async () => {
  const { own, app, logIn } = await newPerson({ begunOnly: true });
  const code = await app.next();
  await own.twoFactors.confirm({ code });
  await expect(logIn(code)).rejects.toMatchObject(refused('code_wrong'));
});

it('codes of a clock that is two steps off are refused', async () => {
  const { logIn, app } = await newPerson();
  // Three: the present may go on to the next step in between.
  for (const steps of [-3, -2, 3])
    await expect(logIn(app.codeAt(steps))).rejects.toMatchObject({ status: 401 });
});

it('a recovery code works once, without blanks and in any case', async () => {
  const { logIn, recoveryCodes, own } = await newPerson();
  const code = recoveryCodes[0] ?? '';
  await logIn(code.toUpperCase().replaceAll('-', ' '));
  await expect(logIn(code)).rejects.toMatchObject(refused('code_wrong'));
  expect((await own.twoFactors.get()).recoveryCodesLeft).toBe(9);
});

it('after five wrong codes the right one is refused for a while; a recovery code is not', async () => {
  const { logIn, app, recoveryCodes, username } = await newPerson();
  const right = await app.next();
  for (let n = 0; n < 5; n += 1) {
    const wrong = String((Number(right) + 1 + n) % 1_000_000).padStart(6, '0');
    await expect(logIn(wrong)).rejects.toMatchObject(refused('code_wrong'));
  }
  await expect(logIn(right)).rejects.toMatchObject({ status: 429, field: 'code' });
  await logIn(recoveryCodes[0]);
  // Each stands in the audit log: somebody has the password.
  const { items } = await admin.audit.list({ pageSize: 50 });
  const failures = items.filter((one) => one.username === username && one.action === 'auth.loginFailed');
  expect(failures).toHaveLength(6);
  // The lock is in the database: a restart, or another server of a cluster, does not lift it.
  const [row] = await server.sql<{ minutes: number }>(
    `select extract(epoch from locked_until - now()) / 60 as minutes from totp
     join app_user on id = user_id where username = $1`,
    [username],
  );
  expect(Number(row?.minutes)).toBeGreaterThan(0.2);
});

it('logins that were open by the password alone end when codes are turned on', async () => {
  const { own, app, logIn } = await newPerson({ begunOnly: true });
  const other = client(await logIn());
  await own.twoFactors.confirm({ code: await app.next() });
  await expect(other.auth.me()).rejects.toMatchObject({ status: 401 });
  expect(await own.auth.me()).toBeDefined();
});

it('an open page without the password and a code cannot turn codes off, nor read anything of them', async () => {
  const { own, app } = await newPerson();
  const right = await app.next();
  const end = (password: string, code: string) => own.twoFactors.end({ password, code });
  await expect(end('not the password', right)).rejects.toMatchObject({ status: 400, field: 'password' });
  await expect(end(PASSWORD, '000000')).rejects.toMatchObject({ status: 400, field: 'code' });
  expect((await own.twoFactors.get()).totp).toBe(true);
  await expect(own.twoFactors.begin({ password: PASSWORD })).rejects.toMatchObject({ status: 409 });
});

it('an API key of the person reads and changes nothing of it', async () => {
  const { own, app } = await newPerson();
  const { key } = await own.apiKeys.create({ name: 'program', roles: ['admin'], expiresAt: null });
  const program = client(key);
  const code = await app.next();
  for (const call of [
    () => program.twoFactors.get(),
    () => program.twoFactors.begin({ password: PASSWORD }),
    () => program.twoFactors.confirm({ code }),
    () => program.twoFactors.end({ password: PASSWORD, code }),
    () => program.twoFactors.renewRecoveryCodes({ password: PASSWORD, code }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 403 });
});

it('an account that needs a code accepts no invitation by its password', async () => {
  const { username, userId } = await newPerson();
  const { organisation, invitation } = await admin.organisations.create({
    name: `合作社-${username}`,
    invitee: username,
  });
  const acceptance = { token: invitation.token, account: 'existing', username, password: PASSWORD } as const;
  const accepted = createApiClient({ baseUrl: server.baseUrl }).invitations.accept(acceptance);
  await expect(accepted).rejects.toMatchObject({ status: 403 });
  const rows = await server.sql(`select from membership where user_id = $1 and organisation_id = $2`, [
    userId,
    organisation.id,
  ]);
  expect(rows).toHaveLength(0);
});

it('administrators take it away from members of theirs, not from people who belong to others, too', async () => {
  const { userId, username, logIn, recoveryCodes } = await newPerson();
  const { invitation } = await admin.organisations.create({ name: `农场-${username}`, invitee: username });
  const own = client(await logIn(recoveryCodes[0]));
  await own.invitations.join(invitation.token);
  await expect(admin.users.removeTwoFactors(userId)).rejects.toMatchObject({ status: 409 });
  await expect(logIn()).rejects.toMatchObject(refused('code_required'));
});

it('neither the secret nor a recovery code is stored as it is, nor in the log', async () => {
  const { secret, recoveryCodes, username } = await newPerson();
  const [row] = await server.sql<{ all: string }>(
    `select (select encode(secret, 'escape') from totp join app_user on id = user_id where username = $1)
       || (select string_agg(code_hash::text, ',') from recovery_code)
       || (select string_agg(target, ',') from audit_entry) as all`,
    [username],
  );
  const code = (recoveryCodes[0] ?? '').replaceAll('-', '');
  for (const text of [row?.all ?? '', server.output()]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(code);
    expect(text).not.toContain(recoveryCodes[0]);
  }
});
