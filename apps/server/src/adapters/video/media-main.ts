import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import logger from 'node-media-server/src/core/logger.js';
import FlvSession from 'node-media-server/src/session/flv_session.js';
import { KEY_HEADER, STREAM_APP, type FromMedia, type ToMedia } from './media-protocol.ts';
import { RtmpEndpoint } from './rtmp-endpoint.ts';

/*
 * The media process: node-media-server receives RTMP of cameras and serves HTTP-FLV to its parent process, on the
 * loopback interface and with a key. It is a separate process so that input of cameras cannot stop the platform.
 */

/** Cameras and unauthenticated connections together. */
const MAX_CONNECTIONS = 512;

logger.level = 'error';

const send = (message: FromMedia): void => {
  process.send?.(message);
};

let lastRequestId = 0;
const pending = new Map<number, (deviceId: string | null) => void>();
const endpoint = new RtmpEndpoint({
  authenticate: (token) =>
    new Promise((answer) => {
      lastRequestId += 1;
      pending.set(lastRequestId, answer);
      send({ type: 'authenticate', requestId: lastRequestId, token });
    }),
  published: (deviceId) => send({ type: 'published', deviceId }),
  ended: (deviceId) => send({ type: 'ended', deviceId }),
});

function serveFlv(key: string, request: IncomingMessage, response: ServerResponse): void {
  const name = /^\/([0-9a-f-]{36})\.flv$/.exec(request.url ?? '')?.[1];
  const known = request.method === 'GET' && request.headers[KEY_HEADER] === key;
  if (!known || name === undefined || !endpoint.has(name)) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('Content-Type', 'video/x-flv');
  const parsed = { params: { app: STREAM_APP, name }, query: {}, hostname: 'localhost' };
  new FlvSession(Object.assign(request, parsed), response).run();
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

async function start({ host, port, key }: Extract<ToMedia, { type: 'start' }>): Promise<void> {
  const rtmp = createServer((socket) => endpoint.handle(socket));
  rtmp.maxConnections = MAX_CONNECTIONS;
  const flv = createHttpServer((request, response) => serveFlv(key, request, response));
  try {
    const rtmpPort = await listen(rtmp, host, port);
    send({ type: 'listening', rtmpPort, flvPort: await listen(flv, '127.0.0.1', 0) });
  } catch (error) {
    send({ type: 'failed', code: (error as NodeJS.ErrnoException).code ?? String(error) });
  }
}

process.on('message', (message: ToMedia) => {
  if (message.type === 'start') void start(message);
  if (message.type === 'reauthenticate') void endpoint.reauthenticate(message.deviceId);
  if (message.type === 'authenticated') {
    pending.get(message.requestId)?.(message.deviceId);
    pending.delete(message.requestId);
  }
});
// Ctrl-C in a terminal reaches the whole process group; this process ends with its server, not before it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));
