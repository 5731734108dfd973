import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ApiClient, Device } from '@farm3d/api';
import type axe from 'axe-core';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// Every state of the screens once: nobody is shut out by it, no text is missing, nothing runs out of the window.
// FARM3D_PICTURES=<folder> keeps a picture of each, to be looked at.

const PICTURES = process.env['FARM3D_PICTURES'];
/** What is written when a text is missing: its key. */
const KEY =
  /\b(?:agronomy|alarms|app|card|carousel|common|devices|error|live|login|nav|objects|panel|picture|placement|plots?|region|scene|scenes|valve|video|weather)\.[a-z]\w*(?:\.\w+)*\b/;

let server: RunningServer;
let browser: Browser;
let person: Person;
let api: ApiClient;
let devices: Device[];
let axeSource: string;

beforeAll(async () => {
  axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  server = await startServer({ demo: true });
  api = await server.client();
  devices = (await api.devices.list({ pageSize: 50 })).items;
  browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  // Nothing moves while it is judged.
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  person = new Person(page, server.baseUrl);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const of = (productModelCode: string) => {
  const found = devices.find((device) => device.productModelCode === productModelCode);
  if (!found) throw new Error(`the demo farm has no ${productModelCode}`);
  return { 'data-device-id': found.id };
};

/** What is wrong with the state that is shown; nothing, when all is well. */
async function faults(name: string): Promise<string[]> {
  const { page } = person;
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe: judge } = window as unknown as { axe: typeof axe };
    const { violations: found } = await judge.run(document, { resultTypes: ['violations'] });
    return found
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  });
  const { text, isWide } = await page.evaluate(() => ({
    text: document.body.innerText,
    isWide: document.documentElement.scrollWidth > window.innerWidth,
  }));
  const key = KEY.exec(text.replaceAll(/\S+@\S+|https?:\S+|[\w-]+\.(?:glb|json|geojson|html)\b/g, ''))?.[0];
  return [
    ...violations.map((violation) => `${name}: ${violation}`),
    ...(key ? [`${name}: the text of ${key} is missing`] : []),
    ...(isWide ? [`${name}: wider than the window`] : []),
  ];
}

/** Leaves the page and comes back with another language, theme and window. */
async function become(locale: 'zh-CN' | 'en', theme: 'light' | 'dark', width: number, height: number) {
  await person.page.setViewport({ width, height });
  await person.page.evaluate(
    (language, look) => {
      localStorage.setItem('farm3d.locale', language);
      localStorage.setItem('farm3d.theme', look);
    },
    locale,
    theme,
  );
}

/** A page by its address; its first picture is there. */
async function openPage(path: string, testId: string): Promise<void> {
  await person.open(path);
  await person.see(testId);
}

const closeDialog = async (): Promise<void> => {
  await person.page.keyboard.press('Escape');
  await person.page.waitForFunction(() => !document.querySelector('[role="dialog"]'));
};

/** The screens around the scene. */
async function around(prefix: string): Promise<string[]> {
  const found: string[] = [];
  await openPage('/iotManagement/intelligence/scene', 'scene-list-item');
  found.push(...(await faults(`${prefix}-scenes`)));
  await openPage('/iotManagement/devices', 'device-row');
  found.push(...(await faults(`${prefix}-devices`)));
  await person.click('device-new');
  await person.see('device-create-name');
  found.push(...(await faults(`${prefix}-device-new`)));
  await closeDialog();
  await person.click('device-row', of('TQ-3L'));
  await person.see('device-drawer-name');
  found.push(...(await faults(`${prefix}-device-drawer`)));
  await openPage('/app/agronomy', 'plot-cards');
  found.push(...(await faults(`${prefix}-agronomy`)));
  await openPage('/app/region', 'region-row');
  found.push(...(await faults(`${prefix}-region`)));
  return found;
}

async function openScene(): Promise<void> {
  await openPage('/iotManagement/intelligence/scene', 'scene-list-item');
  await person.openFirstScene();
}

