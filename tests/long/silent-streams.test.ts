// Second tier (soak): 10,000 silent streams
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

/*
 * 10,000 silent upgrades at the default caps: clients that have logged in keep their stream, others may still log in,
 * and memory is released. Figures are printed; the test asserts streams, not times.
 */

const SILENT = 10_000;
/** Upgrades in progress at the same time. */
const AT_ONCE = 500;
/** Pings of the logged-in client for one figure. */
const PINGS = 200;
/** Silent connections of all addresses together that may stay (docs/security.md). */
const TOTAL = 4_000;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ limits: 'default', env: { FARM3D_TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(async () => {
  await server?.stop();
});

const memoryMiB = (): number =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024);

async function logIn(token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/api/stream`);
  socket.on('error', () => undefined);
  await once(socket, 'open');
  const answer = once(socket, 'message');
  socket.send(JSON.stringify({ type: 'auth', token }));
  expect(JSON.parse(String((await answer)[0]))).toEqual({ type: 'ready' });
  return socket;
}

/** Median and 99th percentile of the time from a ping to its answer, ms. */
async function latency(socket: WebSocket): Promise<string> {
  const times: number[] = [];
  for (let n = 0; n < PINGS; n += 1) {
    const began = performance.now();
    const answer = once(socket, 'message');
    socket.send('{"type":"ping"}');
    await answer;
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return `${times[PINGS / 2]?.toFixed(1)} / ${times[Math.floor(PINGS * 0.99)]?.toFixed(1)} ms`;
}

interface Flood {
  readonly sockets: Socket[];
  upgraded: number;
  closed: number;
}

/** Opens silent streams; resolves when the last of them was upgraded or closed. */
async function flood(into: Flood, addressOf: (n: number) => string): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < SILENT) {
      const n = next;
      next += 1;
      const socket = connect(server.httpPort, '127.0.0.1');
      into.sockets.push(socket);
      socket.on('error', () => undefined).on('close', () => (into.closed += 1));
      socket.write(
        `GET /api/stream HTTP/1.1\r\nHost: farm\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Forwarded-For: ${addressOf(n)}\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      );
      await new Promise<void>((resolve) => {
        socket.once('close', resolve).once('data', (answer: Buffer) => {
          if (answer.toString('latin1').startsWith('HTTP/1.1 101')) into.upgraded += 1;
          socket.resume();
          resolve();
        });
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

test.each([
  ['one address', () => '198.51.100.1'],
  ['an address each', (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`],
])(`${SILENT} silent streams of %s take nothing from who has logged in`, async (what, addressOf) => {
  const token = await server.accessToken();
  const mine = await logIn(token);
  let lost = false;
  mine.on('close', () => (lost = true));
  const quiet = [memoryMiB(), await latency(mine)];
  const silent: Flood = { sockets: [], upgraded: 0, closed: 0 };
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, memoryMiB())), 100);
  const began = performance.now();
  const flooded = flood(silent, addressOf);
  await waitFor(() => silent.upgraded > AT_ONCE, { what: 'the flood' });
  const during = await latency(mine);
  const other = await logIn(token);
  await flooded;
  const seconds = (performance.now() - began) / 1000;
  const after = await latency(mine);
  await waitFor(() => silent.closed === SILENT, {
    what: () => `the silent streams to be closed; ${SILENT - silent.closed} are open`,
    timeoutMs: 120_000,
  });
  clearInterval(watch);
  expect([lost, other.readyState]).toEqual([false, WebSocket.OPEN]);
  expect(await latency(other)).toContain('ms');
  expect(silent.upgraded).toBeGreaterThan(TOTAL);
  console.log(
    `${SILENT} silent streams of ${what} in ${seconds.toFixed(1)} s, ${silent.upgraded} upgraded: memory ${String(quiet[0])} MiB, at most ${peak}, then ${memoryMiB()}; ` +
      `ping and answer (median / 99 %): ${String(quiet[1])} before, ${during} during, ${after} right after`,
  );
  mine.terminate();
  other.terminate();
});
