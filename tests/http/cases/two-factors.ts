import { createApiClient, type ApiClient } from '@farm3d/api';
import { expect } from 'vitest';
import { Authenticator } from '../../support/authenticator.ts';
import { refusal, uniqueName, type CaseTarget, type Cases } from './support.ts';

const PASSWORD = 'a gate behind the orchard';

/** Somebody of its own who has logged in: other cases log in as the administrator. */
async function newPerson({ api, baseUrl }: CaseTarget) {
  const username = uniqueName('keeper');
  const { userId } = await api.users.create({ username, roles: ['viewer'], password: PASSWORD });
  const logIn = async (code?: string): Promise<ApiClient> => {
    const credentials = { username, password: PASSWORD, ...(code !== undefined && { code }) };
    const { accessToken } = await createApiClient({ baseUrl }).auth.login(credentials);
    return createApiClient({ baseUrl, getAccessToken: () => accessToken });
  };
  return { userId, logIn, own: await logIn() };
}

async function protectedPerson(target: CaseTarget) {
  const person = await newPerson(target);
  const { secret } = await person.own.twoFactors.begin({ password: PASSWORD });
  const app = new Authenticator(secret);
  const { recoveryCodes } = await person.own.twoFactors.confirm({ code: await app.next() });
  return { ...person, app, recoveryCodes };
}

export const twoFactorsCases: Cases<'twoFactors'> = {
  'twoFactors.get': async (target) => {
    const { own } = await newPerson(target);
    expect(await own.twoFactors.get()).toEqual({ totp: false, recoveryCodesLeft: 0 });
  },

  'twoFactors.begin': async (target) => {
    const { own, logIn } = await newPerson(target);
    const { secret, uri } = await own.twoFactors.begin({ password: PASSWORD });
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    const wrong = await refusal(own.twoFactors.begin({ password: 'not this one' }));
    expect(wrong).toMatchObject({ status: 400, field: 'password' });
    // Nothing has changed yet.
    expect((await own.twoFactors.get()).totp).toBe(false);
    await logIn();
  },

  'twoFactors.confirm': async (target) => {
    const { own } = await newPerson(target);
    expect(await refusal(own.twoFactors.confirm({ code: '123456' }))).toMatchObject({ status: 404 });
    const { own: theirs, recoveryCodes } = await protectedPerson(target);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes[0]).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    expect(await theirs.twoFactors.get()).toEqual({ totp: true, recoveryCodesLeft: 10 });
    const again = await refusal(theirs.twoFactors.begin({ password: PASSWORD }));
    expect(again).toMatchObject({ status: 409 });
  },

  'twoFactors.renewRecoveryCodes': async (target) => {
    const { own, app, logIn, recoveryCodes } = await protectedPerson(target);
    const code = await app.next();
    const renewed = await own.twoFactors.renewRecoveryCodes({ password: PASSWORD, code });
    expect(renewed.recoveryCodes).toHaveLength(10);
    await expect(logIn(recoveryCodes[0])).rejects.toMatchObject({ status: 401, field: 'code' });
    await logIn(renewed.recoveryCodes[0]);
    expect((await own.twoFactors.get()).recoveryCodesLeft).toBe(9);
  },

  'twoFactors.end': async (target) => {
    const { own, app, logIn } = await protectedPerson(target);
    const code = await app.next();
    const wrong = await refusal(own.twoFactors.end({ password: 'not this one', code }));
    expect(wrong).toMatchObject({ status: 400, field: 'password' });
    await own.twoFactors.end({ password: PASSWORD, code });
    expect(await own.twoFactors.get()).toEqual({ totp: false, recoveryCodesLeft: 0 });
    await logIn();
  },
};

/** `users.removeTwoFactors`: for people who have lost their device. */
export async function removesTwoFactors(target: CaseTarget): Promise<void> {
  const { userId, own, logIn } = await protectedPerson(target);
  await target.api.users.removeTwoFactors(userId);
  expect(await refusal(own.auth.me())).toMatchObject({ status: 401 });
  await logIn();
  // Their own call asks for a code.
  const self = (await target.api.auth.me()).userId;
  expect(await refusal(target.api.users.removeTwoFactors(self))).toMatchObject({ status: 409 });
}
