import { stream, system } from '@farm3d/api';
import type { Registry } from 'prom-client';
import { serve, type ServedCall } from '../../platform/http/serve.ts';

/** Health endpoints for monitoring, and the endpoint of the stream. */
export function systemRoutes({
  ready,
  registry,
}: {
  /** True when database and brokers are ready. */
  readonly ready: () => Promise<boolean>;
  readonly registry: Registry;
}): ServedCall[] {
  return [
    serve(system.health, () => ({ status: 'ok' })),
    serve(system.ready, async ({ c }) => {
      const isReady = await ready().catch(() => false);
      return c.json({ status: isReady ? 'ok' : 'unavailable' }, isReady ? 200 : 503);
    }),
    serve(system.metrics, async ({ c }) => {
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
