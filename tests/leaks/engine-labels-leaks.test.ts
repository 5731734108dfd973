import type { Browser, CDPSession, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageServer, servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';

/** Features that come and go while a viewer lives, and the ways to leak that the check must see. */
const FEATURES = ['labels', 'tree', 'debug', 'export'] as const;
type Feature = (typeof FEATURES)[number];

const ROUNDS = 6;
/** What a round may leave on the heap: the browser's own notes. A kept field of labels or an exported file is far more. */
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
  let least = Infinity;
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setTimeout(resolve, 120));
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    least = Math.min(least, metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value);
  }
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
  const gpu = await page.evaluate(() => window.viewer?.stats() ?? { textures: 0, geometries: 0 });
  const { textures, geometries } = gpu;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heapBytes: least, textures, geometries };
}

/** One coming and going of a feature. The plant keeps something of it. */
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
        // Pills are painted a few a frame.
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
        // A clock that gives no frame: the tree needs none, and the first is most of what a viewer costs.
        const other = new window.engine.FarmViewer(host, {
          clock: { now: () => performance.now(), requestFrame: () => 0, cancelFrame: () => {} },
        });
        // It comes by itself, a moment after the viewer.
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

/** What a feature left behind, in words; nothing when all was given back. */
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
  // Pools fill and code is compiled once.
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

  it('the same check sees a planted leak', async () => {
    expect(await findings(feature, true)).not.toEqual([]);
  });
});

declare global {
  interface Window {
    leaked: unknown[] | undefined;
  }
}
