import type { MiddlewareHandler } from 'hono';
import type { RateLimits } from '../limits/rate-limits.ts';
import { clientSourceOf, type AppContext, type AppEnv } from './context.ts';
import { HttpProblem } from './problem.ts';

function tooMany(waitMs: number): HttpProblem {
  return new HttpProblem(429, 'rate.tooMany', { error: 'rate_limited', retryAfter: waitMs / 1000 });
}

/**
 * Counts refused calls by address, and answers 429 above the limit. A call that is not refused passes: others behind
 * the same address have no effect on it.
 */
export function limitedByAddress(limits: RateLimits): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (c.res.status !== 401 && c.res.status !== 403 && c.get('refused') !== true) return;
    const wait = await limits.take('ip', clientSourceOf(c));
    if (wait > 0) throw tooMany(wait);
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

/** As `limitedByAddress`, for the calls of devices, with their empty answers. */
export function limitedGuesses(limits: RateLimits): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (c.res.status !== 401) return;
    const wait = await limits.take('stranger', clientSourceOf(c));
    if (wait > 0) c.res = emptyTooMany(c, wait);
  };
}

/** 429 without a body, for devices. */
export function emptyTooMany(c: AppContext, waitMs: number): Response {
  return c.body(null, 429, { 'Retry-After': String(Math.ceil(waitMs / 1000)) });
}
