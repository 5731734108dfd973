import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, fetch, type Response } from 'undici';

/** A private address: a call of it would give a user access to the server's own network. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
  readonly host: string;

  constructor(host: string) {
    super(`${host} is not called: it lies inside a network of its own`);
    this.host = host;
  }
}

/** Whether an address is public; of an IPv4-mapped IPv6 address, the IPv4 address counts. */
export function isPublicAddress(address: string): boolean {
  try {
    return ipaddr.process(address).range() === 'unicast';
  } catch {
    return false;
  }
}

export interface OutgoingOptions {
  /** Private `host:port` that the operator allowed. Default none. */
  readonly allow?: readonly string[];
  /** Default 10,000. */
  readonly timeoutMs?: number;
  /** Largest response, bytes. Default 1 MiB. */
  readonly maxBytes?: number;
  /** Resolves names. Default: the system's. */
  readonly lookup?: SystemLookup;
}

export interface OutgoingRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** 'manual' answers a redirect as it is. Default 'follow'. */
  readonly redirect?: 'follow' | 'manual';
  /** Of the answer nothing is read but status and headers; `text` is empty. Default false. */
  readonly headOnly?: boolean;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Response['headers'];
  readonly text: string;
}

type SystemLookup = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;
type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** A lookup that returns only public addresses: the checked address is the connected one. */
const publicLookup =
  (lookup: SystemLookup) =>
  (host: string, options: LookupOptions, done: LookupCallback): void => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const open = found.filter(({ address }) => isPublicAddress(address));
      const [first] = open;
      // One private address is enough: a name with both is an attack.
      if (!first || open.length < found.length) return done(new ForbiddenAddress(host), []);
      if (options.all) return done(null, open);
      done(null, first.address, first.family);
    });
  };

/** Calls to addresses that a user or a setting named. */
export class OutgoingCalls {
  readonly #agent: Agent;
  readonly #timeoutMs: number;
  readonly #maxBytes: number;

  constructor({
    allow = [],
    timeoutMs = 10_000,
    maxBytes = 1024 * 1024,
    lookup = systemLookup,
  }: OutgoingOptions = {}) {
    this.#timeoutMs = timeoutMs;
    this.#maxBytes = maxBytes;
    const allowed = new Set(allow);
    const open = buildConnector({ timeout: timeoutMs });
    const guarded = buildConnector({ timeout: timeoutMs, lookup: publicLookup(lookup) });
    this.#agent = new Agent({
      // Redirects are connected here, too.
      connect(options, callback) {
        const host = options.hostname.replace(/^\[|\]$/g, '');
        const port = options.port || (options.protocol === 'https:' ? '443' : '80');
        if (allowed.has(`${host}:${port}`)) return open(options, callback);
        // A literal address is never looked up.
        if (isIP(host) !== 0 && !isPublicAddress(host)) return callback(new ForbiddenAddress(host), null);
        guarded(options, callback);
      },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: maxBytes,
    });
  }

  /**
   * @throws {ForbiddenAddress} for a private address; {TypeError} for an invalid http(s) address; another error when
   * the response is late or too long
   */
  async fetch(
    address: string,
    { headOnly = false, ...request }: OutgoingRequest = {},
  ): Promise<OutgoingAnswer> {
    const url = new URL(address);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') {
      throw new TypeError(`${url.protocol} is not called, only http: and https:`);
    }
    if (url.username !== '' || url.password !== '') throw new TypeError('an address carries no password');
    try {
      const answer = await fetch(url, {
        redirect: 'follow',
        ...request,
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      if (headOnly) {
        await answer.body?.cancel();
        return { status: answer.status, headers: answer.headers, text: '' };
      }
      const length = Number(answer.headers.get('content-length') ?? 0);
      if (length > this.#maxBytes) {
        await answer.body?.cancel();
        throw new RangeError(`the answer is longer than ${this.#maxBytes} bytes`);
      }
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    } catch (error) {
      // fetch wraps the error of the connection.
      const { cause } = error as { cause?: unknown };
      throw cause instanceof ForbiddenAddress ? cause : error;
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}
