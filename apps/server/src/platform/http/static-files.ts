import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from 'hono';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.glb': 'model/gltf-binary',
  '.txt': 'text/plain; charset=utf-8',
};

/** How long a browser may cache a file. */
export type CachePolicy = 'immutable' | 'revalidate';

const CACHE_CONTROL: Readonly<Record<CachePolicy, string>> = {
  // The name contains a hash of the content.
  immutable: 'public, max-age=31536000, immutable',
  // Cached but revalidated: an unchanged file costs a 304.
  revalidate: 'no-cache',
};

async function fileStats(path: string): Promise<Stats | undefined> {
  try {
    const stats = await stat(path);
    return stats.isFile() ? stats : undefined;
  } catch {
    return undefined;
  }
}

/** Path of a requested file inside `root`; undefined when it leads out of it or begins with a dot. */
export function resolveInside(root: string, requested: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(requested);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return undefined;
  // Neither '..' nor a hidden file.
  if (decoded.split('/').some((segment) => segment.startsWith('.'))) return undefined;
  const path = join(root, decoded);
  return path.startsWith(root.endsWith(sep) ? root : root + sep) ? path : undefined;
}

/** Responds with a file of `root`; undefined when there is none. */
export async function serveFile(
  c: Context,
  root: string,
  requested: string,
  policy: CachePolicy,
): Promise<Response | undefined> {
  const path = resolveInside(root, requested);
  const stats = path === undefined ? undefined : await fileStats(path);
  if (path === undefined || !stats) return undefined;
  const etag = `"${stats.size.toString(36)}-${Math.trunc(stats.mtimeMs).toString(36)}"`;
  // A model is compressed already; compressed on the fly it would lose its Content-Length, and the page its progress.
  const asIs = path.endsWith('.glb') ? ', no-transform' : '';
  const headers: Record<string, string> = {
    'Cache-Control': CACHE_CONTROL[policy] + asIs,
    'Content-Type': TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
    ETag: etag,
    'Last-Modified': stats.mtime.toUTCString(),
  };
  const clientTags = (c.req.header('if-none-match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (clientTags.includes(etag)) return new Response(null, { status: 304, headers });
  headers['Content-Length'] = String(stats.size);
  if (c.req.method === 'HEAD') return new Response(null, { headers });
  const body = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  return new Response(body, { headers });
}
