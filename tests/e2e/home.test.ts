// Second tier (page): tiles and lists of home
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, BrowserContext } from 'puppeteer';
import type { ApiClient, CreatedDevice, Scene } from '@farm3d/api';
import { launchBrowser } from '../support/browser.ts';
import { CallRecord } from '../support/call-record.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// The home page on a real server: how the farm is now, by mouse and keyboard.

/** Scripts of a cold visit, gzipped KB of a thousand bytes: with everything that the page loads after them. */
const SCRIPT_KB = 250;
/** Scripts that are loaded later: what, a text that only they have, and their budget, KB. */
const LATER = [
  ['maps (maplibre-gl)', 'maplibregl-', 310],
  ['drawing on maps (terra-draw)', 'TerraDraw', 45],
  ['charts (uPlot)', 'u-wrap', 30],
] as const;
const DIST = new URL('../../apps/web/dist/', import.meta.url).pathname;
const KEY = 'soilMoisture20';

let server: RunningServer;
let api: ApiClient;
let browser: Browser;
let context: BrowserContext;
let person: Person;
let record: CallRecord;
let probe: CreatedDevice;
let scene: Scene;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

beforeEach(async () => {
  context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1440, height: 900, deviceScaleFactor: 0.5 });
  person = new Person(page, server.baseUrl);
  record = new CallRecord(page);
});

afterEach(async () => {
  await context.close();
});

const logIn = async (path = '/login'): Promise<void> => {
  await person.open(path);
  await person.type('login-username', 'admin');
  await person.type('login-password', server.adminPassword);
  await person.click('login-submit');
};
const path = () => new URL(person.page.url()).pathname;
const figure = (name: string, has: string): Promise<string> =>
  person.readUntil((text) => text.includes(has), `home-figure-${name}`);
