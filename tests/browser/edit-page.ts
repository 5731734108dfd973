import type { Browser, CDPSession, Page } from 'puppeteer';
import type { SceneLayout } from 'farm3d-engine';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import type { EditPage, EditScene } from './pages/edit/main.ts';
import { type PageServer, servePage } from './pages/page-server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

export interface Point {
  x: number;
  y: number;
}

/** The editor's test page, used by mouse, touch and keys; `evaluate` is only used for reading. */
export class EditDriver {
  readonly complaints: string[] = [];
  #page: Page | undefined;
  #touch: CDPSession | undefined;

  get page(): Page {
    if (!this.#page) throw new Error('the page is not open yet');
    return this.#page;
  }

  async open(browser: Browser, url: string): Promise<this> {
    await this.#page?.close();
    const page = await browser.newPage();
    this.#page = page;
    this.#touch = await page.createCDPSession();
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    // A quarter of the pixels: drawing in software takes most of the time.
    await page.setViewport({ width: 800, height: 600, deviceScaleFactor: 0.5, hasTouch: true });
    await page.goto(url);
    await page.waitForFunction(() => window.edit !== undefined, { timeout: PATIENCE_MS });
    return this;
  }

  /** Resets the page to its first state, or to another scene: much faster than a new page. */
  async reset(scene: EditScene = 'devices'): Promise<void> {
    await this.page.mouse.reset();
    for (const key of ['Shift', 'Control'] as const) await this.page.keyboard.up(key);
    await this.page.evaluate((name) => window.edit!.reset(name), scene);
    this.complaints.length = 0;
  }

  read<T>(condition: (edit: EditPage) => T): Promise<T> {
    return this.page.evaluate(`(${condition.toString()})(window.edit)`) as Promise<T>;
  }

  /** Waits until the condition holds in the page. */
  async until(condition: (edit: EditPage) => boolean): Promise<void> {
    await this.page.waitForFunction(`(${condition.toString()})(window.edit)`, { timeout: PATIENCE_MS });
  }

  layout(): Promise<SceneLayout> {
    return this.read((edit) => edit.layout());
  }

  /** Payloads of one event type, in order. */
  async received<T = Record<string, unknown>>(type: string): Promise<T[]> {
    const all = await this.read((edit) => edit.received);
    return all.filter(([name]) => name === type).map(([, payload]) => payload as T);
  }

  /** Client pixels of a world point. */
  screenOf(x: number, y: number, z: number): Promise<Point> {
    return this.page.evaluate((a, b, c) => window.edit!.screenOf(a, b, c), x, y, z);
  }

  async centre(selector: string): Promise<Point> {
    const box = await (await this.page.$(selector))?.boundingBox();
    if (!box) throw new Error(`${selector} is not on the page`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async click(selector: string): Promise<void> {
    const { x, y } = await this.centre(selector);
    await this.page.mouse.click(x, y);
  }

  async press(at: Point): Promise<void> {
    await this.page.mouse.move(at.x, at.y);
    await this.page.mouse.down();
  }

  async moveTo(to: Point, steps = 3): Promise<void> {
    await this.page.mouse.move(to.x, to.y, { steps });
  }

  release(): Promise<void> {
    return this.page.mouse.up();
  }

  /** The cursor that the canvas shows. */
  cursor(): Promise<string> {
    return this.page.evaluate(() => document.querySelector('canvas')!.style.cursor);
  }

  /**
   * Moves the mouse towards a point until the cursor shows that a handle is under it: the tip of an arrow or
   * the rim of a ring, not the squares for two axes near the middle. A session must be open, so that the
   * handle is that of the gizmo.
   */
  async findHandle(from: Point, direction: Point): Promise<Point> {
    for (let distance = 150; distance > 16; distance -= 4) {
      const at = { x: from.x + direction.x * distance, y: from.y + direction.y * distance };
      await this.page.mouse.move(at.x, at.y);
      if ((await this.cursor()) === 'grab') return at;
    }
    throw new Error('no handle under the way of the mouse');
  }

  /** Sends a touch event of one finger. */
  async touch(type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', at?: Point): Promise<void> {
    await this.#touch!.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  }

  /** Sends a pointer event of a pen. */
  async pen(type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', { x, y }: Point): Promise<void> {
    const isDown = type !== 'mouseReleased';
    await this.#touch!.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      pointerType: 'pen',
      button: 'left',
      buttons: isDown ? 1 : 0,
      clickCount: type === 'mouseMoved' ? 0 : 1,
    });
  }

  async touchTo(from: Point, to: Point, steps = 3): Promise<void> {
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      await this.touch('touchMove', {
        x: from.x + (to.x - from.x) * part,
        y: from.y + (to.y - from.y) * part,
      });
    }
  }

  close(): Promise<void> {
    return this.page.close();
  }
}

/**
 * The editor's page for a test file: opened once, reset before each test, and opened again after a test that
 * disposed the editor. A test fails if the page logged an error.
 */
export function useEditor(scene: EditScene = 'devices'): EditDriver {
  const driver = new EditDriver();
  let server: PageServer | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    server = await servePage('edit');
    browser = await launchBrowser();
    await driver.open(browser, server.url);
  });

  beforeEach(async () => {
    try {
      await driver.reset(scene);
    } catch {
      await driver.open(browser!, server!.url);
      await driver.reset(scene);
    }
  });

  afterEach(() => expect(driver.complaints).toEqual([]));

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  return driver;
}
