import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

const PORTAL = 'https://portal.example';
/** Pages that a token for the portal does not serve. */
const HOSTILE = ['https://evil.example', 'http://portal.example', 'https://portal.example.evil', 'null'];

let server: Farm;
let api: ApiClient;
const scene = { id: '', deviceId: '' };
let otherSceneId: string;

beforeAll(async () => {
  server = await farm();
  api = await server.client();
  const device = await api.devices.create({ name: '可见', productModelCode: 'TQ-3L' });
  scene.deviceId = device.id;
  scene.id = (await api.scenes.create({ name: '展示' })).id;
  await api.scenes.drag(scene.id, { deviceId: device.id, position: { x: 0, y: 0, z: 0 } });
  otherSceneId = (await api.scenes.create({ name: '内部' })).id;
});
afterAll(async () => {
  await server?.stop();
});

const make = (origins: readonly string[]) =>
  api.embedTokens.create({ name: '门户', sceneId: scene.id, origins, expiresAt: Date.now() + 3_600_000 });

/** Ends the life of a token now. */
const expire = (id: string) =>
  server.sql(`update embed_token set expires_at = now() - interval '1 second' where id = $1`, [id]);

const view = (token: string, origin?: string, query = ''): Promise<Response> =>
  fetch(`${server.baseUrl}/api/embed/scene${query}`, {
    headers: { authorization: `Bearer ${token}`, ...(origin !== undefined && { origin }) },
  });

/** What a page of this origin learns: the status and the error, if it may read them. */
async function readBy(origin: string, answer: Response): Promise<unknown> {
  const readable = answer.headers.get('access-control-allow-origin') === origin;
  const body = (await answer.json()) as { error?: string; data?: unknown };
  return [answer.status, readable && (body.error ?? (body.data ? 'scene' : 'error'))];
}

