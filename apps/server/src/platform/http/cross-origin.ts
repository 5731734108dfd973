import { buildPath, CALLS, parametersOf, type Call } from '@farm3d/api';
import type { MiddlewareHandler } from 'hono';
import type { AppContext, AppEnv } from './context.ts';

const ALLOWED_HEADERS = 'authorization, content-type, x-locale, range, if-none-match';
const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, DELETE';
const EXPOSED_HEADERS = 'content-disposition, retry-after, etag';
/** How long a browser may cache a preflight, seconds. */
const PREFLIGHT_SECONDS = 600;

/** An id in a path: another call may be named there. */
const ID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** The paths of a call about a row. */
function pathsOf({ path }: Call): RegExp {
  const anything = Object.fromEntries(parametersOf(path).map((name) => [name, 'X']));
  return new RegExp(`^${buildPath(path, anything).replaceAll('X', ID)}$`);
}

/** Paths of the calls that a page with an embed token may make, whatever its origin: the token names its origins. */
const EMBED_PATHS = Object.values(CALLS)
  .filter(({ embed }) => embed !== undefined)
  .map(pathsOf);

/** Allows a request that the browser asks for first; what its response may be read by is decided when it is made. */
function answerPreflight(c: AppContext, origin: string, methods: string): Response {
  c.header('Access-Control-Allow-Origin', origin);
  c.header('Access-Control-Allow-Methods', methods);
  c.header('Access-Control-Allow-Headers', ALLOWED_HEADERS);
  c.header('Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
  c.header('Vary', 'Origin');
  return c.body(null, 204);
}

/**
 * CORS for the listed origins, and for the origins of an embed token in the responses to it. Never with cookies: calls carry
 * their token.
 */
export function crossOrigin(origins: readonly string[]): MiddlewareHandler<AppEnv> {
  const allowed = new Set(origins);
  return async (c, next): Promise<Response | undefined> => {
    const origin = c.req.header('origin');
    const listed = origin !== undefined && allowed.has(origin);
    const wanted = c.req.header('access-control-request-method');
    if (c.req.method === 'OPTIONS' && wanted !== undefined) {
      if (listed) return answerPreflight(c, origin, ALLOWED_METHODS);
      const isOfEmbed = wanted === 'GET' && EMBED_PATHS.some((paths) => paths.test(c.req.path));
      return origin !== undefined && isOfEmbed ? answerPreflight(c, origin, 'GET') : c.body(null, 403);
    }
    await next();
    const isReader = origin !== undefined && c.get('reader') === origin;
    if (allowed.size === 0 && !isReader) return undefined;
    c.res.headers.append('Vary', 'Origin');
    if (!listed && !isReader) return undefined;
    c.res.headers.set('Access-Control-Allow-Origin', origin);
    c.res.headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    return undefined;
  };
}
