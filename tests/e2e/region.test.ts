import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient, Scene } from '@farm3d/api';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { Person, type Point } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { countTweens, tweenCounts } from '../support/tweens.ts';

// The region map on a fresh server: plain ground, then the user's own files, then a drill-down to a scene.

type Corner = readonly [number, number];
const square = (west: number, south: number, size: number): Corner[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const area = (adcode: number, name: string, ring: Corner[]) => ({
  type: 'Feature',
  properties: { adcode, name },
  geometry: { type: 'Polygon', coordinates: [ring] },
});
const land = (...features: object[]): string => JSON.stringify({ type: 'FeatureCollection', features });

/** Two provinces; the western one has two cities, and one of those has a county. */
const FILES = {
  'land.geojson': land(area(610000, '西州', square(100, 30, 4)), area(620000, '东州', square(104, 30, 4))),
  'west.geojson': land(area(610100, '山城', square(100, 32, 2)), area(610200, '水城', square(102, 30, 2))),
  'hill.geojson': land(area(610101, '城北县', square(100, 33, 1))),
  'lake.geojson': land(area(610201, '湖滨县', square(102, 30, 1))),
  'broken.geojson': '{"type":"FeatureCollection","features":[',
  'empty.geojson': land(),
};

let server: RunningServer;
let browser: Browser;
let person: Person;
let api: ApiClient;
let folder: string;
let scene: Scene;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farm3d-maps-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  server = await startServer({ demo: false });
  api = await server.client();
  scene = await api.scenes.create({ name: '山城温室', longitude: 100.5, latitude: 33.5 });
  const gateway = await api.devices.create({
    name: '网关',
    productModelCode: 'WG-4G',
    longitude: 101,
    latitude: 33,
  });
  await api.scenes.drag(scene.id, { deviceId: gateway.id, position: { x: 0, y: 0, z: 0 } });
  browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800, hasTouch: true, deviceScaleFactor: 0.5 });
  await countTweens(page);
  person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function upload(...names: (keyof typeof FILES)[]): Promise<void> {
  const input = await person.page.waitForSelector('[data-testid="region-file-input"]');
  await (input as unknown as { uploadFile: (...paths: string[]) => Promise<void> }).uploadFile(
    ...names.map((name) => join(folder, name)),
  );
}

/** Position of a name or label on the map, once it is at rest. */
async function onMap(text: string): Promise<Point> {
  const place = await person.page.waitForFunction(
    (wanted) => {
      const all = [...document.querySelectorAll('[data-testid="region-canvas"] :is(div, span)')];
      const element = all.find((one) => one.childElementCount === 0 && one.textContent === wanted);
      if (!element || getComputedStyle(element).visibility === 'hidden') return null;
      const { left, top, width, height } = element.getBoundingClientRect();
      const place = { x: left + width / 2, y: top + height / 2 };
      const store = globalThis as unknown as { restedAt?: { x: number; y: number; n: number } };
      const last = store.restedAt;
      const isSame = last && Math.abs(last.x - place.x) + Math.abs(last.y - place.y) < 0.5;
      store.restedAt = { ...place, n: isSame ? last.n + 1 : 0 };
      return store.restedAt.n > 10 && width > 0 ? place : null;
    },
    {},
    text,
  );
  return (await place.jsonValue()) as Point;
}

/** Waits until the dialog is closed, so that elements behind it can be used. */
const noDialog = () => person.page.waitForFunction(() => !document.querySelector('[role="dialog"]'));

const title = (wanted: string): Promise<string> =>
  person.readUntil((text) => text === wanted, 'region-title');
const here = (wanted: string): Promise<string> =>
  person.readUntil((text) => text === wanted, 'region-crumb', { 'aria-current': 'location' });

test('without maps the scenes are shown on plain ground, with a hint to upload maps', async () => {
  await person.open('/app');
  await person.see('scene-list-item');
  await person.page.click('a[href="/app/region"]');
  expect(await person.read('region-empty')).toContain('把农场放到地图上');
  expect(await person.read('region-scale')).toMatch(/^[125]0* km$/);
  await person.click('region-empty-more');
  expect(await person.read('region-empty')).toContain('审图号');
  await onMap('山城温室');
  await onMap('云平台');
  expect(await person.read('region-site')).toContain('山城温室');
});

