// Second tier (soak): ten thousand devices removed and brought back
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EngineDriver } from '../browser/engine-driver.ts';
import { type PageServer, servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { traceTasks } from '../support/main-thread.ts';

const DEVICES = 10_000;
const KINDS = ['soil-probe', 'valve', 'pump', 'camera', 'gateway', 'fan-pad', 'ph-ec-probe', 'insect-lamp'];
/** Its long tasks are told, not asserted: processor time doubles on a machine whose cores others use too. */
const ROUNDS = 3;

let server: PageServer;
let browser: Browser;
let driver: EngineDriver;

beforeAll(async () => {
  server = await servePage('viewer');
  browser = await launchBrowser();
  driver = await EngineDriver.open(browser, server.url, 320, 200);
  await driver.create({ pixelRatio: 0.5, quality: 'low', labels: 'all' });
  await driver.page.evaluate(
    async (count, kinds) => {
      const equipment = Array.from({ length: count }, (_, i) => ({
        id: `d${i}`,
        kind: kinds[i % kinds.length]!,
        parentId: null,
        position: { x: (i % 100) * 1.5 - 75, y: 0, z: Math.floor(i / 100) * 1.5 - 75 },
        rotation: { x: 0, y: 0, z: 0 },
        scale: { x: 1, y: 1, z: 1 },
        extra: {},
      }));
      await window.viewer!.load({
        baseModelPath: null,
        layout: { camera: null, equipment, childScenes: [], extra: {} },
        catalogue: kinds.map((kind) => ({
          equipmentId: kind,
          name: kind,
          modelPath: `/models/${kind}.glb`,
        })),
      });
    },
    DEVICES,
    KINDS,
  );
  await driver.untilStill();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Processor time of the page's tasks beyond the first 50 ms of each, until the scene is still again. */
async function blockedBy(edit: 'remove' | 'undo'): Promise<number> {
  const cdp = await driver.page.createCDPSession();
  const trace = await traceTasks(cdp);
  await driver.page.evaluate((edit) => {
    const { document } = window.viewer!;
    const ids = document.equipment().map(({ id }) => id);
    if (edit === 'undo') document.undo();
    else document.execute(window.editing.removeObjects(ids));
  }, edit);
  await driver.page.waitForFunction((kinds) => window.viewer!.stats().models === kinds, {}, expected(edit));
  await driver.untilStill();
  const { blockedMs } = await trace.stop();
  await cdp.detach();
  return blockedMs;
}

const expected = (edit: 'remove' | 'undo') => (edit === 'undo' ? KINDS.length : 0);

it('ten thousand devices are removed, and the removal undone', async () => {
  const blocked = { remove: [] as number[], undo: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    blocked.remove.push(await blockedBy('remove'));
    expect(await driver.page.evaluate(() => window.viewer!.document.equipment().length)).toBe(0);
    blocked.undo.push(await blockedBy('undo'));
    expect(await driver.page.evaluate(() => window.viewer!.document.equipment().length)).toBe(DEVICES);
  }
  console.log('long tasks of an edit of all devices, ms beyond 50:', JSON.stringify(blocked));
});
