import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type axe from 'axe-core';
import type { CDPSession, Page } from 'puppeteer';
import { evenFont } from './even-font.ts';
import { differencesFromKept, renewKept, type ScreenRecord } from './kept-screens.ts';
import type { Person } from './person.ts';
import { screenFaults } from './screen-faults.ts';
import { meanColours, screenRecord } from './screen-record.ts';

// Every state of the screens is opened once and then checked in each window size, language and theme, by
// switching those under it. FARM3D_PICTURES=<folder> stores a full-size screenshot of each look;
// FARM3D_LOOKS=all checks more of them.

const PICTURES = process.env['FARM3D_PICTURES'];
/** Minimum text size, CSS px; larger on a wall screen, which is read from afar. */
const MIN_TEXT = 11.5;
const MIN_WALL_TEXT = 19;
const SETTLE_MS = 30_000;
/** Number of checks, two frames apart, after which a fault is reported. */
const MAX_CHECKS = 20;

export interface Look {
  readonly name: string;
  readonly locale: 'zh-CN' | 'en';
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  /** Whether axe runs; not if another look has the same elements and colours. */
  readonly axe: boolean;
  /**
   * Columns and rows of the grid of mean colours that is compared with the reference; null: only positions
   * and colours of elements are compared.
   */
  readonly cells: readonly [number, number] | null;
}

const look = (
  name: string,
  locale: Look['locale'],
  theme: Look['theme'],
  {
    size: [width, height],
    cells,
  }: { size: readonly [number, number]; cells: readonly [number, number] | null },
  judgedByAxe = true,
): Look => ({ name, locale, theme, width, height, axe: judgedByAxe, cells });

const DESKTOP = { size: [1440, 900], cells: [32, 20] } as const;
const PHONE = { size: [390, 844], cells: null } as const;
const WALL = { size: [3840, 2160], cells: null } as const;
/** Each size, language and theme; English in the smallest window. */
export const LOOKS: readonly Look[] = [
  look('desk', 'zh-CN', 'light', DESKTOP),
  look('phone', 'en', 'dark', PHONE),
  look('wall', 'en', 'light', WALL, false),
];
const MORE_LOOKS: readonly Look[] = [
  look('desk-en-dark', 'en', 'dark', DESKTOP),
  look('phone-zh-light', 'zh-CN', 'light', PHONE),
  look('wall-zh-dark', 'zh-CN', 'dark', WALL, false),
];
const ALL = process.env['FARM3D_LOOKS'] === 'all' ? [...LOOKS, ...MORE_LOOKS] : LOOKS;
export const HOME = LOOKS[0]!;

export interface StateOptions {
  /** Names of the looks, e.g. if a phone has no such state. Default: 'desk' and 'phone'. */
  looks?: readonly string[];
  /** Also at the size of a wall screen: for states with a layout of their own. */
  onWall?: boolean;
  /** The toast at the top belongs to the state. */
  withToast?: boolean;
  /** Not compared with a reference: the content depends on season and hour. */
  unkept?: boolean;
  /** A planted fault, which must be found: checked once, and not stored. */
  planted?: boolean;
  /** Runs before each look but the first, e.g. opens a menu that closes when the window is resized. */
  before?: (look: Look) => Promise<unknown>;
}

/** Resolves after two frames, when changes have been drawn. Runs inside the page. */
const nextFrames = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Resolves when the page has this width, CSS px, and has told its media queries so. Runs inside the page. */
const hasWidth = (width: number): Promise<void> =>
  new Promise((resolve) => {
    const look = (): number =>
      // Media queries are told before the callbacks of the frame.
      requestAnimationFrame(() => (innerWidth === width ? resolve() : void look()));
    look();
  });

/** Resolves when no request is pending and nothing moves, after two frames at the earliest. Runs inside the page. */
async function rest(patience: number): Promise<void> {
  const picture = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const deadline = performance.now() + patience;
  let still = 0;
  while (still < 2) {
    await picture();
    const moves =
      document.querySelector('.animate-shimmer') !== null ||
      document.getAnimations().some(({ playState }) => playState === 'running');
    still = moves ? 0 : still + 1;
    if (moves && performance.now() > deadline) throw new Error('the page does not come to rest');
  }
}

