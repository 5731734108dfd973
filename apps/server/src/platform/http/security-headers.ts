import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './context.ts';

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

/** Pages that other sites may embed. */
const EMBEDDED = /^\/embed\//;

/**
 * Security headers of all responses. `frames`: origins that may show the embedded view. `videoOrigins`: origins of
 * camera streams, beside this server.
 */
export function securityHeaders(
  frames: readonly string[] = [],
  videoOrigins: readonly string[] = [],
): MiddlewareHandler<AppEnv> {
  const policy =
    videoOrigins.length === 0
      ? CONTENT_SECURITY_POLICY
      : CONTENT_SECURITY_POLICY.replace(/((?:connect|media)-src [^;]*)/g, `$1 ${videoOrigins.join(' ')}`);
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'same-origin');
    const foreign = frames.length > 0 && EMBEDDED.test(c.req.path);
    // This header has no list of origins; frame-ancestors does.
    if (!foreign) headers.set('X-Frame-Options', 'SAMEORIGIN');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    const ancestors = ['frame-ancestors', "'self'", ...(foreign ? frames : [])].join(' ');
    headers.set('Content-Security-Policy', `${policy}; ${ancestors}`);
  };
}
