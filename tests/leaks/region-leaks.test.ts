// Second tier (leaks): region maps
import type { Browser, CDPSession, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageServer, servePage } from '../browser/pages/page-server.ts';
import { serveMaps, SIX } from '../browser/region-driver.ts';
import { launchBrowser } from '../support/browser.ts';

const WARM_UP = 2;
const MOUNTS = 8;
const PLANTED_MOUNTS = 4;
/** Noise of the heap (compiled code, profiler), independent of the number of mounts. */
const HEAP_SLACK_BYTES = 250_000;

/** Planted leaks that the check must detect. */
type Plant = 'none' | 'worker' | 'listener' | 'nodes' | 'heap';

let browser: Browser;
let server: PageServer;

beforeAll(async () => {
  server = await servePage('region');
  serveMaps(server, { 'six.geojson': SIX });
  // Compiled machine code is on the same heap and would hide leaks.
  browser = await launchBrowser({ args: ['--js-flags=--no-opt,--no-maglev,--no-sparkplug'] });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

interface Census {
  contexts: number;
  workers: number;
  listeners: number;
  nodes: number;
  heapBytes: number;
}

/** Counts until two results in sequence are equal: the end of a worker and a garbage collection take some time. */
async function census(page: Page, cdp: CDPSession): Promise<Census> {
  let last: Census | undefined;
  for (let i = 0; i < 14; i++) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const metric = (name: string) => metrics.find((entry) => entry.name === name)!.value;
    const next: Census = {
      contexts: await page.evaluate(
        () => window.seenContexts.filter((ref) => ref.deref()?.isContextLost() === false).length,
      ),
      workers: page.workers().length,
      listeners: metric('JSEventListeners'),
      nodes: metric('Nodes'),
      heapBytes: metric('JSHeapUsedSize'),
    };
    const isSettled =
      last !== undefined && next.workers === 0 && Math.abs(last.heapBytes - next.heapBytes) < 20_000;
    last = next;
    if (isSettled) break;
  }
  return last!;
}

/** One life cycle of a map: created, loaded, used with all layers, drilled into, disposed. */
async function mount(page: Page, plant: Plant, mountIndex: number): Promise<void> {
  await page.evaluate(
    async (plant, mountIndex) => {
      const host = document.createElement('div');
      host.style.height = '300px';
      window.host.append(host);
      const { RegionMap, createMercator } = window.region;
      const map = new RegionMap(host, { projection: createMercator(), reducedMotion: mountIndex % 2 === 0 });
      map.on('select', () => {});
      await map.load('/maps/six.geojson');
      map.markers.add({ position: [103, 32], labelElement: '站' });
      map.rings.add({ position: [103, 32] });
      map.flows.add({
        path: [
          [100, 30],
          [105, 33],
        ],
      });
      map.setValues({ '1': 1, '2': 2 }, { stops: [{ from: 0, color: '#ff0000' }], heights: [0.1, 1] });
      map.select(['1']);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      map.pick(200, 150);
      await map.drillDown('2', '/maps/six.geojson');
      await map.back();
      // Half of them are disposed during a load.
      const pendingLoad = mountIndex % 2 === 1 ? map.load('/maps/six.geojson').catch(() => {}) : null;
      if (plant === 'listener') window.addEventListener('resize', () => void map.isDisposed);
      if (plant === 'heap') window.keptMaps.push(map);
      if (plant === 'nodes') window.keptMaps.push(host);
      map.dispose();
      await pendingLoad;
      host.remove();
    },
    plant,
    mountIndex,
  );
}

/** Resources left by several mounts, as texts; empty if all were released. */
async function findings(plant: Plant, mounts: number): Promise<string[]> {
  const page = await browser.newPage();
  try {
    await page.setViewport({ width: 400, height: 300 });
    await page.evaluateOnNewDocument((plant: Plant) => {
      window.seenContexts = [];
      window.keptMaps = [];
      // oxlint-disable-next-line typescript/unbound-method -- applied with its own `this` below
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
        const context = (getContext as (...given: unknown[]) => unknown).apply(this, args);
        if (context instanceof WebGL2RenderingContext) window.seenContexts.push(new WeakRef(context));
        return context;
      } as typeof getContext;
      if (plant === 'worker') Worker.prototype.terminate = () => {};
    }, plant);
    await page.goto(server.url);
    await page.waitForFunction(() => window.region !== undefined);
    const cdp = await page.createCDPSession();
    await cdp.send('Performance.enable');
    await cdp.send('HeapProfiler.enable');
    for (let i = 0; i < WARM_UP; i++) await mount(page, plant, i);
    const before = await census(page, cdp);
    for (let i = 0; i < mounts; i++) await mount(page, plant, i);
    const after = await census(page, cdp);
    console.log(plant, JSON.stringify({ before, after }));
    const found: string[] = [];
    if (after.contexts > 0) found.push(`${after.contexts} contexts`);
    if (after.workers > 0) found.push(`${after.workers} workers`);
    if (after.listeners > before.listeners) found.push(`${after.listeners - before.listeners} listeners`);
    if (after.nodes > before.nodes) found.push(`${after.nodes - before.nodes} nodes`);
    const grown = after.heapBytes - before.heapBytes;
    if (grown > HEAP_SLACK_BYTES) found.push(`heap grew by ${grown} bytes`);
    return found;
  } finally {
    await page.close();
  }
}

describe('region maps, one after another', () => {
  it('leave no context, worker, listener, node or heap', async () => {
    expect(await findings('none', MOUNTS)).toEqual([]);
  });

  it.each([
    ['worker', /workers/],
    ['listener', /listeners/],
    ['nodes', /nodes/],
    ['heap', /heap|listeners|nodes/],
  ] as const)('the same check detects a planted leak: %s', async (plant, expected) => {
    expect((await findings(plant, PLANTED_MOUNTS)).join('; ')).toMatch(expected);
  });
});

declare global {
  interface Window {
    seenContexts: WeakRef<WebGL2RenderingContext>[];
    keptMaps: unknown[];
  }
}
