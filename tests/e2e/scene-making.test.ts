// Second tier (page): making scenes
import type { ApiClient, Scene } from '@farm3d/api';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { CallRecord } from '../support/call-record.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// Scenes of one's own, made and changed by real clicks, and the example of them in the demo farm.

let server: RunningServer;
let browser: Browser;
let person: Person;
let record: CallRecord;
let api: ApiClient;

beforeAll(async () => {
  server = await startServer({ demo: true });
  browser = await launchBrowser();
  api = await server.client();
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 0.5 });
  // Under reduced motion bars and flights end at once.
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  person = new Person(page, server.baseUrl);
  await person.drawLittle();
  record = new CallRecord(page);
  await person.logIn(server.adminPassword);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  await person.open('/iotManagement/intelligence/scene');
  await person.see('scene-list-item');
});

const sceneNamed = async (name: string): Promise<Scene> => {
  const found = (await api.scenes.list({ pageSize: 50 })).items.find((scene) => scene.name === name);
  if (!found) throw new Error(`no scene is called ${name}`);
  return found;
};
const isThere = async (): Promise<void> => {
  await person.see('scene-canvas');
  await person.seeNo('loading-overlay');
};
const saveBoundary = async (): Promise<void> => {
  await person.click('plot-save');
  await person.seeNo('plot-dialog');
};

test('a plot needs a boundary: drawn on the map it has its place; its coordinates are typed later', async () => {
  await person.click('scene-new');
  await person.type('field-name', '河边地');
  await person.click('field-type-option', { 'data-value': 'plot' });
  await person.click('scene-create-submit');
  await person.readUntil((text) => text.includes('请选择地块边界'), 'scene-create');

  await person.click('field-boundary');
  await person.see('plot-map', { 'data-ready': 'true' });
  const box = (await (await person.see('plot-map')).boundingBox())!;
  for (const [across, down] of [
    [0.4, 0.4],
    [0.6, 0.4],
    [0.6, 0.7],
    [0.4, 0.4],
  ] as const) {
    const [left, top] = [box.x + box.width * across, box.y + box.height * down];
    await person.page.mouse.move(left, top);
    await person.page.mouse.click(left, top);
  }
  await person.see('plot-map', { 'data-mode': 'select' });
  await saveBoundary();
  await person.see('field-boundary-size');
  await person.click('scene-create-submit');
  await isThere();
  expect(await person.read('scene-name')).toBe('河边地');
  const made = await sceneNamed('河边地');
  expect(made).toMatchObject({ type: 'plot', boundary: { type: 'Polygon' } });
  const [ring] = (made.boundary as { coordinates: number[][][] }).coordinates;
  expect(ring).toHaveLength(4);
  const middle = (axis: 0 | 1): number => {
    const along = ring!.map((point) => point[axis]!);
    return (Math.min(...along) + Math.max(...along)) / 2;
  };
  expect([made.longitude, made.latitude]).toEqual([
    expect.closeTo(middle(0), 5) as number,
    expect.closeTo(middle(1), 5) as number,
  ]);

  await person.click('back-button');
  await person.click('scene-list-edit', { 'data-scene-id': made.id });
  await person.type('field-name', '河西地');
  await person.type('field-place-longitude', '118.5');
  await person.type('field-place-latitude', '36.5');
  await person.click('field-boundary');
  await person.click('plot-points-open');
  await person.click('plot-points');
  await person.chord('Control', 'a');
  await person.page.keyboard.type('118.5, 36.5\n118.501, 36.5\n118.501, 36.501\n118.5, 36.501');
  await person.click('plot-points-apply');
  await saveBoundary();
  await person.click('scene-create-submit');
  await person.seeNo('scene-create');
  await record.shows('scene-making');
  await person.readUntil((text) => text === '河西地', 'scene-list-item', { 'data-scene-id': made.id });
  expect(await api.scenes.get(made.id)).toMatchObject({
    name: '河西地',
    type: 'plot',
    longitude: 118.5,
    latitude: 36.5,
    boundary: {
      type: 'Polygon',
      coordinates: [
        [
          [118.5, 36.5],
          [118.501, 36.5],
          [118.501, 36.501],
          [118.5, 36.501],
          [118.5, 36.5],
        ],
      ],
    },
  });
  expect(person.complaints).toEqual([]);
});

