// Second tier (page): the editing of scenes by mouse
import type { ApiClient, Device, Scene, SceneLayout } from '@farm3d/api';
import type { Browser } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { clearScenes, layoutOf } from '../support/layout.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// Edit mode with several objects at once, and greenhouses on a plot: by mouse, by finger and by keyboard,
// saved and read back.

let server: RunningServer;
let browser: Browser;
let person: Person;
let api: ApiClient;
let scene: Scene;
let plot: Scene;
let devices: Device[];

/** Half the side of the plot, degrees: 66 m square. */
const HALF = 0.0003;
const RING = [
  [121 - HALF, 31 - HALF],
  [121 + HALF, 31 - HALF],
  [121 + HALF, 31 + HALF],
  [121 - HALF, 31 + HALF],
  [121 - HALF, 31 - HALF],
];

beforeAll(async () => {
  server = await startServer({ demo: true });
  api = await server.client();
  devices = (await api.devices.list({ pageSize: 50 })).items;
  await clearScenes(api);
  // One greenhouse and a few devices: quicker to draw than the whole demo farm.
  scene = await api.scenes.create({
    name: '一号棚',
    type: 'greenhouse',
    baseModelPath: '/models/greenhouse.glb',
    layout: layoutOf(
      devices.slice(0, 5).map(({ id }) => id),
      (i) => ({ x: i * 3 - 7, y: 0.03, z: (i % 2) * 0.5 }),
    ),
  });
  plot = await api.scenes.create({
    name: '东岸农场',
    type: 'plot',
    boundary: { type: 'Polygon', coordinates: [RING] },
  });
  browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setViewport({ width: 1000, height: 640, deviceScaleFactor: 0.5, hasTouch: true });
  person = new Person(page, server.baseUrl);
  // Leaving with unsaved work opens a dialog of the browser.
  page.on('dialog', (dialog) => void dialog.accept());
  await person.logIn(server.adminPassword);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

// A save stores the view too: each test begins with a view of the whole greenhouse.
beforeEach(() => api.scenes.update(scene.id, { layout: scene.layout }));

afterEach(() => expect(person.complaints).toEqual([]));

async function edit(id: string): Promise<void> {
  await person.open(`/scene?sceneId=${id}&quality=low`);
  await person.see('scene-canvas');
  await person.seeNo('loading-overlay');
  await person.click('edit-button');
  await person.see('snap-button');
}

const stored = async (id: string): Promise<SceneLayout> => (await api.scenes.get(id)).layout;
const row = (id: string) => ({ 'data-device-id': id });
const listed = (): Promise<string[]> =>
  person.page.$$eval('[data-testid="object-list-item"]', (rows) =>
    rows.map((one) => one.getAttribute('data-device-id') ?? ''),
  );
async function save(): Promise<void> {
  await person.click('save-button');
  await person.seeNo('save-button');
}

test('the carousel slides in, shows four at a time, the placed ones first, and advances by itself', async () => {
  const { page } = person;
  /** Timers of ten seconds are run by the test instead. */
  const { identifier } = await page.evaluateOnNewDocument(() => {
    const held: (() => void)[] = [];
    (window as unknown as { held: (() => void)[] }).held = held;
    const wait = window.setTimeout.bind(window);
    const holding = (run: () => void, ms?: number): number =>
      ms === 10_000 ? held.push(run) : wait(run, ms);
    window.setTimeout = holding as typeof setTimeout;
  });
  await edit(scene.id);
  await page.removeScriptToEvaluateOnNewDocument(identifier);
  const look = () =>
    page.$eval(Person.selector('carousel'), (bar) => {
      const pages = [...bar.querySelectorAll('[data-testid="carousel-page"]')];
      return {
        height: bar.getBoundingClientRect().height,
        slide: bar.getAttribute('data-slide-ms'),
        shown: pages.findIndex((one) => !one.hasAttribute('inert')),
        pages: pages.length,
        most: Math.max(...pages.map((one) => one.children.length)),
        placed: [...bar.querySelectorAll('[data-placed]')].map((item) => item.getAttribute('data-placed')),
      };
    });
  // The first page with an unplaced device is shown: the other placed ones are on the pages before it.
  const { placed, pages, ...first } = await look();
  expect(first).toEqual({ height: 100, slide: '800', shown: 1, most: 4 });
  expect(placed.lastIndexOf('true')).toBeLessThan(placed.indexOf('false'));
  await page.mouse.move(600, 300);
  await page.evaluate(() => (window as unknown as { held: (() => void)[] }).held.at(-1)?.());
  await expect.poll(async () => (await look()).shown, { timeout: PATIENCE_MS }).toBe(2 % pages);
  await person.click('cancel-button');
  await person.see('edit-button');
});

test('the carousel can be searched, and filtered by placement and by product', async () => {
  await edit(scene.id);
  const offered = () =>
    person.page.$$eval(Person.selector('carousel-item'), (items) =>
      items.map((item) => [item.getAttribute('data-placed'), item.textContent]),
    );
  await person.click('carousel-filter');
  await person.click('menu-unplaced');
  await expect
    .poll(async () => [...new Set((await offered()).map(([isPlaced]) => isPlaced))])
    .toEqual(['false']);
  await person.click('carousel-filter');
  await person.click('menu-product-QX-9');
  await expect.poll(async () => (await offered()).length).toBe(1);
  await person.click('carousel-filter');
  await person.click('menu-all');
  await expect.poll(async () => (await offered()).length).toBeGreaterThan(1);
});

test('by mouse: several are selected, moved by exact numbers, aligned, undone and saved; cancel reloads', async () => {
  await edit(scene.id);
  const before = await stored(scene.id);
  const [a, b, c] = (await listed()) as [string, string, string];
  await person.click('object-list-item', row(a));
  await person.see('info-card', row(a));
  await person.page.keyboard.down('Shift');
  await person.click('object-list-item', row(b));
  await person.click('object-list-item', row(c));
  await person.page.keyboard.up('Shift');
  await person.see('selection-bar', { 'data-count': '3' });
  await person.seeNo('info-card');
  await person.click('transform-translate');
  const middle = Number(
    await (await person.see('transform-input-x')).evaluate((input) => (input as HTMLInputElement).value),
  );
  await person.type('transform-input-x', String(middle + 2));
  await person.page.keyboard.press('Enter');
  await person.click('transform-save');
  await person.click('arrange-menu');
  await person.click('menu-align-z-center');
  await person.click('undo-button');
  // A save closes every label, pinned or not.
  await person.click('object-list-item', row(a));
  await person.click('card-pin');
  await person.see('info-card', { ...row(a), 'data-pinned': 'true' });
  await save();
  expect(await person.page.$(Person.selector('info-card'))).toBeNull();
  const after = await stored(scene.id);
  const shifts = [a, b, c].map((id) => {
    const place = (layout: SceneLayout) => layout.equipment.find((one) => one.id === id)!.position;
    expect(place(after).z).toBeCloseTo(place(before).z, 6);
    return place(after).x - place(before).x;
  });
  // Rounded to the two decimals of the field.
  for (const shift of shifts) expect(shift).toBeCloseTo(2, 1);
  expect(shifts[1]).toBeCloseTo(shifts[0]!, 6);
  expect(after.equipment).toHaveLength(before.equipment.length);
  await person.click('edit-button');
  await person.type('scene-name-input', '不要的名字');
  // Closing or reloading the page opens a dialog of the browser; cancel does not.
  let asked = 0;
  person.page.on('dialog', () => (asked += 1));
  await person.page.reload();
  expect(asked).toBe(1);
  await person.seeNo('loading-overlay');
  await person.click('edit-button');
  await person.type('scene-name-input', '不要的名字');
  await Promise.all([person.page.waitForNavigation(), person.click('cancel-button')]);
  await person.seeNo('loading-overlay');
  await person.see('edit-button');
  expect(asked).toBe(1);
  await person.readUntil((name) => name === scene.name, 'scene-name');
});

test('by finger: taps and a rectangle select several, which are removed together and restored', async () => {
  await edit(scene.id);
  const count = (await listed()).length;
  await person.click('area-select-button');
  expect(await person.attribute('area-select-button', 'aria-pressed')).toBe('true');
  await person.swipe({ x: 330, y: 150 }, { x: 960, y: 500 }, () =>
    person.page.waitForSelector('[data-farm3d="rectangle"]'),
  );
  await person.see('selection-bar');
  const chosen = Number(await person.attribute('selection-bar', 'data-count'));
  expect(chosen).toBeGreaterThan(1);
  await person.touch('card-remove');
  await person.seeNo('selection-bar');
  expect(await listed()).toHaveLength(count - chosen);
  // In the carousel again, to be placed again.
  await person.page.waitForFunction(
    (count) =>
      document.querySelectorAll('[data-testid="carousel-item"][data-placed="true"]').length === count,
    {},
    count - chosen,
  );
  await person.touch('undo-button');
  await person.page.waitForFunction(
    (count) => document.querySelectorAll('[data-testid="object-list-item"]').length === count,
    {},
    count,
  );
});

test('by keyboard alone: selected, moved, copied, pasted, snapped, with help on the keys', async () => {
  await edit(scene.id);
  const { keyboard } = person.page;
  const before = await stored(scene.id);
  const [a, b] = (await listed()) as [string, string];
  await (await person.see('object-list-item', row(a))).focus();
  await keyboard.press('Enter');
  await person.see('info-card', row(a));
  await keyboard.press(']');
  await person.chord('Control', 'c');
  await (await person.see('object-list-item', row(b))).focus();
  await keyboard.press('Enter');
  await person.see('info-card', row(b));
  await person.chord('Control', 'v');
  await (await person.see('object-list-item', row(a))).focus();
  await person.chord('Shift', 'Enter');
  await person.see('selection-bar', { 'data-count': '2' });
  await keyboard.press('g');
  await person.see('snap-button', { 'aria-pressed': 'true' });
  await keyboard.press('PageUp');
  await keyboard.press('PageUp');
  await keyboard.press('Escape');
  await person.seeNo('selection-bar');
  await keyboard.type('?');
  await person.see('shortcuts-dialog');
  await keyboard.press('Escape');
  await person.seeNo('shortcuts-dialog');
  await person.chord('Control', 's');
  await person.seeNo('save-button');
  const after = await stored(scene.id);
  const find = (layout: SceneLayout, id: string) => layout.equipment.find((one) => one.id === id)!;
  const turned = find(after, a).rotation;
  expect(turned.y).not.toBeCloseTo(find(before, a).rotation.y, 3);
  expect(find(after, b).rotation).toEqual(turned);
  for (const id of [a, b]) expect(find(after, id).position.y).toBeCloseTo(find(before, id).position.y + 1, 6);
});

test('a greenhouse is dragged onto the plot by mouse and by finger; beside it the reason is shown', async () => {
  await edit(plot.id);
  const item = { 'data-device-id': scene.id };
  const from = await person.whereIs('carousel-item', item);
  const { mouse } = person.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(600, 110, { steps: 4 });
  await person.readUntil((text) => text.includes('请放到地块上'), 'placement-cue', { 'data-valid': 'false' });
  await mouse.move(600, 360, { steps: 4 });
  await person.see('placement-cue', { 'data-valid': 'true' });
  await person.page.keyboard.press('Escape');
  await mouse.up();
  await person.see('carousel-item', { ...item, 'data-placed': 'false' });
  await person.swipe(await person.whereIs('carousel-item', item), { x: 600, y: 360 }, () =>
    person.see('placement-cue', { 'data-valid': 'true' }),
  );
  await person.see('carousel-item', { ...item, 'data-placed': 'true' });
  await save();
  const { childScenes, equipment } = await stored(plot.id);
  expect(childScenes).toMatchObject([{ id: scene.id, name: scene.name }]);
  expect(equipment.length).toBeGreaterThan(0);
  expect(equipment.every(({ parentId }) => parentId === scene.id)).toBe(true);
  expect(devices.length).toBeGreaterThan(equipment.length);
});

test('the list of a plot contains its greenhouses: by keyboard one is selected, moved by the chosen grid, and removed', async () => {
  const { keyboard } = person.page;
  const child = { 'data-scene-id': scene.id };
  const place = async () => (await stored(plot.id)).childScenes.find(({ id }) => id === scene.id)?.position;
  const before = await place();
  await edit(plot.id);
  expect(await person.read('object-list-scene', child)).toContain(scene.name);
  await person.click('snap-steps');
  await person.click('menu-snap-grid-2');
  await person.click('snap-steps');
  await person.click('menu-snap-angle-90');
  await (await person.see('object-list-scene', child)).focus();
  await keyboard.press('Enter');
  await person.see('selection-bar', { 'data-count': '1' });
  expect(await person.attribute('object-list-scene', 'aria-current', child)).toBe('true');
  await keyboard.press('g');
  await person.see('snap-button', { 'aria-pressed': 'true' });
  await keyboard.press('ArrowRight');
  await person.chord('Control', 's');
  await person.seeNo('save-button');
  const after = await place();
  expect(Math.hypot(after!.x - before!.x, after!.z - before!.z)).toBeCloseTo(2, 3);

  // The steps are stored per user, for other scenes too.
  await edit(plot.id);
  expect(await person.read('snap-steps')).toBe('2 m · 90°');
  await (await person.see('object-list-scene', child)).focus();
  await keyboard.press('Enter');
  await person.see('selection-bar');
  await keyboard.press('Delete');
  await person.seeNo('object-list-scene');
  expect(await listed()).toEqual([]);
  await save();
  expect((await stored(plot.id)).childScenes).toEqual([]);
  // The list of an empty scene has a button to begin editing.
  await person.click('objects-begin');
  await person.see('save-button');
});

test('images of the next page are visible before the carousel slides, in both directions, and hidden at rest', async () => {
  await edit(scene.id);
  await person.see('carousel-page');
  const turn = (label: string) =>
    person.page.$eval(`[data-testid="carousel"] [aria-label="${label}"]`, async (button) => {
      const look = () =>
        [...document.querySelectorAll('[data-testid="carousel-page"]')].map(
          (page) => getComputedStyle(page).visibility === 'visible',
        );
      const rest = async () => {
        while (look().filter(Boolean).length > 1) await new Promise((go) => requestAnimationFrame(go));
        return look();
      };
      const resting = await rest();
      (button as HTMLElement).click();
      // The page has received the event; nothing has moved yet.
      await Promise.resolve();
      const turning = look();
      return { resting, turning, end: await rest() };
    });
  const first = await turn('下一页');
  expect(first.resting.length).toBeGreaterThan(2);
  expect(first.resting.filter(Boolean)).toHaveLength(1);
  expect(first.turning).toEqual(first.turning.map(() => true));
  expect(first.end.indexOf(true)).toBe((first.resting.indexOf(true) + 1) % first.end.length);
  // Sliding from one end to the other passes all pages.
  let at = first.end.indexOf(true);
  for (;;) {
    const { turning, end } = await turn('下一页');
    expect(turning).not.toContain(false);
    const next = end.indexOf(true);
    if (next < at) break;
    at = next;
  }
  // All images are fetched before they slide in.
  expect(
    await person.page.$$eval('[data-testid="carousel-page"] img', (images) =>
      images.every((image) => image.complete && image.naturalWidth > 0),
    ),
  ).toBe(true);
});

test('Escape and Delete act on the topmost element: a dialog, a half-typed number, the handles, the card', async () => {
  await edit(scene.id);
  const { keyboard } = person.page;
  const [first] = (await listed()) as [string];
  const count = (await listed()).length;
  await person.click('object-list-item', row(first));
  await person.see('info-card', row(first));
  await person.click('shortcuts-button');
  await person.see('shortcuts-dialog');
  await keyboard.press('Delete');
  await keyboard.press('Escape');
  await person.seeNo('shortcuts-dialog');
  expect(await listed()).toHaveLength(count);
  await person.see('info-card', row(first));
  await person.click('transform-rotate');
  const angle = () =>
    person.page.$eval(Person.selector('transform-input-y'), (input) => (input as HTMLInputElement).value);
  const before = await angle();
  await person.type('transform-input-y', '33');
  await keyboard.press('Escape');
  expect(await angle()).toBe(before);
  await keyboard.press('Escape');
  await person.seeNo('transform-save');
  await person.see('info-card', row(first));
  await person.focusIsAt('transform-rotate');
  await person.click('carousel-search-toggle');
  await person.focusIsAt('carousel-search');
  await keyboard.press('Escape');
  await person.see('info-card', row(first));
  await (await person.see('transform-rotate')).focus();
  await keyboard.press('Escape');
  await person.seeNo('info-card');
  await person.see('save-button');
});

test('in a low window, as at 200 % zoom, the object, its fields and their buttons are all reachable', async () => {
  const { page } = person;
  const view = page.viewport()!;
  await page.setViewport({ ...view, width: 640, height: 400 });
  try {
    await edit(scene.id);
    const id = scene.layout.equipment[2]!.id;
    await person.click('objects-toggle');
    await person.click('object-list-item', row(id));
    await person.click('transform-translate');
    for (const control of ['transform-input-x', 'transform-input-z', 'transform-cancel', 'card-remove'])
      await person.whereIs(control);
    const isFree = () =>
      page.evaluate(
        () => document.elementFromPoint(innerWidth / 2, innerHeight / 2 + 40) instanceof HTMLCanvasElement,
      );
    await expect.poll(isFree, { timeout: PATIENCE_MS }).toBe(true);
    await person.seeNo('carousel');
    await person.click('transform-save');
    await person.see('carousel');
    for (const control of ['card-close', 'transform-rotate', 'transform-copy']) await person.whereIs(control);
  } finally {
    await page.setViewport(view);
  }
});
