// Second tier (pictures): features of glTF, each compared with a picture
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { picture } from '../support/fixtures.ts';
import { EngineDriver, layoutOf, placed } from './engine-driver.ts';
import { FEATURES } from './gltf-features/features.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

/** Minimum number of different pixels for a feature to count as drawn. */
const FEWEST_PIXELS = 12;
const CAMERA = { position: { x: 1, y: 2.5, z: 7 }, target: { x: 0, y: 2, z: 0 } };

let server: PageServer;
let browser: Browser;
let driver: EngineDriver;
const files = new Map<string, Uint8Array>();

interface Seen {
  readonly fallbacks: readonly string[];
  readonly missing: readonly string[];
  readonly pixels: readonly number[];
}

/** Loads one model as the only object of a scene, plays one of its clips to the end, and renders an image. */
async function look(path: string, clip?: string): Promise<Seen> {
  const layout = layoutOf([placed('a', 0, 0)], CAMERA);
  return driver.page.evaluate(
    async (layout, path, clip) => {
      const viewer = window.viewer!;
      const catalogue = [{ equipmentId: 'a', name: 'a', modelPath: path }];
      const report = await viewer.load({ baseModelPath: null, layout, catalogue });
      if (clip) {
        const player = viewer.animations('a');
        player.play(clip, { fadeIn: 0, loop: false });
        while (player.isActive) await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      const bitmap = await createImageBitmap(await viewer.screenshot());
      const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      pen.drawImage(bitmap, 0, 0);
      return {
        fallbacks: report.fallbacks.map(({ reason }) => reason),
        missing: report.warnings.flatMap(({ missing }) => missing),
        pixels: [...pen.getImageData(0, 0, bitmap.width, bitmap.height).data],
      };
    },
    layout,
    path,
    clip,
  );
}

function differing(a: readonly number[], b: readonly number[]): number {
  let count = 0;
  for (let i = 0; i < a.length; i += 4) {
    const far = [0, 1, 2].some((c) => Math.abs(a[i + c]! - b[i + c]!) > 6);
    if (far) count++;
  }
  return count;
}

beforeAll(async () => {
  files.set('/features/picture.png', picture(8, 8));
  for (const [i, { file, without }] of FEATURES.entries()) {
    const made = await file();
    const bytes = made instanceof Uint8Array ? made : new TextEncoder().encode(made.toString());
    files.set(`/features/${i}.gltf`, bytes);
    if (without) files.set(`/features/${i}.without.gltf`, new TextEncoder().encode(without().toString()));
  }
  server = await servePage('viewer');
  server.answer = (request, response) => {
    const body = files.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!body) return false;
    response.writeHead(200, { 'Content-Length': body.length }).end(body);
    return true;
  };
  browser = await launchBrowser();
  driver = await EngineDriver.open(browser, server.url, 160, 100);
  // The lowest tier: every tier draws what this one draws.
  await driver.create({ pixelRatio: 1, quality: 'low', objectTree: false });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

describe('features of glTF', () => {
  it('are at least 45, each in a file of its own', () => {
    expect(new Set(FEATURES.map(({ name }) => name)).size).toBeGreaterThanOrEqual(45);
    for (const { without, warned, refused } of FEATURES)
      expect([without, warned, refused].filter((given) => given !== undefined)).toHaveLength(1);
  });

  it.each(FEATURES.map((feature, i) => ({ ...feature, i })))(
    '$name',
    async ({ i, hash = '', clip, warned, refused }) => {
      const { fallbacks, missing, pixels } = await look(`/features/${i}.gltf${hash}`, clip);
      expect(fallbacks).toEqual(refused ? [refused] : []);
      expect(missing).toEqual(warned ? [warned] : []);
      if (warned || refused) return;
      const other = await look(`/features/${i}.without.gltf`);
      expect(other).toMatchObject({ fallbacks: [], missing: [] });
      expect(differing(pixels, other.pixels)).toBeGreaterThan(FEWEST_PIXELS);
    },
  );
});

it('a model-warning for each path and load names what is left out, in the language of the viewer', async () => {
  const path = `/features/${FEATURES.findIndex(({ name }) => name === 'cameras')}.gltf`;
  const warnings = await driver.page.evaluate(async (path) => {
    const viewer = window.viewer!;
    const events: { path: string; missing: readonly string[]; message: string }[] = [];
    const off = viewer.on('model-warning', (warning) => events.push(warning));
    const at = (id: string, x: number) => ({
      id,
      kind: 'k',
      parentId: null,
      position: { x, y: 0, z: 0 },
      rotation: { x: 0, y: 0, z: 0 },
      scale: { x: 1, y: 1, z: 1 },
      extra: {},
    });
    const scene = {
      baseModelPath: null,
      layout: { camera: null, equipment: [at('p', 0), at('q', 5)], childScenes: [], extra: {} },
      catalogue: [{ equipmentId: 'k', name: 'k', modelPath: path }],
    };
    viewer.setLocale('en');
    await viewer.load(scene);
    viewer.setLocale('zh-CN');
    const { warnings } = await viewer.load(scene);
    off();
    return { events, warnings };
  }, path);
  expect(warnings.events).toEqual([
    { path, missing: ['cameras'], message: `Parts of the model are not shown: ${path} (cameras)` },
    { path, missing: ['cameras'], message: `模型中有内容未显示：${path}（cameras）` },
  ]);
  expect(warnings.warnings).toEqual(warnings.events.slice(1));
});
