import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { dracoModel } from '../support/fixtures.ts';
import { WorkCount } from '../support/work-count.ts';
import { EngineDriver, layoutOf, placed } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

// Models are parsed in workers: what the page itself does for them does not grow with their triangles. Counted, not timed:
// on a busy machine each task is a long one.

const KINDS = 20;
const PLACEMENTS = 100;
const FEW_TRIANGLES = 200;
const MANY_TRIANGLES = 20_000;

let browser: Browser;
let server: PageServer;

beforeAll(async () => {
  const models = new Map<string, Uint8Array>();
  for (const triangles of [FEW_TRIANGLES, MANY_TRIANGLES])
    for (let i = 0; i < KINDS; i++)
      models.set(`/fixtures/${triangles}/kind-${i}.glb`, await dracoModel(i, triangles));
  server = await servePage('viewer');
  server.answer = (request, response) => {
    const model = models.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!model) return false;
    response
      .writeHead(200, { 'Content-Type': 'model/gltf-binary', 'Content-Length': model.length })
      .end(model);
    return true;
  };
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Blocks of code that the page runs to load everything, with a viewer whose clock runs no frames, so that nothing is drawn. */
async function workOfLoading(driver: EngineDriver, triangles: number, everyVertex = false): Promise<number> {
  const objects = Array.from({ length: PLACEMENTS }, (_, i) => placed(`t${i}`, i % 10, Math.floor(i / 10)));
  const catalogue = objects.map(({ id }, i) => ({
    equipmentId: id,
    name: id,
    modelPath: `/fixtures/${triangles}/kind-${i % KINDS}.glb`,
  }));
  const count = await WorkCount.ofPage(driver.page);
  const models = await driver.page.evaluate(
    async (layout, catalogue, vertices) => {
      const viewer = new window.engine.FarmViewer(window.view, {
        clock: { now: () => performance.now(), requestFrame: () => 0, cancelFrame: () => {} },
      });
      await viewer.load({ baseModelPath: null, layout, catalogue });
      // What parsing on the page would do at least.
      let hash = 1;
      for (let i = 0; i < vertices; i++) hash = Math.imul(hash ^ i, 0x01000193);
      const { models, frames } = viewer.stats();
      if (frames > 0 || hash === 0) throw new Error('the harness drew something');
      viewer.dispose();
      return models;
    },
    layoutOf(objects),
    catalogue,
    everyVertex ? KINDS * triangles : 0,
  );
  expect(models).toBe(KINDS);
  return count.take();
}

it('loads models of many triangles without more work on the page than models of few', async () => {
  const driver = await EngineDriver.open(browser, server.url);
  // The first one starts the workers.
  await workOfLoading(driver, FEW_TRIANGLES);
  const few = await workOfLoading(driver, FEW_TRIANGLES);
  const many = await workOfLoading(driver, MANY_TRIANGLES);
  const planted = await workOfLoading(driver, MANY_TRIANGLES, true);
  console.log(
    `blocks run by the page: ${few} for few triangles, ${many} for many, ${planted} with planted work`,
  );
  expect(many).toBeLessThan(1.5 * few);
  // So much work for each triangle would be seen.
  expect(planted).toBeGreaterThan(1.5 * few);
  await driver.close();
});
