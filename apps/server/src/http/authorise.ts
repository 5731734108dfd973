import type { MiddlewareHandler } from 'hono';
import { can, rightForCall } from '../domain/auth/policy.ts';
import type { AppEnv } from './context.ts';
import { HttpProblem } from './problem.ts';

/** Lets only roles pass that may make this call; before the body is read. Stands behind `authenticate`. */
export function authorise(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!can(c.get('principal').roles, rightForCall(c.req.method, c.req.path))) {
      throw new HttpProblem(403, 'forbidden');
    }
    await next();
  };
}
