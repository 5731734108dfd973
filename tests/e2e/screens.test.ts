// Second tier (page): screens that show scenes
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import type { Browser, BrowserContext, FileChooser, HTTPRequest } from 'puppeteer';
import { launchBrowser } from '../support/browser.ts';
import { layoutOf } from '../support/layout.ts';
import { CallRecord } from '../support/call-record.ts';
import { Person } from '../support/person.ts';
import { takePhoto } from '../support/photo.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// The screens around the scene, on a real server without the demo farm: without data.

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let person: Person;
let record: CallRecord;

beforeAll(async () => {
  server = await startServer({ demo: false });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

// Each test has its own browser context, without cookies or storage of the previous one.
beforeEach(async () => {
  context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 0.5 });
  person = new Person(page, server.baseUrl);
  await person.drawLittle();
  record = new CallRecord(page);
});

afterEach(async () => {
  await context.close();
});

/** Logs in on the login page. */
const logIn = async (): Promise<void> => {
  await person.type('login-username', 'admin');
  await person.type('login-password', server.adminPassword);
  await person.click('login-submit');
};

const openSceneList = async (): Promise<void> => {
  await person.enter('/iotManagement/intelligence/scene', server.adminPassword);
  await person.see('scenes-empty');
};

test('a wrong password shows an error, the password field is empty and focused, the name is kept', async () => {
  await person.open('/login');
  await person.type('login-username', 'admin');
  await person.type('login-password', 'not the password');
  const places = () =>
    person.page.$$eval(
      ['login-username', 'login-password', 'login-submit'].map((id) => Person.selector(id)).join(),
      (all) => all.map((one) => one.getBoundingClientRect().top),
    );
  const before = await places();
  await person.click('login-submit');
  expect(await person.readUntil((text) => text !== '', 'login-problem')).toBe('用户名或密码错误');
  const value = (testId: string) =>
    person.page.$eval(Person.selector(testId), (input) => (input as HTMLInputElement).value);
  expect(await value('login-username')).toBe('admin');
  expect(await value('login-password')).toBe('');
  // The error moves nothing that is aimed at.
  expect(await places()).toEqual(before);
  // The browser logs the refused call; there must be no other errors.
  expect(person.complaints.filter((text) => !text.includes('401'))).toEqual([]);

  await person.page.keyboard.type(server.adminPassword);
  await person.page.keyboard.press('Enter');
  await person.see('home-scenes-none');
});

test('an empty login is rejected per field without a request', async () => {
  await person.open('/login');
  await person.click('login-submit');
  const alerts = await person.page.$$eval('[role="alert"]', (all) => all.map((one) => one.textContent));
  expect(alerts).toEqual(['请输入用户名', '请输入密码']);
  expect(person.complaints).toEqual([]);
});

test('login by keyboard alone: the first field has the focus, Tab and Enter do the rest', async () => {
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
  await person.see('home-scenes-none');
  expect(person.complaints).toEqual([]);
});

test('a page requested without a login opens after it', async () => {
  await person.open('/iotManagement/devices');
  await logIn();
  await person.see('devices-empty');
  expect(new URL(person.page.url()).pathname).toBe('/iotManagement/devices');
  expect(person.complaints).toEqual([]);
});

test('an empty scene list has a button that creates and opens a scene; back leads to the list, deleting empties it', async () => {
  await openSceneList();
  expect(await person.read('scenes-empty')).toContain('还没有场景');
  await person.click('scene-new');
  await person.click('scene-create-submit');
  expect(await person.page.$$eval('[role="alert"]', (all) => all.map((one) => one.textContent))).toContain(
    '请输入场景名称',
  );
  await person.type('field-name', '一号温室');
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
  await record.shows('screens/scene');
  expect(person.complaints).toEqual([]);
});

test('a scene that does not exist shows an error instead of loading forever', async () => {
  await person.open('/scene?sceneId=00000000-0000-4000-8000-000000000000');
  await logIn();
  expect(await person.read('scene-missing')).toContain('找不到这个场景');
  expect(person.complaints.filter((text) => !text.includes('404'))).toEqual([]);
});

