import { promisify } from 'node:util';
import { gunzip, inflate, inflateRaw } from 'node:zlib';
import type { Context } from 'hono';

/** Why a body was not read: the status of the answer, and one English sentence as of a refused message. */
export interface Unread {
  readonly status: 400 | 413 | 415;
  readonly reason: string;
}

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  // Some clients send deflate without the header of zlib that HTTP demands.
  raw: promisify(inflateRaw),
};

/**
 * The body of a request, decompressed. `maxBytes` counts what was sent and what it becomes: neither the rest of a longer
 * body nor what a small one would grow to is taken into memory.
 */
export async function readBytes(c: Context, maxBytes: number): Promise<Uint8Array | Unread> {
  const request = c.req.raw;
  const encoding = request.headers.get('Content-Encoding')?.trim().toLowerCase() || 'identity';
  const isCompressed = Object.hasOwn(DECODERS, encoding) && encoding !== 'raw';
  if (!isCompressed && encoding !== 'identity') {
    c.header('Accept-Encoding', 'gzip, deflate');
    return { status: 415, reason: 'has an encoding other than gzip and deflate' };
  }
  const tooLong = { status: 413, reason: `is longer than ${maxBytes} bytes` } as const;
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) return tooLong;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return tooLong;
    chunks.push(chunk);
  }
  const sent = Buffer.concat(chunks);
  if (!isCompressed) return sent;
  const isRaw = encoding === 'deflate' && ((sent[0] ?? 8) & 15) !== 8;
  try {
    return await DECODERS[isRaw ? 'raw' : (encoding as keyof typeof DECODERS)](sent, {
      maxOutputLength: maxBytes,
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLong
      : { status: 400, reason: 'is not compressed as its Content-Encoding says' };
  }
}
