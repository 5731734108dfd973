import type { ScreenshotOptions } from 'farm3d-engine';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { EngineDriver, layoutOf, placed } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

const WIDTH = 320;
const HEIGHT = 200;

let browser: Browser;
let server: PageServer;
let driver: EngineDriver;

beforeAll(async () => {
  server = await servePage('viewer');
  browser = await launchBrowser();
  driver = await EngineDriver.open(browser, server.url, WIDTH, HEIGHT);
  await driver.create({ quality: 'high', pixelRatio: 1, reducedMotion: true });
  const camera = { position: { x: 3, y: 2.5, z: 6 }, target: { x: 0, y: 0.8, z: 0 } };
  const errors = await driver.load(layoutOf([placed('pump', 0, 0), placed('box', 2, 0)], camera), {
    pump: '/models/pump.glb',
    box: '/models/device-default.glb',
  });
  expect(errors).toBeNull();
  await driver.page.evaluate(() => {
    window.viewer!.labels.pin('pump');
    window.viewer!.setLiveState([
      { id: 'pump', online: true },
      { id: 'box', alarm: true },
    ]);
  });
  await driver.untilStill();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Size of a screenshot and its alpha (0 … 255) at the corners, in the centre, and overall. */
function alphaOf(options: ScreenshotOptions) {
  return driver.page.evaluate(async (options) => {
    const bitmap = await createImageBitmap(await window.viewer!.screenshot(options));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const at = (x: number, y: number) => data[(y * width + x) * 4 + 3]!;
    const corners = [at(0, 0), at(width - 1, 0), at(0, height - 1), at(width - 1, height - 1)];
    let clear = 0;
    let solid = 0;
    for (let i = 3; i < data.length; i += 4) {
      if (data[i] === 0) clear++;
      if (data[i] === 255) solid++;
    }
    const share = 1 / (width * height);
    const middle = at(width >> 1, height >> 1);
    return { width, height, corners, middle, clear: clear * share, solid: solid * share };
  }, options);
}

describe('a transparent screenshot', () => {
  it('of one object is transparent in its corners and opaque in its centre', async () => {
    const seen = await alphaOf({ of: 'pump', transparent: true, width: 256, height: 256 });
    expect(seen).toMatchObject({ width: 256, height: 256, corners: [0, 0, 0, 0], middle: 255 });
    // The object fills a large part of the image, and nothing is around it.
    expect(seen.solid).toBeGreaterThan(0.15);
    expect(seen.clear).toBeGreaterThan(0.2);
  });

  it('of the present view contains objects only: no sky, ground, trees, signs; it has the size of the view', async () => {
    const seen = await alphaOf({ transparent: true });
    expect(seen).toMatchObject({ width: WIDTH, height: HEIGHT, corners: [0, 0, 0, 0] });
    expect(seen.solid).toBeGreaterThan(0.005);
    expect(seen.clear).toBeGreaterThan(0.7);
  });

  it('without the option it is opaque everywhere', async () => {
    const seen = await alphaOf({ width: 120, height: 80 });
    expect(seen).toMatchObject({ width: 120, height: 80, middle: 255, solid: 1 });
  });
});

it('the page shows the same pixels as before: canvas, size and the next frame', async () => {
  const [before, onPage, after, sizes] = await driver.page.evaluate(async () => {
    const viewer = window.viewer!;
    const canvas = window.view.querySelector('canvas')!;
    const pixelsOf = async (source: ImageBitmapSource) => {
      const bitmap = await createImageBitmap(source);
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      return [...context.getImageData(0, 0, bitmap.width, bitmap.height).data].join();
    };
    const size = () => `${canvas.width} × ${canvas.height}`;
    const sizes = [size()];
    const first = await pixelsOf(await viewer.screenshot());
    // The last frame of the task that takes the screenshot: the one that the browser will present.
    let shown = Promise.resolve('');
    const stop = viewer.on('render', () => (shown = pixelsOf(canvas)));
    await viewer.screenshot({ of: 'box', transparent: true, width: 96, height: 64 });
    stop();
    sizes.push(size());
    return [first, await shown, await pixelsOf(await viewer.screenshot()), sizes] as const;
  });
  expect(onPage === before).toBe(true);
  expect(after === before).toBe(true);
  expect(sizes).toEqual([`${WIDTH} × ${HEIGHT}`, `${WIDTH} × ${HEIGHT}`]);
});

it.each<[string, ScreenshotOptions]>([
  ['invalid-argument', { width: 0 }],
  ['invalid-argument', { height: 4097 }],
  ['invalid-argument', { width: 10.5, height: 10 }],
  ['unknown-equipment', { of: 'nobody' }],
])('%s: %o', async (code, options) => {
  const received = await driver.page.evaluate(
    (options) =>
      window.viewer!.screenshot(options).then(
        () => 'a picture',
        (error: { code: string }) => error.code,
      ),
    options,
  );
  expect(received).toBe(code);
});
