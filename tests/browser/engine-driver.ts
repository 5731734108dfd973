import type { Browser, Page } from 'puppeteer';
import type { EquipmentRecord, FarmViewerOptions, SceneLayout } from 'farm3d-engine';
import { PATIENCE_MS } from '../support/wait.ts';

/** A device standing at x, z. */
export function placed(id: string, x: number, z: number): EquipmentRecord {
  return {
    id,
    parentId: null,
    position: { x, y: 0, z },
    rotation: { x: 0, y: 0, z: 0 },
    scale: { x: 1, y: 1, z: 1 },
    extra: {},
  };
}

export function layoutOf(equipment: EquipmentRecord[], camera: SceneLayout['camera'] = null): SceneLayout {
  return { camera, equipment, childScenes: [], extra: {} };
}

/** The engine's test page. */
export class EngineDriver {
  readonly page: Page;
  readonly complaints: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warn') this.complaints.push(message.text());
    });
  }

  static async open(browser: Browser, url: string, width = 640, height = 400): Promise<EngineDriver> {
    const page = await browser.newPage();
    await page.setViewport({ width, height });
    const driver = new EngineDriver(page);
    await page.goto(url);
    await page.waitForFunction(() => window.engine !== undefined);
    return driver;
  }

  /**
   * Replaces the viewer in the same page: a new page for each test would take longer than the test. Default:
   * half the resolution in each direction, because software rendering takes most of the time.
   */
  async renew(options: FarmViewerOptions = {}, width = 640, height = 400): Promise<void> {
    await this.page.evaluate(() => window.viewer?.dispose());
    // No object is under the pointer.
    await this.page.mouse.move(0, 0);
    const { width: across, height: down } = this.page.viewport()!;
    if (across !== width || down !== height) await this.page.setViewport({ width, height });
    this.complaints.length = 0;
    await this.create({ pixelRatio: 0.5, ...options });
  }

  /** Makes `window.viewer` and records all its events in `window.received`. */
  create(options: FarmViewerOptions = {}): Promise<void> {
    return this.page.evaluate((viewerOptions) => {
      window.received = [];
      const viewer = new window.engine.FarmViewer(window.view, viewerOptions);
      window.viewer = viewer;
      const types = [
        'load-progress',
        'load',
        'error',
        'model-fallback',
        'select',
        'hover',
        'object-click',
        'background-click',
        'context-lost',
        'context-restored',
      ] as const;
      for (const type of types) {
        viewer.on(type, (payload) => {
          const plain =
            'error' in payload
              ? { code: payload.error.code, message: payload.error.message }
              : // What the browser reports has a test of its own.
                { ...payload, originalEvent: undefined };
          window.received.push([type, plain]);
        });
      }
    }, options);
  }

  /** Loads a scene; resolves with null, or the error's code. */
  load(layout: SceneLayout, models: Record<string, string | null>, baseModelPath: string | null = null) {
    return this.page.evaluate(
      async (layout, models, baseModelPath) => {
        const catalogue = Object.entries(models).map(([id, modelPath]) => ({
          equipmentId: id,
          name: `设备 ${id}`,
          modelPath,
        }));
        try {
          await window.viewer!.load({ baseModelPath, layout, catalogue });
          return null;
        } catch (error) {
          return (error as { code?: string }).code ?? String(error);
        }
      },
      layout,
      models,
      baseModelPath,
    );
  }

  async received<T = Record<string, unknown>>(type: string): Promise<T[]> {
    const all = await this.page.evaluate(() => window.received);
    return all.filter(([name]) => name === type).map(([, payload]) => payload as T);
  }

  stats() {
    return this.page.evaluate(() => window.viewer!.stats());
  }

  /**
   * Waits until the scene is at rest: nothing was drawn for longer than the delay of the full-resolution
   * frame, nor in a following frame of the page. A frame of another resolution waits for what the card still draws.
   */
  untilStill(): Promise<number> {
    return this.page.evaluate(async (patienceMs) => {
      const deadline = performance.now() + patienceMs;
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let frames = -1; ;) {
        const now = window.viewer!.stats().frames;
        if (now === frames) return frames;
        if (performance.now() > deadline) throw new Error(`still drawing after ${patienceMs} ms`);
        frames = now;
        // Waits until the card has drawn everything; finish only flushes in Chromium.
        const gl = document.querySelector('canvas')!.getContext('webgl2')!;
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
        await new Promise((resolve) => setTimeout(resolve, 250));
        await frame();
        await frame();
      }
    }, PATIENCE_MS);
  }

  /** The screenshot as a grid of cells: mean RGB, row by row. */
  picture(columns = 16, rows = 10): Promise<number[]> {
    return this.page.evaluate(
      async (columns, rows) => {
        const bitmap = await createImageBitmap(await window.viewer!.screenshot());
        const canvas = new OffscreenCanvas(columns, rows);
        const context = canvas.getContext('2d')!;
        context.imageSmoothingQuality = 'high';
        context.drawImage(bitmap, 0, 0, columns, rows);
        const { data } = context.getImageData(0, 0, columns, rows);
        return [...data].filter((_, i) => i % 4 !== 3);
      },
      columns,
      rows,
    );
  }

  /** Number of pixels of the screenshot that differ visibly before and after `change`. */
  async pixelsChangedBy(change: () => Promise<unknown>): Promise<number> {
    await this.page.evaluate(async () => {
      (window as { before?: ImageBitmap }).before = await createImageBitmap(
        await window.viewer!.screenshot(),
      );
    });
    await change();
    return this.page.evaluate(async () => {
      const { before } = window as { before?: ImageBitmap };
      const after = await createImageBitmap(await window.viewer!.screenshot());
      const pixels = (bitmap: ImageBitmap) => {
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
      };
      const a = pixels(before!);
      const b = pixels(after);
      let changed = 0;
      for (let i = 0; i < a.length; i += 4) {
        const difference =
          Math.abs(a[i]! - b[i]!) + Math.abs(a[i + 1]! - b[i + 1]!) + Math.abs(a[i + 2]! - b[i + 2]!);
        if (difference > 24) changed++;
      }
      return changed;
    });
  }

  close(): Promise<void> {
    return this.page.close();
  }
}