test('an invalid file is refused with the reason, the valid one beside it is accepted', async () => {
  await upload('broken.geojson', 'empty.geojson');
  const refused = await person.readUntil((text) => text.includes('empty.geojson：'), 'region-file-work');
  expect(refused).toContain('broken.geojson：文件不是 JSON');
  expect(refused).toContain('empty.geojson：文件里没有任何区域');
  expect((await api.regions.maps()).items).toEqual([]);
  await upload('hill.geojson', 'land.geojson', 'lake.geojson', 'west.geojson');
  await person.see('region-row', { 'data-code': '610000' });
  const maps = (await api.regions.maps()).items;
  expect(maps.map(({ parentCode, name }) => [parentCode, name])).toEqual([
    ['', 'land.geojson'],
    ['610000', 'west.geojson'],
    ['610100', 'hill.geojson'],
    ['610200', 'lake.geojson'],
  ]);
  await noDialog();
});

test('a cancelled upload leaves nothing behind', async () => {
  const { page } = person;
  await page.setRequestInterception(true);
  const hold = (request: { url: () => string; method: () => string; continue: () => Promise<void> }) => {
    if (request.method() === 'POST' && request.url().includes('/api/region/map')) return;
    void request.continue();
  };
  page.on('request', hold);
  await person.click('region-files');
  await upload('west.geojson');
  await person.readUntil((text) => text.includes('正在上传'), 'region-file-work');
  await person.click('region-file-cancel');
  await person.seeNo('region-file-work');
  await page.keyboard.press('Escape');
  await noDialog();
  page.off('request', hold);
  await page.setRequestInterception(false);
  expect((await api.regions.maps()).total).toBe(4);
});

test('by mouse: a click selects a region and shows its contents, a double click drills down, the breadcrumb leads back', async () => {
  const { mouse } = person.page;
  const west = await onMap('西州');
  await mouse.click(west.x, west.y);
  await title('西州');
  expect(await person.read('region-totals')).toBe('场景1设备1在线 0告警0');
  await mouse.click(west.x, west.y, { count: 2 });
  await here('西州');
  expect(new URL(person.page.url()).search).toBe('?area=610000');
  await person.click('region-row-enter', { 'data-code': '610100' });
  await here('山城');
  await onMap('城北县');
  await person.click('region-crumb', { 'data-depth': '0' });
  await here('全部区域');
  // gsap played the flights in and out; the engine played no tween of its own.
  const { engine, gsap } = await tweenCounts(person.page);
  expect(engine).toBe(0);
  expect(gsap).toBeGreaterThan(0);
});

test('hovering a region shows its figures; the selected weather is drawn over the map', async () => {
  const { mouse } = person.page;
  const east = await onMap('东州');
  await mouse.move(east.x, east.y);
  await person.readUntil((text) => text.startsWith('东州暂无数据0 台设备'), 'region-hover');
  await mouse.move(5, 5);
  await person.page.waitForFunction(
    () => !document.querySelector('[data-testid="region-hover"]')?.textContent,
  );
  await person.click('region-weather');
  await person.click('menu-weather-rain');
  expect(await person.readUntil((text) => text.includes('雨'), 'region-weather')).toContain('模拟');
  await person.click('region-weather');
  await person.click('menu-weather-real');
  await person.readUntil((text) => !text.includes('模拟'), 'region-weather');
});

test('colours follow drought, devices and alarms, and are updated live', async () => {
  const value = (code: string) => person.read('region-row', { 'data-code': code });
  expect(await value('610000')).toBe('西州暂无数据');
  await person.click('region-measure', { 'data-measure': 'devices' });
  expect(await value('610000')).toBe('西州1 台设备');
  expect(await person.read('region-legend')).toBe('011–9110–49050–1990≥ 2000');
  await person.click('region-measure', { 'data-measure': 'alarms' });
  expect(await value('610000')).toBe('西州0 条告警');
  const [gateway] = (await api.devices.list()).items;
  await server.sql(
    `insert into alarm (organisation_id, device, name, severity, raised_at)
     select organisation_id, key, '内存将满', 'MAJOR', now() from device where id = $1`,
    [gateway!.id],
  );
  // Any change of a scene makes the page fetch the summary again.
  await api.scenes.update(scene.id, { description: '有告警' });
  await person.readUntil((text) => text === '西州1 条告警', 'region-row', { 'data-code': '610000' });
  expect(await person.attribute('region-row', 'data-code')).toBe('610000');
});