test('a new device shows its token once; it reports with it, and a rejected message is counted in its detail', async () => {
  await person.open('/iotManagement/devices');
  await logIn();
  await person.see('devices-empty');
  await person.click('device-new');
  await person.type('field-name', '我的墒情站');
  await person.click('field-productModelCode');
  await person.click('field-productModelCode-option', { 'data-value': 'TQ-3L' });
  await person.click('device-create-submit');
  const token = await person.read('device-token');
  expect(token).toMatch(/^[\w-]{20,}$/);
  // A click beside the dialog must not close it: the token is shown only once.
  await person.page.keyboard.press('Escape');
  expect(await person.read('device-token')).toBe(token);
  await person.click('device-created-done');
  await person.seeNo('device-token');

  await person.click('device-row');
  await person.see('device-page-name');
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
  await person.see('refused-problem', { 'data-field': 'soilMoisture10', 'data-count': '1' });
  // Outside its range: stored, marked beside its value and in the list, and named under the chart.
  expect((await report('{"soilMoisture10": 6553.5}')).status).toBe(200);
  await person.readUntil((text) => text.includes('6,554') && text.includes('超量程'), 'live-value', {
    'data-key': 'soilMoisture10',
  });
  await person.see('flagged-problem', { 'data-field': 'soilMoisture10' });
  expect(person.complaints).toEqual([]);
});

