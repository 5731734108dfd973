import type { Call } from '../calls/call.ts';
import { RESOURCES } from '../calls/index.ts';
import { NetworkError } from './errors.ts';
import { createHttp, type ApiClientOptions } from './http.ts';
import { createResource, type ResourceOf } from './resource.ts';

/** Declarations of calls, by noun. */
type Calls = Readonly<Record<string, Readonly<Record<string, Call>>>>;

/** The client type of these nouns. */
export type ClientOf<Nouns extends Calls> = {
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
export function createClientOf<Nouns extends Calls>(
  nouns: Nouns,
  options: ApiClientOptions = {},
): ClientOf<Nouns> {
  const http = createHttp(options);
  return Object.fromEntries(
    Object.entries(nouns).map(([noun, calls]) => [noun, createResource(http, calls)]),
  ) as unknown as ClientOf<Nouns>;
}

type Method = (...args: unknown[]) => Promise<unknown>;

/**
 * A client of selected nouns, and of others whose declarations are fetched with the first of their calls, and again with
 * the next one where that failed: a page that only may need them starts without them.
 * @throws {NetworkError} from a call whose declarations cannot be fetched
 */
export function createClientLater<First extends Calls, Later extends Calls>(
  first: First,
  load: () => Promise<Later>,
  options: ApiClientOptions = {},
): ClientOf<First> & ClientOf<Later> {
  const now = createClientOf(first, options) as Record<string, unknown>;
  let loading: Promise<Record<string, Record<string, Method> | undefined>> | undefined;
  const fetchClient = (): NonNullable<typeof loading> =>
    (loading ??= load().then(
      (nouns) => createClientOf(nouns, options) as never,
      (cause: unknown) => {
        loading = undefined;
        throw cause;
      },
    ));
  const call = async (noun: string, method: string, args: readonly unknown[]): Promise<unknown> => {
    const name = `${noun}.${method}`;
    const client = await fetchClient().catch((cause: unknown) => {
      throw new NetworkError(name, { cause });
    });
    const send = client[noun]?.[method];
    if (!send) throw new TypeError(`${name} is no call`);
    return send(...args);
  };
  const noun = (name: string): unknown =>
    new Proxy(
      {},
      {
        get:
          (_, method: string): Method =>
          (...args) =>
            call(name, method, args),
      },
    );
  return new Proxy(now, {
    get: (_, name: string) => (now[name] ??= noun(name)),
  }) as unknown as ClientOf<First> & ClientOf<Later>;
}
