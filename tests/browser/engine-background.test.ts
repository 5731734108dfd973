import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Background, SceneBackground } from 'farm3d-engine/weather';
import { launchBrowser } from '../support/browser.ts';
import { EngineDriver, layoutOf } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

declare global {
  interface Window {
    background: SceneBackground;
  }
}

/** From above: the horizon is out of sight, so that the frame is all sky or all ground. */
const CAMERA = { position: { x: 0, y: 3, z: 12 }, target: { x: 0, y: 2.6, z: 0 } };

let browser: Browser;
let server: PageServer;
let driver: EngineDriver;

/** A Radiance file of 4 × 2 texels of one colour: red, green, blue, and 128 for an exponent of 0. */
function radiance(rgb: readonly [number, number, number]): Buffer {
  const header = '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 4\n';
  return Buffer.concat([
    Buffer.from(header),
    Buffer.from(Array.from({ length: 8 }, () => [...rgb, 128]).flat()),
  ]);
}

beforeAll(async () => {
  server = await servePage('viewer');
  const image = radiance([0, 0, 200]);
  server.answer = (request, response) => {
    if (request.url !== '/fixtures/blue.hdr') return false;
    response.writeHead(200, { 'Content-Length': image.length }).end(image);
    return true;
  };
  browser = await launchBrowser();
  driver = await EngineDriver.open(browser, server.url, 320, 200);
  await driver.create({ quality: 'low', pixelRatio: 1 });
  await driver.load(layoutOf([], CAMERA), {});
  await driver.page.evaluate(() => {
    window.background = new window.entries.weather.SceneBackground(window.viewer!);
  });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Colours at the top and at the bottom of the frame. */
async function ends(transparent = false): Promise<{ top: number[]; bottom: number[] }> {
  return driver.page.evaluate(async (transparent) => {
    const bitmap = await createImageBitmap(
      await window.viewer!.screenshot(transparent ? { transparent, width: 64, height: 64 } : {}),
    );
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
      willReadFrequently: true,
    })!;
    pen.drawImage(bitmap, 0, 0);
    const at = (y: number) => [...pen.getImageData(bitmap.width >> 1, y, 1, 1).data];
    return { top: at(2), bottom: at(bitmap.height - 3) };
  }, transparent);
}

const set = (background: Background) =>
  driver.page.evaluate((background) => window.background.set(background), background);

it('is a plain colour, the sky alone, an HDR image, and the surroundings again', async () => {
  const before = await ends();
  await set({ color: '#336699' });
  expect(await ends()).toEqual({ top: [0x33, 0x66, 0x99, 255], bottom: [0x33, 0x66, 0x99, 255] });
  expect(await ends(true)).toEqual({ top: [0, 0, 0, 0], bottom: [0, 0, 0, 0] });

  await set('sky');
  const sky = await ends();
  expect(sky.top).toEqual(before.top);
  expect(sky.bottom).not.toEqual(before.bottom);

  await set({ hdr: '/fixtures/blue.hdr' });
  const { top } = await ends();
  expect(top[2]).toBeGreaterThan(120);
  expect(top[0]).toBeLessThan(60);

  await set('surroundings');
  expect(await ends()).toEqual(before);
  expect(driver.complaints).toEqual([]);
});

it('keeps what is shown if an image cannot be loaded, and names what is wrong', async () => {
  await set({ color: '#336699' });
  const found = await driver.page.evaluate(async () => {
    const codes: unknown[] = [];
    for (const background of [{ hdr: '/fixtures/none.hdr' }, { color: 'reddish' }, 5, { hdr: 7 }])
      await window.background.set(background as never).catch((error: unknown) => {
        const { code, details } = error as { code: string; details: { field?: string } };
        codes.push([code, details.field]);
      });
    return codes;
  });
  expect(found).toEqual([
    ['model-network', null],
    ['invalid-argument', 'background.color'],
    ['invalid-argument', 'background'],
    ['invalid-argument', 'background.hdr'],
  ]);
  expect((await ends()).top).toEqual([0x33, 0x66, 0x99, 255]);
});

it('is gone with all that it made after dispose', async () => {
  await set('surroundings');
  const before = [await ends(), await driver.stats()] as const;
  const again = await driver.page.evaluate(async () => {
    for (const background of [
      { hdr: '/fixtures/blue.hdr' },
      { color: '#336699' },
      { hdr: '/fixtures/blue.hdr' },
    ]) {
      await window.background.set(background);
      await window.viewer!.screenshot();
    }
    window.background.dispose();
    window.background.dispose();
    await window.viewer!.screenshot();
    return window.background.isDisposed;
  });
  expect(again).toBe(true);
  expect(await ends()).toEqual(before[0]);
  const { geometries, textures, draws } = await driver.stats();
  expect({ draws }).toEqual({ draws: before[1].draws });
  expect(geometries).toBeLessThanOrEqual(before[1].geometries + 1);
  expect(textures).toBeLessThanOrEqual(before[1].textures + 1);
});
