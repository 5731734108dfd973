import { createReadStream, existsSync, mkdirSync, statSync, writeFileSync, cpSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { binaryFbx, fbxBlocks, sheet } from '../support/fbx-fixture.ts';
import { plainKtx2 } from '../support/ktx2-fixture.ts';
import { quadGltf } from '../support/quad-gltf.ts';

const BUILT_IN = fileURLToPath(new URL('../../packages/models/dist/', import.meta.url));

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.glb': 'model/gltf-binary',
  '.gltf': 'model/gltf+json',
};

export interface FolderServer {
  /** Without a slash at the end. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves a folder. @param port 0: a free one */
export async function serveFolder(
  folder: string,
  headers: Readonly<Record<string, string>> = {},
  port = 0,
): Promise<FolderServer> {
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(folder, normalize(path.endsWith('/') ? `${path}index.html` : path));
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, headers).end();
      return;
    }
    response.writeHead(200, {
      ...headers,
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Writes the models that every example shows, one for each worker, and a scene file. */
export function writeModels(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of ['greenhouse.glb', 'soil-probe.glb']) cpSync(join(BUILT_IN, name), join(folder, name));
  writeFileSync(join(folder, 'crate.fbx'), binaryFbx(fbxBlocks(sheet(60))));
  writeFileSync(join(folder, 'sign.gltf'), quadGltf('sign.ktx2'));
  writeFileSync(join(folder, 'sign.ktx2'), plainKtx2([200, 40, 60]));
  const layout = { camera: null, equipment: [], childScenes: [], extra: {} };
  const scene = { baseModelPath: 'greenhouse.glb', layout, catalogue: [] };
  writeFileSync(join(folder, 'scene.json'), JSON.stringify(scene));
}
