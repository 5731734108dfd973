import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import type { Browser, BrowserContext } from 'puppeteer';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// The screens around the scene, on a real server without the demo farm: nothing is there yet.

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let person: Person;

beforeAll(async () => {
  server = await startServer({ demo: false });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

// Each test is another person at another computer: no cookie, no memory of the one before.
beforeEach(async () => {
  context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 0.5 });
  person = new Person(page, server.baseUrl);
});

afterEach(async () => {
  await context.close();
});

/** Logs in where a page asks for it. */
const logIn = async (): Promise<void> => {
  await person.type('login-username', 'admin');
  await person.type('login-password', server.adminPassword);
  await person.click('login-submit');
};

const openSceneList = async (): Promise<void> => {
  await person.open('/app');
  await logIn();
  await person.see('scenes-empty');
};

test('a wrong password is told in words, the password field is empty and ready, the name is kept', async () => {
  await person.open('/login');
  await person.type('login-username', 'admin');
  await person.type('login-password', 'not the password');
  await person.click('login-submit');
  expect(await person.readUntil((text) => text !== '', 'login-problem')).toBe('用户名或密码错误');
  const value = (testId: string) =>
    person.page.$eval(Person.selector(testId), (input) => (input as HTMLInputElement).value);
  expect(await value('login-username')).toBe('admin');
  expect(await value('login-password')).toBe('');
  // The browser itself logs the refused call; nothing else may be there.
  expect(person.complaints.filter((text) => !text.includes('401'))).toEqual([]);

  await person.page.keyboard.type(server.adminPassword);
  await person.page.keyboard.press('Enter');
  await person.see('scenes-empty');
});

test('an empty login is refused field by field without asking the server', async () => {
  await person.open('/login');
  await person.click('login-submit');
  const alerts = await person.page.$$eval('[role="alert"]', (all) => all.map((one) => one.textContent));
  expect(alerts).toEqual(['请输入用户名', '请输入密码']);
  expect(person.complaints).toEqual([]);
});

test('one logs in by keyboard alone: the first field has the focus, Tab and Enter do the rest', async () => {
  const { keyboard } = person.page;
  await person.open('/login');
  await person.see('login-username');
  await person.page.waitForFunction(
    () => document.activeElement?.getAttribute('data-testid') === 'login-username',
  );
  await keyboard.type('admin');
  await keyboard.press('Tab');
  await keyboard.type(server.adminPassword);
  await keyboard.press('Enter');
  await person.see('scenes-empty');
  expect(person.complaints).toEqual([]);
});

test('a page asked for without a login opens after it', async () => {
  await person.open('/iotManagement/devices');
  await logIn();
  await person.see('devices-empty');
  expect(new URL(person.page.url()).pathname).toBe('/iotManagement/devices');
  expect(person.complaints).toEqual([]);
});

test('an empty scene list invites: one button makes a scene and opens it; back leads to the list, deleting empties it', async () => {
  await openSceneList();
  expect(await person.read('scenes-empty')).toContain('还没有场景');
  await person.click('scene-new');
  await person.click('scene-create-submit');
  expect(await person.page.$$eval('[role="alert"]', (all) => all.map((one) => one.textContent))).toEqual([
    '请输入场景名称',
  ]);
  await person.type('scene-create-name', '一号温室');
  await person.click('scene-create-submit');
  await person.see('scene-canvas');
  await person.seeNo('loading-overlay');
  expect(await person.read('scene-name')).toBe('一号温室');
  await person.click('back-button');
  expect(await person.read('scene-list-item')).toBe('一号温室');
  expect(new URL(person.page.url()).pathname).toBe('/iotManagement/intelligence/scene');

  await person.click('scene-list-item');
  await person.seeNo('loading-overlay');
  await person.click('edit-button');
  await person.click('delete-button');
  expect(await person.read('delete-dialog')).toContain('此操作将永久删除该场景, 是否继续?');
  await person.click('confirm-cancel');
  await person.readUntil((text) => text === '已取消删除', 'toast');
  await person.click('delete-button');
  await person.click('confirm-ok');
  await person.readUntil((text) => text === '删除成功！', 'toast');
  await person.see('scenes-empty');
  expect(person.complaints).toEqual([]);
});

test('a scene that does not exist says so instead of loading for ever', async () => {
  await person.open('/scene?sceneId=00000000-0000-4000-8000-000000000000');
  await logIn();
  expect(await person.read('scene-missing')).toContain('找不到这个场景');
  expect(person.complaints.filter((text) => !text.includes('404'))).toEqual([]);
});

test('a new device shows its token once; it reports with it, and a refused message is counted in its detail', async () => {
  await person.open('/iotManagement/devices');
  await logIn();
  await person.see('devices-empty');
  await person.click('device-new');
  await person.type('device-create-name', '我的墒情站');
  await person.click('device-create-product');
  await person.click('device-create-product-option', { 'data-value': 'TQ-3L' });
  await person.click('device-create-submit');
  const token = await person.read('device-token');
  expect(token).toMatch(/^[\w-]{20,}$/);
  // A slip beside the dialog must not take away what is shown only once.
  await person.page.keyboard.press('Escape');
  expect(await person.read('device-token')).toBe(token);
  await person.click('device-created-done');
  await person.seeNo('device-token');

  await person.click('device-row');
  await person.see('device-drawer-name');
  expect(await person.attribute('rejected-count', 'data-count')).toBe('0');
  expect(await person.page.content()).not.toContain(token);

  const report = (body: string) =>
    fetch(`${server.baseUrl}/api/v1/${token}/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  expect((await report('{"soilMoisture10": 23.4}')).status).toBe(200);
  await person.readUntil((text) => text.replaceAll(/\s/g, '') === '23.4%', 'live-value', {
    'data-key': 'soilMoisture10',
  });
  expect((await report('{"soilMoisture10": "wet"}')).status).toBe(400);
  await person.see('rejected-count', { 'data-count': '1' });
  expect(await person.read('last-rejection')).toContain('soilMoisture10');
  expect(person.complaints).toEqual([]);
});

test('English and the dark theme stay after a reload', async () => {
  await openSceneList();
  await person.click('user-menu');
  await person.click('menu-en');
  await person.readUntil((text) => text.includes('No scenes yet'), 'scenes-empty');
  await person.click('user-menu');
  await person.click('menu-dark');
  await person.page.reload();
  await person.readUntil((text) => text.includes('No scenes yet'), 'scenes-empty');
  const root = await person.page.$eval('html', (html) => [html.lang, html.dataset['theme']]);
  expect(root).toEqual(['en', 'dark']);
  expect(person.complaints).toEqual([]);
});

test('logging out ends it: the page asked for again leads to the login', async () => {
  await openSceneList();
  await person.click('user-menu');
  await person.click('menu-logout');
  await person.see('login-username');
  await person.open('/iotManagement/intelligence/scene');
  await person.see('login-username');
  expect(person.complaints).toEqual([]);
});
