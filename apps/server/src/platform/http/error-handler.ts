import type { ErrorHandler } from 'hono';
import { maskTokenInPath, type Logger } from '../logger.ts';
import { CursorError } from '../storage/keyset.ts';
import { isOverQuota } from '../storage/quota-violation.ts';
import type { AppEnv } from './context.ts';
import { problemResponse } from './envelope.ts';
import type { Metrics } from './metrics.ts';
import { HttpProblem } from './problem.ts';

/** SQLSTATE classes and socket errors of a temporary outage. */
const UNAVAILABLE = /^(08|53|57)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/;

function isUnavailable(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    UNAVAILABLE.test(code) ||
    /connection terminated|timeout exceeded when trying to connect/i.test(error.message)
  );
}

/** Maps errors to responses: an HttpProblem as it is, an outage as 503, any other as 500. */
export function answerErrors(log: Logger, metrics: Pick<Metrics, 'unhandled'>): ErrorHandler<AppEnv> {
  return (error, c) => {
    const request = { method: c.req.method, path: maskTokenInPath(c.req.path) };
    if (error instanceof HttpProblem) {
      if (error.cause)
        log.warn({ err: error.cause, ...request }, 'a call failed: what it needs does not serve');
      return problemResponse(c, error);
    }
    if (error instanceof CursorError)
      return problemResponse(c, new HttpProblem(400, 'list.cursor', { field: 'cursor' }));
    if (isOverQuota(error, 'organisation_device_quota')) {
      const quota = { field: 'organisation', error: 'device_quota' };
      return problemResponse(c, new HttpProblem(409, 'organisation.deviceQuota', quota));
    }
    if (isUnavailable(error)) {
      log.warn({ err: error, ...request }, 'a call failed: the database is away');
      return problemResponse(c, new HttpProblem(503, 'server.unavailable', { retryAfter: 1 }));
    }
    metrics.unhandled.inc();
    log.error({ err: error, ...request }, 'a call failed');
    return problemResponse(c, new HttpProblem(500, 'server.error'));
  };
}
