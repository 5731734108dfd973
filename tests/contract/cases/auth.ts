import { createApiClient } from '@farm3d/api';
import { expect } from 'vitest';
import { cookieFetch } from '../../support/cookies.ts';
import { refusal, type Cases } from './support.ts';

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
    // And once more with the successor: the chain goes on.
    expect((await client.auth.refresh()).user).toEqual(first.user);
  },

  'auth.logout': async ({ baseUrl, password }) => {
    const client = createApiClient({ baseUrl, fetch: cookieFetch() });
    await client.auth.login({ username: 'admin', password });
    await client.auth.logout();
    expect(await refusal(client.auth.refresh())).toMatchObject({ status: 401 });
  },

  'auth.me': async ({ api }) => {
    expect(await api.auth.me()).toMatchObject({ username: 'admin', areaCode: null, roles: ['admin'] });
  },
};
