import { EventEmitter } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createHttpsServer, type Server as SecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { ServerConfig } from '../../platform/config/settings.ts';
import { StartupError } from '../../platform/startup-error.ts';
import type { Certificate } from '../../platform/tls.ts';
import { SlowBodies } from './slow-bodies.ts';

type HttpServer = Server | SecureServer;

/** Time for requests in progress when the server stops, ms. */
const CLOSE_TIMEOUT_MS = 5_000;

/** A connection whose headers, and with TLS its handshake, have not arrived in this time is closed, ms. */
const HEADERS_TIMEOUT_MS = 10_000;
/** How often Node looks for them, ms; by default every 30 s. */
const CHECK_MS = 500;
const TIMEOUTS = { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_MS };

/**
 * Listens for HTTP, or HTTPS with a certificate.
 * @throws StartupError that names the port in use
 */
export function listenHttp(
  fetch: Parameters<typeof getRequestListener>[0],
  { host, port }: Pick<ServerConfig, 'host' | 'port'>,
  tls: Certificate | undefined,
): Promise<HttpServer> {
  const answer = getRequestListener(fetch, { hostname: host });
  const bodies = new SlowBodies();
  const listener: RequestListener = (request, response) => {
    if (!hasOneHost(request)) {
      response.writeHead(400, { connection: 'close' }).end();
      return;
    }
    bodies.follow(request);
    void answer(request, response);
  };
  const secure = { minVersion: 'TLSv1.2', handshakeTimeout: HEADERS_TIMEOUT_MS } as const;
  const server = tls
    ? createHttpsServer({ ...TIMEOUTS, ...tls, ...secure }, listener)
    : createHttpServer(TIMEOUTS, listener);
  server.once('close', () => bodies.stop());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new StartupError(
              `the HTTP port ${port} is taken; stop what uses it, or set FARM3D_PORT to another port`,
            )
          : new StartupError(
              `HTTP cannot listen on ${host}:${port} (${error.code ?? error.message}); set FARM3D_HOST or FARM3D_PORT`,
            ),
      );
    });
    server.listen(port, host, () => resolve(server));
  });
}

/** A request with two could be one of another host to a proxy than to this server. */
const hasOneHost = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host').length <= 1;

/** Answers an upgrade that is not made, and closes its connection. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Emits the upgrades of a server as `upgrade`, without those whose requests it would refuse. */
export function upgradesOf(server: HttpServer): EventEmitter {
  const upgrades = new EventEmitter();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!hasOneHost(request)) refuseUpgrade(socket, '400 Bad Request');
    else if (!upgrades.emit('upgrade', request, socket, head))
      refuseUpgrade(socket, '503 Service Unavailable');
  });
  return upgrades;
}

/** Waits for requests in progress, at most 5 s; idle connections are closed at once. */
export function closeHttp(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** The port that it listens on. */
export function portOf(server: HttpServer): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
