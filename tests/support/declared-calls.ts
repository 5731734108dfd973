import { CALLS, RESOURCES, type CallName } from '@farm3d/api';
import type { Page } from 'puppeteer';

const PARAMETER = /\{[^}]+\}/g;

/** The declared calls: a literal path before one that has a parameter in its place. */
const PATTERNS = (Object.keys(CALLS) as CallName[])
  .map((name) => {
    const { method, path } = CALLS[name];
    const pattern = new RegExp(`^${path.replace(PARAMETER, '[^/]+')}$`);
    return { name, method, pattern, parameters: path.match(PARAMETER)?.length ?? 0 };
  })
  .toSorted((one, other) => one.parameters - other.parameters);

/** The calls of these nouns by their names, in order. `origin`: only those of the specification's section 7. */
export function declaredCalls(
  nouns: readonly (keyof typeof RESOURCES)[],
  origin?: 'specification',
): readonly CallName[] {
  return nouns
    .flatMap((noun) => Object.keys(RESOURCES[noun]).map((call) => `${noun}.${call}` as CallName))
    .filter((name) => origin === undefined || CALLS[name].origin === origin)
    .toSorted();
}

/** The declared calls that a page makes from now on: the query of the last request of each. */
export function recordCalls(page: Page): Map<CallName, URLSearchParams> {
  const seen = new Map<CallName, URLSearchParams>();
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const call = PATTERNS.find(
      ({ method, pattern }) => method === request.method() && pattern.test(pathname),
    );
    if (call) seen.set(call.name, searchParams);
  });
  return seen;
}
