import type { MiddlewareHandler } from 'hono';
import { maskTokenInPath, type Logger } from '../logger.ts';
import type { AppEnv } from './context.ts';

/** One line a call at level 'debug': no query, no headers, device tokens masked. */
export function accessLog(log: Logger): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const began = performance.now();
    await next();
    const { status } = c.res;
    const ms = Math.round(performance.now() - began);
    log.debug({ method: c.req.method, path: maskTokenInPath(c.req.path), status, ms }, 'http');
    // The rest of such a body is not read: the connection cannot serve another call.
    if (status === 413) c.header('Connection', 'close');
  };
}
