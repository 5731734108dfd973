// Second tier (page): the list of scenes
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import type { ApiClient } from '@farm3d/api';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { CallRecord } from '../support/call-record.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// The list of scenes on a real server: its order, copies, and the settings of all scenes.

let server: RunningServer;
let api: ApiClient;
let browser: Browser;
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  for (const name of ['丙', '乙', '甲'])
    ids[name] = (await api.scenes.create({ name, description: `${name}的说明` })).id;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('scenes are put in order by drag and by keys, copied, and their settings read', async () => {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const record = new CallRecord(page);
  const person = new Person(page, server.baseUrl);
  await person.enter('/iotManagement/intelligence/scene', server.adminPassword);
  await person.see('scene-tile', { 'data-scene-id': ids['甲'] ?? '' });
  const shown = () =>
    page.$$eval(Person.selector('scene-list-item'), (all) => all.map((one) => one.textContent));
  expect(await shown()).toEqual(['甲', '乙', '丙']);
  expect(await seriousFaults(page)).toEqual([]);

  await person.type('scene-search', '乙的说明');
  await page.waitForFunction(
    (selector) => document.querySelectorAll(selector).length === 1,
    {},
    Person.selector('scene-tile'),
  );
  expect(await shown()).toEqual(['乙']);
  await person.type('scene-search', '没有这个');
  await person.see('scenes-no-match');
  await person.type('scene-search', ' ');
  await person.see('scene-tile', { 'data-scene-id': ids['甲'] ?? '' });

  // By mouse: the last scene onto the first.
  const from = await person.whereIs('scene-tile', { 'data-scene-id': ids['丙'] ?? '' });
  const to = await person.whereIs('scene-tile', { 'data-scene-id': ids['甲'] ?? '' });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await person.see('scene-tile', { 'data-scene-id': ids['丙'] ?? '', 'data-moving': 'true' });
  // The first step onto it enters it, those after go over it.
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.move(to.x + 2, to.y, { steps: 2 });
  await page.mouse.up();
  const stored = async () => (await api.scenes.list()).items.map(({ name }) => name);
  await waitFor(async () => (await stored()).join('') === '丙甲乙', { what: 'the dragged scene' });
  expect(await shown()).toEqual(['丙', '甲', '乙']);

  // By the menu, which keys reach.
  const tile = await person.see('scene-tile', { 'data-scene-id': ids['丙'] ?? '' });
  const menu = () => tile.$('[data-testid="scene-menu"]');
  await (await menu())!.focus();
  await person.press('Enter');
  await person.click('menu-scene-back');
  // Gone at once: opened again while it fades out, it would stay and take no clicks.
  expect(await page.$('[role="menu"]')).toBeNull();
  await person.readUntil((text) => text.includes('2'), 'scene-order-status');
  expect(await stored()).toEqual(['甲', '丙', '乙']);

  await (await menu())!.click();
  await person.click('menu-scene-copy');
  await person.readUntil((text) => text.includes('丙 副本'), 'toast');
  // A new scene comes first.
  expect(await stored()).toEqual(['丙 副本', '甲', '丙', '乙']);
  const [copy] = (await api.scenes.list()).items;
  expect(copy?.description).toBe('丙的说明');

  await person.click('scene-settings-open');
  expect(await person.read('scene-settings')).toContain('实时天气');
  expect(await seriousFaults(page)).toEqual([]);
  await record.shows('scene-list');
  expect(record.refused).toEqual([]);
});
