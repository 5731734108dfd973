import { BlockList, isIP } from 'node:net';

/** Header in which proxies write the addresses that a request came through. */
export type ForwardedHeader = 'x-forwarded-for' | 'forwarded';

/** Headers of a request, as Node's `IncomingMessage` has them. */
interface RequestHeaders {
  readonly [name: string]: string | string[] | undefined;
}

/** The address without a zone; an IPv4 address mapped into IPv6 as IPv4. */
function plain(address: string): string {
  const bare = address.split('%', 1)[0] ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  return mapped ?? bare.toLowerCase();
}

/**
 * Key of limits: an IPv4 address, or the first 64 bits of an IPv6 address, since one subscriber has all
 * others of this network.
 */
export function sourceOf(address: string): string {
  const own = plain(address);
  if (isIP(own) !== 6) return own;
  const [head = '', tail] = own.split('::', 2);
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  // A last part in IPv4 notation takes two groups.
  const count = left.length + right.length + (own.includes('.') ? 1 : 0);
  const groups = [...left, ...Array.from({ length: Math.max(0, 8 - count) }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Whether a text is an address or a network such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/**
 * Trusted proxies, whose forwarded addresses are used. Any client can send such a header; only the entries that a
 * trusted proxy appended count.
 */
export class TrustedProxies {
  readonly #networks = new BlockList();
  readonly #header: ForwardedHeader;

  /** `networks`: addresses and networks, see {@link isNetwork}. */
  constructor(networks: readonly string[], header: ForwardedHeader = 'x-forwarded-for') {
    this.#header = header;
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      this.#networks.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
    }
  }

  has(address: string): boolean {
    const own = plain(address);
    const version = isIP(own);
    return version !== 0 && this.#networks.check(own, version === 6 ? 'ipv6' : 'ipv4');
  }

  /** Address of the client of a request that arrived from `remote`. */
  clientOf(remote: string | undefined, headers: RequestHeaders): string {
    let client = plain(remote ?? 'unknown');
    // From the nearest hop on: each trusted one vouches for the entry before it.
    for (const hop of this.#hops(headers).toReversed()) {
      if (!this.has(client) || isIP(hop) === 0) break;
      client = plain(hop);
    }
    return client;
  }

  /** Whether the client reached a trusted proxy by TLS. */
  isSecure(remote: string | undefined, headers: RequestHeaders): boolean {
    if (!this.has(remote ?? '')) return false;
    const proto =
      this.#header === 'forwarded'
        ? /(?:^|;)\s*proto="?(\w+)/i.exec(listOf(headers['forwarded']).at(-1) ?? '')?.[1]
        : listOf(headers['x-forwarded-proto']).at(-1);
    return proto?.toLowerCase() === 'https';
  }

  #hops(headers: RequestHeaders): string[] {
    const parts = listOf(headers[this.#header]);
    const named =
      this.#header === 'forwarded'
        ? parts.map((part) => /(?:^|;)\s*for=("[^"]*"|[^;\s]*)/i.exec(part)?.[1]?.replaceAll('"', '') ?? '')
        : parts;
    return named.map(withoutPort);
  }
}

function listOf(header: string | string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `1.2.3.4:80`, `[2001:db8::1]:80` and `[2001:db8::1]` without port and brackets. */
function withoutPort(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}
