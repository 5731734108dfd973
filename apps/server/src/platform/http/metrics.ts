import type { MiddlewareHandler } from 'hono';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DeviceSessions } from '../sessions/device-sessions.ts';
import type { Batcher } from '../telemetry/batcher.ts';
import type { AppEnv } from './context.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly middleware: MiddlewareHandler<AppEnv>;
  /** Unexpected errors: each is a fault of the program. */
  readonly unhandled: Counter;
}

/** A counter for each total of the batcher. */
function countIngestion(registry: Registry, batcher: Pick<Batcher, 'totals'>): void {
  for (const [name, help] of [
    ['entries', 'Device messages committed'],
    ['readings', 'Readings committed'],
    ['commits', 'Transactions of readings'],
    ['retries', 'Commits that were tried again'],
    ['rejections', 'Device messages refused'],
    ['flagged', 'Values stored outside their declared range'],
  ] as const) {
    let reported = 0;
    const counter: Counter = new Counter({
      name: `farm3d_ingest_${name}_total`,
      help,
      registers: [registry],
      collect() {
        counter.inc(batcher.totals[name] - reported);
        reported = batcher.totals[name];
      },
    });
  }
}

/** Metrics for Prometheus. No label contains a name, an id or a path, so they reveal nothing about a tenant. */
export function createMetrics({
  batcher,
  sessions,
}: {
  readonly batcher: Pick<Batcher, 'totals' | 'depth'>;
  readonly sessions: Pick<DeviceSessions, 'onlineIds'>;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'farm3d_http_request_seconds',
    help: 'Time to answer HTTP calls',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  countIngestion(registry, batcher);
  const waiting: Gauge = new Gauge({
    name: 'farm3d_ingest_waiting',
    help: 'Device messages that wait for their commit',
    registers: [registry],
    collect: () => waiting.set(batcher.depth),
  });
  const online: Gauge = new Gauge({
    name: 'farm3d_devices_online',
    help: 'Devices that count as online',
    registers: [registry],
    collect: () => online.set(sessions.onlineIds().length),
  });
  const unhandled = new Counter({
    name: 'farm3d_http_unhandled_total',
    help: 'Calls that ended in an error nobody had foreseen',
    registers: [registry],
  });
  return {
    registry,
    unhandled,
    middleware: async (c, next) => {
      const end = duration.startTimer({ method: c.req.method });
      await next();
      end({ status: `${Math.floor(c.res.status / 100)}xx` });
    },
  };
}
