import type { MiddlewareHandler } from 'hono';
import type { Principals } from '../auth/principals.ts';
import type { AppEnv } from './context.ts';
import { HttpProblem } from './problem.ts';

/**
 * The token of `Authorization: Bearer …`. Cookies authenticate nothing: another site cannot act in a user's name.
 */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +([\w.~+/=-]+)$/i.exec(header ?? '')?.[1] ?? null;
}

/**
 * Requires a valid token, and sets the principal. Who has yet to change the first password gets no further, but for
 * the calls of the own account.
 */
export function authenticate(
  tokens: Pick<Principals, 'verifyAny'>,
  isOwnAccount = false,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // ThingsBoard's clients use their own header; another site cannot send it either.
    const token = bearerToken(c.req.header('authorization') ?? c.req.header('x-authorization'));
    const verified = token === null ? null : await tokens.verifyAny(token);
    if (!verified) {
      c.header('WWW-Authenticate', 'Bearer');
      throw new HttpProblem(401, 'unauthorised');
    }
    if (verified.mustChangePassword === true && !isOwnAccount)
      throw new HttpProblem(403, 'user.password.mustChange', { error: 'password_change_required' });
    c.set('principal', verified.principal);
    // Shared caches must not store responses for users.
    c.header('Cache-Control', 'no-store');
    await next();
  };
}
