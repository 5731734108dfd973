import { CALLS, createApiClient, type ApiClient, type CallName } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

const CHOSEN = 'tractor on the hill';

let server: Farm;
let first: string;
beforeAll(async () => {
  server = await farm({ settings: { FARM3D_ADMIN_PASSWORD: '' } });
  first = /^log in as admin, password: (\S+)$/m.exec(server.output())?.[1] ?? '';
});
afterAll(async () => {
  await server?.stop();
});

const as = (token: string): ApiClient =>
  createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => token });
const logIn = (username: string, password: string) =>
  createApiClient({ baseUrl: server.baseUrl }).auth.login({ username, password });

/** The first frame of a stream that authenticates with this token, or the code with which it was closed. */
async function streamOf(token: string): Promise<unknown> {
  const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/api/stream`);
  const seen: unknown[] = [];
  socket.on('message', (raw: Buffer) => seen.push(JSON.parse(raw.toString())));
  socket.on('close', (code) => seen.push(code));
  socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', token })));
  await waitFor(() => seen.length > 0, { what: 'an answer of the stream' });
  socket.close();
  return seen[0];
}

/** Calls of users but those of the own account. */
const OTHERS = (Object.keys(CALLS) as CallName[]).filter(
  (name) => CALLS[name].auth === 'user' && CALLS[name].right !== 'self' && name !== 'stream.connect',
);

async function refusalOf(name: CallName, token: string): Promise<unknown> {
  const { method, path } = CALLS[name];
  const answer = await fetch(server.baseUrl + path.replaceAll(/\{\w+\}/g, '1'), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: '{}' }),
  });
  return [answer.status, ((await answer.json()) as { error?: string }).error];
}

it('with the first password every call but its change is refused', async () => {
  const { accessToken, user } = await logIn('admin', first);
  expect(user.mustChangePassword).toBe(true);
  expect(OTHERS.length).toBeGreaterThan(150);
  const open: string[] = [];
  for (const name of OTHERS) {
    const refused = await refusalOf(name, accessToken);
    if (String(refused) !== '403,password_change_required') open.push(`${name}: ${String(refused)}`);
  }
  expect(open).toEqual([]);
  expect(await streamOf(accessToken)).toBe(4401);

  const mine = as(accessToken);
  expect((await mine.auth.me()).mustChangePassword).toBe(true);
  expect((await mine.auth.updateMe({ displayName: '场长' })).displayName).toBe('场长');
  for (const newPassword of [first, 'short', 'password1234567890']) {
    await expect(mine.auth.changePassword({ oldPassword: first, newPassword })).rejects.toMatchObject({
      status: 400,
      field: 'newPassword',
    });
  }
  await expect(mine.scenes.list()).rejects.toMatchObject({
    status: 403,
    msg: '请先修改初始密码，再继续操作',
  });

  await mine.auth.changePassword({ oldPassword: first, newPassword: CHOSEN });
  expect((await mine.scenes.list()).total).toBe(0);
  expect(await streamOf(accessToken)).toEqual({ type: 'ready' });
  expect((await logIn('admin', CHOSEN)).user.mustChangePassword).toBe(false);
  await expect(logIn('admin', first)).rejects.toMatchObject({ status: 401 });
});

it('the same with a password that the server made for a new user, not with one that an administrator chose', async () => {
  const api = as((await logIn('admin', CHOSEN)).accessToken);
  const made = await api.users.create({ username: 'made', roles: ['viewer'] });
  expect(made.mustChangePassword).toBe(true);
  const token = (await logIn('made', made.password ?? '')).accessToken;
  expect(await refusalOf('devices.list', token)).toEqual([403, 'password_change_required']);
  await api.users.create({ username: 'chosen', roles: ['viewer'], password: CHOSEN });
  const other = await logIn('chosen', CHOSEN);
  expect((await as(other.accessToken).devices.list()).total).toBe(0);
});

it('the first password is returned once', async () => {
  expect(server.output().split(first)).toHaveLength(2);
  const rows = await server.sql(`select to_jsonb(u)::text from app_user u`);
  expect(JSON.stringify(rows)).not.toContain(first);
});
