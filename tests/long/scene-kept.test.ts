// Second tier (page): what a scene page keeps when a save fails
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient, Scene, SceneLayout } from '@farm3d/api';
import type { Browser, HTTPRequest } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { picture } from '../support/fixtures.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// Unsaved work on a scene survives a slow save, another user's save, the end of the session, and the deletion
// of the scene.

let server: RunningServer;
let browser: Browser;
let person: Person;
let api: ApiClient;
let scene: Scene;
const folder = mkdtempSync(join(tmpdir(), 'farm3d-kept-'));

beforeAll(async () => {
  server = await startServer({ demo: true });
  api = await server.client();
  const devices = (await api.devices.list({ pageSize: 50 })).items;
  scene = await api.scenes.create({
    name: '一号棚',
    type: 'greenhouse',
    baseModelPath: '/models/greenhouse.glb',
    layout: {
      camera: null,
      equipment: devices.slice(0, 3).map(({ id }, i) => ({
        id,
        parentId: null,
        position: { x: i * 3 - 3, y: 0.03, z: 0 },
        rotation: { x: 0, y: 0, z: 0 },
        scale: { x: 1, y: 1, z: 1 },
        extra: {},
      })),
      childScenes: [],
      extra: {},
    },
  });
  browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 720, deviceScaleFactor: 0.5 });
  person = new Person(page, server.baseUrl);
  // Reloading with unsaved work opens a dialog of the browser.
  page.on('dialog', (dialog) => void dialog.accept());
  await person.logIn(server.adminPassword);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true });
});

beforeEach(() => api.scenes.update(scene.id, { name: scene.name, layout: scene.layout }));

// The browser logs refused calls.
afterEach(() => {
  expect(person.complaints.filter((text) => !/40[149]/.test(text))).toEqual([]);
  person.complaints.length = 0;
});

const row = (id: string) => ({ 'data-device-id': id });
const stored = async (id: string): Promise<SceneLayout> => (await api.scenes.get(id)).layout;
const listed = (): Promise<string[]> =>
  person.page.$$eval('[data-testid="object-list-item"]', (rows) =>
    rows.map((one) => one.getAttribute('data-device-id') ?? ''),
  );

async function open(id: string): Promise<void> {
  await person.open(`/scene?sceneId=${id}&quality=low`);
  await person.see('scene-canvas');
  await person.seeNo('loading-overlay');
}

async function edit(id: string): Promise<void> {
  await open(id);
  await person.click('edit-button');
  await person.see('snap-button');
}

test('while a save is pending nothing can be changed: neither by key, nor by pointer, nor in the name field', async () => {
  await edit(scene.id);
  const { page } = person;
  const [first] = (await listed()) as [string];
  const held: HTTPRequest[] = [];
  await page.setRequestInterception(true);
  const hold = (request: HTTPRequest): void => {
    if (request.method() === 'PUT') held.push(request);
    else void request.continue();
  };
  page.on('request', hold);
  await person.click('object-list-item', row(first));
  await person.see('info-card', row(first));
  await person.click('save-button');
  await expect.poll(() => held.length, { timeout: PATIENCE_MS }).toBe(1);
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Delete');
  await person.click('transform-rotate');
  await person.click('card-remove');
  await person.type('scene-name-input', '太迟了');
  await person.chord('Control', 's');
  expect(await person.page.$(Person.selector('transform-save'))).toBeNull();
  page.off('request', hold);
  await held[0]?.continue();
  await page.setRequestInterception(false);
  await person.seeNo('save-button');
  expect(held).toHaveLength(1);
  // The page shows the stored name.
  expect(await person.read('scene-name')).toBe(scene.name);
  expect(await listed()).toContain(first);
  expect((await stored(scene.id)).equipment).toEqual(scene.layout.equipment);
});

