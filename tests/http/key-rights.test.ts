import { CALLS, ROLE_RIGHTS, createApiClient, type CallName } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';
import { digest } from './matrix.ts';

// Every call with keys that are limited: to all rights but its own, and to calls that change nothing.

const NAMES = (Object.keys(CALLS) as CallName[]).filter(
  (name) => CALLS[name].auth === 'user' && name !== 'stream.connect',
);
/** An id that does not exist: an authorised call changes nothing. */
const UNKNOWN_ID = '0f4c9a52-9a35-4e0c-8f5e-51f4f6b0f6a1';

let server: Farm;
const keys = new Map<string, string>();

beforeAll(async () => {
  server = await farm();
  const { apiKeys } = await server.client();
  const make = async (name: string, limits: object): Promise<void> => {
    keys.set(name, (await apiKeys.create({ name, roles: ['admin'], ...limits })).key);
  };
  for (const right of ROLE_RIGHTS)
    await make(`not ${right}`, { rights: ROLE_RIGHTS.filter((other) => other !== right) });
  for (const right of ['read', 'administer']) await make(right, { rights: [right] });
  await make('read-only', { readOnly: true });
  // The first use of a key is recorded.
  for (const name of keys.keys()) await call('auth.me', name);
});
afterAll(async () => {
  await server?.stop();
});

async function call(name: CallName, key: string): Promise<number> {
  const { method, path } = CALLS[name];
  const answer = await fetch(server.baseUrl + path.replaceAll(/\{\w+\}/g, UNKNOWN_ID), {
    method,
    headers: { authorization: `Bearer ${keys.get(key)}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
  await answer.body?.cancel();
  return answer.status;
}

it('a key with all rights but that of a call is refused it', async () => {
  const before = await digest(server);
  const open = [];
  for (const name of NAMES) {
    const { right } = CALLS[name];
    if (right !== 'self' && right !== 'installation' && (await call(name, `not ${right}`)) !== 403)
      open.push(name);
  }
  expect(open).toEqual([]);
  expect(await digest(server)).toBe(before);
});

it('a key with the right alone is let through to the calls that read', async () => {
  // What concerns a person is refused to programs by the call itself.
  const own = NAMES.filter((name) => CALLS[name].right === 'read' && CALLS[name].method === 'GET');
  const shut = [];
  for (const name of own) if ([401, 403].includes(await call(name, 'read'))) shut.push(name);
  expect(shut).toEqual([]);
  expect(own.length).toBeGreaterThan(50);
});

it('a key that only reads is refused every call that changes something', async () => {
  const before = await digest(server);
  const changing = NAMES.filter((name) => CALLS[name].audit !== undefined);
  const open = [];
  for (const name of changing) if ((await call(name, 'read-only')) !== 403) open.push(name);
  expect(open).toEqual([]);
  expect(await digest(server)).toBe(before);
  expect(changing.length).toBeGreaterThan(100);
  expect(await call('devices.list', 'read-only')).toBe(200);
});

it('a limited key makes no key with more rights', async () => {
  const baseUrl = server.baseUrl;
  const program = createApiClient({ baseUrl, getAccessToken: () => keys.get('administer') ?? null });
  const wider = program.apiKeys.create({ name: 'wider', roles: ['viewer'] });
  await expect(wider).rejects.toMatchObject({ status: 403, field: 'roles' });
});
