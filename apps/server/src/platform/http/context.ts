import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { parseAccept } from 'hono/utils/accept';
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
    /** Most bytes of the body, also after decompression; set by the step that limits it. */
    maxBody?: number;
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

/** The language of a tag such as `en-GB` or `zh-Hans`, if we have it. */
function languageOf(tag: string): Locale | undefined {
  const [language] = tag.toLowerCase().split('-');
  return language === 'en' ? 'en' : language === 'zh' ? 'zh-CN' : undefined;
}

/**
 * The language of `X-Locale`, else the one that `Accept-Language` prefers of ours, else Chinese (readings 29). `*`, as
 * programs send it, leaves the choice to us.
 */
export function localeOf(c: Context): Locale {
  const named = languageOf(c.req.header('x-locale') ?? '');
  if (named) return named;
  const acceptable = parseAccept(c.req.header('accept-language') ?? '').filter(({ q }) => q > 0);
  for (const { type } of acceptable) {
    const language = type === '*' ? DEFAULT_LOCALE : languageOf(type);
    if (language) return language;
  }
  return DEFAULT_LOCALE;
}

const DEFAULT_LOCALE = 'zh-CN';

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
