import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RESOURCES } from '../calls/index.ts';
import { createApiClient, createClientLater } from './api-client.ts';
import { ApiError, NetworkError, ProtocolError } from './errors.ts';

interface Answer {
  status?: number;
  body?: unknown;
  raw?: string;
}

describe('the client', () => {
  let server: Server;
  let baseUrl: string;
  let requests: IncomingMessage[];
  let answer: (request: IncomingMessage) => Answer | undefined;

  beforeEach(async () => {
    requests = [];
    answer = () => ({ body: { code: 200, msg: '', data: { items: [], total: 0 } } });
    server = createServer((request, response) => {
      requests.push(request);
      const reply = answer(request);
      if (!reply) return;
      response.statusCode = reply.status ?? 200;
      response.setHeader('content-type', 'application/json');
      response.end(reply.raw ?? JSON.stringify(reply.body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('sends the token, the language, and only the query parameters that are set', async () => {
    const api = createApiClient({ baseUrl, getAccessToken: () => 'secret', locale: () => 'en' });
    await api.devices.list({ page: 2, name: '1号 棚', online: false });
    expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret', 'x-locale': 'en' });
    const url = new URL(requests[0]?.url ?? '', baseUrl);
    expect(url.pathname).toBe('/api/devices');
    expect(Object.fromEntries(url.searchParams)).toEqual({ page: '2', name: '1号 棚', online: '0' });
  });

  it('sends no token to a login, and Chinese as a language, too: that of the browser may be another', async () => {
    answer = () => ({ status: 401, body: { code: 401, msg: '用户名或密码错误' } });
    let refreshes = 0;
    const onUnauthorised = async (): Promise<boolean> => {
      refreshes += 1;
      return true;
    };
    const locale = () => 'zh-CN' as const;
    const api = createApiClient({ baseUrl, getAccessToken: () => 'old', onUnauthorised, locale });
    await expect(api.auth.login({ username: 'a', password: 'b' })).rejects.toMatchObject({ status: 401 });
    expect(requests[0]?.headers.authorization).toBeUndefined();
    expect(requests[0]?.headers['x-locale']).toBe('zh-CN');
    expect(refreshes).toBe(0);
  });

  it('encodes ids in the path so that they cannot change it', async () => {
    answer = () => ({ status: 404, body: { code: 404, msg: '' } });
    await expect(createApiClient({ baseUrl }).devices.get('../a/b?c')).rejects.toBeInstanceOf(ApiError);
    expect(requests[0]?.url).toBe('/api/devices/..%2Fa%2Fb%3Fc');
    await expect(createApiClient({ baseUrl }).devices.get('')).rejects.toThrow('id');
  });

  it('reports an error response with its text and field', async () => {
    answer = () => ({ status: 400, body: { code: 400, msg: '请输入场景名称', field: 'name' } });
    const error = await createApiClient({ baseUrl })
      .scenes.create({ name: '' })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 400,
      msg: '请输入场景名称',
      field: 'name',
      call: 'POST /intelligent/scene',
    });
  });

  it('treats an envelope whose code is not 200 as an error, even with HTTP 200', async () => {
    answer = () => ({ body: { code: 500, msg: '失败', data: null } });
    await expect(createApiClient({ baseUrl }).devices.list()).rejects.toMatchObject({
      status: 200,
      code: 500,
    });
  });

  it('treats an error page without an envelope as an error without text', async () => {
    answer = () => ({ status: 502, raw: '<html>' });
    await expect(createApiClient({ baseUrl }).devices.list()).rejects.toMatchObject({ status: 502, msg: '' });
  });

  it('reports a response of another form with the member that does not match', async () => {
    answer = () => ({ body: { code: 200, data: { items: [{ id: 1 }], total: 1 } } });
    const error = await createApiClient({ baseUrl })
      .devices.list()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProtocolError);
    expect((error as Error).message).toContain('name');
  });

  it('reports a missing response: connection refused or interrupted', async () => {
    answer = (request) => void request.socket.destroy();
    await expect(createApiClient({ baseUrl }).devices.list()).rejects.toBeInstanceOf(NetworkError);
    const unusedServer = createServer();
    await new Promise<void>((resolve) => unusedServer.listen(0, '127.0.0.1', resolve));
    const { port } = unusedServer.address() as AddressInfo;
    await new Promise((resolve) => unusedServer.close(resolve));
    const offlineClient = createApiClient({ baseUrl: `http://127.0.0.1:${port}` });
    await expect(offlineClient.devices.list()).rejects.toBeInstanceOf(NetworkError);
  });

  it('rejects with the reason of the signal when it is aborted', async () => {
    answer = () => undefined;
    const abort = new AbortController();
    const call = createApiClient({ baseUrl }).devices.list({}, { signal: abort.signal });
    const reason = new Error('left the page');
    abort.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  it('refreshes the token once for all calls that fail with it, and repeats each call once', async () => {
    let token = 'old';
    let refreshes = 0;
    let refresh: () => void = () => undefined;
    const refreshed = new Promise<void>((resolve) => {
      refresh = resolve;
    });
    const slow: (() => void)[] = [];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      requests.push(request);
      const isNew = request.headers.authorization === 'Bearer new';
      const say = (): void => {
        response.statusCode = isNew ? 200 : 401;
        response.end(JSON.stringify(isNew ? { code: 200, data: { items: [], total: 0 } } : { code: 401 }));
      };
      // The 401 of one call arrives after the token was refreshed.
      if (!isNew && request.url?.startsWith('/intelligent/')) slow.push(say);
      else say();
    });
    const api = createApiClient({
      baseUrl,
      getAccessToken: () => token,
      onUnauthorised: async () => {
        refreshes += 1;
        await refreshed;
        token = 'new';
        return true;
      },
    });
    const pendingCall = api.scenes.list();
    const calls = [api.devices.list(), api.devices.simple()];
    await vi.waitUntil(() => slow.length === 1 && requests.length === 3 && refreshes === 1, {
      timeout: 30_000,
    });
    refresh();
    const answers = await Promise.all(calls);
    for (const answerNow of slow) answerNow();
    expect([...answers, await pendingCall].map(({ total }) => total)).toEqual([0, 0, 0]);
    expect(refreshes).toBe(1);
    expect(requests).toHaveLength(6);
  });

  it('gives up when the refresh fails, and does not retry endlessly', async () => {
    answer = () => ({ status: 401, body: { code: 401, msg: '登录已失效' } });
    const refused = createApiClient({ baseUrl, onUnauthorised: async () => false });
    await expect(refused.devices.list()).rejects.toMatchObject({ status: 401 });
    expect(requests).toHaveLength(1);
    const useless = createApiClient({ baseUrl, onUnauthorised: async () => true });
    await expect(useless.devices.list()).rejects.toMatchObject({ status: 401 });
    expect(requests).toHaveLength(3);
  });

  it('asks for nothing more once the login has ended meanwhile', async () => {
    answer = () => ({ status: 401, body: { code: 401, msg: '登录已失效' } });
    let token: string | null = 'old';
    const api = createApiClient({
      baseUrl,
      getAccessToken: () => token,
      onUnauthorised: () => Promise.reject(new Error('no refresh after a logout')),
    });
    const call = api.devices.list();
    token = null;
    await expect(call).rejects.toMatchObject({ status: 401 });
    expect(requests).toHaveLength(1);
  });

  it('sends a scene in its wire form, with only the fields that are set', async () => {
    let body = '';
    answer = () => undefined;
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => response.end('{"code":200,"data":{"id":"s","name":"棚"}}'));
    });
    const scene = await createApiClient({ baseUrl }).scenes.update('s', { cropModelPath: null, version: 4 });
    expect(JSON.parse(body)).toEqual({ id: 's', scene3Durl: null, version: 4 });
    expect(scene.layout).toEqual({ camera: null, equipment: [], childScenes: [], extra: {} });
  });
});

describe('a client that fetches declarations later', () => {
  const later = { areas: RESOURCES.areas };

  it('fetches them with the first of their calls, once, and makes others at once', async () => {
    let calls = 0;
    const load = vi.fn(async () => later);
    const api = createClientLater({ devices: RESOURCES.devices }, load, {
      fetch: async () => {
        calls += 1;
        return Response.json({ code: 200, msg: '', data: { items: [], total: 0 } });
      },
    });
    await api.devices.list();
    expect(load).not.toHaveBeenCalled();
    expect((await Promise.all([api.areas.search('寿光'), api.areas.search('青州')]))[0]).toEqual({
      items: [],
      total: 0,
    });
    expect(load).toHaveBeenCalledTimes(1);
    expect(calls).toBe(3);
  });

  it('reports declarations that cannot be fetched as no network, and fetches them with the next call', async () => {
    const load = vi.fn(async () => later).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const api = createClientLater({}, load, {
      fetch: async () => Response.json({ code: 200, msg: '', data: { items: [], total: 0 } }),
    });
    await expect(api.areas.search('寿光')).rejects.toBeInstanceOf(NetworkError);
    expect((await api.areas.search('寿光')).total).toBe(0);
  });
});
