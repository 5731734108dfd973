import type { Principal } from './access-tokens.ts';

/** Headers of a request, as Node's `IncomingMessage` has them. */
interface PageHeaders {
  readonly [name: string]: string | string[] | undefined;
}

/** Whether the request is of a page of this server. `Sec-Fetch-Site` holds behind proxies that change the host, too. */
function isOwnPage(origin: string, headers: PageHeaders): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  return URL.canParse(origin) && new URL(origin).host === headers['host'];
}

/**
 * Whether the page that sent a request may use this principal's token. A browser names the page's origin in every request to
 * another one; requests without it are of this server's own pages, or of programs, which could name any.
 */
export function mayUsePage(principal: Pick<Principal, 'embedOrigins'>, headers: PageHeaders): boolean {
  const { embedOrigins = [] } = principal;
  const { origin } = headers;
  if (embedOrigins.length === 0 || origin === undefined) return true;
  return typeof origin === 'string' && (embedOrigins.includes(origin) || isOwnPage(origin, headers));
}