/** The scene page, from looking to editing. Ends on the scene. */
async function scene(prefix: string): Promise<string[]> {
  const found: string[] = [];
  await openScene();
  found.push(...(await faults(`${prefix}-view`)));
  const isNarrow = person.page.viewport()!.width < 768;
  if (isNarrow) await person.click('objects-toggle');
  await person.click('object-list-item', of('TQ-3L'));
  await person.see('info-card');
  found.push(...(await faults(`${prefix}-card`)));
  await person.click('panel-open');
  await person.see('device-panel');
  for (const tab of ['live', 'chart', 'alarms', 'control']) {
    await person.click(`tab-${tab}`);
    await person.page.waitForSelector('[role="tabpanel"]');
    found.push(...(await faults(`${prefix}-panel-${tab}`)));
  }
  await person.click('panel-close');
  await person.click('scene-settings');
  await person.page.waitForSelector('[role="menuitem"]', { visible: true });
  found.push(...(await faults(`${prefix}-settings`)));
  await person.page.keyboard.press('Escape');
  for (const [button, dialog, entry] of [
    ['mock-weather-button', 'weather-kind', 'weather'],
    ['plot-skin-button', 'plot-save', 'skin'],
    ['grow-crops-button', 'crop-date', 'crop'],
  ] as const) {
    // A phone's head bar keeps them in its menu.
    if (isNarrow) {
      await person.click('scene-settings');
      await person.click(`menu-${entry}`);
    } else {
      await person.click(button);
    }
    await person.see(dialog);
    found.push(...(await faults(`${prefix}-${button}`)));
    await closeDialog();
  }
  await person.click('edit-button');
  await person.see('carousel');
  found.push(...(await faults(`${prefix}-edit`)));
  await person.click('delete-button');
  await person.see('confirm-cancel');
  found.push(...(await faults(`${prefix}-delete`)));
  await person.click('confirm-cancel');
  await person.page.waitForFunction(() => !document.querySelector('[role="dialog"]'));
  return found;
}

test('at a desk, in Chinese and by daylight', async () => {
  await openPage('/login', 'login-username');
  const found = await faults('desk-login');
  await person.logIn(server.adminPassword);
  found.push(...(await around('desk')), ...(await scene('desk')));
  await openPage('/scene?sceneId=00000000-0000-4000-8000-000000000000', 'scene-missing');
  found.push(...(await faults('desk-scene-missing')));
  await person.open('/app/no-such-page');
  await person.page.waitForSelector('h1');
  found.push(...(await faults('desk-not-found')));
  expect(found).toEqual([]);
});

test('on a telephone, in English and at night', async () => {
  await become('en', 'dark', 390, 844);
  expect([...(await around('phone')), ...(await scene('phone'))]).toEqual([]);
});

test('on a wall, in English and at night: the region map with a map, the scene; and when the server is gone', async () => {
  const square = [
    [118, 36],
    [120, 36],
    [120, 38],
    [118, 38],
    [118, 36],
  ];
  const file = JSON.stringify({
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', properties: { name: '州' }, geometry: { type: 'Polygon', coordinates: [square] } },
    ],
  });
  for (const map of (await api.regions.maps()).items) await api.regions.removeMap(map.id);
  await become('en', 'dark', 390, 844);
  await openPage('/app/region', 'region-empty');
  await person.click('region-empty-more');
  const found = await faults('phone-region-empty');
  await api.regions.saveMap({ parentCode: '', file: new Blob([file]), name: 'a.geojson' });
  await become('en', 'dark', 3840, 2160);
  await openPage('/app/region', 'region-row');
  found.push(...(await faults('wall-region')));
  await person.click('region-row');
  await person.click('region-files');
  await person.see('region-file');
  found.push(...(await faults('wall-region-files')));
  await person.click('region-file-remove');
  await person.see('region-file-confirm');
  found.push(...(await faults('wall-region-file-confirm')));
  await openScene();
  found.push(...(await faults('wall-view')));
  await become('zh-CN', 'light', 1280, 800);
  await person.page.reload();
  await person.see('object-list-item');
  await person.seeNo('loading-overlay');
  await server.stop();
  await person.see('offline-banner');
  found.push(...(await faults('offline-view')));
  expect(found).toEqual([]);
});
