import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiClient, CALLS, type CallName } from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeForeignUser } from './second-organisation.ts';
import { farm, type Farm } from '../support/farm.ts';
import { runCase, type CaseTarget } from './cases.ts';

const NAMES = Object.keys(CALLS) as CallName[];

/** Like `fetch`, with a check that the response matches its OpenAPI description. */
const fetchDescribed: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const method = (input instanceof Request ? input.method : init?.method) ?? 'GET';
  const name = routeOf(method, pathname);
  if (answer.status !== 200 || !name || CALLS[name].form !== 'envelope') return answer;
  const { data } = (await answer.clone().json()) as { data: unknown };
  const checked = await CALLS[name].answer?.['~standard'].validate(data);
  expect([name, checked?.issues]).toEqual([name, undefined]);
  return answer;
};

describe('every route responds as its client expects', () => {
  let server: Farm;
  let target: CaseTarget;

  beforeAll(async () => {
    server = await farm({ settings: { FARM3D_RTMP_PORT: '0' } });
    const accessToken = await server.accessToken();
    target = {
      baseUrl: server.baseUrl,
      mqttPort: server.mqttPort,
      rtmpPort: server.rtmpPort,
      password: server.adminPassword,
      accessToken,
      api: createApiClient({
        baseUrl: server.baseUrl,
        getAccessToken: () => accessToken,
        fetch: fetchDescribed,
      }),
      neighbour: { api: (await makeForeignUser(server)).api, username: 'foreigner' },
    };
  });
  afterAll(async () => {
    await server?.stop();
  });

  it.each(NAMES)('%s', async (name) => {
    await runCase(name, target);
  });

  it.each(NAMES.filter((name) => CALLS[name].auth === 'user' && name !== 'stream.connect'))(
    '%s refuses a call without a token',
    async (name) => {
      const { method, path } = CALLS[name];
      const address = server.baseUrl + path.replaceAll(/\{\w+\}/g, '7f8d5c9e-5f3f-4f59-9a44-1d86a1a7b0c1');
      for (const authorization of [undefined, 'Bearer ', 'Bearer x.y.z', `Basic ${target.accessToken}`]) {
        const answer = await fetch(address, { method, headers: authorization ? { authorization } : {} });
        expect(answer.status).toBe(401);
        expect(await answer.json()).toEqual({ code: 401, msg: '登录已失效，请重新登录' });
      }
    },
  );

  it('responds to an unknown path with 404 route_not_found, in the requested language', async () => {
    for (const path of ['/nothing', '/api/nothing', '/api/devices/simple/nothing', '/auth/nothing']) {
      const answer = await fetch(server.baseUrl + path, {
        headers: { authorization: `Bearer ${target.accessToken}` },
      });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.json()).toEqual({ code: 404, msg: '接口不存在', error: 'route_not_found' });
    }
    const english = await fetch(`${server.baseUrl}/nothing`, { headers: { 'x-locale': 'en' } });
    expect(await english.json()).toEqual({
      code: 404,
      msg: 'There is no such call',
      error: 'route_not_found',
    });
  });

  it('of ten concurrent saves with the same version exactly one succeeds', async () => {
    const { api } = target;
    const scene = await api.scenes.create({ name: '并发' });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        api.scenes.update(scene.id, { description: `第${i}个`, version: scene.version }),
      ),
    );
    const saved = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(saved).toHaveLength(1);
    expect(await api.scenes.get(scene.id)).toEqual(saved[0]);
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ status: 409, error: 'stale_version' });
    }
  });

  it('stores sceneDevice byte for byte', async () => {
    const headers = { authorization: `Bearer ${target.accessToken}`, 'content-type': 'application/json' };
    const sceneDevice =
      '{"z":1,  "equData":[{"id":7,"scale":[1,1,1],"vendor":{"b":1,"a":2}}],\n"__proto__":{"x":1}}';
    const created = (await (
      await fetch(`${server.baseUrl}/intelligent/scene`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name: '原样', sceneDevice }),
      })
    ).json()) as { data: { id: string } };
    const read = await fetch(`${server.baseUrl}/intelligent/scene/${created.data.id}`, { headers });
    expect(((await read.json()) as { data: { sceneDevice: string } }).data.sceneDevice).toBe(sceneDevice);
  });
});

/** The route of a call; paths without parameters have precedence. */
function routeOf(method: string, path: string): CallName | undefined {
  const matches = NAMES.filter((name) => {
    const pattern = CALLS[name].path.replaceAll(/\{\w+\}/g, '[^/]+');
    return CALLS[name].method === method && new RegExp(`^${pattern}$`).test(path);
  });
  return matches.sort((a, b) => CALLS[a].path.split('{').length - CALLS[b].path.split('{').length)[0];
}

// Proves that each case checks its own route: all other routes are forwarded to the real server.
describe('a route that only returns {code:200,data:{items:[]}} is detected', () => {
  let server: Farm;
  let accessToken: string;
  let neighbourToken: string;
  let front: Server;
  let emptyRoute: CallName | 'every' | undefined;
  let reached = 0;

  beforeAll(async () => {
    server = await farm({ settings: { FARM3D_RTMP_PORT: '0' } });
    accessToken = await server.accessToken();
    neighbourToken = (await makeForeignUser(server)).accessToken;
    front = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://front').pathname;
      if (emptyRoute === 'every' || (emptyRoute && routeOf(request.method ?? '', path) === emptyRoute)) {
        reached += 1;
        request.resume();
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ code: 200, data: { items: [] } }));
        return;
      }
      const onward = forward(
        {
          host: '127.0.0.1',
          port: server.httpPort,
          method: request.method,
          path: request.url,
          headers: request.headers,
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      onward.on('error', () => response.destroy());
      request.pipe(onward);
    });
    // An upgrade gets the same empty response as any call, not a stream.
    front.on('upgrade', (_request, socket) => {
      reached += 1;
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n{"code":200,"data":{"items":[]}}');
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    front?.closeAllConnections();
    front?.close();
    await server?.stop();
  });

  const targetBehind = (): CaseTarget => {
    const baseUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    return {
      baseUrl,
      mqttPort: server.mqttPort,
      rtmpPort: server.rtmpPort,
      password: server.adminPassword,
      accessToken,
      api: createApiClient({ baseUrl, getAccessToken: () => accessToken }),
      neighbour: {
        api: createApiClient({ baseUrl, getAccessToken: () => neighbourToken }),
        username: 'foreigner',
      },
    };
  };

  it('the proxy alone changes nothing: a case passes through it', async () => {
    emptyRoute = undefined;
    await runCase('devices.update', targetBehind());
  });

  it('a server that responds like this to everything passes no case', async () => {
    emptyRoute = 'every';
    for (const name of NAMES) await expect(runCase(name, targetBehind()), name).rejects.toThrow();
  });

  it.each(NAMES)('%s', async (name) => {
    emptyRoute = name;
    reached = 0;
    await expect(runCase(name, targetBehind())).rejects.toThrow();
    expect(reached).toBeGreaterThan(0);
  });
});
