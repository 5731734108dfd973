import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { screenFaults } from '../support/screen-faults.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// A new farm for readers of English, on a tablet: nothing is in Chinese, cut off, covered or out of reach.

let server: RunningServer;
let browser: Browser;
let person: Person;

/** Where screenshots are stored, if they are wanted. */
const FOLDER = process.env['FARM3D_PICTURES'];

beforeAll(async () => {
  server = await startServer({ demo: true, env: { FARM3D_DEMO_LANGUAGE: 'en' } });
  browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setViewport({ width: 834, height: 1112, hasTouch: true });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.evaluateOnNewDocument(() => localStorage.setItem('farm3d.locale', 'en'));
  person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** What lasts is a fault; what is only passing, such as a toast, is not. */
async function noFaults(name: string): Promise<void> {
  const rules = { locale: 'en', leastText: 11.5, written: [] } as const;
  try {
    await expect
      .poll(() => person.page.evaluate(screenFaults, rules), { timeout: PATIENCE_MS, interval: 500 })
      .toEqual([]);
  } finally {
    if (FOLDER) await writeFile(join(FOLDER, `tablet-${name}.png`), await person.page.screenshot());
  }
}

test.each([
  ['home', '/app', 'home-scenes'],
  ['scenes', '/iotManagement/intelligence/scene', 'scene-list-item'],
  ['devices', '/iotManagement/devices', 'device-row'],
  ['crops', '/iotManagement/crops', 'crop-plan'],
  ['region', '/app/region', 'region-scale'],
])('%s', async (name, path, testId) => {
  await person.open(path);
  await person.readUntil((text) => text !== '', testId);
  await noFaults(name);
});

test('the scene, with the colours of its plot', async () => {
  await person.open('/iotManagement/intelligence/scene');
  await person.tap(await person.whereIs('scene-list-item'));
  await person.see('scene-canvas');
  await person.seeNo('loading-overlay');
  await person.tap(await person.whereIs('plot-colouring', { 'data-value': 'moisture' }));
  expect(await person.readUntil((text) => text !== '', 'plot-now')).toContain('Tomato');
  await noFaults('scene');
  expect(person.complaints).toEqual([]);
});
