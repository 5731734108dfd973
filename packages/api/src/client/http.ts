import { createFetch } from 'ofetch';
import * as v from 'valibot';
import { buildPath, type Call, type RequestParts, type Service } from '../calls/call.ts';
import { envelopeSchema } from '../wire/envelope.ts';
import { ApiError, NetworkError, ProtocolError } from './errors.ts';

export interface ApiClientOptions {
  /** Address before every path, such as 'https://farm.example'. Default '': the page's own origin. */
  baseUrl?: string;
  /** Other addresses for single services. */
  services?: Partial<Record<Service, string>>;
  /** The current access token; null when nobody is logged in. Default: none. */
  getAccessToken?: () => string | null | undefined;
  /**
   * Called once when a call is answered 401; true lets it be tried once more. Calls that fail at the same
   * time share one refresh. Default: none.
   */
  onUnauthorised?: () => Promise<boolean>;
  /** Language of messages. Default 'zh-CN'. */
  locale?: () => 'zh-CN' | 'en';
  /** Default: the global fetch. */
  fetch?: typeof globalThis.fetch;
}

export interface CallOptions extends RequestParts {
  readonly signal?: AbortSignal | undefined;
}

/** What a request needs to know of a call. */
type Target = Pick<Call, 'method' | 'path' | 'service' | 'auth' | 'form'>;

/** Options of every call that only reads or writes. */
export interface RequestOptions {
  signal?: AbortSignal;
}

export interface Http {
  /**
   * Makes one call and decodes the `data` of its envelope.
   * @throws {ApiError} the server refused. @throws {NetworkError} no answer came.
   * @throws {ProtocolError} the answer is not in the agreed form. Rejects with the signal's reason when aborted.
   */
  call<T>(call: Target, options: CallOptions, decode: (data: unknown) => T): Promise<T>;
  /** Fetches a file. @throws as `call`. */
  download(call: Target, options: CallOptions): Promise<Blob>;
}

interface RawAnswer {
  status: number;
  /** The access token that the call was sent with. */
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
    const token =
      route.auth === 'user' || route.auth === 'signature' ? options.getAccessToken?.() : undefined;
    if (token) headers['authorization'] = `Bearer ${token}`;
    if (options.locale?.() === 'en') headers['x-locale'] = 'en';
    if (body !== undefined) headers['content-type'] = 'application/json';
    try {
      const response = await fetch.raw<Blob, 'blob'>(
        (options.services?.[route.service] ?? base) + buildPath(route.path, path),
        {
          method: route.method,
          headers,
          // Decoded below: an envelope comes with refusals too, and not every answer is JSON.
          responseType: 'blob',
          ignoreResponseError: true,
          retry: 0,
          // The refresh token is a cookie of the server's origin.
          credentials:
            route.auth === 'refresh-cookie' || route.path === '/auth/login' ? 'include' : 'same-origin',
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
          // A page that is left meanwhile must still get its new cookie: the old one counts once.
          ...(route.auth === 'refresh-cookie' ? { keepalive: true } : {}),
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

  /** Sends, refreshes the token once where that helps, and throws what the server refused. */
  const ask = async (route: Target, request: CallOptions): Promise<RawAnswer> => {
    const answer = await send(route, request);
    if (answer.status !== 401 || route.auth !== 'user' || !options.onUnauthorised) return answer;
    // A slow answer may speak of a token that was refreshed meanwhile: a refresh token counts only once.
    const refreshed = answer.token !== options.getAccessToken?.();
    if (!refreshed && !(await refreshOnce())) return answer;
    request.signal?.throwIfAborted();
    return send(route, request);
  };

  /** The `data` of an answer's envelope. @throws {ApiError} {ProtocolError} */
  const open = (route: Target, { status, body }: RawAnswer): unknown => {
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
      const data = open(route, await ask(route, request));
      try {
        return decode(data);
      } catch (cause) {
        const call = `${route.method} ${route.path}`;
        throw new ProtocolError(call, cause instanceof Error ? cause.message : String(cause), { cause });
      }
    },

    async download(route, request) {
      const answer = await ask(route, request);
      if (answer.status < 400 && answer.body === undefined) return answer.blob;
      open(route, answer);
      throw new ProtocolError(`${route.method} ${route.path}`, 'the answer is no file');
    },
  };
}

function isJson(headers: Headers): boolean {
  return /^application\/json\b/i.test(headers.get('content-type') ?? '');
}