describe('an embed token bound to origins', () => {
  it('shows its scene to its origins, to pages of this server and to programs', async () => {
    const { token, origins } = await make([`${PORTAL}/`, 'HTTPS://Portal.Example', 'http://localhost:8081']);
    expect(origins).toEqual([PORTAL, 'http://localhost:8081']);
    expect(await readBy(PORTAL, await view(token, PORTAL))).toEqual([200, 'scene']);
    expect((await view(token, server.baseUrl)).status).toBe(200);
    expect((await view(token)).status).toBe(200);
  });

  it('tells a page of any other origin that it is refused, and nothing else', async () => {
    const { token } = await make([PORTAL]);
    for (const origin of HOSTILE) {
      expect(await readBy(origin, await view(token, origin))).toEqual([403, 'embed_origin_refused']);
      // Every call that a token may make, not only the one made for pages.
      const device = await fetch(`${server.baseUrl}/api/devices/${scene.deviceId}`, {
        headers: { authorization: `Bearer ${token}`, origin },
      });
      expect(device.status).toBe(403);
      expect(await device.text()).not.toContain(scene.deviceId);
    }
  });

  it.each(['expired', 'revoked', 'invented'] as const)('names the fault of one that is %s', async (fault) => {
    const { token, id } = await make([PORTAL]);
    if (fault === 'expired') await expire(id);
    if (fault === 'revoked') await api.embedTokens.remove(id);
    const presented = fault === 'invented' ? 'f3e_invented' : token;
    const error = fault === 'expired' ? 'embed_token_expired' : 'embed_token_invalid';
    expect(await readBy(PORTAL, await view(presented, PORTAL))).toEqual([401, error]);
  });

  it('hides every scene but its own', async () => {
    const { token } = await make([PORTAL]);
    const answer = await view(token, PORTAL, `?sceneId=${otherSceneId}`);
    expect(await readBy(PORTAL, answer)).toEqual([404, 'error']);
  });

  it('reaches its scene and the devices in it, and nothing else of the organisation', async () => {
    const { token } = await make([]);
    const other = await api.devices.create({ name: '不可见', productModelCode: 'TQ-3L' });
    const statusOf = async (path: string) =>
      (await fetch(server.baseUrl + path, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await statusOf(`/intelligent/scene/${scene.id}`)).toBe(200);
    expect(await statusOf(`/intelligent/scene/${otherSceneId}`)).toBe(404);
    expect(await statusOf(`/api/devices/${scene.deviceId}`)).toBe(200);
    expect(await statusOf(`/api/devices/${other.id}`)).toBe(404);
    expect(await statusOf('/api/devices')).toBe(403);
  });

  it('without origins is read by the pages that the server lists only', async () => {
    const { token } = await make([]);
    expect((await view(token, PORTAL)).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('a browser may ask first, for the calls of embedded pages and no others', async () => {
    const ask = (path: string, method = 'GET'): Promise<Response> =>
      fetch(server.baseUrl + path, {
        method: 'OPTIONS',
        headers: { origin: PORTAL, 'access-control-request-method': method },
      });
    const allowed = await ask('/api/embed/scene');
    expect([allowed.status, allowed.headers.get('access-control-allow-methods')]).toEqual([204, 'GET']);
    expect((await ask(`/intelligent/scene/${scene.id}`)).status).toBe(204);
    expect((await ask('/api/embed/scene', 'POST')).status).toBe(403);
    expect((await ask('/api/devices')).status).toBe(403);
  });

  it.each([
    'portal.example',
    'https://portal.example/page',
    'https://*.example',
    'ftp://portal.example',
    'https://user@portal.example',
    'null',
  ])('is not made for %s', async (origin) => {
    await expect(make([origin])).rejects.toMatchObject({
      status: 400,
      field: expect.stringContaining('origins'),
    });
  });
});

describe('the stream of an embed token', () => {
  /** The first answer to a token: `ready`, or why the stream was closed. */
  async function opened(token: string, origin: string | undefined): Promise<string> {
    const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/api/stream`, {
      ...(origin !== undefined && { origin }),
    });
    const answers: string[] = [];
    socket.on('message', (text) => answers.push((text as Buffer).toString('utf8')));
    socket.on('close', (code, reason) => answers.push(`${code} ${String(reason)}`));
    socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', token })));
    try {
      return await waitFor(() => answers[0], { what: 'an answer of the stream' });
    } finally {
      socket.terminate();
    }
  }

  it('is open to its origins and to pages of this server', async () => {
    const { token } = await make([PORTAL]);
    for (const origin of [PORTAL, server.baseUrl, undefined])
      expect([origin, await opened(token, origin)]).toEqual([origin, '{"type":"ready"}']);
  });

  it('is closed to any other page', async () => {
    const { token } = await make([PORTAL]);
    for (const origin of HOSTILE) expect(await opened(token, origin)).toBe('4401 not from this origin');
  });
});

describe('the page of an embed token', () => {
  const open = async (token: string) => {
    const answer = await fetch(`${server.baseUrl}/embed/${token}`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    return {
      status: answer.status,
      frames: /frame-ancestors ([^;]*)/.exec(policy)?.[1],
      frameOptions: answer.headers.get('x-frame-options'),
      cache: answer.headers.get('cache-control'),
    };
  };

  it('is framed by its origins only', async () => {
    const { token } = await make([PORTAL, 'http://localhost:8081']);
    expect(await open(token)).toMatchObject({
      frames: `'self' ${PORTAL} http://localhost:8081`,
      frameOptions: null,
      cache: 'no-store',
    });
  });

  it('of an expired one tells so to its origins; of an unknown one it is framed by nobody else', async () => {
    const { token, id } = await make([PORTAL]);
    await expire(id);
    expect((await open(token)).frames).toBe(`'self' ${PORTAL}`);
    await api.embedTokens.remove(id);
    expect(await open(token)).toMatchObject({ frames: `'self'`, frameOptions: 'SAMEORIGIN' });
  });

  it('its token is in no log', async () => {
    const { token } = await make([PORTAL]);
    await open(token);
    await view(token, PORTAL);
    await createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => token }).embedTokens.view();
    expect(server.output()).not.toContain(token);
  });
});

it('models are read by pages of any origin', async () => {
  const model = await fetch(`${server.baseUrl}/models/soil-probe.glb`, { method: 'HEAD' });
  expect(model.headers.get('access-control-allow-origin')).toBe('*');
});
