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

// Every state of the screens is opened once and then looked at in each window, language and theme, by switching those under
// it. FARM3D_PICTURES=<folder> keeps a full-size picture of each look; FARM3D_LOOKS=all looks at more of them.

const PICTURES = process.env['FARM3D_PICTURES'];
/** Text that a person far from a wall screen can still read is bigger. */
const LEAST_TEXT = 11.5;
const LEAST_WALL_TEXT = 19;
const SETTLE_MS = 30_000;
/** Looks, two pictures apart, after which what is wrong counts as wrong. */
const PATIENCE = 20;

export interface Look {
  readonly name: string;
  readonly locale: 'zh-CN' | 'en';
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  /** Not where another look has the same elements and colours. */
  readonly axe: boolean;
  /** Into how many columns and rows the picture is cut to be compared with the kept one; null: only where things stand, and in which colours. */
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
/** Each size, language and theme; English where room is scarce. */
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
  /** Only these, such as where a phone has no such state. Default: 'desk' and 'phone'. */
  looks?: readonly string[];
  /** At the wall's size, too: where what is shown is laid out otherwise than in other states. */
  onWall?: boolean;
  /** The message at the top belongs to the state. */
  withToast?: boolean;
  /** Not compared with a kept one: what it shows goes with the season and the hour. */
  unkept?: boolean;
  /** A fault that was made here is to be found: at once, and it is not kept. */
  planted?: boolean;
  /** What is made of the page before each look but the first, such as opening what closes when the window changes. */
  before?: (look: Look) => Promise<unknown>;
}

/** Two pictures later: what was changed has been drawn. Runs inside the page. */
const pictures = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Until nothing is on its way and nothing moves, two pictures later at the earliest. Runs inside the page. */
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

/** Sets the page in the even font, without what moves or is drawn anew each time. Runs inside the page. */
async function setEvenly(font: string): Promise<void> {
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
       canvas, video { visibility: hidden !important }
       ::-webkit-scrollbar { display: none }`,
    );
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, page.evenSheet];
}

/** Runs inside the page. */
function setAsEver(): void {
  const { evenSheet } = window as { evenSheet?: CSSStyleSheet };
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== evenSheet);
}

/** Runs inside the page, before its scripts. */
function drawNothing(): void {
  const { prototype } = WebGL2RenderingContext;
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced'] as const)
    prototype[name] = () => undefined;
  const plain = new CSSStyleSheet();
  plain.replaceSync('* { backdrop-filter: none !important }');
  document.adoptedStyleSheets = [plain];
}

/** Walks through states of a page and collects what is wrong with them. */
export class StateWalk {
  readonly faults: string[] = [];
  readonly #person: Person;
  readonly #axe: string;
  /** Another window of the same browser: what is chosen there holds in this one. */
  readonly #other: Page;
  /** What farmers wrote, in whichever language: no part of the screens' own texts. */
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

  /** @param written what farmers wrote, in whichever language */
  static async begin(person: Person, written: readonly string[]): Promise<StateWalk> {
    if (PICTURES) mkdirSync(PICTURES, { recursive: true });
    // The 3D picture itself is judged elsewhere: here its engine works, but nothing is drawn in software for it.
    if (!PICTURES) await person.page.evaluateOnNewDocument(drawNothing);
    const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const other = await person.page.browserContext().newPage();
    await other.goto(`${person.baseUrl}/healthz`);
    await person.page.bringToFront();
    const walk = new StateWalk(person, written, source, other, await person.page.createCDPSession());
    await walk.#become(HOME);
    return walk;
  }

  /** Looks at what is shown now. */
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
      await this.#judge(name, each, planted ? 0 : PATIENCE);
      if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.${each.name}.png`) });
      if (!unkept && LOOKS.includes(each)) await this.#compare(name, each, planted ? 0 : PATIENCE, before);
    }
    await this.#become(HOME);
  }

  /** Does something in the window of a look, and comes back. */
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
    // Drawn by software: where nobody looks at the picture, half as many dots each way say as much.
    const deviceScaleFactor = width >= 3400 || (width >= 1000 && !PICTURES) ? 0.5 : 1;
    if (now?.width !== width || now.height !== height)
      await page.setViewport({ width, height, deviceScaleFactor });
    if (theme !== this.#now.theme || next === HOME) {
      // Nothing moves while it is judged.
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

  /** Everything has come and stands still. */
  async #settle(): Promise<void> {
    await this.#person.page.evaluate(rest, SETTLE_MS);
  }

  async #dismissToasts(): Promise<void> {
    await this.#person.page.evaluate(() => {
      for (const button of document.querySelectorAll<HTMLElement>('[data-testid="toast"] button'))
        button.click();
    });
  }

  async #judge(
    name: string,
    { name: variant, locale, width, axe: withAxe }: Look,
    patience: number,
  ): Promise<void> {
    const { page } = this.#person;
    const leastText = width >= 3400 ? LEAST_WALL_TEXT : LEAST_TEXT;
    const look = () => page.evaluate(screenFaults, { locale, leastText, written: this.#written });
    let found = await look();
    // What is still on its way, such as a word in the language that was just chosen, is no fault; what stays is one.
    for (let again = 0; found.length > 0 && again < patience; again++) {
      await page.evaluate(pictures);
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
            .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
        })),
      );
    }
    this.faults.push(...found.map((fault) => `${name} ${variant}: ${fault}`));
  }

  /** Where things stand and in which colours, beside what is kept; without words, readings and the 3D picture. */
  async #compare(name: string, each: Look, patience: number, before: StateOptions['before']): Promise<void> {
    const { page } = this.#person;
    await page.evaluate(setEvenly, this.#font);
    try {
      if (before && each !== HOME) await before(each);
      let last = await this.#record(each);
      let found = differencesFromKept(name, each.name, last);
      for (let again = 0; found.length > 0 && again < patience; again++) {
        await page.evaluate(pictures);
        const now = await this.#record(each);
        found = differencesFromKept(name, each.name, now);
        // What is to be kept has come to rest.
        if (renewKept(name, each.name, last, now)) found = [];
        last = now;
      }
      this.faults.push(...found.map((fault) => `${name} ${each.name}: ${fault}`));
    } finally {
      await page.evaluate(setAsEver);
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