const report = async (value: number, key = KEY): Promise<void> => {
  const answer = await fetch(`${server.baseUrl}/api/v1/${probe.accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [key]: value }),
  });
  expect(answer.status).toBe(200);
};

test('a farm without anything says what is missing, and where to begin', async () => {
  await logIn();
  await person.see('home-scenes-none');
  expect(path()).toBe('/app');
  expect(await person.readUntil((text) => !text.includes('…'), 'home-verdict')).toBe('一切正常');
  for (const part of ['alarms', 'silent', 'tasks', 'advice', 'actions'])
    await person.see(`home-${part}-none`);
  expect(await figure('weather', '没有天气数据')).toContain('没有配置天气服务');
  await person.click('home-to-scenes');
  await person.see('scenes-empty');
  expect(path()).toBe('/iotManagement/intelligence/scene');
  expect(person.complaints).toEqual([]);
});

test('alarms, silent devices, tasks and commands are seen at once, and each leads to its page', async () => {
  probe = await api.devices.create({ name: '东棚探头', productModelCode: 'TQ-3L' });
  const valve = await api.devices.create({ name: '东棚阀门', productModelCode: 'DCF-4' });
  scene = await api.scenes.create({ name: '一号棚' });
  await api.scenes.create({ name: '二号棚' });
  await api.scenes.drag(scene.id, { deviceId: probe.id, position: { x: 1, y: 0, z: 1 } });
  await api.alarmSettings.save(probe.id, [
    { name: '东棚偏干', severity: 'MAJOR', condition: { key: KEY, op: '<', value: 12 }, durationMs: 0 },
  ]);
  const overdue = { deadline: Date.now() - 86_400_000, deviceId: probe.id };
  await api.workOrders.create({ title: '检查滴灌带', ...overdue });
  await api.workOrders.create({ title: '清洗探头' });
  await api.rpc.twoway(valve.id, { method: 'switchValve', params: { open: false } }).catch(() => null);

  await logIn();
  // The newest scene first, as long as there is no alarm.
  await person.readUntil((text) => text === '二号棚', 'scene-list-item');
  await person.see('home-alarms-none');
  await figure('silent', '2');
  await figure('tasks', '1 张逾期');
  expect(await person.read('home-task')).toContain('检查滴灌带');
  expect(await person.read('home-action')).toContain('东棚阀门');

  // An alarm appears without a reload: at the top, with its scene.
  await report(9);
  expect(await person.read('home-alarm')).toContain('东棚偏干');
  await figure('alarms', '1');
  await person.readUntil((text) => text === '一号棚', 'scene-list-item');
  expect(await person.read('home-scene-alarms')).toBe('1 条告警');
  expect(await person.read('home-verdict')).toContain('1 条告警待处理');
  // The probe has reported: only the valve never has.
  await person.readUntil((text) => text.includes('东棚阀门'), 'home-silent-device');
  await figure('silent', '1');

  // By keyboard: to the alarm, acknowledged there, and back.
  await person.reach('[data-testid="home-alarm"] a');
  await person.press('Enter');
  await person.click('alarm-panel-acknowledge');
  await person.see('alarm-event', { 'data-kind': 'acknowledged' });
  await person.page.goBack();
  expect(await person.read('home-alarm')).toContain('已确认');
  for (const [name, leads, seen] of [
    ['home-figure-alarms', '/iotManagement/alarms', 'alarm-row'],
    ['home-figure-silent', '/iotManagement/devices', 'device-row'],
    ['home-figure-tasks', '/iotManagement/workOrders', 'order-card'],
    ['home-figure-advice', '/app/agronomy', 'plots-empty'],
  ] as const) {
    await person.click(name);
    await person.see(seen);
    expect(path()).toBe(leads);
    await person.page.goBack();
    await person.see('home-alarm');
  }
  expect(person.complaints).toEqual([]);
});

test('the cover of a scene is what was seen at the last visit', async () => {
  await logIn();
  await person.click('scene-list-item', { 'data-scene-id': scene.id });
  await person.see('scene-canvas');
  await person.seeNo('loading-overlay');
  await expect.poll(async () => (await api.scenes.get(scene.id)).cover, { timeout: 120_000 }).not.toBeNull();
  // A cover is no edit: nobody's work is refused because of it.
  expect((await api.scenes.get(scene.id)).version).toBe(scene.version + 1);
  await person.open('/app');
  const cover = await person.see('scene-cover');
  await person.page.waitForFunction((image) => (image as HTMLImageElement).naturalWidth > 100, {}, cover);
  expect(await person.read('home-scenes')).toContain('画面：刚刚');
  expect(await person.read('home-scenes')).toContain('打开一次场景后显示三维画面');
  expect(person.complaints).toEqual([]);
});

test('a part that fails says so and leaves the others; it mends itself when the network is back', async () => {
  await logIn('/app/agronomy');
  await person.see('plots-empty');
  const { page } = person;
  let isCut = true;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isRefused = isCut && /\/workorder\/list|\/intelligent\/scene\/list/.test(request.url());
    void (isRefused ? request.abort() : request.continue());
  });
  await page.click('a[href="/app"]');
  expect(await person.read('home-tasks-error')).toContain('连不上服务器');
  expect(await person.read('home-scenes-error')).toContain('连不上服务器');
  expect(await person.read('home-alarm')).toContain('东棚偏干');
  expect(await person.read('home-verdict')).toBe('有些情况没能取到');
  isCut = false;
  await person.click('home-tasks-error-retry');
  await person.see('home-task');

  // Without network: what was loaded stays; an alarm that was raised meanwhile is there when it is back.
  await page.setOfflineMode(true);
  await person.see('offline-banner');
  expect(await person.read('home-alarm')).toContain('东棚偏干');
  const other = await api.devices.create({ name: '西棚探头', productModelCode: 'TQ-3L' });
  await api.workOrders.create({ title: '断网时派的活', deadline: 0 });
  await page.setOfflineMode(false);
  await person.seeNo('offline-banner');
  await person.readUntil((text) => text.includes('断网时派的活'), 'home-task');
  await person.see('scene-list-item');
  await api.devices.remove(other.id);
});

test('the wall display fills the screen without navigation and is live; Escape leads back', async () => {
  await logIn();
  await person.click('home-wall');
  await person.see('home-wall-display');
  // A device of the display screens with its main reading, as it comes.
  await person.see('home-displayed-device', { 'data-device-id': probe.id });
  await report(23.5, 'soilMoisture10');
  await person.readUntil((text) => text.includes('23.5'), 'home-displayed-device', {
    'data-device-id': probe.id,
  });
  await person.see('home-displayed', { 'data-count': '2' });
  await record.shows('home/wall');
  expect(path()).toBe('/app/wall');
  expect(await person.page.$('nav')).toBeNull();
  for (const [width, height] of [
    [1920, 1080],
    [3840, 2160],
  ] as const) {
    await person.page.setViewport({ width, height, deviceScaleFactor: 0.25 });
    // The text grows with the window, a frame after it.
    await person.page.waitForFunction(
      (across, rem) =>
        innerWidth === across &&
        Math.abs(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) - rem) < 0.05,
      {},
      width,
      height / 49.5,
    );
    const box = await person.page.$eval('[data-testid="home-wall-display"]', (main) => ({
      beyond: [main.scrollWidth - main.clientWidth, main.scrollHeight - main.clientHeight],
      // The lowest card ends near the edge.
      below: innerHeight - (main.lastElementChild?.getBoundingClientRect().bottom ?? 0),
      rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    }));
    expect(box.beyond).toEqual([0, 0]);
    expect(box.below).toBeLessThan(3 * box.rem);
  }
  const before = (await api.alarms.query({ active: true })).items[0]!;
  await api.alarms.clear(before.id);
  await person.see('home-alarms-none');
  await person.press('Escape');
  await person.see('home-wall');
  expect(path()).toBe('/app');
  // The rest of the application has its own size again.
  expect(await person.page.evaluate(() => document.documentElement.style.fontSize)).toBe('');
  expect(person.complaints).toEqual([]);
});

test(`a cold visit loads at most ${SCRIPT_KB} KB of scripts, no engine, and nothing moves`, async () => {
  await logIn();
  await person.see('home-action');
  const { page } = person;
  await page.setCacheEnabled(false);
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
  });
  await page.evaluateOnNewDocument(() => {
    const shifts: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { layoutShifts: shifts });
  });
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewport({ width, height, deviceScaleFactor: 0.5 });
    await page.reload();
    for (const part of ['alarms-none', 'task', 'silent-device', 'advice-none', 'action'])
      await person.see(`home-${part}`);
    await figure('weather', '没有天气数据');
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const shifts = await page.evaluate(() => (window as unknown as { layoutShifts: number[] }).layoutShifts);
    expect(shifts).toEqual([]);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(beyond).toBeLessThanOrEqual(0);
  }
  const texts = await Promise.all([...scripts].map((name) => readFile(join(DIST, name))));
  const bytes = texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
  console.log(
    `scripts of a cold visit of the home page: ${(bytes / 1000).toFixed(1)} of ${SCRIPT_KB} KB gzip`,
  );
  expect(scripts.size).toBeGreaterThan(2);
  expect(bytes / 1000).toBeLessThanOrEqual(SCRIPT_KB);
  expect(texts.some((text) => text.includes('WebGLRenderer'))).toBe(false);
  // What pages load only when they show it.
  for (const [what, mark, most] of LATER) {
    const sizes: number[] = [];
    for (const name of await readdir(join(DIST, 'assets'))) {
      const text = name.endsWith('.js') ? await readFile(join(DIST, 'assets', name)) : Buffer.of();
      if (text.includes(mark)) sizes.push(gzipSync(text, { level: 9 }).length / 1000);
    }
    console.log(`${what}: ${sizes.map((size) => size.toFixed(1)).join(' + ')} of ${most} KB gzip`);
    expect(texts.some((text) => text.includes(mark))).toBe(false);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most);
  }
  expect(person.complaints).toEqual([]);
});