test('by keyboard, in English: a plot is made of typed coordinates; Escape and focus lead back to the list', async () => {
  const { page } = person;
  await page.evaluate(() => localStorage.setItem('farm3d.locale', 'en'));
  try {
    await person.open('/iotManagement/intelligence/scene');
    await person.see('scene-list-item');
    const reach = (testId: string) => person.reach(Person.selector(testId));
    const enter = async (testId: string): Promise<void> => {
      await reach(testId);
      await person.press('Enter');
    };
    await enter('scene-new');
    await reach('field-name');
    await page.keyboard.type('Hill field');
    await person.reach(Person.selector('field-type-option', { 'data-value': 'greenhouse' }));
    await person.press('ArrowDown');
    await enter('field-boundary');
    await person.see('plot-map', { 'data-ready': 'true' });
    await enter('plot-points-open');
    await reach('plot-points');
    await page.keyboard.type('118.7, 36.7\n118.701, 36.7\n118.701, 36.701');
    await enter('plot-points-apply');
    await enter('plot-save');
    await person.seeNo('plot-dialog');
    await enter('scene-create-submit');
    await isThere();
    expect(await sceneNamed('Hill field')).toMatchObject({ type: 'plot', boundary: { type: 'Polygon' } });
    await enter('back-button');
    await enter('scene-new');
    await person.see('scene-create');
    await person.press('Escape');
    await person.seeNo('scene-create');
    await person.focusIsAt('scene-new');
    expect(person.complaints).toEqual([]);
  } finally {
    await page.evaluate(() => localStorage.removeItem('farm3d.locale'));
  }
});

test('by finger: a greenhouse is made and its name is changed', async () => {
  const { page } = person;
  await page.setViewport({ width: 390, height: 844, hasTouch: true, deviceScaleFactor: 0.5 });
  try {
    await person.open('/iotManagement/intelligence/scene');
    const tap = async (testId: string, attributes?: Record<string, string>): Promise<void> =>
      person.touch(testId, attributes);
    await tap('scene-new');
    await tap('field-name');
    await page.keyboard.type('四号棚');
    await tap('scene-create-submit');
    await isThere();
    const { id } = await sceneNamed('四号棚');
    await tap('back-button');
    await tap('scene-list-edit', { 'data-scene-id': id });
    await tap('field-name');
    await person.press('End');
    await page.keyboard.type('东');
    await tap('scene-create-submit');
    await person.seeNo('scene-create');
    expect(await api.scenes.get(id)).toMatchObject({ name: '四号棚东', type: 'greenhouse' });
  } finally {
    await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 0.5 });
  }
});

test('a greenhouse is made with a place; a device that stands in another scene is not offered in it', async () => {
  await person.click('scene-new');
  await person.type('field-name', '三号棚');
  await person.type('field-place-longitude', '118.74');
  await person.type('field-place-latitude', '36.88');
  await person.click('scene-create-submit');
  await isThere();
  expect(await sceneNamed('三号棚')).toMatchObject({ type: 'greenhouse', longitude: 118.74, boundary: null });

  const devices = (await api.devices.list({ pageSize: 50 })).items;
  const placed = new Set(
    (await api.scenes.list({ pageSize: 50 })).items.flatMap(({ layout }) =>
      layout.equipment.map(({ id }) => id),
    ),
  );
  const free = devices.filter(({ id }) => !placed.has(id)).map(({ id }) => id);
  expect([free.length > 0, placed.size > 0]).toEqual([true, true]);
  await person.click('edit-button');
  await person.see('carousel-item');
  /** Ids on the page of the carousel that is shown, four a page, and the number of pages. */
  const offered = () =>
    person.page.evaluate(
      (item, page) => ({
        ids: [...document.querySelectorAll<HTMLElement>(item)].map((one) => one.dataset['deviceId']!),
        pages: document.querySelectorAll(page).length,
      }),
      Person.selector('carousel-item'),
      Person.selector('carousel-page'),
    );
  await expect
    .poll(async () => (await offered()).pages, { timeout: PATIENCE_MS })
    .toBe(Math.ceil(free.length / 4));
  expect((await offered()).ids.filter((id) => placed.has(id))).toEqual([]);
  expect(person.complaints).toEqual([]);
});