test('by keyboard: arrows select, Enter drills down, Escape goes back', async () => {
  const { keyboard } = person.page;
  await person.page.focus('[data-testid="region-canvas"] canvas');
  await keyboard.press('ArrowRight');
  await person.readUntil((text) => text === '西州' || text === '东州', 'region-title');
  await keyboard.press('ArrowLeft');
  await title('西州');
  await keyboard.press('Enter');
  await here('西州');
  await keyboard.press('Escape');
  await here('全部区域');
});

test('by touch: a tap selects, the button drills down, the scene opens, and back returns here', async () => {
  const { page } = person;
  const east = await onMap('东州');
  await person.tap(east);
  await title('东州');
  expect(await person.page.$('[data-testid="region-enter"]')).toBeNull();
  const west = await onMap('西州');
  await person.tap(west);
  await title('西州');
  const enter = await person.whereIs('region-enter');
  await person.tap(enter);
  await here('西州');
  const site = await person.whereIs('region-site');
  await person.tap(site);
  await person.see('scene-canvas');
  expect(new URL(page.url()).searchParams.get('sceneId')).toBe(scene.id);
  await page.goBack();
  await here('西州');
});

test('a map file is deleted only after a confirmation', async () => {
  const { page } = person;
  const parents = async () => (await api.regions.maps()).items.map(({ parentCode }) => parentCode);
  const before = await parents();
  const files = await api.regions.saveMap({
    parentCode: '620000',
    file: new Blob([FILES['lake.geojson']]),
    name: '东.geojson',
  });
  await page.reload();
  await here('西州');
  await person.click('region-files');
  const remove = `[aria-label="删除${files.name}"]`;
  await page.waitForSelector(remove);
  await page.click(remove);
  expect(await person.read('region-file-confirm')).toContain('此操作将永久删除该地图文件, 是否继续?');
  await person.click('confirm-cancel');
  await person.seeNo('region-file-confirm');
  expect(await parents()).toContain('620000');
  await page.click(remove);
  await person.click('confirm-ok');
  await person.seeNo('region-file-confirm');
  await page.waitForSelector(remove, { hidden: true });
  expect(await parents()).toEqual(before);
  await page.keyboard.press('Escape');
  await noDialog();
});

test('a map whose file is missing shows an error, and can be retried or replaced', async () => {
  const map = (await api.regions.maps()).items.find(({ parentCode }) => parentCode === '610200');
  // The row remains, the bytes are lost, as after a disk failure.
  await server.sql(`update file set sha256 = repeat('f', 64) where original_name = 'lake.geojson'`);
  await person.click('region-row-enter', { 'data-code': '610200' });
  expect(await person.read('region-error')).toContain('地图文件没能下载');
  await api.regions.removeMap(map!.id);
  await api.regions.saveMap({
    parentCode: '610200',
    file: new Blob([FILES['lake.geojson']]),
    name: 'lake.geojson',
  });
  await person.click('region-retry');
  await here('水城');
  expect(person.complaints.filter((text) => !text.includes('404'))).toEqual([]);
});

test('a long list can be searched at every level; in English regions have their English names', async () => {
  const { page } = person;
  const many = Array.from({ length: 13 }, (_, i) => {
    const one = area(620101 + i, `县${i}`, square(104 + (i % 4), 30 - Math.floor(i / 4), 1));
    return { ...one, properties: { ...one.properties, name_en: `County ${i}` } };
  });
  await api.regions.saveMap({ parentCode: '620000', file: new Blob([land(...many)]), name: 'many.geojson' });
  const rows = () =>
    page.$$eval(Person.selector('region-row'), (all) => all.map((row) => row.textContent.slice(0, 9)));
  await person.open('/app/region?area=620000');
  await here('东州');
  expect(await rows()).toHaveLength(13);
  await person.type('region-search', '县12');
  expect(await rows()).toEqual(['县12暂无数据']);
  await person.click('region-crumb', { 'data-depth': '0' });
  await here('全部区域');
  await person.see('region-row', { 'data-code': '610000' });
  await page.evaluate(() => localStorage.setItem('farm3d.locale', 'en'));
  await person.open('/app/region?area=620000');
  await person.type('region-search', 'county 12');
  expect(await rows()).toEqual(['County 12']);
  await onMap('County 12');
  await page.evaluate(() => localStorage.removeItem('farm3d.locale'));
  await person.open('/app/region?area=610000,610200');
  await here('水城');
});

test('when the server is down the map stays, with the time of its figures', async () => {
  await server.stop();
  expect(await person.read('offline-banner')).toMatch(/显示的是 \d\d:\d\d:\d\d 的数据/);
  await person.see('region-row');
  await here('水城');
});
