// Second tier (leaks): labels
import type { Browser, CDPSession, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageServer, servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';

/** Features that are created and disposed while a viewer exists; each has a planted leak that the check must detect. */
const FEATURES = ['labels', 'tree', 'debug', 'export'] as const;
type Feature = (typeof FEATURES)[number];

const ROUNDS = 6;
/**
 * Heap growth allowed per round, for internal data of the browser. Retained labels or an exported file are
 * much larger.
 */
const HEAP_PER_ROUND_BYTES = 40_000;

let browser: Browser;
let server: PageServer;
let page: Page;
let cdp: CDPSession;

beforeAll(async () => {
  server = await servePage('viewer');
  browser = await launchBrowser({ args: ['--js-flags=--no-opt,--no-maglev,--no-sparkplug'] });
  page = await browser.newPage();
  await page.setViewport({ width: 400, height: 300 });
  await page.goto(server.url);
  await page.waitForFunction(() => window.engine !== undefined);
  cdp = await page.createCDPSession();
  await cdp.send('Performance.enable');
  await cdp.send('HeapProfiler.enable');
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

interface Census {
  nodes: number;
  listeners: number;
  heapBytes: number;
  textures: number;
  geometries: number;
}

async function census(): Promise<Census> {
  let smallest = Infinity;
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setTimeout(resolve, 120));
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    smallest = Math.min(smallest, metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value);
  }
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
  const gpu = await page.evaluate(() => window.viewer?.stats() ?? { textures: 0, geometries: 0 });
  const { textures, geometries } = gpu;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heapBytes: smallest, textures, geometries };
}

/** One life cycle of a feature. A planted leak retains some of its objects. */
function use(feature: Feature, isPlanted: boolean): Promise<void> {
  return page.evaluate(
    async (feature, isPlanted) => {
      const keep = (object: unknown) => {
        if (isPlanted) (window.leaked ??= []).push(object);
      };
      const viewer = window.viewer!;
      if (feature === 'labels') {
        for (let i = 0; i < 300; i++) {
          const position = { x: (i % 20) - 10, y: 1, z: Math.floor(i / 20) - 8 };
          viewer.labels.set({ id: `l${i}`, name: `标签 ${i}`, position });
        }
        viewer.labels.pin('l1');
        // Only a few pills are painted per frame.
        for (let i = 0; i < 3; i++) {
          const drawn = viewer.once('render');
          viewer.requestRender('labels');
          await drawn;
        }
        viewer.labels.unpin('l1');
        if (isPlanted) {
          const listener = () => void viewer.labels;
          window.addEventListener('resize', listener);
        } else {
          for (let i = 0; i < 300; i++) viewer.labels.remove(`l${i}`);
        }
        const drawn = viewer.once('render');
        viewer.requestRender('labels');
        await drawn;
      } else if (feature === 'tree') {
        const host = document.createElement('div');
        window.view.append(host);
        // A clock without frames: the tree needs none, and the first frame is most of a viewer's cost.
        const other = new window.engine.FarmViewer(host, {
          clock: { now: () => performance.now(), requestFrame: () => 0, cancelFrame: () => {} },
        });
        // It is created asynchronously, after the viewer.
        const tree = await new Promise<HTMLElement>((resolve) => {
          const watch = new MutationObserver(() => {
            const found = host.querySelector<HTMLElement>('[role=tree]');
            if (!found) return;
            watch.disconnect();
            resolve(found);
          });
          watch.observe(host, { childList: true, subtree: true });
        });
        tree.focus();
        keep(host);
        other.dispose();
        host.remove();
      } else if (feature === 'debug') {
        const panel = window.openDebugPanel(viewer);
        const drawn = viewer.once('render');
        viewer.requestRender('debug');
        await drawn;
        if (!isPlanted) panel.dispose();
      } else {
        keep(await (await viewer.exportGlb()).arrayBuffer());
        keep(Array.from({ length: 20_000 }, (_, i) => ({ i })));
      }
    },
    feature,
    isPlanted,
  );
}

/** Resources left by a feature, as texts; empty if all were released. */
async function findings(feature: Feature, isPlanted: boolean): Promise<string[]> {
  await page.evaluate(() => {
    window.leaked = [];
    window.viewer?.dispose();
    const viewer = new window.engine.FarmViewer(window.view, {
      quality: 'low',
      pixelRatio: 0.2,
      labels: 'all',
      reducedMotion: true,
    });
    window.viewer = viewer;
    viewer.camera.jump({ position: { x: 0, y: 8, z: 20 }, target: { x: 0, y: 0, z: 0 } });
  });
  // Warm-up: pools are filled and code is compiled once.
  for (let i = 0; i < 2; i++) await use(feature, false);
  const before = await census();
  for (let i = 0; i < ROUNDS; i++) await use(feature, isPlanted);
  const after = await census();
  const found: string[] = [];
  for (const count of ['nodes', 'listeners', 'textures', 'geometries'] as const) {
    if (after[count] > before[count]) found.push(`${after[count] - before[count]} ${count}`);
  }
  const grown = (after.heapBytes - before.heapBytes) / ROUNDS;
  if (grown > HEAP_PER_ROUND_BYTES) found.push(`heap grew by ${Math.round(grown)} bytes a round`);
  return found;
}

describe.each(FEATURES)('%s', (feature) => {
  it('leaves no node, listener, texture or heap', async () => {
    expect(await findings(feature, false)).toEqual([]);
  });

  it('the same check detects a planted leak', async () => {
    expect(await findings(feature, true)).not.toEqual([]);
  });
});

declare global {
  interface Window {
    leaked: unknown[] | undefined;
  }
}
