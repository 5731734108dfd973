import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { Locale } from '@farm3d/api';
import type { Principal } from '../auth/access-tokens.ts';
import { sourceOf, type TrustedProxies } from '../client-address.ts';

/** Hono environment of the handlers. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    /** Set by `authenticate`; handlers behind it may rely on it. */
    principal: Principal;
    /** Other organisations whose things the call changes: the change stands in their audit logs, too. */
    concerned?: readonly string[];
    /** Ids of what the call was about, as far as its address does not name them; for the audit log. */
    subjects?: readonly string[];
    /** The call is refused, though its status does not say so: it answers a page. */
    refused?: boolean;
    /** Set by `knowsClient`. */
    address: string;
    /** Whether the client uses TLS, up to us or to a trusted proxy; set by `knowsClient`. */
    secure: boolean;
    /** Origin that may read the response, beside those that the server lists: a page with an embed token. */
    reader: string;
    /** Origins of other sites that may show this page; set by the embedded page. */
    frames: readonly string[];
  };
}

export type AppContext = Context<AppEnv>;

/** Chinese unless the application requests English (readings 29). */
export function localeOf(c: Context): Locale {
  return c.req.header('x-locale')?.toLowerCase().startsWith('en') ? 'en' : 'zh-CN';
}

/** Determines the client of a call; proxy headers count only from trusted proxies. */
export function knowsClient(proxies: TrustedProxies): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const incoming = c.env?.incoming;
    const remote = incoming?.socket?.remoteAddress;
    const headers = incoming?.headers ?? {};
    c.set('address', proxies.clientOf(remote, headers));
    c.set('secure', new URL(c.req.url).protocol === 'https:' || proxies.isSecure(remote, headers));
    await next();
  };
}

/** Address of the client. */
export function addressOf(c: AppContext): string {
  return c.get('address');
}

/** Key of the limits by address. */
export function clientSourceOf(c: AppContext): string {
  return sourceOf(addressOf(c));
}
