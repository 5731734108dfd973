import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { dracoModel } from '../support/fixtures.ts';
import { EngineDriver, layoutOf, placed } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

const KINDS = 20;
const PLACEMENTS = 100;
/** Decoding one of these on the main thread would be a long task by itself. */
const TRIANGLES = 20_000;
/**
 * The processor time of a task doubles on a machine with other load: one undisturbed round is enough.
 * Decoding on the main thread would cause long tasks in every round.
 */
const ROUNDS = 10;
/** Threshold of the Long Tasks API, milliseconds. */
const LONG_TASK_MS = 50;
/**
 * Iterations of the planted blocking work: half a second on a fast processor. A count, because times on a
 * busy machine are not comparable.
 */
const PLANTED_WORK = 5_000;

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
  /** As measured by the page in wall time: includes tasks that were long because of other load. */
  longTasks: number[];
  /** Longest time in which the page could not react, milliseconds. */
  worstGap: number;
  wall: number;
  models: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of the thread, microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Tasks of the main thread whose processor time is longer than a long task, milliseconds. */
function busyTasks(trace: Uint8Array): { long: number[]; total: number } {
  const { traceEvents } = JSON.parse(new TextDecoder().decode(trace)) as { traceEvents: TraceEvent[] };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && main.has(`${pid}:${tid}`),
  );
  const long = tasks.map(({ tdur = 0 }) => Math.round(tdur / 1000)).filter((ms) => ms > LONG_TASK_MS);
  return { long, total: tasks.length };
}

/** The same under a trace, with a viewer whose clock runs no frames, so that nothing is drawn. */
async function traced(driver: EngineDriver, plantedWork: number) {
  await driver.page.evaluate(() => {
    window.viewer = new window.engine.FarmViewer(window.view, {
      clock: { now: () => performance.now(), requestFrame: () => 0, cancelFrame: () => {} },
    });
  });
  await driver.page.tracing.start({
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  const round = await load(driver, plantedWork);
  return { ...round, ...busyTasks((await driver.page.tracing.stop())!) };
}

/** Loads everything and watches the main thread. */
async function load(driver: EngineDriver, plantedWork: number): Promise<Round> {
  const objects = Array.from({ length: PLACEMENTS }, (_, i) => placed(`t${i}`, i % 10, Math.floor(i / 10)));
  const catalogue = objects.map(({ id }, i) => ({
    equipmentId: id,
    name: id,
    modelPath: `/fixtures/kind-${i % KINDS}.glb`,
  }));
  return driver.page.evaluate(
    async (layout, catalogue, plantedWork) => {
      const viewer = window.viewer!;
      const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
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
      const work = () => {
        let hash = 1;
        for (let i = 0; i < 100_000; i++) hash = Math.imul(hash ^ i, 0x01000193);
        return hash;
      };
      await pause(0);
      const start = performance.now();
      const loading = viewer.load({ baseModelPath: null, layout, catalogue });
      if (plantedWork > 0) {
        await pause(1);
        for (let done = 0; done < plantedWork; done++) work();
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
    layoutOf(objects),
    catalogue,
    plantedWork,
  );
}

it('loads 20 Draco models for 100 objects without a long task on the page', async () => {
  const driver = await EngineDriver.open(browser, server.url);
  const rounds: Awaited<ReturnType<typeof traced>>[] = [];
  do rounds.push(await traced(driver, 0));
  while (rounds.at(-1)!.long.length > 0 && rounds.length < ROUNDS);
  console.log('parsing off the page:', JSON.stringify(rounds));
  expect(rounds.every(({ models }) => models === KINDS)).toBe(true);
  expect(rounds.every(({ total }) => total > 100)).toBe(true);
  expect(rounds.at(-1)!.long).toEqual([]);
  await driver.close();
});

it('the same measurement detects a planted blocking task', async () => {
  const driver = await EngineDriver.open(browser, server.url);
  const { long, longTasks, worstGap } = await traced(driver, PLANTED_WORK);
  expect(long.length).toBeGreaterThan(0);
  expect(longTasks.length).toBeGreaterThan(0);
  expect(worstGap).toBeGreaterThan(LONG_TASK_MS);
  await driver.close();
});
