import { isIP, type Socket } from 'node:net';

/** Longest header of version 1, with its line end. */
const MAX_V1_BYTES = 107;
/** Begin of version 2; an MQTT packet begins with neither. */
const V2_SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const V2_HEADER_BYTES = 16;
/** Longest version 2 that is read: addresses and what proxies add to them. */
const MAX_V2_BYTES = 1_024;

/** A header that was read: the client's address (null: none is given) and how many bytes it has. */
interface ProxyHeader {
  readonly address: string | null;
  readonly bytes: number;
}

/**
 * Reads the begin of a connection: a header of the PROXY protocol (HAProxy's, versions 1 and 2), 'more' while it may
 * still become one, or null when there is none or a wrong one.
 */
export function parseProxyHeader(begin: Buffer): ProxyHeader | 'more' | null {
  const signed = begin.subarray(0, V2_SIGNATURE.length);
  if (signed.equals(V2_SIGNATURE.subarray(0, signed.length))) return parseV2(begin);
  const word = begin.subarray(0, 6).toString('latin1');
  if (!'PROXY '.startsWith(word)) return null;
  const end = begin.indexOf('\r\n');
  if (end < 0) return begin.length < MAX_V1_BYTES ? 'more' : null;
  const [, family, address = ''] = begin.subarray(0, end).toString('latin1').split(' ');
  if (family === 'UNKNOWN') return { address: null, bytes: end + 2 };
  const isAddress = (family === 'TCP4' && isIP(address) === 4) || (family === 'TCP6' && isIP(address) === 6);
  return isAddress ? { address, bytes: end + 2 } : null;
}

function parseV2(begin: Buffer): ProxyHeader | 'more' | null {
  if (begin.length < V2_HEADER_BYTES) return 'more';
  const bytes = V2_HEADER_BYTES + begin.readUInt16BE(14);
  if (bytes > MAX_V2_BYTES || begin[12]! >> 4 !== 2) return null;
  if (begin.length < bytes) return 'more';
  // LOCAL: a check of the proxy itself.
  const isProxied = (begin[12]! & 0x0f) === 1;
  const family = begin[13]! >> 4;
  const body = begin.subarray(V2_HEADER_BYTES, bytes);
  if (isProxied && family === 1 && body.length >= 12)
    return { address: body.subarray(0, 4).join('.'), bytes };
  if (isProxied && family === 2 && body.length >= 36) {
    const groups = Array.from({ length: 8 }, (_, index) => body.readUInt16BE(index * 2).toString(16));
    return { address: groups.join(':'), bytes };
  }
  return { address: null, bytes };
}

/**
 * Takes the header of the PROXY protocol off a connection of a trusted proxy; resolves with the client's address, or
 * null when there is none: then the connection begins with its first packet.
 */
export function takeProxyHeader(socket: Socket): Promise<string | null> {
  return new Promise((resolve) => {
    let begin = Buffer.alloc(0);
    const finish = (header: ProxyHeader | null): void => {
      socket.off('readable', read);
      socket.off('close', ended);
      const rest = begin.subarray(header?.bytes ?? 0);
      if (rest.length > 0 && !socket.destroyed) socket.unshift(rest);
      resolve(header?.address ?? null);
    };
    const ended = (): void => finish(null);
    const read = (): void => {
      for (let chunk: Buffer | null; (chunk = socket.read() as Buffer | null) !== null;) {
        begin = Buffer.concat([begin, chunk]);
        const header = parseProxyHeader(begin);
        if (header !== 'more') return finish(header);
      }
    };
    socket.on('readable', read);
    socket.once('close', ended);
  });
}
