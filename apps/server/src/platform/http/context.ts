import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Locale } from '@farm3d/api';
import type { Principal } from '../auth/access-tokens.ts';

/** Hono environment of the handlers. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    /** Set by `authenticate`; handlers behind it may rely on it. */
    principal: Principal;
  };
}

export type AppContext = Context<AppEnv>;

/** Chinese unless the application requests English (readings 29). */
export function localeOf(c: Context): Locale {
  return c.req.header('x-locale')?.toLowerCase().startsWith('en') ? 'en' : 'zh-CN';
}

/** Remote address. Proxy headers are not trusted: anybody can write them. */
export function addressOf(c: AppContext): string {
  return c.env?.incoming?.socket?.remoteAddress ?? 'unknown';
}
