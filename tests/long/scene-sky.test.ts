// Second tier (page): the sky of a scene page
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { setMovableClock, setPageClock } from '../support/clock.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// Light and sky of the demo farm (36.88° N, 118.74° E) follow the clock of the page.

let server: RunningServer;
let browser: Browser;
let sceneId: string;

beforeAll(async () => {
  server = await startServer({ demo: true });
  const api = await server.client();
  sceneId = (await api.scenes.list()).items[0]!.id;
  browser = await launchBrowser();
  const page = await browser.newPage();
  await new Person(page, server.baseUrl).logIn(server.adminPassword);
  await page.close();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Where screenshots are stored, if they are wanted. */
const FOLDER = process.env['FARM3D_PICTURES'];
const NOON = '2026-06-21T04:05:00Z';
const DUSK = '2026-06-21T11:40:00Z';
const MIDNIGHT = '2026-06-21T16:05:00Z';

/** Mean brightness of the scene, 0 … 255, in a page whose clock stands at an instant. @param weather mock weather */
async function brightnessAt(name: string, instant: string, weather?: 'rain' | 'snow'): Promise<number> {
  // In the browser's one context: it is logged in, and has the scene's files in its cache.
  const page = await browser.newPage();
  try {
    await page.setViewport({ width: 1000, height: 640, deviceScaleFactor: 0.5 });
    await setPageClock(page, instant);
    const person = new Person(page, server.baseUrl);
    await person.open(`/scene?sceneId=${sceneId}&quality=low`);
    await person.see('scene-canvas');
    await person.see('object-list-item');
    await person.seeNo('loading-overlay');
    if (weather) {
      await person.click('mock-weather-button');
      await person.click('weather-kind', { 'data-value': weather });
      await person.click('weather-apply');
      await person.seeNo('weather-dialog');
    }
    if (FOLDER) await writeFile(join(FOLDER, `sky-${name}.png`), await page.screenshot());
    const png = await page.screenshot({
      encoding: 'base64',
      clip: { x: 340, y: 100, width: 600, height: 420 },
    });
    expect(person.complaints).toEqual([]);
    return await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      canvas.drawImage(bitmap, 0, 0);
      const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
      let sum = 0;
      for (let at = 0; at < data.length; at += 4) sum += (data[at]! + data[at + 1]! + data[at + 2]!) / 3;
      return sum / (data.length / 4);
    }, png);
  } finally {
    await page.close();
  }
}

test('the farm is bright at noon, dimmer at dawn and dusk, dark at midnight of its place; rain and snow are seen', async () => {
  const noon = await brightnessAt('noon', NOON);
  const dusk = await brightnessAt('dusk', DUSK);
  const dawn = await brightnessAt('dawn', '2026-06-20T20:50:00Z');
  const midnight = await brightnessAt('night', MIDNIGHT);
  expect(noon).toBeGreaterThan(100);
  for (const low of [dawn, dusk]) expect(low).toBeLessThan(noon * 0.85);
  expect(midnight).toBeLessThan(Math.min(dawn, dusk) * 0.6);
  // The sky of rain is grey, that of snow brighter than that of rain.
  const rain = await brightnessAt('rain', NOON, 'rain');
  expect(rain).toBeLessThan(noon * 0.95);
  expect(await brightnessAt('snow', NOON, 'snow')).toBeGreaterThan(rain);
});

/** Shaders made since the page began. */
interface Watched {
  shaders: number;
}

test('while an hour of dusk passes, no shader is made', async () => {
  const page = await browser.newPage();
  try {
    await page.setViewport({ width: 1000, height: 640, deviceScaleFactor: 0.5 });
    const begin = Date.parse('2026-06-21T11:10:00Z');
    await setMovableClock(page, new Date(begin).toISOString());
    await page.evaluateOnNewDocument(() => {
      const watched: Watched = { shaders: 0 };
      const { prototype } = WebGL2RenderingContext;
      const make = Reflect.get(prototype, 'createShader');
      prototype.createShader = function (this: WebGL2RenderingContext, type: number) {
        watched.shaders += 1;
        return make.call(this, type);
      };
      Object.assign(window, { watched });
    });
    const person = new Person(page, server.baseUrl);
    await person.open(`/scene?sceneId=${sceneId}&quality=low`);
    await person.see('object-list-item');
    await person.seeNo('loading-overlay');
    const frames = () =>
      page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
    const shaders = () => page.evaluate(() => (window as unknown as { watched: Watched }).watched.shaders);
    await frames();
    const before = await shaders();
    expect(before).toBeGreaterThan(0);
    for (let minute = 2; minute <= 60; minute += 2) {
      await page.evaluate((at) => window.movableClock.set(at), begin + minute * 60_000);
      await frames();
    }
    expect(await shaders()).toBe(before);
  } finally {
    await page.close();
  }
});
