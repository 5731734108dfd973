import type { MiddlewareHandler } from 'hono';
import { EMBED_TOKEN_PREFIX } from '../auth/opaque-tokens.ts';
import { mayUsePage } from '../auth/page-origins.ts';
import type { Principals } from '../auth/principals.ts';
import type { AppContext, AppEnv } from './context.ts';
import { HttpProblem } from './problem.ts';

/**
 * The token of `Authorization: Bearer …`. Cookies authenticate nothing: another site cannot act in a user's name.
 */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +([\w.~+/=-]+)$/i.exec(header ?? '')?.[1] ?? null;
}

/** The bearer token of a request; null: none. ThingsBoard's clients use their own header; another site cannot send it either. */
export const bearerOf = (c: AppContext): string | null =>
  bearerToken(c.req.header('authorization') ?? c.req.header('x-authorization'));

/** Headers of the request that name its page. */
const pageHeaders = (c: AppContext) => ({
  origin: c.req.header('origin'),
  host: c.req.header('host'),
  'sec-fetch-site': c.req.header('sec-fetch-site'),
});

/** Why an embed token is refused, for the page that shows it. */
async function embedRefusal(
  tokens: Pick<Principals, 'embedTokenRecord'>,
  token: string,
): Promise<HttpProblem> {
  const hasExpired = (await tokens.embedTokenRecord(token))?.hasExpired === true;
  return hasExpired
    ? new HttpProblem(401, 'embed.expired', { error: 'embed_token_expired' })
    : new HttpProblem(401, 'embed.invalid', { error: 'embed_token_invalid' });
}

/**
 * Requires a valid token, and sets the principal. Who has yet to change the first password gets no further, but for
 * the calls of the own account. An embed token is refused to pages of other origins than its own.
 */
export function authenticate(
  tokens: Pick<Principals, 'verifyAny' | 'embedTokenRecord'>,
  isOwnAccount = false,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const token = bearerOf(c);
    const isEmbedToken = token?.startsWith(EMBED_TOKEN_PREFIX) === true;
    const { origin, ...headers } = pageHeaders(c);
    // Its page reads why it is refused; the response holds nothing else.
    if (isEmbedToken && origin !== undefined) c.set('reader', origin);
    const verified = token === null ? null : await tokens.verifyAny(token);
    if (!verified) {
      c.header('WWW-Authenticate', 'Bearer');
      throw isEmbedToken ? await embedRefusal(tokens, token) : new HttpProblem(401, 'unauthorised');
    }
    if (verified.mustChangePassword === true && !isOwnAccount)
      throw new HttpProblem(403, 'user.password.mustChange', { error: 'password_change_required' });
    if (!mayUsePage(verified.principal, { origin, ...headers }))
      throw new HttpProblem(403, 'embed.origin', { error: 'embed_origin_refused' });
    // Responses of a token without origins of its own are read by the pages that the server lists.
    if (origin !== undefined && verified.principal.embedOrigins?.includes(origin) !== true)
      c.set('reader', '');
    c.set('principal', verified.principal);
    // Shared caches must not store responses for users.
    c.header('Cache-Control', 'no-store');
    await next();
  };
}
