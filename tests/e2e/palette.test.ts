// Second tier (page): the command palette
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import type { ApiClient, CreatedDevice, Scene } from '@farm3d/api';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { openAsAdmin } from '../support/product-model-pages.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// The command palette, on a real server: by keyboard, by mouse and by finger.

let server: RunningServer;
let api: ApiClient;
let browser: Browser;
let person: Person;
let probe: CreatedDevice;
let scene: Scene;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  probe = await api.devices.create({ name: '东棚探头', productModelCode: 'TQ-3L' });
  await api.devices.create({ name: '西棚阀门', productModelCode: 'DCF-4' });
  scene = await api.scenes.create({ name: '东棚' });
  browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  person = new Person(page, server.baseUrl);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const isAt = (path: string) =>
  person.page.waitForFunction((wanted) => location.pathname + location.search === wanted, {}, path);
const entry = (id: string) => ({ 'data-entry': id });
const chosen = (id: string) => ({ ...entry(id), 'aria-selected': 'true' });
const ask = async (text: string): Promise<void> => {
  await person.chord('Control', 'k');
  await person.focusIsAt('palette-query');
  await person.page.keyboard.type(text);
};

test('by keyboard alone: pages, devices, scenes and actions, from any page', async () => {
  await openAsAdmin(person, server, '/app');
  await person.see('palette-open');
  await ask('统计');
  await person.see('palette-entry', chosen('page-/iotManagement/statistics'));
  await person.press('Enter');
  await isAt('/iotManagement/statistics');
  await person.seeNo('palette');

  // The server's devices and scenes.
  await ask('东棚');
  await person.see('palette-entry', chosen(`device-${probe.id}`));
  await person.press('ArrowDown');
  await person.see('palette-entry', chosen(`scene-${scene.id}`));
  // Around.
  await person.press('ArrowDown');
  await person.see('palette-entry', chosen(`device-${probe.id}`));
  await person.press('Enter');
  await isAt(`/app/devices/${probe.id}`);
  // Its address finds a page in English, whatever the language.
  await ask('workorders');
  await person.see('palette-entry', chosen('page-/iotManagement/workOrders'));
  await person.page.keyboard.type(' 无此');
  await person.readUntil((text) => text === '没有符合“workorders 无此”的内容', 'palette-status');
  await person.seeNo('palette-entry');
  await person.press('Enter');
  await person.press('Escape');
  await person.seeNo('palette');
  await isAt(`/app/devices/${probe.id}`);

  // An action: a form opens, over which the palette does not.
  await ask('new device');
  await person.press('Enter');
  await person.see('field-name');
  await person.chord('Control', 'k');
  await person.press('Escape');
  await person.seeNo('field-name');
  await person.seeNo('palette');
  await ask('english');
  await person.press('Enter');
  await person.page.waitForFunction(() => document.documentElement.lang === 'en');
  await ask('switch to');
  await person.readUntil((text) => text === 'Switch to Chinese', 'palette-entry');
  await person.press('Enter');
  await person.page.waitForFunction(() => document.documentElement.lang === 'zh-CN');
  expect(person.complaints).toEqual([]);
});

test('without the server pages and actions are found, and devices when it is back', async () => {
  await person.page.setOfflineMode(true);
  await ask('统');
  await person.readUntil((text) => text.startsWith('没能查找设备和场景'), 'palette-status');
  await person.see('palette-entry', chosen('page-/iotManagement/statistics'));
  await person.page.setOfflineMode(false);
  await person.type('palette-query', '东棚');
  await person.see('palette-entry', chosen(`device-${probe.id}`));
  await person.click('palette-close');
  await person.seeNo('palette');
});

test('on a phone it fills the screen; a finger opens it and chooses', async () => {
  await person.page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
  await person.touch('palette-open-phone');
  const size = await (await person.see('palette')).boundingBox();
  expect(size).toMatchObject({ x: 0, width: 390 });
  await person.focusIsAt('palette-query');
  await person.page.keyboard.type('东棚');
  await person.touch('palette-entry', entry(`device-${probe.id}`));
  await isAt(`/app/devices/${probe.id}`);
  await person.seeNo('palette');
});