test('the demo farm has a plot with a boundary and two greenhouses with devices in them', async () => {
  const field = await sceneNamed('阳坡地块');
  expect(field).toMatchObject({ type: 'plot', boundary: { type: 'Polygon' } });
  const greenhouses = (await api.scenes.list({ type: 'greenhouse', pageSize: 50 })).items;
  expect(field.layout.childScenes.map(({ id }) => id)).toEqual(
    greenhouses.filter(({ name }) => name.startsWith('阳坡')).map(({ id }) => id),
  );
  await person.click('scene-list-item', { 'data-scene-id': field.id });
  await isThere();
  const count = (testId: string) => person.page.$$eval(Person.selector(testId), (found) => found.length);
  await expect.poll(() => count('object-list-scene'), { timeout: PATIENCE_MS }).toBe(2);
  expect(await count('object-list-item')).toBe(4);
  expect(await count('model-badge')).toBe(0);
  const [first] = field.layout.equipment;
  await person.click('object-list-item', { 'data-device-id': first!.id });
  await person.readUntil((text) => /\d/.test(text), 'live-value');
  expect(person.complaints).toEqual([]);
});

test('a device is dropped on the ground of a plot, beside its greenhouses', async () => {
  const field = await sceneNamed('阳坡地块');
  await person.click('scene-list-item', { 'data-scene-id': field.id });
  await isThere();
  await person.click('edit-button');
  const probe = (await api.devices.list({ name: '3号墒情站' })).items[0]!;
  const item = { 'data-device-id': probe.id };
  await person.click('carousel-filter');
  await person.click('menu-product-TQ-3L');
  const from = await person.whereIs('carousel-item', item);
  const { mouse } = person.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(700, 560, { steps: 6 });
  await person.see('placement-cue', { 'data-valid': 'true' });
  await mouse.up();
  await person.see('carousel-item', { ...item, 'data-placed': 'true' });
  await person.click('save-button');
  await person.readUntil((text) => text === '保存成功！', 'toast');
  const { layout } = await api.scenes.get(field.id);
  expect(layout.equipment.find(({ id }) => id === probe.id)).toMatchObject({ parentId: null });
});

test('a device is dropped in the yard of a greenhouse, where it stood', async () => {
  const farm = await sceneNamed('示范农场');
  const station = (await api.devices.list({ name: '气象站' })).items[0]!;
  const item = { 'data-device-id': station.id };
  const positionOf = async () =>
    (await api.scenes.get(farm.id)).layout.equipment.find(({ id }) => id === station.id)?.position;
  const former = (await positionOf())!;
  // The camera stands still before it.
  await person.open(`/scene?sceneId=${farm.id}&device=${station.id}`);
  await isThere();
  await person.click('edit-button');
  await person.click('object-list-item', item);
  await person.click('card-remove');
  await person.see('carousel-item', { ...item, 'data-placed': 'false' });
  await person.click('carousel-filter');
  await person.click('menu-product-QX-9');
  const from = await person.whereIs('carousel-item', item);
  const { mouse } = person.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(800, 420, { steps: 6 });
  await person.see('placement-cue', { 'data-valid': 'true' });
  await mouse.up();
  await person.see('carousel-item', { ...item, 'data-placed': 'true' });
  await person.click('save-button');
  await person.readUntil((text) => text === '保存成功！', 'toast');
  const { x, z } = (await positionOf())!;
  // Half of the greenhouse is 12.3 m wide.
  expect(x).toBeGreaterThan(12.3);
  expect(Math.hypot(x - former.x, z - former.z)).toBeLessThan(6);
  expect(person.complaints).toEqual([]);
});
