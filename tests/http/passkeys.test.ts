import { randomUUID } from 'node:crypto';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Authenticator } from '../support/authenticator.ts';
import { farm, type Farm } from '../support/farm.ts';
import { SoftPasskey, type Deceit } from '../support/soft-passkey.ts';

const PASSWORD = 'a lantern for the stable';

let server: Farm;
let admin: ApiClient;
let visitor: ApiClient;

beforeAll(async () => {
  server = await farm();
  admin = await server.client();
  visitor = createApiClient({ baseUrl: server.baseUrl });
});
afterAll(async () => {
  await server?.stop();
});

const client = (token: string): ApiClient =>
  createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => token });

async function newPerson() {
  const username = `keyholder-${randomUUID().slice(0, 8)}`;
  const { userId } = await admin.users.create({ username, roles: ['admin'], password: PASSWORD });
  const logIn = async () => client((await visitor.auth.login({ username, password: PASSWORD })).accessToken);
  const own = await logIn();
  const device = new SoftPasskey(server.baseUrl);
  const { options } = await own.passkeys.begin({ password: PASSWORD });
  const { id } = await own.passkeys.create({ name: 'laptop', credential: device.create(options) });
  return { username, userId, logIn, own, device, id };
}

const logInBy = async (device: SoftPasskey, deceit?: Deceit) => {
  const { options } = await visitor.passkeys.challenge();
  return visitor.passkeys.login({ credential: device.get(options, deceit) });
};
const REFUSED = { status: 401, msg: '无法用此通行密钥登录' };

it('what was signed for another site, by another key, without its user, or for another account is refused', async () => {
  const { device, userId } = await newPerson();
  const other = await newPerson();
  const deceits: Deceit[] = [
    { origin: 'https://farm3d.example' },
    { origin: server.baseUrl.replace('http:', 'https:') },
    { origin: `${server.baseUrl}1` },
    { rpId: 'farm3d.example' },
    { unverified: true },
    { forged: true },
    { userHandle: other.userId },
  ];
  for (const deceit of deceits)
    await expect(logInBy(device, deceit), JSON.stringify(deceit)).rejects.toMatchObject(REFUSED);
  await expect(logInBy(new SoftPasskey(server.baseUrl))).rejects.toMatchObject(REFUSED);
  expect((await logInBy(device, { userHandle: userId })).user.userId).toBe(userId);
});

it('an answer logs in once, also when it is sent twice at the same time', async () => {
  const { device } = await newPerson();
  const { options } = await visitor.passkeys.challenge();
  const credential = device.get(options);
  const both = await Promise.allSettled([
    visitor.passkeys.login({ credential }),
    visitor.passkeys.login({ credential }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(visitor.passkeys.login({ credential })).rejects.toMatchObject(REFUSED);
  // Nor does a new answer to the used challenge.
  await expect(visitor.passkeys.login({ credential: device.get(options) })).rejects.toMatchObject(REFUSED);
});

it('a challenge that the server did not make for a login is refused', async () => {
  const { device, own } = await newPerson();
  const { options } = await own.passkeys.begin({ password: PASSWORD });
  for (const challenge of [options['challenge'], Buffer.alloc(52).toString('base64url'), ''])
    await expect(visitor.passkeys.login({ credential: device.get({ challenge }) })).rejects.toMatchObject(
      REFUSED,
    );
});

it('a count that does not grow is of a copy, and refused', async () => {
  const { device } = await newPerson();
  await logInBy(device, { counter: 7 });
  for (const counter of [0, 6, 7]) await expect(logInBy(device, { counter })).rejects.toMatchObject(REFUSED);
  await logInBy(device, { counter: 8 });
});

it('a passkey is added only by the session that gave the password, for this site, by a recognised user', async () => {
  const { own, logIn } = await newPerson();
  const { options } = await own.passkeys.begin({ password: PASSWORD });
  const add = (who: ApiClient, device: SoftPasskey, deceit?: Deceit) =>
    who.passkeys.create({ name: 'phone', credential: device.create(options, deceit) });
  const device = new SoftPasskey(server.baseUrl);
  const elsewhere = await logIn();
  await expect(add(elsewhere, device)).rejects.toMatchObject({ status: 400 });
  const { own: neighbour } = await newPerson();
  await expect(add(neighbour, device)).rejects.toMatchObject({ status: 400 });
  for (const deceit of [
    { origin: 'https://farm3d.example' },
    { rpId: 'farm3d.example' },
    { unverified: true },
  ])
    await expect(add(own, device, deceit), JSON.stringify(deceit)).rejects.toMatchObject({ status: 400 });
  const login = await visitor.passkeys.challenge();
  const forLogin = own.passkeys.create({ name: 'phone', credential: device.create(login.options) });
  await expect(forLogin).rejects.toMatchObject({ status: 400 });
  expect((await own.passkeys.list()).total).toBe(1);
});

it('an account that needs a code adds none by the password alone', async () => {
  const { own } = await newPerson();
  const { secret } = await own.twoFactors.begin({ password: PASSWORD });
  const app = new Authenticator(secret);
  await own.twoFactors.confirm({ code: await app.next() });
  const missing = own.passkeys.begin({ password: PASSWORD });
  await expect(missing).rejects.toMatchObject({ status: 400, field: 'code', error: 'code_required' });
  const wrong = own.passkeys.begin({ password: PASSWORD, code: '000000' });
  await expect(wrong).rejects.toMatchObject({ status: 400, field: 'code' });
  await own.passkeys.begin({ password: PASSWORD, code: await app.next() });
});

it('a passkey of somebody who is locked, or was removed, opens nothing', async () => {
  const { own, device, userId, id } = await newPerson();
  await admin.users.update(userId, { enabled: false });
  await expect(logInBy(device)).rejects.toMatchObject(REFUSED);
  await admin.users.update(userId, { enabled: true });
  const { accessToken } = await logInBy(device);
  await client(accessToken).passkeys.remove(id);
  await expect(logInBy(device)).rejects.toMatchObject(REFUSED);
  await expect(own.auth.me()).rejects.toMatchObject({ status: 401 });
});

it('a new password by an administrator takes passkeys away, one of their person does not', async () => {
  const { own, device, userId } = await newPerson();
  const newPassword = 'a ladder for the orchard';
  await own.auth.changePassword({ oldPassword: PASSWORD, newPassword });
  await logInBy(device);
  await admin.users.update(userId, { displayName: '牧人' });
  await logInBy(device);
  await admin.users.update(userId, { password: PASSWORD });
  await expect(logInBy(device)).rejects.toMatchObject(REFUSED);
});

it('nobody sees or removes the passkeys of others, nor an API key those of its maker', async () => {
  const { id, own } = await newPerson();
  await expect(admin.passkeys.remove(id)).rejects.toMatchObject({ status: 404 });
  const { key } = await own.apiKeys.create({ name: 'program', roles: ['admin'], expiresAt: null });
  const program = client(key);
  for (const call of [
    () => program.passkeys.list(),
    () => program.passkeys.remove(id),
    () => program.passkeys.begin({ password: PASSWORD }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 403 });
  expect((await own.passkeys.list()).total).toBe(1);
});

it('questions for a challenge leave nothing in the database', async () => {
  const count = async () =>
    (await server.sql<{ n: string }>('select count(*) as n from used_challenge'))[0]?.n;
  const before = await count();
  for (let n = 0; n < 20; n += 1) await visitor.passkeys.challenge();
  expect(await count()).toBe(before);
});
