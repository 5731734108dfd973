import type { ElementHandle, KeyInput, Page } from 'puppeteer';
import { PATIENCE_MS } from './wait.ts';

/** An element that has not moved for this time is at rest, milliseconds. */
const STILL_MS = 250;

/** And not in this number of frames. */
const STILL_FRAMES = 3;

/** Maximum number of Tab presses: more than any page has Tab stops. */
const MAX_TABS = 120;

/** Records all toasts: they disappear after some seconds, even if the test has not read them yet. */
function keepToasts(): void {
  const kept: Element[] = ((window as ToastWindow).keptToasts = []);
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      if (node.matches('[data-testid="toast"]')) kept.push(node);
      kept.push(...node.querySelectorAll('[data-testid="toast"]'));
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Keeps what the last presses and clicks of the mouse met: it explains why a page did not answer them. */
function keepClicks(): void {
  const kept: string[] = ((window as ClickWindow).keptClicks = []);
  for (const type of ['pointerdown', 'click'])
    window.addEventListener(
      type,
      ({ target }) => {
        const named = target instanceof Element ? target.closest('[data-testid]') : null;
        kept.push(`${type} ${named?.getAttribute('data-testid') ?? 'elsewhere'}`);
        const { wanted } = window as ClickWindow;
        if (type === 'pointerdown' && wanted !== undefined)
          (window as ClickWindow).wasMet = target instanceof Element && target.closest(wanted) !== null;
        if (kept.length > 6) kept.shift();
      },
      { capture: true },
    );
}

type ToastWindow = Window & { keptToasts?: Element[] };
interface ClickWindow extends Window {
  keptClicks?: string[];
  /** Selector of what the next press should meet, and whether the last one did. */
  wanted?: string;
  wasMet?: boolean;
}

export interface Point {
  x: number;
  y: number;
}

/**
 * Uses a page like a person: only by mouse, touch and keyboard, and reads only visible texts.
 * Elements are found by their `data-testid`, narrowed by further attributes.
 */
export class Person {
  readonly page: Page;
  readonly baseUrl: string;
  /** Errors that the page threw or logged; most tests expect none. */
  readonly complaints: string[] = [];

  /** @param isInstalled whether the application may start without a network. Default false. */
  constructor(page: Page, baseUrl: string, isInstalled = false) {
    this.page = page;
    this.baseUrl = baseUrl;
    page.setDefaultTimeout(PATIENCE_MS);
    // Most tests hold or break requests of the page, which a service worker would make instead.
    if (!isInstalled) page.setBypassServiceWorker(true).catch(() => undefined);
    // Before the first page: commands to the browser keep their order.
    page.evaluateOnNewDocument(keepToasts).catch(() => undefined);
    page.evaluateOnNewDocument(keepClicks).catch(() => undefined);
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
  }

  /** Scenes are drawn at low quality from now on: where nobody looks at the picture, it is half of the time. */
  async drawLittle(): Promise<void> {
    await this.page.evaluateOnNewDocument(() => localStorage.setItem('farm3d.quality', 'low'));
  }

  static selector(testId: string, attributes: Record<string, string> = {}): string {
    const narrowed = Object.entries(attributes).map(([name, value]) => `[${name}="${value}"]`);
    return `[data-testid="${testId}"]${narrowed.join('')}`;
  }

  /** Waits until the element is there and visible. */
  async see(testId: string, attributes?: Record<string, string>): Promise<ElementHandle> {
    const handle = await this.page.waitForSelector(Person.selector(testId, attributes), { visible: true });
    if (!handle) throw new Error(`${testId} is not on the page`);
    return handle;
  }

  async seeNo(testId: string, attributes?: Record<string, string>): Promise<void> {
    await this.page.waitForSelector(Person.selector(testId, attributes), { hidden: true });
  }

  /** Taps with a finger. Down and up are sent at once: waiting for a slow page in between would make a long press. */
  async tap({ x, y }: Point): Promise<void> {
    const cdp = await this.page.createCDPSession();
    await Promise.all([
      cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] }),
      cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
    ]);
    await cdp.detach();
  }

  /**
   * Moves a finger from one point to another. Unlike mouse events, touch moves are delivered with the next
   * frame: `atTheEnd` waits for its effect. Down and the first move are sent at once: waiting for a slow page in
   * between would make a long press.
   */
  async swipe(from: Point, to: Point, atTheEnd?: () => Promise<unknown>): Promise<void> {
    const cdp = await this.page.createCDPSession();
    const send = (type: 'touchStart' | 'touchMove', part: number): Promise<void> => {
      const point = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      return cdp.send('Input.dispatchTouchEvent', { type, touchPoints: [point] });
    };
    await Promise.all([send('touchStart', 0), send('touchMove', 0.3)]);
    for (const part of [0.6, 1]) await send('touchMove', part);
    await atTheEnd?.();
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await cdp.detach();
  }

  /** Lets the pointer rest where it is, for so long that Chromium takes its speed to be zero. */
  async holdStill(): Promise<void> {
    await this.page.evaluate(async (stillMs) => {
      const since = performance.now();
      while (performance.now() - since < stillMs)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    }, STILL_MS);
  }

  /** Two fingers side by side around a point, from one distance between them to another, px. */
  async pinch({ x, y }: Point, from: number, to: number): Promise<void> {
    const cdp = await this.page.createCDPSession();
    const at = (apart: number) => [
      { x: x - apart / 2, y, id: 1 },
      { x: x + apart / 2, y, id: 2 },
    ];
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
    for (const part of [0.3, 0.6, 1])
      await cdp.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: at(from + (to - from) * part),
      });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await cdp.detach();
  }

  /**
   * The centre of the element, in page pixels, once it is at rest and not covered: the same place for STILL_MS and
   * STILL_FRAMES, because a busy page may draw none for longer than that. An element outside the visible part of a list is
   * scrolled into view; one that is replaced is looked for again.
   */
  async whereIs(testId: string, attributes?: Record<string, string>): Promise<Point> {
    await this.see(testId, attributes);
    const found = await this.page.evaluate(
      async (selector, patienceMs, stillMs, stillFrames) => {
        const deadline = performance.now() + patienceMs;
        let last = { x: Number.NaN, y: Number.NaN };
        let since = 0;
        let frames = 0;
        let why = '';
        while (performance.now() < deadline) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          const element = document.querySelector(selector);
          const box = element?.getBoundingClientRect();
          if (!element || !box || box.width === 0) {
            why = 'it is gone';
            continue;
          }
          const now = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
          if (now.x !== last.x || now.y !== last.y) {
            since = performance.now();
            frames = 0;
            why = 'it moves';
          }
          last = now;
          const onTop = document.elementFromPoint(now.x, now.y);
          if (!element.contains(onTop)) {
            why = `over it is ${onTop?.outerHTML.slice(0, 200) ?? 'nothing'}`;
            element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
          } else {
            frames += 1;
            (window as ClickWindow).wanted = selector;
            delete (window as ClickWindow).wasMet;
            if (frames > stillFrames && performance.now() - since > stillMs) return now;
          }
        }
        return `${why} (${(window as ClickWindow).keptClicks?.join(', ')})`;
      },
      Person.selector(testId, attributes),
      PATIENCE_MS,
      STILL_MS,
      STILL_FRAMES,
    );
    if (typeof found === 'string') throw new Error(`${testId} never came to rest in sight: ${found}`);
    return found;
  }

  click(testId: string, attributes?: Record<string, string>): Promise<void> {
    return this.#hit(testId, attributes, ({ x, y }) => this.page.mouse.click(x, y));
  }

  /** Taps it with a finger. */
  touch(testId: string, attributes?: Record<string, string>): Promise<void> {
    return this.#hit(testId, attributes, (place) => this.tap(place));
  }

  /** Presses it; again when it moved away between the look and the press, as a person would. */
  async #hit(
    testId: string,
    attributes: Record<string, string> | undefined,
    press: (place: Point) => Promise<void>,
  ): Promise<void> {
    const place = await this.whereIs(testId, attributes);
    await press(place);
    if (await this.#movedAway(Person.selector(testId, attributes), place))
      await this.#hit(testId, attributes, press);
  }

  /** Whether the last press missed the element because it is somewhere else by now. A page that was left was met. */
  #movedAway(selector: string, place: Point): Promise<boolean> {
    return this.page
      .evaluate(
        (selector, place) => {
          if ((window as ClickWindow).wasMet !== false) return false;
          const box = document.querySelector(selector)?.getBoundingClientRect();
          return (
            box !== undefined &&
            (box.left + box.width / 2 !== place.x || box.top + box.height / 2 !== place.y)
          );
        },
        selector,
        place,
      )
      .catch(() => false);
  }

  /** Puts the cursor into a field, replaces what is there, by keyboard. */
  async type(testId: string, text: string, attributes?: Record<string, string>): Promise<void> {
    await this.#hit(testId, attributes, ({ x, y }) => this.page.mouse.click(x, y, { count: 3 }));
    await this.page.keyboard.type(text);
  }

  /** Presses a key. Down and up are sent at once: a page that draws a slow frame is waited for once, not twice. */
  async press(key: KeyInput): Promise<void> {
    await this.chord(key);
  }

  /** Presses keys together, such as Ctrl and S. */
  async chord(...keys: KeyInput[]): Promise<void> {
    const { keyboard } = this.page;
    await Promise.all([
      ...keys.map((key) => keyboard.down(key)),
      ...keys.toReversed().map((key) => keyboard.up(key)),
    ]);
  }

  /** Moves the focus to the element by the Tab key, from the present focus. */
  async reach(selector: string): Promise<void> {
    await this.page.waitForSelector(selector, { visible: true });
    for (let press = 0; press < MAX_TABS; press += 1) {
      if (await this.page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
      await this.press('Tab');
    }
    throw new Error(`Tab does not lead to ${selector}`);
  }

  /** Waits until the element has the focus. */
  async focusIsAt(testId: string, attributes?: Record<string, string>): Promise<void> {
    await this.page.waitForFunction(
      (selector) => document.activeElement?.matches(selector),
      {},
      Person.selector(testId, attributes),
    );
  }

  async read(testId: string, attributes?: Record<string, string>): Promise<string> {
    const handle = await this.see(testId, attributes);
    return handle.evaluate((element) => element.textContent?.trim() ?? '');
  }

  async attribute(testId: string, name: string, attributes?: Record<string, string>): Promise<string | null> {
    const handle = await this.see(testId, attributes);
    return handle.evaluate((element, key) => element.getAttribute(key), name);
  }

  /** Waits until the element's text satisfies the condition; returns that text. */
  async readUntil(
    condition: (text: string) => boolean,
    testId: string,
    attributes?: Record<string, string>,
  ): Promise<string> {
    const deadline = Date.now() + PATIENCE_MS;
    let text = '';
    while (Date.now() < deadline) {
      if (testId === 'toast') {
        const found = await this.#toast(condition, attributes);
        if (found !== undefined) return found;
      } else {
        text = await this.read(testId, attributes);
        if (condition(text)) return text;
      }
      await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))));
    }
    throw new Error(`${testId} still reads «${text}»`);
  }

  /** The first matching toast, including those that have disappeared; it and earlier ones are not returned again. */
  async #toast(
    condition: (text: string) => boolean,
    attributes?: Record<string, string>,
  ): Promise<string | undefined> {
    const kept = await this.page.evaluate(
      (selector) =>
        ((window as ToastWindow).keptToasts ?? []).map((toast) =>
          toast.matches(selector) ? (toast.textContent?.trim() ?? '') : null,
        ),
      Person.selector('toast', attributes),
    );
    const index = kept.findIndex((text) => text !== null && condition(text));
    if (index < 0) return undefined;
    await this.page.evaluate((count) => void (window as ToastWindow).keptToasts?.splice(0, count), index + 1);
    return kept[index] ?? undefined;
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}${path}`);
  }

  async logIn(password: string, username = 'admin'): Promise<void> {
    await this.open('/login');
    await this.type('login-username', username);
    await this.type('login-password', password);
    await this.click('login-submit');
    await this.see('scene-list-item');
  }

  /** Logs in at home and goes to a page by the navigation. */
  async enter(path: string, password: string, username = 'admin'): Promise<void> {
    await this.open('/app');
    await this.type('login-username', username);
    await this.type('login-password', password);
    await this.click('login-submit');
    await this.#follow(path);
  }

  /** Goes from home to a page by the navigation. */
  async fromHome(path: string): Promise<void> {
    await this.open('/app');
    await this.#follow(path);
  }

  async #follow(path: string): Promise<void> {
    const link = await this.page.waitForSelector(`nav a[href="${path}"]`, { visible: true });
    await link!.click();
  }

  /** Opens the first scene of the list and waits until it has loaded. */
  async openFirstScene(): Promise<void> {
    await this.click('scene-list-item');
    await this.see('scene-canvas');
    await this.seeNo('loading-overlay');
  }
}
