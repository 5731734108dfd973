import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { dracoModel } from '../support/fixtures.ts';
import { EngineDriver, layoutOf, placed } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

const KINDS = 20;
const PLACEMENTS = 100;
/** Decoding one of these on the page would be a long task by itself. */
const TRIANGLES = 20_000;
/** A machine that others use too can stop the page for longer than 50 ms whatever it does: one undisturbed round counts. */
const ROUNDS = 4;

let browser: Browser;
let server: PageServer;

beforeAll(async () => {
  const models = new Map<string, Uint8Array>();
  for (let i = 0; i < KINDS; i++) models.set(`/fixtures/kind-${i}.glb`, await dracoModel(i, TRIANGLES));
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

interface Round {
  longTasks: number[];
  /** Longest time in which the page could not react, milliseconds. */
  worstGap: number;
  wall: number;
  models: number;
}

/** Loads everything with a clock that never gives a frame, so that nothing is drawn, and watches the main thread. */
async function load(driver: EngineDriver, plantMs: number): Promise<Round> {
  const things = Array.from({ length: PLACEMENTS }, (_, i) => placed(`t${i}`, i % 10, Math.floor(i / 10)));
  const catalogue = things.map(({ id }, i) => ({
    equipmentId: id,
    name: id,
    modelPath: `/fixtures/kind-${i % KINDS}.glb`,
  }));
  return driver.page.evaluate(
    async (layout, catalogue, plantMs) => {
      const viewer = new window.engine.FarmViewer(window.view, {
        clock: { now: () => performance.now(), requestFrame: () => 0, cancelFrame: () => {} },
      });
      const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      await pause(300);
      const longTasks: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) longTasks.push(Math.round(entry.duration));
      });
      observer.observe({ type: 'longtask' });
      const { port1, port2 } = new MessageChannel();
      let last = performance.now();
      let worstGap = 0;
      port1.onmessage = () => {
        const now = performance.now();
        worstGap = Math.max(worstGap, now - last);
        last = now;
        port2.postMessage(0);
      };
      port2.postMessage(0);
      const start = performance.now();
      const loading = viewer.load({ baseModelPath: null, layout, catalogue });
      if (plantMs > 0) {
        await pause(1);
        const end = performance.now() + plantMs;
        while (performance.now() < end);
      }
      await loading;
      const wall = performance.now() - start;
      // Entries come with a delay.
      await pause(300);
      observer.disconnect();
      port1.close();
      const { models, frames } = viewer.stats();
      if (frames > 0) throw new Error('the harness drew something');
      viewer.dispose();
      return { longTasks, worstGap: Math.round(worstGap * 10) / 10, wall: Math.round(wall), models };
    },
    layoutOf(things),
    catalogue,
    plantMs,
  );
}

it('parses 20 Draco models for 100 placements without one long task on the page', async () => {
  const driver = await EngineDriver.open(browser, server.url);
  const rounds: Round[] = [];
  do rounds.push(await load(driver, 0));
  while (rounds.at(-1)!.longTasks.length > 0 && rounds.length < ROUNDS);
  console.log('parsing off the page:', JSON.stringify(rounds));
  expect(rounds.every(({ models }) => models === KINDS)).toBe(true);
  expect(rounds.at(-1)!.longTasks).toEqual([]);
  await driver.close();
});

it('the same watch sees a planted block of the page', async () => {
  const driver = await EngineDriver.open(browser, server.url);
  const { longTasks, worstGap } = await load(driver, 80);
  expect(longTasks.length).toBeGreaterThan(0);
  expect(worstGap).toBeGreaterThan(75);
  await driver.close();
});
