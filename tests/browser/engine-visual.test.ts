import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { dracoModel } from '../support/fixtures.ts';
import { differenceFromKept, SHARE_TOLERANCE } from '../support/kept-picture.ts';
import { EngineDriver, layoutOf, placed } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

const PICTURES = fileURLToPath(new URL('./engine-pictures/', import.meta.url));
const CAMERA = { position: { x: 3.2, y: 2.6, z: 5.4 }, target: { x: 0, y: 0.8, z: 0 } };

let browser: Browser;
let server: PageServer;
let driver: EngineDriver;

beforeAll(async () => {
  const balls = [await dracoModel(0), await dracoModel(3)];
  server = await servePage('viewer');
  server.answer = (request, response) => {
    const which = /^\/fixtures\/ball-(\d)\.glb/.exec(request.url ?? '');
    const body = which && balls[Number(which[1])];
    if (!body) return false;
    response.writeHead(200, { 'Content-Type': 'model/gltf-binary', 'Content-Length': body.length }).end(body);
    return true;
  };
  browser = await launchBrowser();
  driver = await EngineDriver.open(browser, server.url, 480, 320);
  await driver.page.evaluate(() => {
    // Time that goes on by a sixtieth with each frame, however long that took.
    let now = 0;
    window.viewer = new window.engine.FarmViewer(window.view, {
      quality: 'low',
      pixelRatio: 1,
      reducedMotion: true,
      seed: 7,
      clock: {
        now: () => now,
        requestFrame: (callback) =>
          requestAnimationFrame(() => {
            now += 1000 / 60;
            callback(now);
          }),
        cancelFrame: (handle) => cancelAnimationFrame(handle),
      },
    });
  });
  await driver.load(layoutOf([placed('a', -0.9, 0), placed('b', 1, 0.4)], CAMERA), {
    a: '/fixtures/ball-0.glb',
    b: '/fixtures/ball-1.glb',
  });
  await driver.page.evaluate(() =>
    window.viewer!.setLiveState([
      { id: 'a', online: true, alarm: false },
      { id: 'b', online: true },
    ]),
  );
  await driver.untilStill();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Share of the pixels in which the picture now differs from the one that is kept under this name. */
async function differenceFrom(name: string): Promise<number> {
  const png = await driver.page.evaluate(async () => {
    const bytes = new Uint8Array(await (await window.viewer!.screenshot()).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return differenceFromKept(driver.page, `${PICTURES}${name}.png`, png);
}

it('two things on the meadow look as they did', async () => {
  expect(await differenceFrom('things')).toBeLessThanOrEqual(SHARE_TOLERANCE);
});

it('when the alarm starts, the ground around that thing turns red', async () => {
  /** Red over green and blue, of the pixels within 60 CSS px of the foot of a thing. */
  const redness = (x: number, z: number) =>
    driver.page.evaluate(
      async (x, z) => {
        const [px, py] = window.engineScreenOf(x, 0, z);
        const bitmap = await createImageBitmap(await window.viewer!.screenshot());
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(Math.round(px) - 60, Math.round(py) - 25, 120, 50);
        let red = 0;
        for (let i = 0; i < data.length; i += 4) {
          if (data[i]! > 150 && data[i]! > data[i + 1]! * 1.5 && data[i]! > data[i + 2]! * 1.5) red++;
        }
        return red;
      },
      x,
      z,
    );
  const before = await redness(-0.9, 0);
  await driver.page.evaluate(() => window.viewer!.setLiveState([{ id: 'a', alarm: true }]));
  await driver.untilStill();
  expect(await redness(-0.9, 0)).toBeGreaterThan(before + 100);
  expect(await differenceFrom('alarm')).toBeLessThanOrEqual(SHARE_TOLERANCE);
});

it('what is chosen has a lit rim: its pixels change, those of the sky do not', async () => {
  const skyOf = () => driver.picture(8, 8).then((means) => means.slice(0, 24));
  const before = await skyOf();
  const changed = await driver.pixelsChangedBy(async () => {
    await driver.page.evaluate(() => window.viewer!.select(['b']));
    await driver.untilStill();
  });
  expect(changed).toBeGreaterThan(300);
  expect(await skyOf()).toEqual(before);
  expect(await differenceFrom('chosen')).toBeLessThanOrEqual(SHARE_TOLERANCE);
});

it('drawn labels stand over the things', async () => {
  await driver.page.evaluate(() => {
    const { labels } = window.viewer!;
    for (let i = 0; i < 60; i++) {
      const position = { x: (i % 10) * 6 - 27, y: 1, z: -10 - Math.floor(i / 10) * 6 };
      labels.set({ id: `l${i}`, name: `标签 ${i}`, value: `${i}.5 %`, state: 'online', position });
    }
    labels.mode = 'all';
  });
  await driver.untilStill();
  const tiers = await driver.page.evaluate(() => window.viewer!.labels.shown().map(({ tier }) => tier));
  expect(tiers.filter((tier) => tier === 'dot').length).toBeGreaterThan(5);
  expect(await differenceFrom('labels')).toBeLessThanOrEqual(SHARE_TOLERANCE);
});
