import { randomUUID } from 'node:crypto';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Authenticator } from '../support/authenticator.ts';
import { freePort } from '../support/free-port.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

// A new password by a link that a real SMTP server takes.

const OLD = 'a lantern for the stable';
const CHOSEN = 'seven geese at the gate';

let mail: MailServer;
let server: Farm;
let admin: ApiClient;
let visitor: ApiClient;

beforeAll(async () => {
  mail = await startMailServer();
  const port = await freePort();
  server = await farm({
    settings: {
      FARM3D_PORT: String(port),
      FARM3D_PUBLIC_URL: `http://127.0.0.1:${port}`,
      FARM3D_SMTP_URL: mail.url,
      FARM3D_MAIL_FROM: 'Farm <farm@example.org>',
      FARM3D_LIMITS: 'ip=1000000,user=1000000,organisation=1000000,reset=1000',
    },
  });
  admin = await server.client();
  visitor = createApiClient({ baseUrl: server.baseUrl });
});
afterAll(async () => {
  await server?.stop();
  await mail?.close();
});

const mailsTo = (email: string) => mail.taken.filter(({ to }) => to.includes(email));
const tokenIn = (text: string): string => /\/new-password#(\S+)/.exec(text)?.[1] ?? '';

/** Somebody with an address that an administrator wrote. */
async function newPerson() {
  const username = `keeper-${randomUUID().slice(0, 8)}`;
  const email = `${username}@farm.example`;
  const { userId } = await admin.users.create({ username, roles: ['viewer'], password: OLD, email });
  const logIn = async (password: string, code?: string) => {
    const credentials = { username, password, ...(code !== undefined && { code }) };
    const { accessToken } = await visitor.auth.login(credentials);
    return createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
  };
  return { userId, username, email, logIn };
}

/** The secret of a new link for an address. @param typed as somebody typed it */
async function ask(email: string, typed = email): Promise<string> {
  const before = mailsTo(email).length;
  await visitor.passwordReset.request(typed);
  await waitFor(() => mailsTo(email).length > before, { what: 'the link' });
  return tokenIn(mailsTo(email).at(-1)?.text ?? '');
}

/** Nothing is sent to an address: what was asked for afterwards is there. */
async function expectNone(email: string): Promise<void> {
  const before = mailsTo(email).length;
  expect(await visitor.passwordReset.request(email)).toBeUndefined();
  await ask((await newPerson()).email);
  expect(mailsTo(email)).toHaveLength(before);
}

const gone = { status: 404 };

it('the link sets a password once, ends logins, and stands in the audit log', async () => {
  const { userId, username, email, logIn } = await newPerson();
  const own = await logIn(OLD);
  const token = await ask(email, email.toUpperCase());
  expect(await visitor.passwordReset.open(token)).toEqual({ username });
  await expect(visitor.passwordReset.finish(token, 'password1234567890')).rejects.toMatchObject({
    status: 400,
    field: 'password',
  });
  const both = await Promise.allSettled([
    visitor.passwordReset.finish(token, CHOSEN),
    visitor.passwordReset.finish(token, CHOSEN),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(visitor.passwordReset.open(token)).rejects.toMatchObject(gone);
  await expect(own.auth.me()).rejects.toMatchObject({ status: 401 });
  await expect(logIn(OLD)).rejects.toMatchObject({ status: 401 });
  expect((await (await logIn(CHOSEN)).auth.me()).userId).toBe(userId);
  const { items } = await admin.audit.list({ username, action: 'auth.passwordReset' });
  expect(items).toHaveLength(1);
  expect(JSON.stringify(items)).not.toContain(token);
});

it('the secret is stored as a hash, for half an hour', async () => {
  const { userId, email } = await newPerson();
  const token = await ask(email);
  const [row] = await server.sql<{ bytes: number; row: string; left: number }>(
    `select octet_length(token_hash) as bytes, row_to_json(r)::text as row,
      extract(epoch from expires_at - now())::int as left from password_reset r where user_id = $1`,
    [userId],
  );
  expect(row?.bytes).toBe(32);
  expect(row?.row).not.toContain(token);
  expect(row?.left).toBeLessThanOrEqual(30 * 60);
  await server.sql(`update password_reset set expires_at = now() where user_id = $1`, [userId]);
  await expect(visitor.passwordReset.finish(token, CHOSEN)).rejects.toMatchObject(gone);
});

it('codes of an authenticator app are still asked for', async () => {
  const { email, logIn } = await newPerson();
  const own = await logIn(OLD);
  const { secret } = await own.twoFactors.begin({ password: OLD });
  const app = new Authenticator(secret);
  await own.twoFactors.confirm({ code: await app.next() });
  await visitor.passwordReset.finish(await ask(email), CHOSEN);
  await expect(logIn(CHOSEN)).rejects.toMatchObject({ status: 401, error: 'code_required' });
  await logIn(CHOSEN, await app.next());
});

it('an unknown address is answered like a known one, and one that its person wrote counts as unknown', async () => {
  const { email, logIn } = await newPerson();
  await expectNone('nobody@farm.example');
  const own = await logIn(OLD);
  const other = `own-${email}`;
  await own.auth.updateMe({ email: other });
  await expectNone(other);
  await expectNone(email);
  await expect(visitor.passwordReset.request('no address')).rejects.toMatchObject({
    status: 400,
    field: 'email',
  });
});

it('a locked account, an operator and somebody of two organisations get no link', async () => {
  const [locked, operator, adviser] = [await newPerson(), await newPerson(), await newPerson()];
  await admin.users.update(locked.userId, { enabled: false });
  await server.sql(`update app_user set installation_operator = true where id = $1`, [operator.userId]);
  await server.sql(
    `with other as (insert into organisation (name) values ('Other farm') returning id)
     insert into membership (user_id, organisation_id, roles) select $1, id, '{viewer}' from other`,
    [adviser.userId],
  );
  for (const { email } of [locked, operator, adviser]) await expectNone(email);
});

it('a link ends when the account is locked, or gets another address or password', async () => {
  const [one, two, three] = [await newPerson(), await newPerson(), await newPerson()];
  const tokens = [await ask(one.email), await ask(two.email), await ask(three.email)];
  await admin.users.update(one.userId, { enabled: false });
  await admin.users.update(two.userId, { email: `new-${two.email}` });
  await admin.users.update(three.userId, { password: 'a bell over the barn door' });
  for (const token of tokens)
    await expect(visitor.passwordReset.finish(token, CHOSEN)).rejects.toMatchObject(gone);
});

it('an account gets three links in an hour, also at the same time', async () => {
  const { email } = await newPerson();
  await Promise.all(Array.from({ length: 6 }, () => visitor.passwordReset.request(email)));
  await waitFor(() => mailsTo(email).length >= 3, { what: 'three links' });
  await expectNone(email);
  expect(mailsTo(email)).toHaveLength(3);
});
