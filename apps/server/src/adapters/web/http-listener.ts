import { createServer as createHttpsServer } from 'node:https';
import { serve, type ServerType } from '@hono/node-server';
import type { ServerConfig } from '../../platform/config/settings.ts';
import { StartupError } from '../../platform/startup-error.ts';
import type { Certificate } from '../../platform/tls.ts';

type ServeOptions = Parameters<typeof serve>[0];

/** Time for requests in progress when the server stops, ms. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Listens for HTTP, or HTTPS with a certificate.
 * @throws StartupError that names the port in use
 */
export function listenHttp(
  fetch: ServeOptions['fetch'],
  { host, port }: Pick<ServerConfig, 'host' | 'port'>,
  tls: Certificate | undefined,
): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const options = { fetch, hostname: host, port };
    const server = tls
      ? serve(
          { ...options, createServer: createHttpsServer, serverOptions: { ...tls, minVersion: 'TLSv1.2' } },
          () => resolve(server),
        )
      : serve(options, () => resolve(server));
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
  });
}

/** Waits for requests in progress, at most 5 s; idle connections are closed at once. */
export function closeHttp(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => 'closeAllConnections' in server && server.closeAllConnections(),
      CLOSE_TIMEOUT_MS,
    );
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
}

/** The port that it listens on. */
export function portOf(server: ServerType): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
