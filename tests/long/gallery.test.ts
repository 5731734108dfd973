// Second tier (page): every example of the gallery
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { type PageServer, servePage } from '../browser/pages/page-server.ts';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';

const GALLERY = fileURLToPath(new URL('../../gallery/', import.meta.url));
/** Maximum share of one colour (channels rounded to 32 steps): above it the canvas counts as empty. */
const MAX_SHARE_OF_ONE_COLOUR = 0.85;

type Facts = Record<string, string>;

const number = (text: string | undefined) => Number(text?.replace(/[^\d.-]/g, ''));

/** Each page, with a check of its displayed facts that passes only if its feature works. */
const PAGES: Readonly<Record<string, (facts: Facts, log: readonly string[]) => void>> = {
  start: (facts) => expect(facts).toMatchObject({ loaded: '100 %', devices: '8' }),
  loading: ({ models }, log) => {
    expect(models).toBe('4');
    expect(log.join()).toMatch(/model-missing/);
    expect(log.join()).toMatch(/model-wrong-type/);
  },
  scale: ({ devices, draws }) => {
    expect(devices).toBe('10,000');
    // Six kinds at two levels, lamps, marks and the ground.
    expect(number(draws)).toBeLessThan(60);
  },
  labels: ({ labels, elements, dots }) => {
    expect(labels).toBe('901');
    expect(number(elements)).toBeGreaterThan(1);
    expect(number(dots)).toBeGreaterThan(3);
  },
  picking: ({ boxed, cost }) => {
    expect(boxed).toBe('8');
    expect(cost).toMatch(/^\d+ µs$/);
  },
  selection: ({ selected }) => expect(selected).toBe('station, valve'),
  plugin: (facts) => expect(facts).toMatchObject({ attached: '1' }),
  animation: ({ clips }) => expect(clips).toBe('5'),
  'rolling-film': (facts) => expect(facts).toMatchObject({ bays: '6', opening: '60 %' }),
  led: ({ dots, lit }) => {
    expect(dots).toBe('96 × 48');
    expect(number(lit)).toBeGreaterThan(500);
  },
  'product-light': (facts) => expect(facts).toMatchObject({ lit: '1', level: '100 %' }),
  crops: ({ plants, drawn }) => {
    expect(plants).toBe('6,400');
    expect(number(drawn)).toBeGreaterThan(50);
  },
  plot: (facts) => expect(facts).toMatchObject({ area: '1180 m²', holes: '1' }),
  'heat-map': ({ low, high }) => expect(number(high)).toBeGreaterThan(number(low) + 10),
  'child-scenes': (facts) => expect(facts).toMatchObject({ children: '2', devices: '4' }),
  weather: (facts) => expect(facts).toMatchObject({ weather: 'rain', part: 'dusk' }),
  sun: (facts) => expect(facts).toMatchObject({ part: 'day', altitude: '8°' }),
  'region-map': ({ regions, triangles }) => {
    expect(regions).toBe('51');
    expect(number(triangles)).toBeGreaterThan(5_000);
  },
  placing: ({ placed }) => expect(placed).toBe('1'),
  transform: ({ edited, history }) => {
    expect(edited).toBe('led');
    expect(history).toBe('↶ –');
  },
  arrange: ({ selected, spread }) => {
    expect(selected).toBe('6');
    expect(number(spread)).toBeGreaterThan(1);
  },
  pictures: ({ glb, png, product }) => {
    expect(number(glb)).toBeGreaterThan(1_000);
    expect(number(png)).toBeGreaterThan(50);
    expect(number(product)).toBeGreaterThan(10);
  },
  stats: ({ frames, draws, tier }) => {
    expect(number(frames)).toBeGreaterThan(0);
    expect(number(draws)).toBeGreaterThan(10);
    expect(tier).toBe('low');
  },
  tree: ({ items }) => expect(items).toBe('8'),
  context: (facts) => expect(facts).toMatchObject({ lost: '0', restored: '0' }),
};

const POLL = { timeout: PATIENCE_MS, interval: 100 };

let browser: Browser;
let server: PageServer;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  server = await servePage('gallery', { root: GALLERY });
  browser = await launchBrowser();
  page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.setViewport({ width: 390, height: 600, deviceScaleFactor: 0.5 });
  await page.goto(`${server.url}?quality=low&still#/start`);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens a page of the gallery; resolves when it is ready. */
