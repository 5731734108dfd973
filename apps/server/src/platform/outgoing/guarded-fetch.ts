import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, fetch, type Response } from 'undici';

/** An address that this server does not call: it would be somebody else's hand inside its own network. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
  readonly host: string;

  constructor(host: string) {
    super(`${host} is not called: it lies inside a network of its own`);
    this.host = host;
  }
}

/** Whether an address is one of the open internet; of an IPv4 address in IPv6 clothes, the IPv4 address counts. */
export function isPublicAddress(address: string): boolean {
  try {
    return ipaddr.process(address).range() === 'unicast';
  } catch {
    return false;
  }
}

export interface OutgoingOptions {
  /** `host:port` that may be called although they lie inside; what an operator named. Default none. */
  readonly allow?: readonly string[];
  /** Default 10,000. */
  readonly timeoutMs?: number;
  /** Largest answer, bytes. Default 1 MiB. */
  readonly maxBytes?: number;
}

export interface OutgoingRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Response['headers'];
  readonly text: string;
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** Looks a name up and lets only public addresses through: what was checked is what is connected to. */
function publicLookup(host: string, options: LookupOptions, done: LookupCallback): void {
  systemLookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, []);
    const open = found.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    // One address inside is enough: a name that means both is a trap.
    if (!first || open.length < found.length) return done(new ForbiddenAddress(host), []);
    if (options.all) return done(null, open);
    done(null, first.address, first.family);
  });
}

/** Every call that leaves this server for an address that a user or a setting named goes through one of these. */
export class OutgoingCalls {
  readonly #agent: Agent;
  readonly #timeoutMs: number;
  readonly #maxBytes: number;

  constructor({ allow = [], timeoutMs = 10_000, maxBytes = 1024 * 1024 }: OutgoingOptions = {}) {
    this.#timeoutMs = timeoutMs;
    this.#maxBytes = maxBytes;
    const named = new Set(allow);
    const open = buildConnector({ timeout: timeoutMs });
    const guarded = buildConnector({ timeout: timeoutMs, lookup: publicLookup });
    this.#agent = new Agent({
      // Redirects come through here, too.
      connect(options, callback) {
        const host = options.hostname.replace(/^\[|\]$/g, '');
        const port = options.port || (options.protocol === 'https:' ? '443' : '80');
        if (named.has(`${host}:${port}`)) return open(options, callback);
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
   * @throws {ForbiddenAddress} for an address inside; {TypeError} for what is no http(s) address; another error when no
   * answer came in time, or one that is too long.
   */
  async fetch(address: string, request: OutgoingRequest = {}): Promise<OutgoingAnswer> {
    const url = new URL(address);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') {
      throw new TypeError(`${url.protocol} is not called, only http: and https:`);
    }
    if (url.username !== '' || url.password !== '') throw new TypeError('an address carries no password');
    try {
      const answer = await fetch(url, {
        ...request,
        dispatcher: this.#agent,
        redirect: 'follow',
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      const length = Number(answer.headers.get('content-length') ?? 0);
      if (length > this.#maxBytes) {
        await answer.body?.cancel();
        throw new RangeError(`the answer is longer than ${this.#maxBytes} bytes`);
      }
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    } catch (error) {
      // fetch wraps what the connection said.
      const { cause } = error as { cause?: unknown };
      throw cause instanceof ForbiddenAddress ? cause : error;
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}
