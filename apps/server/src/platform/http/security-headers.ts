import type { MiddlewareHandler } from 'hono';
import type { AppContext, AppEnv } from './context.ts';

/**
 * What a page may load: its own files, WebAssembly (Draco), workers from files, generated images. No inline script
 * and no inline style; `blob:` in connect-src because loaders read embedded textures through an object URL.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self' blob:",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "style-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** Swagger UI sets a style of its own; it shows nothing but the documents of this server. */
const EXPLORER = /^\/openapi\/explorer\//;

/** Pages that other sites may embed. */
const EMBEDDED = /^\/embed\//;

/** Origins that may frame the page: those of its embed token, else those that the server lists. */
const framesOf = (c: AppContext, listed: readonly string[]): readonly string[] =>
  EMBEDDED.test(c.req.path) ? (c.get('frames') ?? listed) : [];

/**
 * Security headers of all responses. `frames`: origins that may show the embedded view. `videoOrigins`: origins of
 * camera streams, beside this server. `tiles`: address of map tiles.
 */
export function securityHeaders(
  frames: readonly string[] = [],
  videoOrigins: readonly string[] = [],
  tiles?: string,
): MiddlewareHandler<AppEnv> {
  const allowed = (policy: string, directives: RegExp, origins: readonly string[]): string =>
    origins.length === 0 ? policy : policy.replace(directives, `$1 ${origins.join(' ')}`);
  const policy = allowed(
    allowed(CONTENT_SECURITY_POLICY, /((?:connect|media)-src [^;]*)/g, videoOrigins),
    /((?:connect|img)-src [^;]*)/g,
    tiles === undefined ? [] : [new URL(tiles).origin],
  );
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set('X-Content-Type-Options', 'nosniff');
    // Only over TLS: a browser that has seen it never uses plain HTTP with this host again.
    if (c.get('secure')) headers.set('Strict-Transport-Security', 'max-age=31536000');
    headers.set('Referrer-Policy', 'same-origin');
    const foreign = framesOf(c, frames);
    // This header has no list of origins; frame-ancestors does.
    if (foreign.length === 0) headers.set('X-Frame-Options', 'SAMEORIGIN');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    const ancestors = ['frame-ancestors', "'self'", ...foreign].join(' ');
    const own = EXPLORER.test(c.req.path)
      ? policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
      : policy;
    headers.set('Content-Security-Policy', `${own}; ${ancestors}`);
  };
}
