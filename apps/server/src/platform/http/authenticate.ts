import type { MiddlewareHandler } from 'hono';
import type { Principals } from '../auth/principals.ts';
import type { AppEnv } from './context.ts';
import { HttpProblem } from './problem.ts';

/** The token of `Authorization: Bearer …`. No cookie gives a right: a foreign page cannot act in a user's name. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +([\w.~+/=-]+)$/i.exec(header ?? '')?.[1] ?? null;
}

/** Lets only calls with a valid token pass, and says who acts. */
export function authenticate(tokens: Pick<Principals, 'verify'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // ThingsBoard's clients have a header of their own; a foreign page cannot send it either.
    const token = bearerToken(c.req.header('authorization') ?? c.req.header('x-authorization'));
    const verified = token === null ? null : await tokens.verify(token);
    if (!verified) {
      c.header('WWW-Authenticate', 'Bearer');
      throw new HttpProblem(401, 'unauthorised');
    }
    c.set('principal', verified.principal);
    // What a user may see is no shared cache's to keep.
    c.header('Cache-Control', 'no-store');
    await next();
  };
}
