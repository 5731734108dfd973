import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './context.ts';

const ALLOWED_HEADERS = 'authorization, content-type, x-locale, range, if-none-match';
const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, DELETE';
const EXPOSED_HEADERS = 'content-disposition, retry-after, etag';
/** How long a browser may cache a preflight, seconds. */
const PREFLIGHT_SECONDS = 600;

/** CORS for the listed origins only, and never with cookies: calls carry their token. */
export function crossOrigin(origins: readonly string[]): MiddlewareHandler<AppEnv> {
  const allowed = new Set(origins);
  return async (c, next): Promise<Response | undefined> => {
    const origin = c.req.header('origin');
    const listed = origin !== undefined && allowed.has(origin);
    const preflight =
      c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined;
    if (preflight) {
      if (!listed) return c.body(null, 403);
      c.header('Access-Control-Allow-Origin', origin);
      c.header('Access-Control-Allow-Methods', ALLOWED_METHODS);
      c.header('Access-Control-Allow-Headers', ALLOWED_HEADERS);
      c.header('Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
      c.header('Vary', 'Origin');
      return c.body(null, 204);
    }
    await next();
    if (allowed.size === 0) return undefined;
    c.res.headers.append('Vary', 'Origin');
    if (!listed) return undefined;
    c.res.headers.set('Access-Control-Allow-Origin', origin);
    c.res.headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    return undefined;
  };
}
