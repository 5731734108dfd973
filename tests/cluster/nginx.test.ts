// Second tier (outside): a reverse proxy
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';
import { startNginx, type RunningNginx } from './support/nginx.ts';

/** Wrong tokens of one address before it is refused. */
const GUESSES = 3;

let server: RunningServer;
let nginx: RunningNginx;
beforeAll(async () => {
  server = await startServer({
    env: { FARM3D_TRUSTED_PROXIES: '127.0.0.1', FARM3D_LIMITS: `stranger=${GUESSES}` },
  });
  nginx = await startNginx(server);
});
afterAll(async () => {
  await nginx?.stop();
  await server?.stop();
});

/** A call from an address of this machine, through nginx. */
function call(
  localAddress: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: nginx.httpPort,
        localAddress,
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (more: string) => (text += more));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject).end(JSON.stringify(body));
  });
}

const guess = async (localAddress: string, headers: Record<string, string> = {}): Promise<number> =>
  (await call(localAddress, `/api/v1/wrong-${Math.random()}/telemetry`, {}, headers)).status;

test('behind nginx failures count by client, and no client can take the address of another', async () => {
  for (let n = 0; n < GUESSES; n += 1) expect(await guess('127.0.0.2')).toBe(401);
  expect(await guess('127.0.0.2')).toBe(429);
  expect(await guess('127.0.0.2', { 'x-forwarded-for': '198.51.100.1' })).toBe(429);
  expect(await guess('127.0.0.3')).toBe(401);
});

test('behind nginx failures of MQTT count by client, too', async () => {
  const connack = async (localAddress: string): Promise<number> => {
    const socket = connect({ host: '127.0.0.1', port: nginx.mqttPort, localAddress });
    const field = (text: string): Buffer => Buffer.from([0, text.length, ...Buffer.from(text)]);
    const body = Buffer.concat([
      field('MQTT'),
      Buffer.from([4, 0x82, 0, 60]),
      field('client'),
      field(`wrong-${Math.random()}`),
    ]);
    socket.write(Buffer.concat([Buffer.from([0x10, body.length]), body]));
    let answer = Buffer.alloc(0);
    while (answer.length < 4) {
      const [more] = (await once(socket, 'data')) as [Buffer];
      answer = Buffer.concat([answer, more]);
    }
    socket.destroy();
    return answer[3] ?? -1;
  };
  for (let n = 0; n < GUESSES; n += 1) expect(await connack('127.0.0.4')).toBe(4);
  expect(await connack('127.0.0.4')).toBe(3);
  expect(await connack('127.0.0.5')).toBe(4);
});

test('a login through it is recorded with the address of the client, and its stream runs', async () => {
  const credentials = { username: 'admin', password: server.adminPassword };
  const login = await call('127.0.0.6', '/auth/login', credentials, { 'x-forwarded-for': '198.51.100.1' });
  const { data } = JSON.parse(login.text) as { data: { accessToken: string } };
  const { items } = await (await server.client()).audit.list();
  const from = items.filter(({ action }) => action === 'auth.login').map(({ address }) => address);
  expect(from).toContain('127.0.0.6');
  const socket = new WebSocket(`ws://127.0.0.1:${nginx.httpPort}/api/stream`);
  const frames: unknown[] = [];
  socket.on('message', (raw: Buffer) => frames.push(JSON.parse(raw.toString())));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', token: data.accessToken }));
  await waitFor(() => frames.length > 0, { what: 'the stream' });
  expect(frames).toEqual([{ type: 'ready' }]);
  socket.close();
});