test('saving a crop over another user’s layout does not hide the conflict: the next save of the layout opens the dialog', async () => {
  await open(scene.id);
  const layout = { ...scene.layout, equipment: scene.layout.equipment.slice(1) };
  await api.scenes.update(scene.id, { layout });
  await person.see('newer-version');
  await person.click('grow-crops-button');
  await person.click('crop-choice');
  await person.click('crop-choice-option', { 'data-value': '辣椒' });
  await (await person.see('crop-date')).press('ArrowUp');
  await person.type('crop-date', '01052026');
  await person.click('plot-save');
  await person.seeNo('crop-dialog');
  await person.see('newer-version');
  await person.click('edit-button');
  await person.click('save-button');
  await person.see('conflict-dialog');
  await Promise.all([person.page.waitForNavigation(), person.click('confirm-alternative')]);
  await person.seeNo('loading-overlay');
  await expect.poll(listed, { timeout: PATIENCE_MS }).toHaveLength(layout.equipment.length);
  expect((await stored(scene.id)).equipment).toEqual(layout.equipment);
});

test('a scene that another user deletes while it is edited: nothing is lost, and it can be saved as a new scene', async () => {
  const own = await api.scenes.create({
    name: '将被删除',
    type: 'greenhouse',
    baseModelPath: '/models/greenhouse.glb',
    layout: { ...scene.layout, equipment: scene.layout.equipment.slice(0, 2) },
  });
  await edit(own.id);
  const cover = join(folder, 'cover.png');
  writeFileSync(cover, picture(320, 200));
  await person.click('scene-cover-button');
  const [chooser] = await Promise.all([person.page.waitForFileChooser(), person.click('image-choose')]);
  await chooser.accept([cover]);
  await person.see('image-says', { 'data-kind': 'note' });
  await person.page.keyboard.press('Escape');
  await person.seeNo('cover-dialog');
  // The limit counts Unicode characters, not code units.
  await person.type('scene-name-input', '🌽'.repeat(50));
  expect(await person.read('scene-details')).toContain('50/50');
  await person.type('scene-name-input', '留下来的');
  await api.scenes.remove(own.id);
  await person.click('confirm-cancel');
  await person.seeNo('gone-dialog');
  await person.click('save-button');
  await person.see('gone-dialog');
  await person.click('confirm-ok');
  await person.see('edit-button');
  await person.seeNo('loading-overlay');
  const kept = (await api.scenes.list()).items.find(({ name }) => name === '留下来的');
  expect(new URL(person.page.url()).searchParams.get('sceneId')).toBe(kept?.id);
  expect(kept?.layout.equipment).toHaveLength(2);
  // The cover chosen meanwhile is shown in the list.
  await person.click('back-button');
  expect(await person.attribute('scene-cover', 'alt')).toBe('留下来的的图片');
  await api.scenes.remove(kept!.id);
});

test('an expired session, here or in another window, loses no work: the password alone restores it', async () => {
  await edit(scene.id);
  await person.type('scene-name-input', '登录过期的温室');
  const name = () =>
    person.page.$eval(Person.selector('scene-name-input'), (input) => (input as HTMLInputElement).value);
  const again = async (): Promise<void> => {
    await person.page.bringToFront();
    await person.type('login-password', server.adminPassword);
    await person.click('login-submit');
    await person.seeNo('login-again');
    expect(await name()).toBe('登录过期的温室');
  };
  const page = await person.page.browserContext().newPage();
  const other = new Person(page, server.baseUrl);
  await other.open('/iotManagement/intelligence/scene');
  await other.click('user-menu');
  await other.click('menu-logout');
  await other.see('login-username');
  await person.page.bringToFront();
  await person.see('login-again');
  await again();

  // Neither the access token of the page nor its refresh token is valid any more.
  await server.sql('delete from refresh_token');
  await person.page.setRequestInterception(true);
  const refuse = (request: HTTPRequest): void => {
    const body = JSON.stringify({ code: 401, msg: '登录已失效' });
    if (request.method() === 'PUT')
      void request.respond({ status: 401, contentType: 'application/json', body });
    else void request.continue();
  };
  person.page.on('request', refuse);
  await person.click('save-button');
  await person.see('login-again');
  person.page.off('request', refuse);
  await person.page.setRequestInterception(false);
  await again();
  await person.click('confirm-ok');
  await person.readUntil((text) => text === '保存成功！', 'toast');
  expect((await api.scenes.get(scene.id)).name).toBe('登录过期的温室');
  await page.close();
});
