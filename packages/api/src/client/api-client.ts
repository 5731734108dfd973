import type { Call } from '../calls/call.ts';
import { RESOURCES } from '../calls/index.ts';
import { createHttp, type ApiClientOptions } from './http.ts';
import { createResource, type ResourceOf } from './resource.ts';

/** The client type of these nouns. */
export type ClientOf<Nouns extends Readonly<Record<string, Readonly<Record<string, Call>>>>> = {
  readonly [Noun in keyof Nouns]: ResourceOf<Nouns[Noun]>;
};

/** All calls of the platform, by noun. */
export type ApiClient = ClientOf<typeof RESOURCES>;

/**
 * The typed client of the platform.
 *
 * ```ts
 * const api = createApiClient({ getAccessToken: () => session?.accessToken });
 * const { items } = await api.devices.list({ pageSize: 50 });
 * ```
 */
export function createApiClient(options: ApiClientOptions = {}): ApiClient {
  return createClientOf(RESOURCES, options);
}

/**
 * A client of selected nouns; a bundler omits the others.
 *
 * ```ts
 * const api = createClientOf({ auth, scenes }, options);
 * ```
 */
export function createClientOf<Nouns extends Readonly<Record<string, Readonly<Record<string, Call>>>>>(
  nouns: Nouns,
  options: ApiClientOptions = {},
): ClientOf<Nouns> {
  const http = createHttp(options);
  return Object.fromEntries(
    Object.entries(nouns).map(([noun, calls]) => [noun, createResource(http, calls)]),
  ) as unknown as ClientOf<Nouns>;
}