/** Applies the generated font and hides animated and live content. Runs inside the page. */
async function applyTestFont(font: string): Promise<void> {
  const page = window as { evenSheet?: CSSStyleSheet };
  if (!page.evenSheet) {
    const face = new FontFace(
      'even',
      Uint8Array.from(atob(font), (letter) => letter.charCodeAt(0)),
    );
    document.fonts.add(await face.load());
    page.evenSheet = new CSSStyleSheet();
    page.evenSheet.replaceSync(
      `* { font-family: even !important; font-synthesis: none !important; text-rendering: geometricPrecision !important; caret-color: transparent !important;
         backdrop-filter: none !important }
       canvas, video, [data-testid="scene-labels"] * { visibility: hidden !important }
       ::-webkit-scrollbar { display: none }`,
    );
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, page.evenSheet];
}

/** Reverts {@link applyTestFont}. Runs inside the page. */
function restoreFont(): void {
  const { evenSheet } = window as { evenSheet?: CSSStyleSheet };
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== evenSheet);
}

/** Replaces WebGL draw calls by no-ops. Runs inside the page, before its scripts. */
function disableDrawing(): void {
  const { prototype } = WebGL2RenderingContext;
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced'] as const)
    prototype[name] = () => undefined;
  const plain = new CSSStyleSheet();
  plain.replaceSync('* { backdrop-filter: none !important }');
  document.adoptedStyleSheets = [plain];
}

/** Walks through states of a page and collects their faults. */
export class StateWalk {
  readonly faults: string[] = [];
  readonly #person: Person;
  readonly #axe: string;
  /** Another window of the same browser: its choices of language and theme apply to this one. */
  readonly #other: Page;
  /** Texts entered by users, in any language: not part of the screens' own texts. */
  readonly #written: readonly string[];
  readonly #cdp: CDPSession;
  readonly #font = evenFont();
  #now: Look = HOME;

  private constructor(
    person: Person,
    written: readonly string[],
    source: string,
    other: Page,
    cdp: CDPSession,
  ) {
    this.#person = person;
    this.#written = written;
    this.#axe = source;
    this.#other = other;
    this.#cdp = cdp;
  }

  /** @param written texts entered by users, in any language */
  static async begin(person: Person, written: readonly string[]): Promise<StateWalk> {
    if (PICTURES) mkdirSync(PICTURES, { recursive: true });
    // The 3D frame is tested elsewhere: here the engine runs without software rendering.
    if (!PICTURES) await person.page.evaluateOnNewDocument(disableDrawing);
    const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const other = await person.page.browserContext().newPage();
    await other.goto(`${person.baseUrl}/healthz`);
    await person.page.bringToFront();
    const walk = new StateWalk(person, written, source, other, await person.page.createCDPSession());
    await walk.#become(HOME);
    return walk;
  }

