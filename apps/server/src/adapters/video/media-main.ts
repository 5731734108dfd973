import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import logger from 'node-media-server/src/core/logger.js';
import FlvSession from 'node-media-server/src/session/flv_session.js';
import { KEY_HEADER, STREAM_APP, type FromMedia, type ToMedia } from './media-protocol.ts';
import { RtmpDoor } from './rtmp-door.ts';

/*
 * The media process: node-media-server takes cameras' RTMP and gives HTTP-FLV to the server that started it, on the
 * loopback and with a key. It is a process of its own so that what comes from cameras cannot stop the platform.
 */

/** Cameras and strangers together. */
const MAX_CONNECTIONS = 512;

logger.level = 'error';

const tell = (message: FromMedia): void => {
  process.send?.(message);
};

let lastQuestion = 0;
const questions = new Map<number, (deviceId: string | null) => void>();
const door = new RtmpDoor({
  ask: (token) =>
    new Promise((answer) => {
      lastQuestion += 1;
      questions.set(lastQuestion, answer);
      tell({ type: 'ask', question: lastQuestion, token });
    }),
  published: (deviceId) => tell({ type: 'published', deviceId }),
  ended: (deviceId) => tell({ type: 'ended', deviceId }),
});

function serveFlv(key: string, request: IncomingMessage, response: ServerResponse): void {
  const name = /^\/([0-9a-f-]{36})\.flv$/.exec(request.url ?? '')?.[1];
  const known = request.method === 'GET' && request.headers[KEY_HEADER] === key;
  if (!known || name === undefined || !door.has(name)) {
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
  const rtmp = createServer((socket) => door.handle(socket));
  rtmp.maxConnections = MAX_CONNECTIONS;
  const flv = createHttpServer((request, response) => serveFlv(key, request, response));
  try {
    const rtmpPort = await listen(rtmp, host, port);
    tell({ type: 'listening', rtmpPort, flvPort: await listen(flv, '127.0.0.1', 0) });
  } catch (error) {
    tell({ type: 'failed', code: (error as NodeJS.ErrnoException).code ?? String(error) });
  }
}

process.on('message', (message: ToMedia) => {
  if (message.type === 'start') void start(message);
  if (message.type === 'recheck') void door.recheck(message.deviceId);
  if (message.type === 'answer') {
    questions.get(message.question)?.(message.deviceId);
    questions.delete(message.question);
  }
});
// A terminal's Ctrl-C reaches the whole group; this process ends with its server, not before it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));
