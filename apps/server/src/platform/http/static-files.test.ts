import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CachePolicy, resolveInside, serveFile } from './static-files.ts';

it.each([
  ['index.html', '/srv/web/index.html'],
  ['/assets/app-1a2b.js', '/srv/web/assets/app-1a2b.js'],
  ['/assets/%E5%9B%BE.png', '/srv/web/assets/图.png'],
  ['/../secret', undefined],
  ['/assets/../../secret', undefined],
  ['/assets/..%2f..%2fsecret', undefined],
  ['/%2e%2e/secret', undefined],
  ['/assets/..\\..\\secret', undefined],
  ['/.env', undefined],
  ['/assets/.hidden/x.js', undefined],
  ['/a%00.js', undefined],
  ['/%E0%A4', undefined],
])('the request %s is the file %s', (requested, expected) => {
  expect(resolveInside('/srv/web', requested)).toBe(expected);
});

describe('a file of the platform', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'static-'));
    for (const name of ['index.html', 'farm.glb', 'PHOTO.JPG', 'data.bin', 'app.js'])
      await writeFile(join(root, name), 'content');
    await mkdir(join(root, 'folder'));
  });
  afterAll(() => rm(root, { recursive: true }));

  const get = async (name: string, init: RequestInit = {}, policy: CachePolicy = 'revalidate') => {
    const app = new Hono();
    app.all('*', async (c) => (await serveFile(c, root, name, policy)) ?? c.text('none', 404));
    return app.request('/', init);
  };

  it('comes with its type, its length and its tag', async () => {
    const answer = await get('index.html');
    expect([answer.status, await answer.text()]).toEqual([200, 'content']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      'content-length': '7',
      'last-modified': (await stat(join(root, 'index.html'))).mtime.toUTCString(),
    });
    expect(answer.headers.get('etag')).toMatch(/^"7-[0-9a-z]+"$/);
  });

  it.each([
    ['app.js', 'text/javascript; charset=utf-8'],
    ['reader.mjs', 'text/javascript; charset=utf-8'],
    ['style.css', 'text/css; charset=utf-8'],
    ['facts.json', 'application/json; charset=utf-8'],
    ['farm.webmanifest', 'application/manifest+json; charset=utf-8'],
    ['app.js.map', 'application/json; charset=utf-8'],
    ['sign.svg', 'image/svg+xml'],
    ['sign.png', 'image/png'],
    ['PHOTO.JPG', 'image/jpeg'],
    ['photo.webp', 'image/webp'],
    ['sign.ico', 'image/x-icon'],
    ['text.woff2', 'font/woff2'],
    ['decoder.wasm', 'application/wasm'],
    ['farm.glb', 'model/gltf-binary'],
    ['robots.txt', 'text/plain; charset=utf-8'],
    ['data.bin', 'application/octet-stream'],
  ])('%s is of the type %s', async (name, type) => {
    await writeFile(join(root, name), 'content');
    expect((await get(name)).headers.get('content-type')).toBe(type);
  });

  it('may be kept for a year where its name has a hash; a model is not compressed on its way', async () => {
    const cached = async (name: string, policy: CachePolicy) =>
      (await get(name, {}, policy)).headers.get('cache-control');
    expect(await cached('app.js', 'immutable')).toBe('public, max-age=31536000, immutable');
    expect(await cached('farm.glb', 'immutable')).toBe('public, max-age=31536000, immutable, no-transform');
    expect(await cached('farm.glb', 'revalidate')).toBe('no-cache, no-transform');
  });

  it('that the browser has is not sent again', async () => {
    const etag = (await get('app.js')).headers.get('etag') ?? '';
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag} `]) {
      const answer = await get('app.js', { headers: { 'if-none-match': tags } });
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag]);
      expect(answer.headers.has('content-length')).toBe(false);
    }
    expect((await get('app.js', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('of which only the head is asked for comes without its content', async () => {
    const answer = await get('app.js', { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '7']);
    expect(await answer.text()).toBe('');
  });

  it('is none where there is a folder, nothing, or a way out', async () => {
    for (const name of ['folder', 'missing.js', '../x', '.env']) expect((await get(name)).status).toBe(404);
  });
});

it('a root that ends with a slash is the same', () => {
  expect(resolveInside('/srv/web/', 'index.html')).toBe('/srv/web/index.html');
  expect(resolveInside('/srv/web', '')).toBeUndefined();
});
