import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { RateLimits } from '../limits/rate-limits.ts';
import { addressOf, type AppContext, type AppEnv } from './context.ts';
import { pathParameter } from './input.ts';
import { HttpProblem } from './problem.ts';

function tooMany(waitMs: number): HttpProblem {
  return new HttpProblem(429, 'rate.tooMany', { error: 'rate_limited', retryAfter: waitMs / 1000 });
}

/** Counts a call for the address that it comes from; before anybody is asked who they are. */
export function limitedByAddress(limits: RateLimits): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const wait = await limits.take('ip', addressOf(c));
    if (wait > 0) throw tooMany(wait);
    await next();
  };
}

/** Counts a call for its user and their organisation. Stands behind `authenticate`. */
export function limitedByUser(limits: RateLimits): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { userId, organisationId, sessionId, sceneId } = c.get('principal');
    // Visitors of a foreign page do not use up what its maker may do.
    const user = await limits.take('user', sceneId === undefined ? userId : sessionId);
    if (user > 0) throw tooMany(user);
    const organisation = await limits.take('organisation', organisationId);
    if (organisation > 0) throw tooMany(organisation);
    await next();
  };
}

/** The token or key of the path, so that it is no key of a map in the memory. Who has none yet shares one. */
function tokenOf(c: AppContext): string {
  return createHash('sha256').update(pathParameter(c, 'token')).digest('base64');
}

/** Counts the messages of a device, and the tokens of an address that nobody has. */
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