async function visit(path: string): Promise<void> {
  const [id] = path.split('/');
  await page.evaluate((path) => (location.hash = `#/${path}`), path);
  await page.waitForFunction(
    (id) => document.body.dataset['ready'] === id || !document.querySelector<HTMLElement>('#trouble')!.hidden,
    {},
    id,
  );
}

/** What the page tells of itself. */
const factsShown = (): Promise<{ facts: Facts; log: string[] }> =>
  page.evaluate(() => ({
    facts: Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('[data-fact]')].map((shown) => [
        shown.dataset['fact']!,
        shown.textContent,
      ]),
    ),
    log: [...document.querySelectorAll('#log li')].map(({ textContent }) => textContent),
  }));

/** Largest share of the canvas with one colour. */
async function greatestPart(): Promise<number> {
  const picture = await (await page.$('#stage'))!.screenshot({ encoding: 'base64' });
  return page.evaluate(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const counts = new Map<number, number>();
    for (let i = 0; i < data.length; i += 4) {
      const color = ((data[i]! >> 3) << 10) | ((data[i + 1]! >> 3) << 5) | (data[i + 2]! >> 3);
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    return Math.max(...counts.values()) / (data.length / 4);
  }, picture);
}

const press = (label: string) => page.locator(`#controls ::-p-text(${label})`).click();
const until = (id: string, value: string) =>
  page.waitForFunction(
    (id, value) => document.querySelector(`[data-fact="${id}"]`)?.textContent === value,
    {},
    id,
    value,
  );

describe('the gallery', () => {
  it('has the pages that are tested here', async () => {
    const links = await page.$$eval('#entries a', (all) => all.map(({ hash }) => hash));
    expect(links).toEqual(Object.keys(PAGES).map((id) => `#/${id}`));
  });

  it.each(Object.keys(PAGES))('%s: works, draws a frame, and shows the code that ran', async (id) => {
    await visit(id);
    expect(await page.$eval('#trouble', ({ textContent }) => textContent)).toBe('');
    // The page is ready with the first frame; on a slow machine the models of a large scene come some frames later.
    await vi.waitFor(async () => {
      const { facts, log } = await factsShown();
      PAGES[id]!(facts, log);
    }, POLL);
    await waitFor(async () => (await greatestPart()) < MAX_SHARE_OF_ONE_COLOUR, { what: 'a drawn scene' });
    const shown = await page.$eval('#code', ({ textContent }) => textContent);
    expect(shown).toBe(readFileSync(`${GALLERY}src/demos/${id}.ts`, 'utf8'));
  });

  it('its controls work: the context is lost and restored, a crop is reset, objects are aligned, weather is set by the address', async () => {
    await visit('context');
    await press('丢失上下文');
    await until('restored', '1');
    await visit('crops');
    await page.focus('#controls input[type=range]');
    await page.keyboard.press('Home');
    await until('day', '0 天');
    await visit('arrange');
    const before = (await factsShown()).facts['spread']!;
    await press('对齐');
    await until('spread', '0.00 m');
    await press('撤销');
    await until('spread', before);
    await visit('weather/snow/night');
    const { facts } = await factsShown();
    expect(facts).toMatchObject({ weather: 'snow', part: 'night' });
  });

  it('lets a device be dragged from its list into the greenhouse', async () => {
    await visit('placing');
    const item = (await page.$('.draggable'))!;
    await item.scrollIntoView();
    const from = (await item.boundingBox())!;
    const stage = (await (await page.$('#stage'))!.boundingBox())!;
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(stage.x + stage.width / 2, stage.y + stage.height / 2, { steps: 6 });
    await until('preview', '✓');
    await page.mouse.up();
    await until('placed', '2');
  });

  it('is operated by keys, is available in English, and fits the width of a phone', async () => {
    await visit('weather/sunny/noon');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('PageDown');
    await page.waitForFunction(() => document.body.dataset['ready'] === 'sun');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.click('#menu');
    await page.click('#language');
    await page.waitForFunction(() => document.querySelector('#title')!.textContent === 'The sun');
    const names = await page.$$eval('#entries a, #entries h2, #controls', (all) =>
      all.map(({ textContent }) => textContent).join(' '),
    );
    expect(names).not.toMatch(/\p{Script=Han}/u);
  });

  it('the page logged no errors', () => {
    expect(complaints).toEqual([]);
  });
});
