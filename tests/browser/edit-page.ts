import type { Browser, CDPSession, Page } from 'puppeteer';
import type { SceneLayout } from 'farm3d-engine';
import type { EditPage, EditScene } from './pages/edit/main.ts';

/** Longest wait for what should happen at once; far beyond what a slow machine needs. */
const PATIENCE_MS = 30_000;

export interface Point {
  x: number;
  y: number;
}

/** The editor's test page, used by mouse, touch and keys; evaluation only reads. */
export class EditDriver {
  readonly page: Page;
  readonly complaints: string[] = [];
  readonly #touch: CDPSession;

  private constructor(page: Page, touch: CDPSession) {
    this.page = page;
    this.#touch = touch;
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
  }

  static async open(browser: Browser, url: string): Promise<EditDriver> {
    const page = await browser.newPage();
    await page.setViewport({ width: 800, height: 600, hasTouch: true });
    const driver = new EditDriver(page, await page.createCDPSession());
    await page.goto(url);
    await page.waitForFunction(() => window.edit !== undefined, { timeout: PATIENCE_MS });
    return driver;
  }

  /** The same page with the scene anew, or another page when a test has taken the editor down. */
  static async again(browser: Browser, url: string, driver: EditDriver): Promise<EditDriver> {
    try {
      await driver.reset();
      return driver;
    } catch {
      await driver.close();
      return EditDriver.open(browser, url);
    }
  }

  /** The page as it was opened, or with another scene: much quicker than another page. */
  async reset(scene: EditScene = 'devices'): Promise<void> {
    await this.page.mouse.reset();
    for (const key of ['Shift', 'Control'] as const) await this.page.keyboard.up(key);
    await this.page.evaluate((name) => window.edit!.reset(name), scene);
    this.complaints.length = 0;
  }

  read<T>(look: (edit: EditPage) => T): Promise<T> {
    return this.page.evaluate(`(${look.toString()})(window.edit)`) as Promise<T>;
  }

  /** Waits until the page says so. */
  async until(look: (edit: EditPage) => boolean): Promise<void> {
    await this.page.waitForFunction(`(${look.toString()})(window.edit)`, { timeout: PATIENCE_MS });
  }

  layout(): Promise<SceneLayout> {
    return this.read((edit) => edit.layout());
  }

  /** Payloads of one event type, in order. */
  async heard<T = Record<string, unknown>>(type: string): Promise<T[]> {
    const all = await this.read((edit) => edit.heard);
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
   * Moves the mouse towards a point until the cursor says that a handle is under it: the tip of an arrow or the rim of a
   * ring, not the squares for two axes near the middle. A session is open, so what is found is the gizmo.
   */
  async findHandle(from: Point, direction: Point): Promise<Point> {
    for (let distance = 150; distance > 16; distance -= 4) {
      const at = { x: from.x + direction.x * distance, y: from.y + direction.y * distance };
      await this.page.mouse.move(at.x, at.y);
      if ((await this.cursor()) === 'grab') return at;
    }
    throw new Error('no handle under the way of the mouse');
  }

  /** One finger, as the system reports it. */
  async touch(type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', at?: Point): Promise<void> {
    await this.#touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  }

  /** A pen, as the system reports it. */
  async pen(type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', { x, y }: Point): Promise<void> {
    const isDown = type !== 'mouseReleased';
    await this.#touch.send('Input.dispatchMouseEvent', {
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
