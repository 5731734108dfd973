// Second tier (leaks): viewers and scenes
import type { Browser, CDPSession, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layoutOf, placed } from '../browser/engine-driver.ts';
import { type PageServer, servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { dracoModel } from '../support/fixtures.ts';

const WARM_UP = 2;
/** Ten mounts, counted after five and after ten. */
const BATCHES = [5, 5];
/** A planted leak is visible after fewer mounts; contexts and workers are counted exactly. */
const PLANTED_BATCHES = { context: [2], worker: [2], listener: [2], heap: [3, 3] } as const;
/**
 * Heap growth allowed per mount, e.g. for the browser's timing entries (13 KB, measured); a retained viewer
 * has 115 KB. A leak must be visible in every batch: V8 allocates 210 KB once, at any time.
 */
const HEAP_PER_MOUNT_BYTES = 45_000;

/** Planted leaks that the check must detect. */
type Plant = 'none' | 'context' | 'worker' | 'listener' | 'heap';

let browser: Browser;
let server: PageServer;

beforeAll(async () => {
  const models = new Map<string, Uint8Array>();
  for (let i = 0; i < 4; i++) models.set(`/fixtures/kind-${i}.glb`, await dracoModel(i, 1_000));
  models.set('/fixtures/base.glb', await dracoModel(9, 4_000));
  server = await servePage('viewer');
  server.answer = (request, response) => {
    const model = models.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!model) return false;
    response
      .writeHead(200, { 'Content-Type': 'model/gltf-binary', 'Content-Length': model.length })
      .end(model);
    return true;
  };
  // Compiled machine code is on the same heap (80 KB per mount) and would hide leaks.
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
  canaryLives: boolean;
}

/** Number of garbage collections in sequence: the end of a worker and its memory take some time. */
const ROUNDS = 8;

async function census(page: Page, cdp: CDPSession): Promise<Census> {
  let smallest = Infinity;
  for (let round = 1; ; round++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const metric = (name: string) => metrics.find((entry) => entry.name === name)!.value;
    smallest = Math.min(smallest, metric('JSHeapUsedSize'));
    if (round < ROUNDS) continue;
    const { contexts, canaryLives } = await page.evaluate(() => ({
      contexts: window.contexts.filter((ref) => ref.deref()?.isContextLost() === false).length,
      canaryLives: !window.canary.isContextLost(),
    }));
    return {
      contexts,
      canaryLives,
      workers: page.workers().length,
      listeners: metric('JSEventListeners'),
      nodes: metric('Nodes'),
      heapBytes: smallest,
    };
  }
}

/** One life cycle of a viewer in a page: created, loaded, used, disposed. */
async function mount(page: Page, plant: Plant): Promise<void> {
  const objects = Array.from({ length: 40 }, (_, i) => placed(`t${i}`, (i % 8) - 4, Math.floor(i / 8) - 2));
  const catalogue = objects.map(({ id }, i) => ({
    equipmentId: id,
    name: id,
    modelPath: `/fixtures/kind-${i % 4}.glb`,
  }));
  await page.evaluate(
    async (layout, catalogue, plant) => {
      const host = document.createElement('div');
      host.style.height = '300px';
      window.view.append(host);
      // Small and simple: rendering in software without compiled code would take most of the time.
      const viewer = new window.engine.FarmViewer(host, { pixelRatio: 0.25 });
      viewer.on('camera-changed', () => {});
      await viewer.load({ baseModelPath: '/fixtures/base.glb', layout, catalogue });
      const editor = new window.editing.SceneEditor(viewer);
      editor.enabled = true;
      const session = editor.beginTransform('t1', 'rotate');
      session.cancel();
      viewer.trackLabel('t0', () => {});
      viewer.setLiveState([{ id: 't0', online: true }]);
      viewer.select(['t0']);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      viewer.pick(200, 150);
      if (plant === 'listener') window.addEventListener('resize', () => void viewer.isDisposed);
      if (plant === 'heap') window.kept.push(viewer);
      editor.dispose();
      viewer.dispose();
      host.remove();
    },
    layoutOf(objects),
    catalogue,
    plant,
  );
}

/** One life cycle of an element: connected, loaded, moved, removed; every other one while it loads. */
async function mountElement(page: Page, plant: Plant): Promise<void> {
  await page.evaluate(
    async (layout, plant) => {
      window.entries.element.defineFarmViewer();
      const scene = { baseModelPath: '/fixtures/base.glb', layout, catalogue: [] };
      for (const isInterrupted of [false, true]) {
        const element = document.createElement('farm3d-viewer');
        element.options = { pixelRatio: 0.25 };
        element.gsap = async () => ({ gsap: { to: () => ({ kill() {} }) } });
        window.view.append(element);
        const loading = element.load(scene);
        document.body.append(element);
        if (!isInterrupted) await loading;
        if (plant === 'heap') window.kept.push(element.viewer);
        element.remove();
        await loading.catch(() => {});
      }
    },
    layoutOf([]),
    plant,
  );
}

/** Resources left by several mounts, as texts; empty if all were released. */
async function findings(
  plant: Plant,
  batches: readonly number[],
  mountOne: typeof mount = mount,
): Promise<string[]> {
  const page = await browser.newPage();
  try {
    await page.setViewport({ width: 400, height: 300 });
    await page.evaluateOnNewDocument((plant: Plant) => {
      window.contexts = [];
      window.kept = [];
      // oxlint-disable-next-line typescript/unbound-method -- applied with its own `this` below
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
        const context = (getContext as (...given: unknown[]) => unknown).apply(this, args);
        if (context instanceof WebGL2RenderingContext) window.contexts.push(new WeakRef(context));
        return context;
      } as typeof getContext;
      if (plant === 'worker') Worker.prototype.terminate = () => {};
      if (plant === 'context') {
        // oxlint-disable-next-line typescript/unbound-method -- applied with its own `this` below
        const { getExtension } = WebGL2RenderingContext.prototype;
        WebGL2RenderingContext.prototype.getExtension = function (
          this: WebGL2RenderingContext,
          name: string,
        ) {
          return name === 'WEBGL_lose_context'
            ? { loseContext: () => window.kept.push(this), restoreContext() {} }
            : (getExtension as (name: string) => unknown).call(this, name);
        } as typeof getExtension;
      }
    }, plant);
    await page.goto(server.url);
    await page.waitForFunction(() => window.engine !== undefined);
    const cdp = await page.createCDPSession();
    await cdp.send('Performance.enable');
    await cdp.send('HeapProfiler.enable');
    await page.evaluate(() => {
      // Another WebGL context on the same page, which must not be lost.
      window.canary = document.createElement('canvas').getContext('webgl2')!;
      window.contexts.length = 0;
    });
    for (let i = 0; i < WARM_UP; i++) await mountOne(page, plant);
    const counts = [await census(page, cdp)];
    for (const mounts of batches) {
      for (let i = 0; i < mounts; i++) await mountOne(page, plant);
      counts.push(await census(page, cdp));
    }
    const before = counts[0]!;
    const after = counts.at(-1)!;
    console.log(plant, JSON.stringify(counts));
    const found: string[] = [];
    if (after.contexts > 0) found.push(`${after.contexts} contexts`);
    if (!after.canaryLives) found.push('another context of the page was lost');
    if (after.workers > 0) found.push(`${after.workers} workers`);
    if (after.listeners > before.listeners) found.push(`${after.listeners - before.listeners} listeners`);
    if (after.nodes > before.nodes) found.push(`${after.nodes - before.nodes} nodes`);
    const grown = batches.map((mounts, i) => (counts[i + 1]!.heapBytes - counts[i]!.heapBytes) / mounts);
    if (grown.every((bytes) => bytes > HEAP_PER_MOUNT_BYTES)) {
      found.push(`heap grew by ${grown.map(Math.round).join(', ')} bytes a mount`);
    }
    return found;
  } finally {
    await page.close();
  }
}

describe('ten viewers, one after another', () => {
  it('leave no context, worker, listener, node or heap', async () => {
    expect(await findings('none', BATCHES)).toEqual([]);
  });

  it.each([
    ['context', /contexts/],
    ['worker', /workers/],
    ['listener', /listeners/],
    ['heap', /heap/],
  ] as const)('the same check detects a planted leak: %s', async (plant, expected) => {
    expect((await findings(plant, PLANTED_BATCHES[plant])).join('; ')).toMatch(expected);
  });
});

describe('fifty elements, one after another', () => {
  it('leave no context, worker, listener, node or heap', async () => {
    // Two elements a turn.
    expect(await findings('none', [12, 13], mountElement)).toEqual([]);
  });

  it('the same check detects a viewer that is kept', async () => {
    expect((await findings('heap', [3, 3], mountElement)).join('; ')).toMatch(/heap/);
  });
});

declare global {
  interface Window {
    contexts: WeakRef<WebGL2RenderingContext>[];
    canary: WebGL2RenderingContext;
    kept: unknown[];
  }
}