  /** Checks the present state of the page. */
  async state(
    name: string,
    {
      looks = ['desk', 'phone'],
      onWall = false,
      withToast = false,
      planted = false,
      unkept = false,
      before,
    }: StateOptions = {},
  ): Promise<void> {
    const { page } = this.#person;
    for (const each of ALL) {
      const [window] = each.name.split('-');
      if (!looks.includes(window!) && !(onWall && window === 'wall')) continue;
      await this.#become(each);
      if (before && each !== HOME) await before(each);
      if (!withToast) await this.#dismissToasts();
      await this.#settle();
      await this.#judge(name, each, planted ? 0 : MAX_CHECKS);
      if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.${each.name}.png`) });
      if (!unkept && LOOKS.includes(each)) await this.#compare(name, each, planted ? 0 : MAX_CHECKS, before);
    }
    await this.#become(HOME);
  }

  /** Runs `work` in the window size of a look, then restores the size. */
  async at(name: string, work: () => Promise<void>): Promise<void> {
    const there = LOOKS.find((one) => one.name === name);
    if (!there) throw new Error(`there is no look ${name}`);
    await this.#become(there);
    await work();
    await this.#become(HOME);
  }

  async #become(next: Look): Promise<void> {
    const { page } = this.#person;
    const { locale, theme, width, height } = next;
    const now = page.viewport();
    // Software rendering: without screenshots, half the resolution is enough.
    const deviceScaleFactor = width >= 3400 || (width >= 1000 && !PICTURES) ? 0.5 : 1;
    if (now?.width !== width || now.height !== height) {
      await page.setViewport({ width, height, deviceScaleFactor });
      await page.evaluate(hasWidth, width);
    }
    if (theme !== this.#now.theme || next === HOME) {
      // Reduced motion during the checks.
      await page.emulateMediaFeatures([
        { name: 'prefers-reduced-motion', value: 'reduce' },
        { name: 'prefers-color-scheme', value: theme },
      ]);
    }
    if (locale !== this.#now.locale) {
      await this.#other.evaluate((language) => localStorage.setItem('farm3d.locale', language), locale);
      await page.waitForFunction((language) => document.documentElement.lang === language, {}, locale);
    }
    this.#now = next;
  }

  /** Waits until everything is loaded and at rest. */
  async #settle(): Promise<void> {
    await this.#person.page.evaluate(rest, SETTLE_MS);
  }

  async #dismissToasts(): Promise<void> {
    await this.#person.page.evaluate(() => {
      for (const button of document.querySelectorAll<HTMLElement>(
        '[data-testid="toast"] button:last-of-type',
      ))
        button.click();
    });
  }

  async #judge(
    name: string,
    { name: variant, locale, width, axe: withAxe }: Look,
    patience: number,
  ): Promise<void> {
    const { page } = this.#person;
    const leastText = width >= 3400 ? MIN_WALL_TEXT : MIN_TEXT;
    const look = () => page.evaluate(screenFaults, { locale, leastText, written: this.#written });
    let found = await look();
    // A temporary state, such as a text in the previous language, is not a fault; only lasting ones are reported.
    for (let again = 0; found.length > 0 && again < patience; again++) {
      await page.evaluate(nextFrames);
      found = await look();
    }
    if (withAxe) {
      if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(this.#axe);
      found.push(
        ...(await page.evaluate(async () => {
          const { axe: judge } = window as unknown as { axe: typeof axe };
          const { violations } = await judge.run(document, {
            resultTypes: ['violations'],
            rules: { 'target-size': { enabled: true } },
          });
          return violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(
              ({ id, nodes }) =>
                `${id}: ${nodes
                  .map(({ html, any, all, none }) => {
                    const related = [...any, ...all, ...none].flatMap(
                      ({ relatedNodes }) => relatedNodes ?? [],
                    );
                    const beside = related.map((node) => node.html.slice(0, 120)).join(' , ');
                    return `${html.slice(0, 160)}${beside && ` beside ${beside}`}`;
                  })
                  .join(' | ')}`,
            );
        })),
      );
    }
    this.faults.push(...found.map((fault) => `${name} ${variant}: ${fault}`));
  }

  /** Compares positions and colours with the reference; without texts, readings and the 3D canvas. */
  async #compare(name: string, each: Look, patience: number, before: StateOptions['before']): Promise<void> {
    const { page } = this.#person;
    await page.evaluate(applyTestFont, this.#font);
    try {
      if (before && each !== HOME) await before(each);
      let last = await this.#record(each);
      let found = differencesFromKept(name, each.name, last);
      for (let again = 0; found.length > 0 && again < patience; again++) {
        await page.evaluate(nextFrames);
        const now = await this.#record(each);
        found = differencesFromKept(name, each.name, now);
        // The page must be at rest before it is stored.
        if (renewKept(name, each.name, last, now)) found = [];
        last = now;
      }
      this.faults.push(...found.map((fault) => `${name} ${each.name}: ${fault}`));
    } finally {
      await page.evaluate(restoreFont);
    }
  }

  async #record({ cells }: Look): Promise<ScreenRecord> {
    const boxes = await this.#person.page.evaluate(screenRecord);
    if (!cells) return { ...boxes, cells: [] };
    const { data } = await this.#cdp.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
    });
    return { ...boxes, cells: await this.#other.evaluate(meanColours, data, ...cells) };
  }
}
