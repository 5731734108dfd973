import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';

const PAGE = '<!doctype html><title>a built page</title>';
const SCRIPT = `export const text = '${'a long text '.repeat(500)}';`;

let server: Farm;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farm3d-web-'));
  mkdirSync(join(folder, 'web/assets'), { recursive: true });
  mkdirSync(join(folder, 'models'));
  writeFileSync(join(folder, 'web/index.html'), PAGE);
  writeFileSync(join(folder, 'web/assets/app-4f3a.js'), SCRIPT);
  writeFileSync(join(folder, 'web/favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'models/box.glb'), Buffer.alloc(5000, 7));
  writeFileSync(join(folder, 'models/secret.ts'), 'x');
  server = await farm({
    settings: { FARM3D_WEB_DIR: join(folder, 'web'), FARM3D_MODELS_DIR: join(folder, 'models') },
  });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(server.baseUrl + path, { headers, redirect: 'manual' });

describe('pages', () => {
  it.each([
    '/login',
    '/invitation',
    '/new-password',
    '/scene',
    '/scene?sceneId=1',
    '/iframeModel',
    '/iotManagement/devices',
    '/iotManagement/intelligence/scene',
    '/embed/x',
    '/app',
    '/app/settings/deep',
  ])('%s is a page of the application', async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([200, PAGE]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    // A new version must be loaded at the next visit.
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    '/scenes',
    '/loginx',
    '/login/x',
    '/api',
    '/iotManagement',
    '/assets/missing.js',
    '/models/missing.glb',
    '/index.html',
    '/models/secret.ts',
  ])('%s is not a page', async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { code: 404, msg: '接口不存在', error: 'route_not_found' },
    ]);
  });

  it('redirect to /app', async () => {
    const answer = await get('/');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/app']);
  });
});

describe('files', () => {
  it('with a hash in their name are cached forever', async () => {
    const answer = await get('/assets/app-4f3a.js');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await answer.text()).toBe(SCRIPT);
  });

  it('with text are compressed', async () => {
    const { encoding, body } = await new Promise<{ encoding: string | undefined; body: Buffer }>(
      (resolve, reject) => {
        const call = request(
          `${server.baseUrl}/assets/app-4f3a.js`,
          { headers: { 'accept-encoding': 'gzip' } },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.on('end', () =>
              resolve({ encoding: answer.headers['content-encoding'], body: Buffer.concat(chunks) }),
            );
          },
        );
        call.on('error', reject).end();
      },
    );
    expect(encoding).toBe('gzip');
    expect(body.length).toBeLessThan(SCRIPT.length / 4);
    expect(gunzipSync(body).toString()).toBe(SCRIPT);
  });

  it('with models have a Content-Length, for progress, and are revalidated without a download', async () => {
    const first = await get('/models/box.glb', { 'accept-encoding': 'gzip' });
    expect(first.headers.get('content-length')).toBe('5000');
    expect(first.headers.get('content-type')).toBe('model/gltf-binary');
    expect((await first.arrayBuffer()).byteLength).toBe(5000);
    const etag = first.headers.get('etag') ?? '';
    const again = await get('/models/box.glb', { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    const head = await fetch(`${server.baseUrl}/models/box.glb`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '5000']);
  });

  it('that browsers request are at the root', async () => {
    expect((await get('/favicon.svg')).headers.get('content-type')).toBe('image/svg+xml');
  });
});

it('a server without a built application shows a message on its pages', async () => {
  const empty = await farm({ settings: { FARM3D_WEB_DIR: join(folder, 'nothing') } });
  try {
    const answer = await fetch(`${empty.baseUrl}/login`);
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('npm run build');
  } finally {
    await empty.stop();
  }
});
