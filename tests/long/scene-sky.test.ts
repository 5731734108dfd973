import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { setPageClock } from '../support/clock.ts';
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

/** Mean brightness of the scene, 0 … 255, in a page whose clock stands at an instant. */
async function brightnessAt(instant: string): Promise<number> {
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

test('the farm is bright at noon, dimmer at dusk and dark at midnight of its place', async () => {
  const noon = await brightnessAt('2026-06-21T04:05:00Z');
  const dusk = await brightnessAt('2026-06-21T11:40:00Z');
  const midnight = await brightnessAt('2026-06-21T16:05:00Z');
  expect(noon).toBeGreaterThan(100);
  expect(dusk).toBeLessThan(noon * 0.85);
  expect(midnight).toBeLessThan(dusk * 0.6);
});
