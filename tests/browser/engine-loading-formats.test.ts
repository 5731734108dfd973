// Second tier (page): formats beside glTF
import type { ServerResponse } from 'node:http';
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

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

beforeAll(async () => {
  browser = await launchBrowser();
  inspector = await ModelInspectorPage.start(browser);
  write('wood.png', PNG);
  write('wood.webp', WEBP);
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
  ])('%s is loaded', async (_, name, make, expected) => {
    const found = await inspector.look(write(name, await make()));
    expect(found).toMatchObject({ ok: true, ...expected });
  });

  it('a buffer beside the file is resolved relative to the file, not to the page', async () => {
    write('quad.bin', quadBuffer());
    const found = await inspector.look(write('k.gltf', quadGltf('wood.png', 'quad.bin')));
    expect(found).toMatchObject({ ok: true, triangles: 2, textures: 1 });
  });

  it('FBX is converted to metres with Y up', async () => {
    const { box } = await inspector.look(
      write(
        'l.fbx',
        binaryFbx(
          fbxBlocks({ vertices: [0, 0, 0, 200, 0, 0, 0, 0, 300], triangles: [0, 1, 2], unit: 1, upAxis: 2 }),
        ),
      ),
    );
    expect(box.map((value) => Math.round(value * 1e6) / 1e6 + 0)).toEqual([0, 0, 0, 2, 3, 0]);
  });
});

describe('the Draco decoder', () => {
  const file = /draco_decoder.*\.wasm$/;

  it('is loaded for models that need it only', async () => {
    const fresh = await ModelInspectorPage.start(browser);
    const asked = () => fresh.requests.filter((path) => file.test(path)).length;
    try {
      expect(await fresh.look(write('plain.gltf', quadGltf('wood.png')))).toMatchObject({ ok: true });
      expect(asked()).toBe(0);
      expect(await fresh.look(write('packed.glb', await dracoModel(10)))).toMatchObject({ ok: true });
      expect(asked()).toBeGreaterThan(0);
    } finally {
      await fresh.close();
    }
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['is not there', (response) => response.writeHead(404).end()],
    ['is a page', (response) => response.end('<!doctype html><title>the application</title>')],
    ['does not come through', (response) => response.destroy()],
  ])('that %s is an error of the model, and the next one asks again', async (_, answer) => {
    const fresh = await ModelInspectorPage.start(browser);
    fresh.instead = (path, response) => file.test(path) && (answer(response), true);
    try {
      const failed = await fresh.look(write('without.glb', await dracoModel(11)));
      expect(failed).toMatchObject({ ok: false, error: { code: 'worker-failed' } });
      fresh.instead = undefined;
      expect(await fresh.look(write('with.glb', await dracoModel(12)))).toMatchObject({ ok: true });
    } finally {
      await fresh.close();
    }
  });
});

describe('one decode', () => {
  it('for two URLs of the same bytes', async () => {
    const bytes = await dracoModel(7);
    const paths = [write('same-1.glb', bytes), write('same-2.glb', bytes)].map((file) =>
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

describe('damaged files', () => {
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
  ])('%s ends in a typed error, and the pool continues', async (_, name, make, code) => {
    const { error } = await inspector.look(write(name, await make()));
    expect(error?.code).toBe(code);
    expect(await inspector.look(write('after.glb', await dracoModel(3)))).toMatchObject({ ok: true });
  });

  it('an aborted load ends at once, and the pool continues', async () => {
    const path = inspector.addressOf(write('big.fbx', binaryFbx(fbxBlocks(sheet(60_000)))));
    const page = await inspector.page();
    const found = await page.evaluate((path) => window.inspectModel(path, 1), path);
    expect(found.error?.code).toBe('model-timeout');
    expect(await inspector.look(write('after.fbx', binaryFbx(fbxBlocks(sheet(2)))))).toMatchObject({
      ok: true,
    });
  });
});

/** Copies of the bytes with random changes, often truncated. */
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

describe('malicious files', () => {
  it.each([
    ['Draco in GLB', 'glb', () => dracoModel(4, 300)],
    ['binary FBX', 'fbx', () => binaryFbx(fbxBlocks(sheet(40)))],
    ['ASCII FBX', 'fbx', () => new TextEncoder().encode(asciiFbx(fbxBlocks(sheet(40)), '\t'))],
    ['glTF', 'gltf', () => new TextEncoder().encode(quadGltf(''))],
  ])(
    '%s with random changes of bytes: each load ends with a model or a typed error, and the pool continues',
    async (name, ending, make) => {
      const files = damaged(await make(), 25, name.length).map((bytes, i) =>
        write(`harm-${name.replaceAll(' ', '-')}-${i}.${ending}`, bytes),
      );
      const found = await Promise.all(files.map((file) => inspector.look(file)));
      for (const [i, { ok, error, decodedBytes }] of found.entries()) {
        expect(ok || error!.code.startsWith('model-'), `${files[i]}: ${error?.code}`).toBe(true);
        expect(decodedBytes).toBeLessThan(2 ** 26);
      }
      // Otherwise nothing was damaged, or all files were rejected by the same first check.
      expect(new Set(found.map(({ ok, error }) => (ok ? 'ok' : error!.code))).size).toBeGreaterThan(1);
      const after = await make();
      expect(await inspector.look(write(`unharmed.${ending}`, after))).toMatchObject({ ok: true });
    },
  );
});

describe('a worker that hangs', () => {
  /** Longer than a worker takes to start on a busy machine; workers that must time out never start. */
  const readyTimeoutMs = 3_000;
  let silent: string;
  let glb: string;
  let fbx: string;

  beforeAll(async () => {
    silent = inspector.addressOf(write('silent.js', 'export {};'));
    glb = inspector.addressOf(write('hang.glb', await dracoModel(5)));
    fbx = inspector.addressOf(write('hang.fbx', binaryFbx(fbxBlocks(sheet(4)))));
  });

  const load = async (paths: string[], silentStarts: number[], timeouts: object) =>
    (await inspector.page()).evaluate((given) => window.loadBeside(given), {
      paths,
      silent,
      silentStarts,
      timeouts,
    });

  it('at its start is replaced, and the load moves to the next one', async () => {
    expect(await load([glb, glb], [1], { readyTimeoutMs })).toEqual(['ok', 'ok']);
  });

  it('at its start twice ends its load with `worker-timeout`; afterwards the pool loads everything', async () => {
    const outcomes = await load([glb, fbx, fbx, glb], [2, 3], { readyTimeoutMs });
    expect(outcomes).toEqual(['ok', 'worker-timeout', 'ok', 'ok']);
  });

  it('during a model ends it with `model-timeout`; the pool loads the next', async () => {
    const outcomes = await load([UNANSWERED, glb], [], { silenceTimeoutMs: 2_000 });
    expect(outcomes).toEqual(['model-timeout', 'ok']);
  });
});
