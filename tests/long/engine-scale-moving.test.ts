// Second tier (soak): hundreds of models in motion
import type { Browser } from 'puppeteer';
import type { QualityTier, SceneLayout } from 'farm3d-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { blockModel, fanModel, morphingModel, skinnedModel } from '../support/moving-models.ts';
import { EngineDriver, layoutOf, placed } from '../browser/engine-driver.ts';
import { type PageServer, servePage } from '../browser/pages/page-server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

/** Maximum draw calls per kind, and the draw calls of the two ground marks that all kinds share. */
const MAX_DRAWS = 3;
const MARK_DRAWS = 2;
const FRAMES_PER_SECOND = 30;
/** A view from above, with the meadow as background. */
const FRONT = { position: { x: 0, y: 5, z: 7 }, target: { x: 0, y: 1, z: 0 } };
const AWAY = { position: { x: 0, y: 2, z: 8 }, target: { x: 0, y: 2, z: 30 } };

let browser: Browser;
let server: PageServer;
let driver: EngineDriver;

beforeAll(async () => {
  const models: Record<string, Uint8Array> = {
    pole: await skinnedModel(),
    block: await morphingModel(),
    fan: await fanModel(),
    near: await blockModel([0.8, 0, 0]),
    mid: await blockModel([0, 0, 0.8]),
    far: await blockModel([1, 1, 1]),
  };
  server = await servePage('viewer');
  server.answer = (request, response) => {
    const body = models[/^\/fixtures\/([a-z]+)\.glb/.exec(request.url ?? '')?.[1] ?? ''];
    if (!body) return false;
    response.writeHead(200, { 'Content-Type': 'model/gltf-binary', 'Content-Length': body.length }).end(body);
    return true;
  };
  browser = await launchBrowser();
  driver = await EngineDriver.open(browser, server.url, 480, 300);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** A viewer whose clock is advanced only by {@link step}, at a tier with continuous animation. */
async function create(quality: QualityTier = 'medium'): Promise<void> {
  await driver.page.evaluate((quality) => {
    window.viewer?.dispose();
    let now = 0;
    let waiting: ((time: number) => void) | undefined;
    window.viewer = new window.engine.FarmViewer(window.view, {
      quality,
      pixelRatio: 1,
      reducedMotion: false,
      levels: (path) =>
        path === '/fixtures/near.glb'
          ? [
              { path: '/fixtures/mid.glb', belowPixels: 40 },
              { path: '/fixtures/far.glb', belowPixels: 16 },
            ]
          : [],
      clock: {
        now: () => now,
        requestFrame: (callback) => {
          waiting = callback;
          return 1;
        },
        cancelFrame: () => (waiting = undefined),
      },
    });
    window.stepTime = (seconds) => {
      now += seconds * 1000;
      const callback = waiting;
      waiting = undefined;
      callback?.(now);
    };
  }, quality);
}

/** Advances the clock frame by frame. @returns the number of drawn frames. */
function step(seconds: number): Promise<number> {
  return driver.page.evaluate(
    (count, each) => {
      const before = window.viewer!.stats().frames;
      for (let i = 0; i < count; i++) window.stepTime(each);
      return window.viewer!.stats().frames - before;
    },
    Math.round(seconds * FRAMES_PER_SECOND),
    1 / FRAMES_PER_SECOND,
  );
}

async function load(paths: Record<string, [string, number, number]>, camera: SceneLayout['camera']) {
  const objects = Object.entries(paths).map(([id, [, x, z]]) => placed(id, x, z));
  const models = Object.fromEntries(
    Object.entries(paths).map(([id, [kind]]) => [id, `/fixtures/${kind}.glb`]),
  );
  expect(await driver.load(layoutOf(objects, camera), models)).toBeNull();
  await step(1);
}

/** Red, green and blue of the screenshot at a world point. */
function colorAt(x: number, y: number, z: number): Promise<[number, number, number]> {
  return driver.page.evaluate(
    async (x, y, z) => {
      const [px, py] = window.engineScreenOf(x, y, z);
      const bitmap = await createImageBitmap(await window.viewer!.screenshot());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const [r, g, b] = context.getImageData(Math.round(px), Math.round(py), 1, 1).data;
      return [r!, g!, b!] as [number, number, number];
    },
    x,
    y,
    z,
  );
}

/** Name of the colour at a world point; the meadow has none of these colours. */
async function hueAt(x: number, y: number, z: number): Promise<'red' | 'blue' | 'white' | null> {
  const [r, g, b] = await colorAt(x, y, z);
  if (r > 1.4 * Math.max(g, b)) return 'red';
  if (b > 1.2 * Math.max(r, g)) return 'blue';
  return Math.min(r, g, b) > 130 && Math.max(r, g, b) < 1.25 * Math.min(r, g, b) ? 'white' : null;
}

const lookAt = (camera: NonNullable<SceneLayout['camera']>) =>
  driver.page.evaluate((given) => window.viewer!.camera.jump(given), camera);
const play = (id: string, clip: string) =>
  driver.page.evaluate((id, clip) => window.viewer!.animations(id).play(clip, { fadeIn: 0 }), id, clip);
const setDrive = (id: string, state: Record<string, unknown>) =>
  driver.page.evaluate((id, state) => window.viewer!.setLiveState([{ id, ...state }]), id, state);
const draws = () => driver.stats().then((stats) => stats.draws);

/** Two objects in front, and `more` of the kind behind them. */
function crowd(kind: string, more: number): Record<string, [string, number, number]> {
  const behind = Array.from({ length: more }, (_, i) => [
    `t${i}`,
    [kind, ((i % 20) - 10) * 2, -20 - Math.floor(i / 20) * 2],
  ]);
  return { a: [kind, -2, 0], b: [kind, 2, 0], ...Object.fromEntries(behind) };
}

describe('models with animated parts, as devices', () => {
  it('a skinned model is bent by its clip, and the other four hundred are not', async () => {
    // The tier without a shadow map, which draws each kind once more.
    await create('low');
    await load({}, FRONT);
    const nothing = await draws();
    await load({ a: ['pole', -2, 0] }, FRONT);
    const one = await draws();
    await load(crowd('pole', 398), FRONT);
    expect(await draws()).toBe(one);
    expect(one - nothing).toBeLessThanOrEqual(MAX_DRAWS + MARK_DRAWS);
    expect([await hueAt(-2, 1.7, 0), await hueAt(-2.6, 1, 0), await hueAt(2, 1.7, 0)]).toEqual([
      'red',
      null,
      'red',
    ]);
    await play('a', 'bend');
    await step(1.5);
    // A moving one is drawn with the others, without another draw call.
    expect(await draws()).toBe(one);
    expect([await hueAt(-2, 1.7, 0), await hueAt(-2.6, 1, 0), await hueAt(2, 1.7, 0)]).toEqual([
      null,
      'red',
      'red',
    ]);
    await driver.page.evaluate(() => window.viewer!.animations('a').stopAll());
    await step(0.2);
    expect([await hueAt(-2, 1.7, 0), await hueAt(-2.6, 1, 0)]).toEqual(['red', null]);
  });

  it('an object outside the viewport is not animated and requests no frames, and continues when it is visible again', async () => {
    await play('a', 'bend');
    await lookAt(AWAY);
    await step(1);
    expect(await step(2)).toBe(0);
    await lookAt(FRONT);
    expect(await step(1.5)).toBeGreaterThan(20);
    expect(await hueAt(-2.6, 1, 0)).toBe('red');
    await driver.page.evaluate(() => window.viewer!.animations('a').stopAll());
    await step(0.2);
    expect(await step(1)).toBe(0);
  });

  it('a morphing model grows by its clip, and the other four hundred do not', async () => {
    await load({ a: ['block', -2, 0] }, FRONT);
    const one = await draws();
    await load(crowd('block', 398), FRONT);
    expect(await draws()).toBe(one);
    expect([await hueAt(-2, 0.3, 0.3), await hueAt(-2.7, 0.3, 0.3), await hueAt(2.7, 0.3, 0.3)]).toEqual([
      'blue',
      null,
      null,
    ]);
    await play('a', 'swell');
    await step(1.5);
    expect([await hueAt(-2, 0.3, 0.3), await hueAt(-2.7, 0.3, 0.3), await hueAt(2.7, 0.3, 0.3)]).toEqual([
      'blue',
      'blue',
      null,
    ]);
  });
});

describe('parts that telemetry drives', () => {
  it('rotates a `spin_…` part once a second, only while it is driven and visible', async () => {
    await create();
    await load({}, FRONT);
    const nothing = await draws();
    await load(crowd('fan', 50), { position: { x: 0, y: 5, z: 5 }, target: { x: 0, y: 1, z: 0 } });
    // Stand, blade and lamp are one draw call, the pane another.
    expect((await draws()) - nothing).toBeLessThanOrEqual(MAX_DRAWS + MARK_DRAWS);
    const blades = async () => [
      await hueAt(-1.3, 1.1, 0),
      await hueAt(-2, 1.1, 0.7),
      await hueAt(2.7, 1.1, 0),
    ];
    expect(await blades()).toEqual(['red', null, 'red']);
    expect(await step(1)).toBe(0);
    await setDrive('a', { drive: { spin: 1 } });
    await driver.page.mouse.move(5, 5);
    // A rotation by 90°; the other fan does not move.
    await step(0.05);
    let drawn = 0;
    for (let i = 0; i < 40 && (await blades()).join() !== ',red,red'; i++) drawn += await step(1 / 30);
    expect(await blades()).toEqual([null, 'red', 'red']);
    expect(drawn).toBeLessThan(10);
    await setDrive('a', { drive: { spin: 0 } });
    await step(0.2);
    expect(await step(1)).toBe(0);
    expect(await blades()).toEqual([null, 'red', 'red']);
  });

  it('lights a `glow_…` part with the given brightness', async () => {
    await lookAt({ position: { x: -2, y: 2, z: 5.5 }, target: { x: -2, y: 0.7, z: 0 } });
    const brightness: number[] = [];
    for (const glow of [0, 0.5, 1]) {
      await setDrive('a', { drive: { glow } });
      await step(0.1);
      brightness.push((await colorAt(-2, 0.65, 0.3)).reduce((sum, part) => sum + part, 0));
    }
    expect(brightness[1]!).toBeGreaterThan(brightness[0]! + 20);
    expect(brightness[2]!).toBeGreaterThan(brightness[1]! + 20);
  });
});

describe('an alarm', () => {
  it('pulses while it is visible, and requests no frames otherwise', async () => {
    await lookAt(FRONT);
    await setDrive('b', { alarm: true });
    await driver.page.mouse.move(9, 9);
    expect(await step(1.2)).toBeGreaterThan(20);
    // Half a pulse later the rim light has another brightness.
    expect(await driver.pixelsChangedBy(() => step(0.6))).toBeGreaterThan(50);
    await lookAt(AWAY);
    await step(0.2);
    expect(await step(1)).toBe(0);
  });

  it('has full brightness at the low tier, without continuous frames', async () => {
    await create('low');
    await load(crowd('fan', 0), FRONT);
    expect(
      await driver.pixelsChangedBy(async () => {
        await setDrive('b', { alarm: true });
        await step(0.1);
      }),
    ).toBeGreaterThan(50);
    expect(await step(1)).toBe(0);
  });
});

describe('levels of detail', () => {
  /** The block at the origin is large, so that the distances are large compared with the camera's tolerance. */
  const SIZE = 3;
  /** Distance at which its bounding sphere is `pixels` CSS px high. */
  const far = (pixels: number) => {
    const distance = (SIZE * Math.sqrt(3) * (150 / Math.tan((75 * Math.PI) / 360))) / pixels;
    return { position: { x: 0, y: 2, z: distance }, target: { x: 0, y: 1.5, z: 0 } };
  };
  const hueFrom = async (pixels: number) => {
    await lookAt(far(pixels));
    await step(0.1);
    return hueAt(0, 1.5, 1.5);
  };
  const shown = async () => {
    const objects = Object.entries({
      ...crowd('near', 40),
      middle: ['near', 0, 0] as const,
      between: ['near', 5, 8] as const,
    });
    const layout = layoutOf(
      objects.map(([id, [, x, z]]) => ({
        ...placed(id, x, z),
        ...(id === 'middle' && { scale: { x: SIZE, y: SIZE, z: SIZE } }),
      })),
      far(50),
    );
    const models = Object.fromEntries(objects.map(([id]) => [id, '/fixtures/near.glb']));
    expect(await driver.load(layout, models)).toBeNull();
    await step(1);
  };

  it('change with the size on the screen, with hysteresis: no flickering at the limit', async () => {
    await create('low');
    await shown();
    expect(await hueFrom(50)).toBe('red');
    // Levels of detail are fetched because the objects are small enough.
    await expect.poll(() => hueFrom(30), { timeout: PATIENCE_MS }).toBe('blue');
    expect(await hueFrom(42)).toBe('blue');
    expect(await hueFrom(50)).toBe('red');
    expect(await hueFrom(38)).toBe('red');
    expect(await hueFrom(33)).toBe('blue');
    expect(await hueFrom(12)).toBe('white');
    expect(await hueFrom(17)).toBe('white');
    expect(await hueFrom(20)).toBe('blue');
  });

  it('need at most three draw calls per kind with all levels visible', async () => {
    await hueFrom(50);
    const all = await draws();
    await load({}, far(50));
    expect(all - (await draws())).toBe(MAX_DRAWS + MARK_DRAWS);
  });
});

declare global {
  interface Window {
    stepTime: (seconds: number) => void;
  }
}
