import { randomUUID } from 'node:crypto';
import { createApiClient } from '@farm3d/api';
import { expect } from 'vitest';
import { cookieFetch } from '../../support/cookies.ts';
import { refusal, uniqueName, type Cases } from './support.ts';

export const authCases: Cases<'auth'> = {
  'auth.login': async ({ baseUrl, password }) => {
    const client = createApiClient({ baseUrl });
    const session = await client.auth.login({ username: 'admin', password });
    expect(session.expiresIn).toBe(900);
    expect(session.user).toMatchObject({ username: 'admin', userType: 'admin', roles: ['admin'] });
    const mine = createApiClient({ baseUrl, getAccessToken: () => session.accessToken });
    expect((await mine.auth.me()).userId).toBe(session.user.userId);
    const wrong = await refusal(client.auth.login({ username: 'admin', password: `${password}!` }));
    expect(wrong).toMatchObject({ status: 401, code: 401, msg: '用户名或密码错误' });
  },

  'auth.refresh': async ({ baseUrl, password }) => {
    const client = createApiClient({ baseUrl, fetch: cookieFetch() });
    const first = await client.auth.login({ username: 'admin', password });
    const second = await client.auth.refresh();
    expect(second.user).toEqual(first.user);
    const mine = createApiClient({ baseUrl, getAccessToken: () => second.accessToken });
    expect((await mine.auth.me()).username).toBe('admin');
    // Again with the new token: the chain continues.
    expect((await client.auth.refresh()).user).toEqual(first.user);
  },

  'auth.logout': async ({ baseUrl, password }) => {
    const client = createApiClient({ baseUrl, fetch: cookieFetch() });
    await client.auth.login({ username: 'admin', password });
    await client.auth.logout();
    expect(await refusal(client.auth.refresh())).toMatchObject({ status: 401 });
  },

  'auth.me': async ({ api }) => {
    expect(await api.auth.me()).toMatchObject({
      username: 'admin',
      areaCode: null,
      roles: ['admin'],
      // FARM3D_ADMIN_PASSWORD is the operator's choice.
      mustChangePassword: false,
    });
  },

  'auth.switchOrganisation': async ({ baseUrl, password, neighbour }) => {
    const { accessToken, user } = await createApiClient({ baseUrl }).auth.login({
      username: 'admin',
      password,
    });
    const mine = createApiClient({ baseUrl, getAccessToken: () => accessToken });
    const session = await mine.auth.switchOrganisation(user.organisation.id);
    expect(session).toMatchObject({ expiresIn: 900, user: { ...user } });
    const again = createApiClient({ baseUrl, getAccessToken: () => session.accessToken });
    expect(await again.auth.me()).toEqual(user);
    // Who is no member gets the answer for an organisation that does not exist.
    const theirs = (await neighbour.api.auth.me()).organisation.id;
    for (const id of [theirs, randomUUID()])
      expect(await refusal(mine.auth.switchOrganisation(id))).toMatchObject({ status: 404 });
  },

  'auth.updateMe': async ({ api, baseUrl }) => {
    // Somebody of its own: other cases read the administrator's name.
    const username = uniqueName('renamed');
    const { password } = await api.users.create({ username, roles: ['viewer'] });
    const { accessToken } = await createApiClient({ baseUrl }).auth.login({
      username,
      password: password ?? '',
    });
    const mine = createApiClient({ baseUrl, getAccessToken: () => accessToken });
    const me = await mine.auth.updateMe({ areaCode: '110101', displayName: '农艺师' });
    expect(me).toMatchObject({ areaCode: '110101000000', displayName: '农艺师' });
    expect((await mine.auth.me()).areaCode).toBe('110101000000');
    await expect(mine.auth.updateMe({ areaCode: '98' })).rejects.toMatchObject({
      status: 400,
      field: 'areaCode',
    });
    expect((await mine.auth.updateMe({ areaCode: null })).areaCode).toBeNull();
    const picture = 'data:image/png;base64,aGVyZQ==';
    expect((await mine.auth.updateMe({ picture })).picture).toBe(picture);
    expect((await mine.auth.me()).picture).toBe(picture);
    for (const wrong of [
      'https://elsewhere.example/a.png',
      'data:text/html;base64,aGVyZQ==',
      `${picture}${'A'.repeat(8_000)}`,
    ])
      await expect(mine.auth.updateMe({ picture: wrong })).rejects.toMatchObject({
        status: 400,
        field: 'picture',
      });
    expect((await mine.auth.updateMe({ picture: null })).picture).toBeNull();
  },

  'auth.changePassword': async ({ api, baseUrl }) => {
    const username = `changer-${Math.random().toString(36).slice(2)}`;
    const { password } = await api.users.create({ username, roles: ['viewer'] });
    const login = (secret: string | null) =>
      createApiClient({ baseUrl }).auth.login({ username, password: secret ?? '' });
    const [here, elsewhere] = [await login(password), await login(password)];
    const mine = createApiClient({ baseUrl, getAccessToken: () => here.accessToken });
    const theirs = createApiClient({ baseUrl, getAccessToken: () => elsewhere.accessToken });
    const wrong = mine.auth.changePassword({ oldPassword: 'not this', newPassword: 'another one of them' });
    await expect(wrong).rejects.toMatchObject({ status: 400, field: 'oldPassword' });
    const same = mine.auth.changePassword({ oldPassword: password ?? '', newPassword: password ?? '' });
    await expect(same).rejects.toMatchObject({ status: 400, field: 'newPassword' });
    await mine.auth.changePassword({ oldPassword: password ?? '', newPassword: 'another one of them' });
    await expect(theirs.auth.me()).rejects.toMatchObject({ status: 401 });
    expect((await mine.auth.me()).username).toBe(username);
    expect((await login('another one of them')).user.username).toBe(username);
  },
};
