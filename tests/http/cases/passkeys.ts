import { randomUUID } from 'node:crypto';
import { createApiClient } from '@farm3d/api';
import { expect } from 'vitest';
import { SoftPasskey } from '../../support/soft-passkey.ts';
import { refusal, uniqueName, type CaseTarget, type Cases } from './support.ts';

const PASSWORD = 'a bench beside the pond';

/** Somebody of its own with a passkey. */
async function newPerson({ api, baseUrl }: CaseTarget) {
  const username = uniqueName('keyholder');
  await api.users.create({ username, roles: ['viewer'], password: PASSWORD });
  const { accessToken } = await createApiClient({ baseUrl }).auth.login({ username, password: PASSWORD });
  const own = createApiClient({ baseUrl, getAccessToken: () => accessToken });
  const { options } = await own.passkeys.begin({ password: PASSWORD });
  const device = new SoftPasskey(new URL(baseUrl).origin);
  const passkey = await own.passkeys.create({ name: '办公室电脑', credential: device.create(options) });
  return { username, own, device, options, passkey };
}

export const passkeysCases: Cases<'passkeys'> = {
  'passkeys.list': async (target) => {
    const { own, passkey } = await newPerson(target);
    expect(await own.passkeys.list()).toEqual({ items: [passkey], total: 1 });
  },

  'passkeys.begin': async (target) => {
    const { own, options, username } = await newPerson(target);
    expect(options).toMatchObject({ rp: { name: 'farm3d' }, user: { name: username } });
    const wrong = await refusal(own.passkeys.begin({ password: 'not this one' }));
    expect(wrong).toMatchObject({ status: 400, field: 'password' });
  },

  'passkeys.create': async (target) => {
    const { own, passkey, device, options } = await newPerson(target);
    expect(passkey).toMatchObject({ name: '办公室电脑', lastUsedAt: null });
    const again = own.passkeys.create({ name: '再次', credential: device.create(options) });
    expect(await refusal(again)).toMatchObject({ status: 400, field: 'credential' });
    const fresh = await own.passkeys.begin({ password: PASSWORD });
    const known = own.passkeys.create({ name: '再次', credential: device.create(fresh.options) });
    expect(await refusal(known)).toMatchObject({ status: 409 });
  },

  'passkeys.remove': async (target) => {
    const { own, passkey } = await newPerson(target);
    expect(await refusal(own.passkeys.remove(randomUUID()))).toMatchObject({ status: 404 });
    await own.passkeys.remove(passkey.id);
    expect((await own.passkeys.list()).total).toBe(0);
  },

  'passkeys.challenge': async ({ baseUrl }) => {
    const { options } = await createApiClient({ baseUrl }).passkeys.challenge();
    expect(options).toMatchObject({ rpId: new URL(baseUrl).hostname, userVerification: 'required' });
  },

  'passkeys.login': async (target) => {
    const { device, username, own } = await newPerson(target);
    const client = createApiClient({ baseUrl: target.baseUrl });
    const { options } = await client.passkeys.challenge();
    const session = await client.passkeys.login({ credential: device.get(options) });
    expect(session).toMatchObject({ expiresIn: 900, user: { username } });
    expect((await own.passkeys.list()).items[0]?.lastUsedAt).not.toBeNull();
  },
};
