import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { asciiFbx, binaryFbx, fbxBlocks, sheet } from '../support/fbx-fixture.ts';
import { dracoModel } from '../support/fixtures.ts';
import { ModelInspectorPage, UNANSWERED } from '../support/inspect-models.ts';
import { quadBuffer, quadGltf } from '../support/quad-gltf.ts';

/** The page is served with the strict policy of page-server.ts: no blob: worker, no eval, no request elsewhere. */
let browser: Browser;
let inspector: ModelInspectorPage;
const folder = mkdtempSync(join(tmpdir(), 'farm3d-models-'));

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

function put(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

beforeAll(async () => {
  browser = await launchBrowser();
  inspector = await ModelInspectorPage.start(browser);
  put('wood.png', PNG);
  put('wood.webp', WEBP);
});

afterAll(async () => {
  await inspector?.close();
  await browser?.close();
  rmSync(folder, { recursive: true });
});

describe('formats, under a strict policy', () => {
  const shape = sheet(200);
  const triangles = shape.triangles.length / 3;

  it.each([
    ['Draco in GLB', 'a.glb', () => dracoModel(1), { format: 'glb', textures: 1 }],
    ['glTF with an outside picture', 'b.gltf', () => quadGltf('wood.png'), { format: 'gltf', textures: 1 }],
    ['a WebP picture', 'c.gltf', () => quadGltf('wood.webp'), { format: 'gltf', textures: 1 }],
    [
      'a picture inside the text',
      'd.gltf',
      () => quadGltf(`data:image/png;base64,${PNG.toString('base64')}`),
      { textures: 1 },
    ],
    ['a missing picture', 'e.gltf', () => quadGltf('absent.png'), { textures: 0, triangles: 2 }],
    [
      'binary FBX, packed, with its own picture',
      'f.fbx',
      () => binaryFbx(fbxBlocks({ ...shape, picture: { fileName: 'x.png', content: PNG }, moveTo: 3 })),
      { format: 'fbx', triangles, textures: 1, clips: ['slide'] },
    ],
    [
      'FBX with an outside picture, plain arrays',
      'g.fbx',
      () => binaryFbx(fbxBlocks({ ...shape, picture: { fileName: 'wood.png' } }), false),
      { format: 'fbx', triangles, textures: 1 },
    ],
    [
      'ASCII FBX without any indentation',
      'h.fbx',
      () => asciiFbx(fbxBlocks(shape), ''),
      { format: 'fbx', triangles },
    ],
    ['FBX under the name of a GLB', 'i.glb', () => binaryFbx(fbxBlocks(shape)), { format: 'fbx', triangles }],
    ['GLB under the name of an FBX', 'j.fbx', () => dracoModel(2), { format: 'glb' }],
  ])('%s loads', async (_, name, make, expected) => {
    const found = await inspector.look(put(name, await make()));
    expect(found).toMatchObject({ ok: true, ...expected });
  });

  it('a buffer beside the file is found from the file, not from the page', async () => {
    put('quad.bin', quadBuffer());
    const found = await inspector.look(put('k.gltf', quadGltf('wood.png', 'quad.bin')));
    expect(found).toMatchObject({ ok: true, triangles: 2, textures: 1 });
  });

  it('FBX comes in metres with Y up', async () => {
    const { box } = await inspector.look(
      put(
        'l.fbx',
        binaryFbx(
          fbxBlocks({ vertices: [0, 0, 0, 200, 0, 0, 0, 0, 300], triangles: [0, 1, 2], unit: 1, upAxis: 2 }),
        ),
      ),
    );
    expect(box.map((value) => Math.round(value * 1e6) / 1e6 + 0)).toEqual([0, 0, 0, 2, 3, 0]);
  });
});

describe('one decode', () => {
  it('for two addresses of the same bytes', async () => {
    const bytes = await dracoModel(7);
    const paths = [put('same-1.glb', bytes), put('same-2.glb', bytes)].map((file) =>
      inspector.addressOf(file),
    );
    const page = await inspector.page();
    const decodes = await page.evaluate(async (paths) => {
      const before = window.decodes;
      await Promise.all(paths.map((path) => window.inspectModel(path, 20_000, true)));
      return window.decodes - before;
    }, paths);
    expect(decodes).toBe(1);
  });
});

describe('what is damaged', () => {
  it.each([
    ['half a GLB', 'm.glb', async () => (await dracoModel(1)).slice(0, 2_000), 'model-truncated'],
    ['a page instead of a model', 'n.glb', () => '<!doctype html><title>404</title>', 'model-wrong-type'],
    ['half an FBX', 'o.fbx', () => binaryFbx(fbxBlocks(sheet(50))).slice(0, 900), 'model-truncated'],
    ['FBX 3000', 'p.fbx', () => binaryFbx(fbxBlocks(sheet(2)), true, 3000), 'model-unsupported'],
    [
      'no array is so long',
      'q.gltf',
      () => quadGltf('').replace('"count":4', '"count":4000000000'),
      'model-invalid',
    ],
  ])('%s is a typed error, and the pool goes on', async (_, name, make, code) => {
    const { error } = await inspector.look(put(name, await make()));
    expect(error?.code).toBe(code);
    expect(await inspector.look(put('after.glb', await dracoModel(3)))).toMatchObject({ ok: true });
  });

  it('a load that is given up ends at once, and the pool goes on', async () => {
    const path = inspector.addressOf(put('big.fbx', binaryFbx(fbxBlocks(sheet(60_000)))));
    const page = await inspector.page();
    const found = await page.evaluate((path) => window.inspectModel(path, 1), path);
    expect(found.error?.code).toBe('model-timeout');
    expect(await inspector.look(put('after.fbx', binaryFbx(fbxBlocks(sheet(2)))))).toMatchObject({
      ok: true,
    });
  });
});

/** The same bytes with some of them changed, and often cut. */
function damaged(good: Uint8Array, count: number, seed: number): Uint8Array[] {
  const change = fc.tuple(fc.nat(good.length - 1), fc.nat(255));
  const cut = fc.option(fc.nat(good.length), { freq: 3 });
  return fc.sample(
    fc.tuple(fc.array(change, { minLength: 1, maxLength: 12 }), cut).map(([changes, length]) => {
      const bytes = good.slice();
      for (const [at, value] of changes) bytes[at] = value;
      return bytes.slice(0, length ?? bytes.length);
    }),
    { seed, numRuns: count },
  );
}

describe('files made to harm', () => {
  it.each([
    ['Draco in GLB', 'glb', () => dracoModel(4, 300)],
    ['binary FBX', 'fbx', () => binaryFbx(fbxBlocks(sheet(40)))],
    ['ASCII FBX', 'fbx', () => new TextEncoder().encode(asciiFbx(fbxBlocks(sheet(40)), '\t'))],
    ['glTF', 'gltf', () => new TextEncoder().encode(quadGltf(''))],
  ])(
    '%s with bytes changed at random: each ends, typed, and the pool goes on',
    async (name, ending, make) => {
      const files = damaged(await make(), 25, name.length).map((bytes, i) =>
        put(`harm-${name.replaceAll(' ', '-')}-${i}.${ending}`, bytes),
      );
      const found = await Promise.all(files.map((file) => inspector.look(file)));
      for (const [i, { ok, error, decodedBytes }] of found.entries()) {
        expect(ok || error!.code.startsWith('model-'), `${files[i]}: ${error?.code}`).toBe(true);
        expect(decodedBytes).toBeLessThan(2 ** 26);
      }
      // Else nothing was harmed, or all of it at the first look.
      expect(new Set(found.map(({ ok, error }) => (ok ? 'ok' : error!.code))).size).toBeGreaterThan(1);
      const after = await make();
      expect(await inspector.look(put(`unharmed.${ending}`, after))).toMatchObject({ ok: true });
    },
  );
});

describe('a worker that hangs', () => {
  /** Longer than a worker takes to start on a busy machine: what is to be late is late for ever. */
  const readyTimeoutMs = 3_000;
  let silent: string;
  let glb: string;
  let fbx: string;

  beforeAll(async () => {
    silent = inspector.addressOf(put('silent.js', 'export {};'));
    glb = inspector.addressOf(put('hang.glb', await dracoModel(5)));
    fbx = inspector.addressOf(put('hang.fbx', binaryFbx(fbxBlocks(sheet(4)))));
  });

  const load = async (paths: string[], silentStarts: number[], timeouts: object) =>
    (await inspector.page()).evaluate((given) => window.loadBeside(given), {
      paths,
      silent,
      silentStarts,
      timeouts,
    });

  it('at its start is given up, and the load goes to the next one', async () => {
    expect(await load([glb, glb], [1], { readyTimeoutMs })).toEqual(['ok', 'ok']);
  });

  it('at its start twice ends its load with `worker-timeout`; the pool loads everything afterwards', async () => {
    const outcomes = await load([glb, fbx, fbx, glb], [2, 3], { readyTimeoutMs });
    expect(outcomes).toEqual(['ok', 'worker-timeout', 'ok', 'ok']);
  });

  it('in the middle of a model ends it with `model-timeout`; the pool loads the next', async () => {
    const outcomes = await load([UNANSWERED, glb], [], { silenceTimeoutMs: 2_000 });
    expect(outcomes).toEqual(['model-timeout', 'ok']);
  });
});
