import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

/** Promised are 10 s; the rest is for a farewell and a busy machine. */
const IN_TIME_MS = 20_000;

let server: Farm;
beforeAll(async () => {
  server = await farm();
});
afterAll(async () => {
  await server?.stop();
});

const openSockets: Socket[] = [];
afterAll(() => {
  for (const socket of openSockets) socket.destroy();
});

/** A connection that keeps its own half open and answers nothing; `ended`: how long until the server ended it, ms. */
function dial(first: string): { socket: Socket; ended: Promise<number>; received: () => string } {
  const from = performance.now();
  const socket = connect({ host: '127.0.0.1', port: server.httpPort, allowHalfOpen: true });
  openSockets.push(socket);
  let received = '';
  socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')));
  const ended = new Promise<number>((resolve) => {
    const done = (): void => resolve(performance.now() - from);
    socket.once('end', done);
    socket.once('error', done);
    socket.once('close', done);
  });
  if (first !== '') socket.write(first, 'latin1');
  return { socket, ended, received: () => received };
}

/** Writes the rest piece by piece, until the server has ended the connection or nothing is left. */
async function drip({ socket }: { socket: Socket }, text: string, size: number, ms: number): Promise<void> {
  for (let at = 0; at < text.length && socket.writable && !socket.readableEnded; at += size) {
    socket.write(text.slice(at, at + size), 'latin1');
    await pause(ms);
  }
}

const upgrade = (path: string, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: farm\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
  `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${more}\r\n`;
/** A text frame with the mask 0: `{"type":"ping"}`. */
const PING_FRAME = '\x81\x8f\0\0\0\0{"type":"ping"}';
const post = (body: string, length = body.length): string =>
  `POST /auth/login HTTP/1.1\r\nHost: farm\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;

describe('a connection that shows nobody ends in time', () => {
  const cases: Record<string, () => { ended: Promise<number> }> = {
    'without a byte': () => dial(''),
    'with headers that do not end': () => {
      const one = dial('GET /healthz HTTP/1.1\r\nHost: farm\r\nX-Slow: ');
      void drip(one, 'x'.repeat(100), 1, 500);
      return one;
    },
    'with a second request whose headers do not end': () => {
      const one = dial('GET /healthz HTTP/1.1\r\nHost: farm\r\n\r\nGET /healthz HTTP/1.1\r\nHo');
      void drip(one, 'x'.repeat(100), 1, 500);
      return one;
    },
    'with a body that does not come': () => dial(post('', 1_000)),
    'with a body that drips': () => {
      const one = dial(post('{', 10_000));
      void drip(one, ' '.repeat(100), 1, 500);
      return one;
    },
    'as a stream without a frame': () => dial(upgrade('/api/stream')),
    'as a stream that only pings': () => {
      const one = dial(upgrade('/api/stream'));
      void drip(one, PING_FRAME.repeat(60), PING_FRAME.length, 500);
      return one;
    },
    'as MQTT without a packet': () => dial(upgrade('/mqtt', 'Sec-WebSocket-Protocol: mqtt\r\n')),
    'as MQTT with half of a packet': () => {
      const one = dial(upgrade('/mqtt', 'Sec-WebSocket-Protocol: mqtt\r\n'));
      // A binary frame with the first bytes of a CONNECT.
      void drip(one, '\x82\x84\0\0\0\0\x10\x20\0\x04', 10, 500);
      return one;
    },
  };

  it.concurrent.each(Object.keys(cases))('%s', async (name) => {
    expect(await cases[name]?.().ended).toBeLessThan(IN_TIME_MS);
  });

  it.concurrent('but not one whose body takes long and comes', async () => {
    const body = JSON.stringify({ username: 'admin', password: 'wrong', padding: 'x'.repeat(12_000) });
    const one = dial(post('', body.length));
    await drip(one, body, 500, 500);
    await waitFor(() => one.received() !== '', { what: 'an answer' });
    expect(one.received()).toMatch(/^HTTP\/1.1 401 /);
  });
});

describe('a request with two Host headers is refused', () => {
  it.each([
    ['as a call', 'GET /healthz HTTP/1.1\r\nHost: farm\r\nhost: other\r\n\r\n'],
    ['as a stream', upgrade('/api/stream', 'HOST: other\r\n')],
    ['as MQTT', upgrade('/mqtt', 'Host: farm\r\nSec-WebSocket-Protocol: mqtt\r\n')],
  ])('%s', async (_how, text) => {
    const one = dial(text);
    await one.ended;
    expect(one.received()).toMatch(/^HTTP\/1.1 400 /);
  });
});
