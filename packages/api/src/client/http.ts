import { createFetch } from 'ofetch';
import * as v from 'valibot';
import { buildPath, type Call, type CallAuth, type RequestParts, type Service } from '../calls/call.ts';
import { envelopeSchema } from '../wire/envelope.ts';
import { ApiError, NetworkError, ProtocolError } from './errors.ts';

export interface ApiClientOptions {
  /** Prefix of all paths, such as 'https://farm.example'. Default '': the page's own origin. */
  baseUrl?: string;
  /** Prefixes of single services. */
  services?: Partial<Record<Service, string>>;
  /** The current access token; null without a login. Default: none. */
  getAccessToken?: () => string | null | undefined;
  /** Called once after a 401; true repeats the call once. Concurrent calls share one refresh. Default: none. */
  onUnauthorised?: () => Promise<boolean>;
  /** Language of messages. Default 'zh-CN'. */
  locale?: () => 'zh-CN' | 'en';
  /** Default: the global fetch. */
  fetch?: typeof globalThis.fetch;
}

export interface CallOptions extends RequestParts {
  readonly signal?: AbortSignal | undefined;
}

/** The part of a call that a request uses. */
type Target = Pick<Call, 'method' | 'path' | 'service' | 'auth' | 'form'>;

/** Kinds of authentication that take the access token. */
const TOKEN_AUTHS: readonly CallAuth[] = ['user', 'session', 'signature'];

/** Options of every call. */
export interface RequestOptions {
  signal?: AbortSignal;
}

export interface Http {
  /**
   * Makes one call and decodes the `data` of its envelope.
   * @throws {ApiError} the server responded with an error
   * @throws {NetworkError} no response
   * @throws {ProtocolError} the response does not have the declared form. Rejects with the signal's reason when
   * aborted.
   */
  call<T>(call: Target, options: CallOptions, decode: (data: unknown) => T): Promise<T>;
  /**
   * Fetches a file.
   * @throws as `call`
   */
  download(call: Target, options: CallOptions): Promise<Blob>;
}

interface RawAnswer {
  status: number;
  /** The access token of the request. */
  token: string | null | undefined;
  body: unknown;
  blob: Blob;
}

export function createHttp(options: ApiClientOptions): Http {
  const base = options.baseUrl ?? '';
  const fetch = createFetch({
    fetch: options.fetch ?? ((...parameters) => globalThis.fetch(...parameters)),
    Headers: globalThis.Headers,
    AbortController: globalThis.AbortController,
  });
  let refreshing: Promise<boolean> | undefined;

  const refreshOnce = (): Promise<boolean> => {
    refreshing ??= (options.onUnauthorised?.() ?? Promise.resolve(false)).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  const send = async (
    route: Target,
    { path, query, body, form, signal }: CallOptions,
  ): Promise<RawAnswer> => {
    const call = `${route.method} ${route.path}`;
    const headers: Record<string, string> = { accept: 'application/json' };
    const token = TOKEN_AUTHS.includes(route.auth) ? options.getAccessToken?.() : undefined;
    const hasCookie = route.auth === 'refresh-cookie' || route.auth === 'session';
    if (token) headers['authorization'] = `Bearer ${token}`;
    const locale = options.locale?.();
    if (locale) headers['x-locale'] = locale;
    if (body !== undefined) headers['content-type'] = 'application/json';
    try {
      const response = await fetch.raw<Blob, 'blob'>(
        (options.services?.[route.service] ?? base) + buildPath(route.path, path),
        {
          method: route.method,
          headers,
          // Decoded below: errors have an envelope too, and not every response is JSON.
          responseType: 'blob',
          ignoreResponseError: true,
          retry: 0,
          // The refresh token is a cookie of the server's origin.
          credentials: hasCookie || route.path === '/auth/login' ? 'include' : 'same-origin',
          ...(query
            ? {
                query: Object.fromEntries(
                  Object.entries(query).filter(
                    ([, value]) => value !== undefined && value !== null && value !== '',
                  ),
                ),
              }
            : {}),
          ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
          ...(signal ? { signal } : {}),
          // A page that is closed meanwhile must still get its new cookie: the old one works once.
          ...(hasCookie ? { keepalive: true } : {}),
        },
      );
      const blob = response._data ?? new Blob([]);
      const isFile = route.form === 'binary' && !isJson(response.headers);
      const text = isFile ? '' : await blob.text();
      let parsed: unknown;
      try {
        parsed = text === '' ? undefined : JSON.parse(text);
      } catch {
        parsed = undefined;
      }
      return { status: response.status, token, body: parsed, blob };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw new NetworkError(call, { cause: error instanceof Error ? (error.cause ?? error) : error });
    }
  };

  /** Sends the request, refreshes the token once after a 401, and throws the server's error. */
  const sendAuthorised = async (route: Target, request: CallOptions): Promise<RawAnswer> => {
    const answer = await send(route, request);
    if (answer.status !== 401 || route.auth !== 'user' || !options.onUnauthorised) return answer;
    // A slow response may concern a token that was refreshed meanwhile: a refresh token works once.
    const token = options.getAccessToken?.();
    // The login has ended meanwhile.
    if (answer.token && !token) return answer;
    const refreshed = answer.token !== token;
    if (!refreshed && !(await refreshOnce())) return answer;
    request.signal?.throwIfAborted();
    return send(route, request);
  };

  /**
   * The `data` of an envelope.
   * @throws {ApiError} {ProtocolError}
   */
  const unwrap = (route: Target, { status, body }: RawAnswer): unknown => {
    const call = `${route.method} ${route.path}`;
    const envelope = v.safeParse(envelopeSchema, body);
    if (!envelope.success) {
      if (status >= 400) throw new ApiError({ status, code: status, msg: '', call });
      throw new ProtocolError(call, 'the answer is no envelope');
    }
    const { code, msg, data, error, field } = envelope.output;
    if (status < 400 && code === 200) return data;
    throw new ApiError({
      status,
      code,
      msg: msg ?? '',
      call,
      ...(field === undefined ? {} : { field }),
      ...(error === undefined ? {} : { error }),
    });
  };

  return {
    async call(route, request, decode) {
      const data = unwrap(route, await sendAuthorised(route, request));
      try {
        return decode(data);
      } catch (cause) {
        const call = `${route.method} ${route.path}`;
        throw new ProtocolError(call, cause instanceof Error ? cause.message : String(cause), { cause });
      }
    },

    async download(route, request) {
      const answer = await sendAuthorised(route, request);
      if (answer.status < 400 && answer.body === undefined) return answer.blob;
      unwrap(route, answer);
      throw new ProtocolError(`${route.method} ${route.path}`, 'the answer is no file');
    },
  };
}

function isJson(headers: Headers): boolean {
  return /^application\/json\b/i.test(headers.get('content-type') ?? '');
}
