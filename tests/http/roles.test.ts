import { createApiClient, CALLS, type CallName } from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { insertMember } from '../support/members.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { digest, readMatrix } from './matrix.ts';

const { roles, rows } = readMatrix();
const NAMES = (Object.keys(CALLS) as CallName[]).filter(
  (name) => CALLS[name].auth === 'user' && name !== 'stream.connect',
);
/** An id that does not exist: an authorised call changes nothing. */
const UNKNOWN_ID = '0f4c9a52-9a35-4e0c-8f5e-51f4f6b0f6a1';

/** Rights that somebody can have on a device. */
const ON_DEVICE = ['read', 'operate', 'alarms', 'devices', 'rules', 'share'];

let server: Farm;
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await farm();
  for (const role of roles) {
    await insertMember(server, { username: `role-${role}`, roles: [role] });
    const session = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
      username: `role-${role}`,
      password: server.adminPassword,
    });
    tokens.set(role, session.accessToken);
  }
});
afterAll(async () => {
  await server?.stop();
});

function call(name: CallName, role: string): Promise<Response> {
  const { method, path } = CALLS[name];
  return fetch(server.baseUrl + path.replaceAll(/\{\w+\}/g, UNKNOWN_ID), {
    method,
    headers: { authorization: `Bearer ${tokens.get(role)}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
}

describe('the authorisation matrix', () => {
  it('has a full row for every call of users', () => {
    expect([...rows.keys()]).toEqual(expect.arrayContaining(NAMES));
    for (const [name, cells] of rows) {
      expect([name, roles.every((role) => ['allow', 'deny'].includes(cells.get(role) ?? ''))]).toEqual([
        name,
        true,
      ]);
    }
  });

  it('is enforced: each denied call answers 403 and leaves the database unchanged', async () => {
    const before = await digest(server);
    for (const name of NAMES) {
      for (const role of roles) {
        if (rows.get(name)?.get(role) !== 'deny') continue;
        const answer = await call(name, role);
        expect([name, role, answer.status]).toEqual([name, role, 403]);
        expect(await answer.json()).toEqual({ code: 403, msg: '没有操作权限' });
      }
    }
    expect(await digest(server)).toBe(before);
  });

  it('is enforced: each allowed call passes the role check', async () => {
    for (const name of NAMES) {
      for (const role of roles) {
        if (rows.get(name)?.get(role) !== 'allow') continue;
        const answer = await call(name, role);
        await answer.body?.cancel();
        // The call may refuse the empty body or the unknown id, but not the role.
        expect([
          name,
          role,
          [200, 400, 404, 405, 415].includes(answer.status) ? 'let through' : answer.status,
        ]).toEqual([name, role, 'let through']);
      }
    }
  });
});

it('what a person may do agrees with the matrix, and with who may use a device', async () => {
  const admin = await server.client();
  const device = await admin.devices.create({ name: '探头', productModelCode: 'TQ-3L' });
  const { people } = await admin.access.device(device.id);
  const { items } = await admin.users.list({ pageSize: 200 });
  for (const role of roles) {
    const person = items.find(({ username }) => username === `role-${role}`);
    const { rights } = await admin.access.person(person?.userId ?? '');
    const answered = NAMES.filter((name) => rights.includes(CALLS[name].right));
    const allowed = NAMES.filter(
      (name) =>
        !['self', 'installation'].includes(CALLS[name].right) && rows.get(name)?.get(role) === 'allow',
    );
    expect([role, answered]).toEqual([role, allowed]);
    const here = people.find(({ username }) => username === `role-${role}`);
    expect([role, here?.rights ?? []]).toEqual([role, rights.filter((right) => ON_DEVICE.includes(right))]);
  }
});

it.each([
  ['viewer', 'subscribed'],
  ['veterinary', 'error'],
])('the stream answers a %s with %s', async (role, expected) => {
  const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/api/stream`);
  const frames: { type: string; id?: string }[] = [];
  socket.on('message', (raw: Buffer) => frames.push(JSON.parse(raw.toString()) as { type: string }));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ type: 'auth', token: tokens.get(role) }));
  socket.send(JSON.stringify({ type: 'subscribe', id: 'o', organisation: true }));
  await waitFor(() => frames.some(({ id }) => id === 'o'));
  expect(frames.find(({ id }) => id === 'o')?.type).toBe(expected);
  socket.terminate();
});
