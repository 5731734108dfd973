import { createApiClient, CALLS, type CallName } from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { insertMember } from '../support/members.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { DEVICE_BODIES, digest, readMatrix, RELATIONS, type Relation } from './matrix.ts';

const { roles, rows } = readMatrix();

const DEVICE_CALLS = (Object.keys(CALLS) as CallName[]).filter((name) => {
  const cell = rows.get(name)?.get('foreign');
  return CALLS[name].auth === 'user' && cell !== undefined && cell !== '-';
});

let server: Farm;
const tokens = new Map<string, string>();
/** Our devices, one for each relation that the neighbour organisation has to a device. */
const devices = new Map<Relation, string>();
let ownScene = '';
let ourScene = '';

beforeAll(async () => {
  server = await farm();
  const api = await server.client();
  for (const role of roles) {
    await insertMember(server, { username: `neighbour-${role}`, roles: [role], organisation: '邻居' });
    const session = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
      username: `neighbour-${role}`,
      password: server.adminPassword,
    });
    tokens.set(role, session.accessToken);
  }
  ourScene = (await api.scenes.create({ name: '我们的温室' })).id;
  const [theirs] = await server.sql<{ id: string }>(
    `insert into scene (organisation_id, name) select id, '邻居的温室' from organisation where name = '邻居' returning id`,
  );
  ownScene = theirs?.id ?? '';
  for (const relation of RELATIONS) {
    const { id } = await api.devices.create({ name: relation, productModelCode: 'DCF-4' });
    devices.set(relation, id);
    if (relation === 'foreign') continue;
    if (relation === 'organisation:control') {
      await api.sharing.share({ deviceIds: [id], organisation: '邻居', permissions: ['control'] });
      continue;
    }
    const permission = relation.startsWith('shared:') ? relation.slice('shared:'.length) : 'configure';
    for (const role of roles) {
      const { items } = await api.sharing.share({
        deviceIds: [id],
        username: `neighbour-${role}`,
        permissions: [permission as 'view', 'view'],
      });
      const share = items[0]?.id ?? '';
      if (relation === 'revoked') await api.sharing.stop(share);
      if (relation === 'expired') await api.sharing.change([share], { expiresAt: Date.now() - 1_000 });
    }
  }
});
afterAll(async () => {
  await server?.stop();
});

/** The verdict of the matrix for a role and a relation: a role without the right has it in no relation. */
function verdict(name: string, role: string, relation: Relation): string {
  const cells = rows.get(name);
  return cells?.get(role) === 'deny' ? 'deny' : (cells?.get(relation) ?? '');
}

async function call(name: CallName, role: string | null, relation: Relation): Promise<number> {
  const { method, path } = CALLS[name];
  const address = path
    .replace('{id}', devices.get(relation) ?? '')
    .replace('{scope}', 'SHARED_SCOPE')
    .replaceAll(/\{\w+\}/g, 'opening');
  const query = path.includes('history/') ? `?keys=opening&startTs=${Date.now() - 60_000}` : '';
  const body = DEVICE_BODIES[name];
  const answer = await fetch(server.baseUrl + address + query, {
    method,
    headers: {
      ...(role === null ? {} : { authorization: `Bearer ${tokens.get(role)}` }),
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await answer.body?.cancel();
  return answer.status;
}

/** The calls of the matrix with one of these verdicts. */
function* cases(...wanted: string[]): Generator<[CallName, string, Relation, string]> {
  for (const name of DEVICE_CALLS) {
    for (const role of roles) {
      for (const relation of RELATIONS) {
        const cell = verdict(name, role, relation);
        if (wanted.includes(cell)) yield [name, role, relation, cell];
      }
    }
  }
}

describe('call × role × relation of the caller to the device', () => {
  it('is in the matrix for every call with a device in its path', () => {
    const named = (Object.keys(CALLS) as CallName[]).filter(
      (name) =>
        CALLS[name].auth === 'user' &&
        /\/(devices?|oneway|twoway|DEVICE|handles)\/\{id\}/.test(CALLS[name].path) &&
        name !== 'rpc.get',
    );
    expect(DEVICE_CALLS).toEqual(expect.arrayContaining(named));
    expect(DEVICE_CALLS.length).toBeGreaterThan(25);
    for (const name of DEVICE_CALLS) {
      for (const relation of RELATIONS) {
        expect([name, relation, rows.get(name)?.get(relation)]).toEqual([
          name,
          relation,
          expect.stringMatching(/^(allow|deny|hidden)$/),
        ]);
      }
    }
  });

  it('denied and hidden calls are refused, and leave the database unchanged', async () => {
    const before = await digest(server);
    let tried = 0;
    const expected: Readonly<Record<string, number>> = { deny: 403, hidden: 404 };
    for (const [name, role, relation, cell] of cases('deny', 'hidden')) {
      tried += 1;
      expect([name, role, relation, await call(name, role, relation)]).toEqual([
        name,
        role,
        relation,
        expected[cell],
      ]);
    }
    for (const name of DEVICE_CALLS) {
      for (const relation of RELATIONS) expect([name, await call(name, null, relation)]).toEqual([name, 401]);
    }
    expect(tried).toBeGreaterThan(1_000);
    expect(await digest(server)).toBe(before);
  });

  it('allowed calls pass the check', async () => {
    for (const [name, role, relation] of cases('allow')) {
      const status = await call(name, role, relation);
      // The valve is offline: a command fails, but not for a missing right.
      expect([name, role, relation, [200, 408, 409, 504].includes(status) ? 'through' : status]).toEqual([
        name,
        role,
        relation,
        'through',
      ]);
    }
  });
});

it.each(roles)('the stream lets a %s follow only what the matrix allows', async (role) => {
  const before = await digest(server);
  const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/api/stream`);
  const frames: { type: string; id?: string }[] = [];
  socket.on('message', (raw: Buffer) => frames.push(JSON.parse(raw.toString()) as { type: string }));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ type: 'auth', token: tokens.get(role) }));
  for (const relation of RELATIONS) {
    socket.send(JSON.stringify({ type: 'subscribe', id: relation, devices: [devices.get(relation)] }));
  }
  const others = {
    own: { organisation: true },
    'own scene': { scene: ownScene },
    'our scene': { scene: ourScene },
  };
  for (const [id, target] of Object.entries(others)) {
    socket.send(JSON.stringify({ type: 'subscribe', id, ...target }));
  }
  await waitFor(() =>
    [...RELATIONS, ...Object.keys(others)].every((wanted) => frames.some(({ id }) => id === wanted)),
  );
  const received = Object.fromEntries(frames.flatMap(({ id, type }) => (id ? [[id, type]] : [])));
  const expected = RELATIONS.map((relation) => [
    relation,
    verdict('stream.devices', role, relation) === 'allow' ? 'subscribed' : 'error',
  ]);
  const receivedOf = (cell: string | undefined): string => (cell === 'allow' ? 'subscribed' : 'error');
  expect(received).toEqual({
    ...Object.fromEntries(expected),
    own: receivedOf(rows.get('stream.organisation')?.get(role)),
    'own scene': receivedOf(rows.get('stream.scene')?.get(role)),
    'our scene': receivedOf(verdict('stream.scene', role, 'foreign')),
  });
  socket.terminate();
  // Neither allowed nor refused subscriptions change anything.
  expect(await digest(server)).toBe(before);
});
