import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { RateLimits } from '../limits/rate-limits.ts';
import { addressOf, type AppContext, type AppEnv } from './context.ts';
import { pathParameter } from './input.ts';
import { HttpProblem } from './problem.ts';

function tooMany(waitMs: number): HttpProblem {
  return new HttpProblem(429, 'rate.tooMany', { error: 'rate_limited', retryAfter: waitMs / 1000 });
}

/** Counts a call by its remote address, before authentication. */
export function limitedByAddress(limits: RateLimits): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const wait = await limits.take('ip', addressOf(c));
    if (wait > 0) throw tooMany(wait);
    await next();
  };
}

/** Counts a call by its user and organisation, after `authenticate`. */
export function limitedByUser(limits: RateLimits): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { userId, organisationId, sessionId, sceneId } = c.get('principal');
    // Visitors of an embedded page do not use up the limit of its maker.
    const user = await limits.take('user', sceneId === undefined ? userId : sessionId);
    if (user > 0) throw tooMany(user);
    const organisation = await limits.take('organisation', organisationId);
    if (organisation > 0) throw tooMany(organisation);
    await next();
  };
}

/** Hash of the token or key in the path, so that it is not kept in memory. All callers without one share a key. */
function tokenOf(c: AppContext): string {
  return createHash('sha256').update(pathParameter(c, 'token')).digest('base64');
}

/** Counts the messages of a device, and unknown tokens by address. */
export function limitedByDevice(limits: RateLimits): MiddlewareHandler<AppEnv> {
  return async (c, next): Promise<Response | undefined> => {
    const address = addressOf(c);
    const guessing = await limits.wait('stranger', address);
    const wait = guessing > 0 ? guessing : await limits.take('device', tokenOf(c));
    if (wait > 0) {
      c.header('Retry-After', String(Math.ceil(wait / 1000)));
      return c.body(null, 429);
    }
    await next();
    if (c.res.status === 401) await limits.take('stranger', address);
    return undefined;
  };
}
