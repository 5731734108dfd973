// Second tier (page): every page in English
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { fillFarm, PAGES } from '../support/farm-at-work.ts';
import { Person } from '../support/person.ts';
import { screenFaults } from '../support/screen-faults.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// A farm for readers of English, on a tablet, on a phone by night and on a desktop at 200 % zoom: nothing is in Chinese, cut
// off, covered, pale or out of reach.

/** A window of 1280 × 1024 at 200 % has half of its CSS pixels; then a tablet, and a phone in the dark. */
const LOOKS = {
  zoomed: { width: 640, height: 512, theme: 'light' },
  phone: { width: 390, height: 844, theme: 'dark' },
  tablet: { width: 834, height: 1112, theme: 'light' },
} as const;
type Look = keyof typeof LOOKS;

let server: RunningServer;
let browser: Browser;
let person: Person;
/** A device. */
let probe: string;

/** Where screenshots are stored, if they are wanted. */
const FOLDER = process.env['FARM3D_PICTURES'];

beforeAll(async () => {
  server = await startServer({ demo: true, env: { FARM3D_DEMO_LANGUAGE: 'en' } });
  browser = await launchBrowser();
  probe = (await fillFarm(server, await server.client(), 'en')).devices.find(
    ({ productModelCode }) => productModelCode === 'TQ-3L',
  )!.id;
  const page = await browser.newPage();
  person = new Person(page, server.baseUrl);
  await look('tablet', false);
  await page.evaluateOnNewDocument(() => localStorage.setItem('farm3d.locale', 'en'));
  await person.logIn(server.adminPassword);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Turns the page to a window and theme, and waits until an open page has taken them over. */
async function look(name: Look, isOpen = true): Promise<void> {
  const { theme, ...size } = LOOKS[name];
  await person.page.setViewport({ ...size, hasTouch: true });
  await person.page.emulateMediaFeatures([
    { name: 'prefers-reduced-motion', value: 'reduce' },
    { name: 'prefers-color-scheme', value: theme },
  ]);
  if (isOpen)
    await person.page.waitForFunction(
      (wanted, width) => document.documentElement.dataset['theme'] === wanted && innerWidth === width,
      {},
      theme,
      size.width,
    );
}

/** What lasts is a fault; what is only passing, such as a toast, is not. */
async function noFaults(name: string): Promise<void> {
  // The icon of Chinese among the languages of the first start.
  const rules = { locale: 'en', leastText: 11.5, written: ['中'] } as const;
  try {
    await expect
      .poll(
        // The audit log names calls, which look like names of texts.
        async () =>
          (await person.page.evaluate(screenFaults, rules)).filter(
            (fault) => !/text of \w+\.create /.test(fault),
          ),
        { timeout: PATIENCE_MS, interval: 500 },
      )
      .toEqual([]);
  } finally {
    if (FOLDER) await writeFile(join(FOLDER, `${name}.png`), await person.page.screenshot());
  }
}

test.each([
  ...PAGES,
  ['devices-map', '/iotManagement/devices?view=map', 'device-map-item'],
  ['region', '/app/region', 'region-scale'],
  ...['overview', 'chart', 'connect', 'settings'].map(
    (tab) => [`device-${tab}`, () => `/app/devices/${probe}/${tab}`, 'device-page-name'] as const,
  ),
] as const)('%s', async (name, path, testId) => {
  await person.open(typeof path === 'string' ? path : path());
  await person.readUntil((text) => text !== '', testId);
  for (const window of ['zoomed', 'phone', 'tablet'] as const) {
    await look(window);
    await noFaults(`${name}-${window}`);
    if (window === 'phone') expect(await seriousFaults(person.page)).toEqual([]);
  }
});

test('the scene, with the colours of its plot', async () => {
  await person.open('/iotManagement/intelligence/scene');
  await person.touch('scene-list-item');
  await person.see('scene-canvas');
  await person.seeNo('loading-overlay');
  await person.touch('plot-colouring', { 'data-value': 'moisture' });
  expect(await person.readUntil((text) => text !== '', 'plot-now')).toContain('Tomato');
  await noFaults('scene-tablet');
  expect(person.complaints).toEqual([]);
});