test('the image of a device: chosen by keyboard, shrunk, rejected, cancelled, replaced, shown on its card, removed', async () => {
  const { page } = person;
  const api = await server.client();
  const device = await api.devices.create({ name: '东岸井', productModelCode: 'TQ-3L' });
  const scene = await api.scenes.create({
    name: '东岸',
    type: 'greenhouse',
    baseModelPath: null,
    layout: layoutOf([device.id]),
  });
  const folder = await mkdtemp(join(tmpdir(), 'farm3d-photos-'));
  const file = async (name: string, bytes: Buffer | string): Promise<string> => {
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  };
  /** Message of the field, once it is not the hint. */
  const says = (kind: 'note' | 'error'): Promise<string> => person.read('image-says', { 'data-kind': kind });
  const cdp = await page.createCDPSession();
  const drop = async (...files: string[]): Promise<void> => {
    const { x, y } = await person.whereIs('image-choose');
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await cdp.send('Input.dispatchDragEvent', { type, x, y, data });
  };
  const stored = async (): Promise<string | null> => (await api.devices.get(device.id)).picture;
  /** Size of the shown image, and its colours at the top and at the bottom. */
  const shownImage = (testId: string) =>
    page.$eval(Person.selector(testId), async (element) => {
      const image = element as HTMLImageElement;
      await image.decode();
      const { naturalWidth: width, naturalHeight: height } = image;
      const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 2 }).getContext('2d')!;
      pen.drawImage(image, 0, 0, 1, 2);
      const [r0, , b0, , r1, , b1] = pen.getImageData(0, 0, 1, 2).data as unknown as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      return { width, height, isUpright: r0 > b0 && b1 > r1, alt: image.alt };
    });
  try {
    await person.open('/iotManagement/devices');
    await logIn();
    await person.click('device-row', { 'data-device-id': device.id });
    // More than 3000 KB: it is scaled down first.
    const photo = await takePhoto(page, 3600, 2400);
    const path = await file('井.jpg', photo);
    const smaller = await file('小井.jpg', await takePhoto(page, 900, 600));
    expect(photo.length).toBeGreaterThan(3000 * 1024);

    // The dialog moves the focus while it opens: a key might come too early.
    await person.whereIs('image-choose');
    const choose = async (triesLeft: number): Promise<FileChooser> => {
      const asked = page.waitForFileChooser({ timeout: triesLeft > 0 ? 3_000 : 30_000 });
      const [chooser] = await Promise.allSettled([
        asked,
        person.see('image-choose').then((button) => button.press('Enter')),
      ]);
      if (chooser.status === 'fulfilled') return chooser.value;
      if (triesLeft > 0) return choose(triesLeft - 1);
      throw chooser.reason;
    };
    const chooser = await choose(8);
    await chooser.accept([path]);
    const megabytes = (photo.length / 1024 / 1024).toFixed(1);
    expect(await says('note')).toMatch(new RegExp(`^${megabytes} MB → \\d+ KB（1365 × 2048）$`));
    expect(await shownImage('image-shown')).toEqual({
      width: 1365,
      height: 2048,
      isUpright: true,
      alt: '东岸井的图片',
    });
    // The focus has returned.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe(
      'image-choose',
    );
    const kept = await stored();
    const sent = await (await fetch(server.baseUrl + (kept ?? ''))).blob();
    expect(sent.size).toBeGreaterThan(0);
    expect(sent.size).toBeLessThanOrEqual(300 * 1024);
    expect(sent.size).toBeLessThan(photo.length / 3);

    // A rejected file does not change the image.
    await drop(await file('清单.txt', 'no picture'));
    expect(await says('error')).toBe('请选择图片文件（jpeg、jpg、gif、bmp、png、webp）');
    const huge = await file('huge.jpg', '');
    await truncate(huge, 20 * 1024 * 1024 + 1);
    await drop(huge);
    await person.readUntil((text) => text === '上传文件大小不能超过 20MB!', 'image-says');
    await drop(path, huge);
    await person.readUntil((text) => text === '当前最大上传1个,还能上传0个', 'image-says');
    await drop(await file('broken.png', 'not what it says'));
    await person.readUntil((text) => text === '这个文件不是可以显示的图片', 'image-says');
    await page.setOfflineMode(true);
    await drop(smaller);
    await person.readUntil((text) => text === '文件上传失败！', 'image-says');
    await page.setOfflineMode(false);
    await server.sql(`update organisation set storage_quota = 0`);
    await drop(smaller);
    await person.readUntil((text) => text === '存储空间已满', 'image-says');
    await server.sql(`update organisation set storage_quota = null`);
    expect(await stored()).toBe(kept);
    expect(await shownImage('image-shown')).toMatchObject({ width: 1365, height: 2048 });

    // On a slow connection the progress is shown, and the upload can be cancelled.
    await page.emulateNetworkConditions({ download: -1, upload: 4096, latency: 0 });
    await drop(smaller);
    await person.readUntil((text) => text.includes('上传中'), 'picture-field');
    await person.click('image-cancel');
    expect(await says('note')).toBe('已取消上传');
    await page.emulateNetworkConditions(null);
    expect(await stored()).toBe(kept);

    // Pasted, with the focus anywhere in the dialog: small enough to be sent unchanged.
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(60, 40);
      const pen = canvas.getContext('2d')!;
      pen.fillRect(0, 0, 60, 40);
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([await canvas.convertToBlob()], 'a.png', { type: 'image/png' }));
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await person.readUntil((text) => text.endsWith('KB，无需压缩'), 'image-says');
    expect(await shownImage('image-shown')).toMatchObject({ width: 60, height: 40 });
    await drop(path);
    await person.readUntil((text) => text.includes('→'), 'image-says');

    await person.open(`/scene?sceneId=${scene.id}&quality=low`);
    await person.see('scene-canvas');
    await person.seeNo('loading-overlay');
    await person.click('object-list-item');
    await person.see('card-picture');
    expect(await shownImage('card-picture')).toEqual({
      width: 1365,
      height: 2048,
      isUpright: true,
      alt: '东岸井的图片',
    });

    await person.open('/iotManagement/devices');
    await person.click('device-row', { 'data-device-id': device.id });
    await person.click('image-remove');
    expect(await person.read('picture-remove-dialog')).toContain('确认要删除 东岸井 图片吗?');
    expect(await person.read('picture-remove-dialog')).toContain('警告');
    await person.click('confirm-ok');
    await person.seeNo('image-shown');
    expect(await stored()).toBeNull();
    // The browser logs the call without a network and the refused one; there must be no other errors.
    expect(person.complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED|413/.test(text))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
    await api.scenes.remove(scene.id);
    await api.devices.remove(device.id);
  }
});

test('English and the dark theme are kept after a reload', async () => {
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

test('after logging out a page leads to the login; neither a slow server nor what it still waits for keeps it', async () => {
  await openSceneList();
  const { page } = person;
  const held = new Map<string, HTTPRequest>();
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (['/intelligent/scene/list', '/auth/logout'].includes(pathname)) held.set(pathname, request);
    else request.continue().catch(() => undefined);
  });
  await person.open('/iotManagement/intelligence/scene');
  await person.click('user-menu');
  await person.click('menu-logout');
  await person.see('login-username');
  await held.get('/intelligent/scene/list')!.respond({ status: 401, body: '{"code":401}' });
  await held.get('/auth/logout')!.continue();
  await person.open('/iotManagement/intelligence/scene');
  await person.see('login-username');
  expect(await page.$$('[role="alert"]')).toEqual([]);
  expect(person.complaints).toEqual([]);
});
