import { createHash, timingSafeEqual } from 'node:crypto';
import { stream, system } from '@farm3d/api';
import type { Registry } from 'prom-client';
import type { ServerConfig } from '../../platform/config/settings.ts';
import { bearerToken } from '../../platform/http/authenticate.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';

/** Compares in the same time wherever they differ. */
function isToken(given: string | null, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return given !== null && timingSafeEqual(digest(given), digest(expected));
}

/** Why the server cannot handle requests. */
export interface Readiness {
  /** `disk`: that of the database is full; `files`: that of uploads. */
  readonly reasons: ('database' | 'mqtt' | 'disk' | 'files')[];
}

/** Health endpoints for monitoring, and the endpoint of the stream. */
export function systemRoutes({
  ready,
  registry,
  config: { metrics, metricsToken },
}: {
  readonly ready: () => Promise<Readiness>;
  readonly registry: Registry;
  readonly config: Pick<ServerConfig, 'metrics' | 'metricsToken'>;
}): ServedCall[] {
  return [
    serve(system.health, () => ({ status: 'ok' })),
    serve(system.ready, async ({ c }) => {
      const { reasons } = await ready();
      // Without space for files alone everything but uploads works.
      const isReady = reasons.every((reason) => reason === 'files');
      const status = isReady ? 'ok' : 'unavailable';
      return c.json({ status, ...(reasons.length > 0 && { reasons }) }, isReady ? 200 : 503);
    }),
    serve(system.metrics, async ({ c }) => {
      if (!metrics) throw new HttpProblem(404, 'routeNotFound', { error: 'route_not_found' });
      if (metricsToken !== undefined && !isToken(bearerToken(c.req.header('authorization')), metricsToken)) {
        c.header('WWW-Authenticate', 'Bearer');
        throw new HttpProblem(401, 'unauthorised');
      }
      c.header('Content-Type', registry.contentType);
      return c.body(await registry.metrics());
    }),
    // The stream is a WebSocket: a plain HTTP request is refused with the reason.
    serve(stream.connect, ({ c }) => {
      c.header('Upgrade', 'websocket');
      c.header('Connection', 'Upgrade');
      return c.body(null, 426);
    }),
  ];
}
