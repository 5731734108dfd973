// Second tier (page): each call of a plugin
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ViewerContext } from 'farm3d-engine';
import { launchBrowser } from '../support/browser.ts';
import { EngineDriver, layoutOf, placed } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

declare global {
  interface Window {
    fenceContext: ViewerContext;
  }
}

const CAMERA = { position: { x: 0, y: 3, z: 12 }, target: { x: 0, y: 0.6, z: 0 } };
/** A point of the upper rail. */
const RAIL = [1, 1.02, 0] as const;

let browser: Browser;
let server: PageServer;
let driver: EngineDriver;

beforeAll(async () => {
  server = await servePage('viewer');
  browser = await launchBrowser();
  driver = await EngineDriver.open(browser, server.url);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

beforeEach(async () => {
  await driver.renew({ quality: 'low', pixelRatio: 1 });
  await driver.load(layoutOf([placed('box', 0, 3)], CAMERA), { box: null });
  await driver.untilStill();
});

const useFence = () =>
  driver.page.evaluate(() => {
    const corners = [
      [-6, 0],
      [6, 0],
    ] as const;
    window.fenceContext = window.viewer!.use(new window.Fence('fence', '围栏', corners));
  });

const screenOf = (point: readonly [number, number, number]) =>
  driver.page.evaluate((point) => window.engineScreenOf(...point), point);

async function pick(): Promise<string | null | undefined> {
  const at = await screenOf(RAIL);
  return driver.page.evaluate(([x, y]) => window.viewer!.pick(x, y)?.id, at);
}

const labels = () =>
  driver.page.evaluate(() => window.viewer!.labels.shown().map(({ id, tier }) => `${id} ${tier}`));

async function resources() {
  const { geometries, textures, draws, labels, labelElements, models } = await driver.stats();
  const objects = await driver.page.evaluate(() => {
    let count = 0;
    window.contextOf(window.viewer!).scene.traverse(() => count++);
    return count;
  });
  return { geometries, textures, draws, labels, labelElements, models, objects };
}

/** Mean colour of 3 × 3 pixels of the present view around a point of the world. */
async function colourAt(point: readonly [number, number, number]): Promise<number[]> {
  const at = await screenOf(point);
  return driver.page.evaluate(async ([x, y]) => {
    const bitmap = await createImageBitmap(await window.viewer!.screenshot());
    const pen = new OffscreenCanvas(3, 3).getContext('2d')!;
    const scale = bitmap.width / window.view.clientWidth;
    pen.drawImage(bitmap, -Math.round(x * scale) + 1, -Math.round(y * scale) + 1);
    const { data } = pen.getImageData(0, 0, 3, 3);
    return [0, 1, 2].map((channel) =>
      Math.round(
        Array.from({ length: 9 }, (_, i) => data[i * 4 + channel]!).reduce((sum, one) => sum + one, 0) / 9,
      ),
    );
  }, at);
}

describe('a plugin from outside the package', () => {
  it('is drawn, picked and labelled, survives a lost context, and leaves nothing', async () => {
    const { page } = driver;
    // What is made once and shared stays: the noise of all surfaces, the list of label elements.
    await useFence();
    await page.evaluate(async () => {
      window.fenceContext.setLabel({ id: 'gate', name: '门', position: { x: 0, y: 1, z: 0 } });
      await window.viewer!.screenshot();
      window.fenceContext.detach();
    });
    await driver.untilStill();
    const meadow = await colourAt(RAIL);
    const before = await resources();
    expect(await pick()).toBeNull();

    await useFence();
    await driver.untilStill();
    const wood = await colourAt(RAIL);
    expect(wood).not.toEqual(meadow);
    expect(await pick()).toBe('fence');
    expect(await labels()).toEqual([]);

    const at = await screenOf(RAIL);
    await page.mouse.move(...at);
    await page.waitForFunction(() => window.received.some(([type]) => type === 'hover'));
    expect(await driver.received('hover')).toEqual([{ id: 'fence' }]);
    await page.mouse.click(...at);
    expect(await driver.received('object-click')).toMatchObject([{ id: 'fence' }]);
    await driver.untilStill();
    expect(await labels()).toEqual(['fence element']);

    await page.evaluate(() => {
      const gl = document.querySelector('canvas')!.getContext('webgl2')!;
      const extension = gl.getExtension('WEBGL_lose_context')!;
      gl.canvas.addEventListener('webglcontextlost', () => setTimeout(() => extension.restoreContext(), 50));
      extension.loseContext();
    });
    await page.waitForFunction(() => window.received.some(([type]) => type === 'context-restored'));
    await page.mouse.move(0, 0);
    await driver.untilStill();
    expect(await colourAt(RAIL)).toEqual(wood);
    expect(await pick()).toBe('fence');
    expect(await labels()).toEqual(['fence element']);

    await page.evaluate(() => {
      window.fenceContext.detach();
      window.fenceContext.detach();
    });
    await driver.untilStill();
    expect(await pick()).toBeNull();
    expect(await labels()).toEqual([]);
    expect(await colourAt(RAIL)).toEqual(meadow);
    expect(await resources()).toEqual(before);
    // Chromium tells of the lost context, and that three frees what it had made in it.
    const isOfLoss = (line: string) => /Context|object does not belong to this context/.test(line);
    expect(driver.complaints.filter((line) => !isOfLoss(line))).toEqual([]);
  });

  it('leaves nothing after it was attached and detached 20 times', async () => {
    const cycles = (times: number) =>
      driver.page.evaluate(async (times) => {
        for (let i = 0; i < times; i++) {
          const fence = window.viewer!.use(
            new window.Fence('fence', '围栏', [
              [-6, 0],
              [6, 0],
            ]),
          );
          fence.setLabel({ id: 'gate', name: '门', position: { x: 0, y: 1, z: 0 } });
          await window.viewer!.screenshot();
          fence.detach();
          await window.viewer!.screenshot();
        }
      }, times);
    await cycles(1);
    const before = await resources();
    await cycles(20);
    expect(await resources()).toEqual(before);
  });

  it('is detached with its viewer, the last first', async () => {
    const calls = await driver.page.evaluate(() => {
      const calls: string[] = [];
      const viewer = window.viewer!;
      for (const name of ['first', 'second'])
        viewer.use({
          attach: (context) => void context.own(() => calls.push(`${name} cleaned`)),
          detach: () => calls.push(`${name} detached`),
        });
      viewer.dispose();
      return calls;
    });
    expect(calls).toEqual(['second detached', 'second cleaned', 'first detached', 'first cleaned']);
  });
});

describe('bad input', () => {
  it.each([
    ['a number', 'plugin', () => window.viewer!.use(5 as never)],
    ['an attach that is no function', 'plugin.attach', () => window.viewer!.use({ attach: 1 } as never)],
    [
      'a plugin that is attached',
      'plugin',
      () => {
        const plugin = {};
        window.viewer!.use(plugin);
        return window.viewer!.use(plugin);
      },
    ],
    [
      'an id of the document',
      'id',
      () => {
        const { scene } = window.contextOf(window.viewer!);
        return window.contextOf(window.viewer!).addPickTarget({ id: 'box', object: scene });
      },
    ],
    [
      'an object that is none',
      'object',
      () => window.contextOf(window.viewer!).addPickTarget({ id: 'a', object: {} as never }),
    ],
  ] as const)('%s is an invalid-argument that names the field %s', async (_, field, act) => {
    const thrown = await driver.page.evaluate(act as () => unknown).catch(String);
    expect(String(thrown)).toMatch(new RegExp(`[： ]${field} = `));
  });

  it('an attach that throws leaves nothing, and its error is thrown', async () => {
    const before = await resources();
    const thrown = await driver.page.evaluate(() => {
      const { Mesh, BoxGeometry, MeshBasicMaterial } = window.three;
      try {
        window.viewer!.use({
          attach(context) {
            context.add(new Mesh(new BoxGeometry(), new MeshBasicMaterial()));
            throw new Error('no wood');
          },
        });
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(thrown).toBe('no wood');
    await driver.untilStill();
    expect(await resources()).toEqual(before);
  });

  it('a viewer that was disposed takes no plugin', async () => {
    const code = await driver.page.evaluate(() => {
      window.viewer!.dispose();
      try {
        window.viewer!.use({});
        return null;
      } catch (error) {
        return (error as { code?: string }).code;
      }
    });
    expect(code).toBe('disposed');
  });
});
