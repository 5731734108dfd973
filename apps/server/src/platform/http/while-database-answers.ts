import type { MiddlewareHandler } from 'hono';
import type { DatabasePulse } from '../storage/database-pulse.ts';
import { within } from '../within.ts';
import type { AppEnv } from './context.ts';
import { HttpProblem } from './problem.ts';

/** How long a call works before it is asked whether the database still answers, and between two times, milliseconds. */
const PATIENCE_MS = 3_000;

/**
 * Answers 503 to a call that waits for a database which stands still, and at once to those after it. A call that takes
 * long for another reason goes on. What it changes may still come about once the database goes on: 503 means unknown.
 */
export function whileDatabaseAnswers(pulse: DatabasePulse): MiddlewareHandler<AppEnv> {
  return async (_c, next) => {
    if (pulse.isSilent) throw unavailable();
    const work = next();
    while ((await within(work, PATIENCE_MS)) === 'timeout')
      if ((await Promise.race([work, pulse.answers()])) === false) throw unavailable();
  };
}

const unavailable = (): HttpProblem => new HttpProblem(503, 'server.unavailable', { retryAfter: 1 });
