import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPage } from './built-page.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const MODELS = fileURLToPath(new URL('../../../packages/models/dist/', import.meta.url));

/** No inline script or style, no eval, no blob: or data: worker: what a careful site sets. */
export const STRICT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data:",
].join('; ');

/** Content types by extension. */
export const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.glb': 'model/gltf-binary',
  '.wasm': 'application/wasm',
};

export interface PageServer {
  /** Address of the built page, with a slash at the end. */
  readonly url: string;
  /** Answers paths before the files do; return true when answered. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Paths asked for so far. */
  readonly requests: string[];
  close(): Promise<void>;
}

export interface PageOptions {
  /** The policy that the page is served with; {@link STRICT_POLICY} by default. */
  readonly policy?: string;
  /** Also resolves what `benchmarks/peers` installs. */
  readonly peers?: boolean;
  /** The page shows components of `packages/ui`. */
  readonly components?: boolean;
  /** The folder that holds the page; by default the one under `pages/` with its name. */
  readonly root?: string;
}

/** Builds a page under `pages/`, and serves it with the models on a free port. */
export async function servePage(
  name: string,
  { policy = STRICT_POLICY, peers = false, components = false, root = join(HERE, name) }: PageOptions = {},
): Promise<PageServer> {
  const folder = await buildPage(root, peers, components);
  const requests: string[] = [];
  const page = { answer: (() => false) as PageServer['answer'] };
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    requests.push(path);
    response.setHeader('Content-Security-Policy', policy);
    if (page.answer(request, response)) return;
    const file = path.startsWith('/models/')
      ? join(MODELS, normalize(path.slice('/models/'.length)))
      : join(folder, normalize(path === '/' ? '/index.html' : path));
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Content-Length': statSync(file).size,
    });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(page, {
    url: `http://127.0.0.1:${port}/`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
