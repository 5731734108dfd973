import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { EngineDriver, layoutOf, placed } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

let browser: Browser;
let server: PageServer;
let driver: EngineDriver;

const CAMERA = { position: { x: 3, y: 2.2, z: 4 }, target: { x: 0, y: 1.6, z: 0 } };

beforeAll(async () => {
  server = await servePage('viewer');
  browser = await launchBrowser();
  driver = await EngineDriver.open(browser, server.url);
  await driver.create({ quality: 'low', pixelRatio: 1, reducedMotion: true });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Number of changed pixels of 640 × 400: the valve is scaled by four, so that its lamp and lever are visible. */
const changedPixels = (state: Record<string, unknown>) =>
  driver.pixelsChangedBy(() =>
    driver.page.evaluate((given) => {
      window.viewer!.setLiveState([{ id: 'a', ...given }]);
    }, state),
  );

describe('live state of an object is visible', () => {
  it('an alarm lights it up, and the end of the alarm switches the light off', async () => {
    await driver.load(layoutOf([{ ...placed('a', 0, 0), scale: { x: 4, y: 4, z: 4 } }], CAMERA), {
      a: '/models/valve.glb',
    });
    await driver.untilStill();
    expect(await changedPixels({ online: true })).toBeGreaterThan(5);
    expect(await changedPixels({ alarm: true })).toBeGreaterThan(200);
    expect(await changedPixels({ alarm: true })).toBe(0);
    expect(await changedPixels({ alarm: false })).toBeGreaterThan(200);
  });

  it('an opened valve turns its lever, at once under reduced motion', async () => {
    await changedPixels({ drive: { open: 0 } });
    await driver.untilStill();
    expect(
      await driver.pixelsChangedBy(async () => {
        await driver.page.evaluate(() => window.viewer!.setLiveState([{ id: 'a', drive: { open: 1 } }]));
        await driver.untilStill();
      }),
    ).toBeGreaterThan(20);
  });

  it('a clip is played by name, and a missing one is named in the error', async () => {
    const reported = await driver.page.evaluate(() => {
      const player = window.viewer!.animations('a');
      try {
        player.play('关闭');
        return null;
      } catch (error) {
        return { clips: player.clips, message: (error as Error).message };
      }
    });
    expect(reported).toEqual({ clips: ['open'], message: '未找到名称为“关闭”的动画' });
  });
});

describe('a rectangle', () => {
  it('finds the objects whose centres lie in it, whichever corner comes first', async () => {
    const objects = Array.from({ length: 9 }, (_, i) =>
      placed(`t${i}`, (i % 3) * 2 - 2, Math.floor(i / 3) * 2 - 2),
    );
    const models = Object.fromEntries(objects.map(({ id }) => [id, '/models/soil-probe.glb']));
    const above = { position: { x: 0, y: 9, z: 0.5 }, target: { x: 0, y: 0, z: 0 } };
    await driver.load(layoutOf(objects, above), models);
    await driver.untilStill();
    const found = await driver.page.evaluate(() => {
      const [x0, y0] = window.engineScreenOf(-3, 0, -3);
      const [x1, y1] = window.engineScreenOf(1, 0, 1);
      return [window.viewer!.pickRectangle(x0, y0, x1, y1), window.viewer!.pickRectangle(x1, y1, x0, y0)];
    });
    expect(found[0]!.toSorted()).toEqual(['t0', 't1', 't3', 't4']);
    expect(found[1]).toEqual(found[0]);
  });
});
