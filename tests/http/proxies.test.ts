import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebSocketStream, WebSocket } from 'ws';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

const TLS = join(import.meta.dirname, '../support/tls');
/** Number of wrong tokens of one address before it is refused. */
const GUESSES = 3;
const LIMITS = { FARM3D_LIMITS: `stranger=${GUESSES}` };

// One server behind a proxy on this machine, and one without trusted proxies.
let behind: Farm;
let open: Farm;
beforeAll(async () => {
  [behind, open] = await Promise.all([
    farm({
      settings: {
        ...LIMITS,
        FARM3D_TRUSTED_PROXIES: '127.0.0.1/32, 10.0.0.0/8',
        FARM3D_TLS_CERT: join(TLS, 'localhost.crt'),
        FARM3D_TLS_KEY: join(TLS, 'localhost.key'),
        FARM3D_MQTT_TLS_PORT: '0',
      },
    }),
    farm({ settings: LIMITS }),
  ]);
});
afterAll(async () => {
  await Promise.all([behind?.stop(), open?.stop()]);
});

/** CONNACK code of a client with a wrong token: 4 for wrong, 3 once too many were. */
async function connack(stream: Duplex, header = ''): Promise<number> {
  const token = `wrong-${Math.random()}`;
  const field = (text: string): Buffer => Buffer.from([0, text.length, ...Buffer.from(text)]);
  const body = Buffer.concat([field('MQTT'), Buffer.from([4, 0x82, 0, 60]), field('client'), field(token)]);
  stream.on('error', () => undefined);
  stream.write(Buffer.concat([Buffer.from(header), Buffer.from([0x10, body.length]), body]));
  let answer = Buffer.alloc(0);
  while (answer.length < 4) {
    const [more] = (await once(stream, 'data')) as [Buffer];
    answer = Buffer.concat([answer, more]);
  }
  stream.destroy();
  return answer[3] ?? -1;
}

const proxied = (address: string): string =>
  `PROXY ${address.includes(':') ? 'TCP6' : 'TCP4'} ${address} ${address.includes(':') ? '::1' : '10.0.0.1'} 4711 1883\r\n`;

it('over MQTT behind the PROXY protocol, failures count by address, and by network for IPv6', async () => {
  const guess = (address: string): Promise<number> =>
    connack(connect(behind.mqttPort, '127.0.0.1'), proxied(address));
  for (let n = 0; n < GUESSES; n += 1) expect(await guess('198.51.100.1')).toBe(4);
  expect(await guess('198.51.100.1')).toBe(3);
  expect(await guess('198.51.100.2')).toBe(4);
  for (let n = 0; n < GUESSES; n += 1) expect(await guess(`2001:db8:0:1::${n + 1}`)).toBe(4);
  expect(await guess('2001:db8:0:1:ffff::1')).toBe(3);
  expect(await guess('2001:db8:0:2::1')).toBe(4);
  // The simulator and others of this machine send no header.
  expect(await connack(connect(behind.mqttPort, '127.0.0.1'))).toBe(4);
});

it('the PROXY protocol comes before TLS', async () => {
  const port = Number(/mqtts:\/\/localhost:(\d+)/.exec(behind.output())?.[1]);
  const guess = async (address: string): Promise<number> => {
    const raw = connect(port, '127.0.0.1');
    raw.write(proxied(address));
    const ca = readFileSync(join(TLS, 'localhost.crt'));
    return connack(connectTls({ socket: raw, ca, servername: 'localhost' }));
  };
  for (let n = 0; n < GUESSES; n += 1) expect(await guess('198.51.100.7')).toBe(4);
  expect(await guess('198.51.100.7')).toBe(3);
  expect(await guess('198.51.100.8')).toBe(4);
});

it('MQTT over WebSocket uses the address from the header of the proxy', async () => {
  const guess = async (address: string): Promise<number> => {
    const socket = new WebSocket(`wss://127.0.0.1:${behind.httpPort}/mqtt`, 'mqtt', {
      headers: { 'x-forwarded-for': address },
      rejectUnauthorized: false,
    });
    await once(socket, 'open');
    return connack(createWebSocketStream(socket));
  };
  for (let n = 0; n < GUESSES; n += 1) expect(await guess('198.51.100.11')).toBe(4);
  expect(await guess('198.51.100.11')).toBe(3);
  expect(await guess('198.51.100.12')).toBe(4);
});

it('a server without trusted proxies ignores forwarded addresses', async () => {
  const guess = (address: string): Promise<number> =>
    fetch(`${open.baseUrl}/api/v1/wrong-${Math.random()}/telemetry`, {
      method: 'POST',
      body: '{}',
      headers: { 'x-forwarded-for': address, forwarded: `for=${address}` },
    }).then(({ status }) => status);
  for (let n = 0; n < GUESSES; n += 1) expect(await guess(`198.51.100.${n}`)).toBe(401);
  expect(await guess('198.51.100.99')).toBe(429);
  // The broker, too: the header is not MQTT to it.
  const raw = connect(open.mqttPort, '127.0.0.1');
  let closed = false;
  raw.on('close', () => (closed = true)).on('error', () => undefined);
  raw.write(proxied('198.51.100.1'));
  await waitFor(() => closed, { what: 'the connection to be closed' });
});
