// Second tier (page): what a scene page shows of devices and files
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Device, Scene } from '@farm3d/api';
import type { Browser, BrowserContext, HTTPRequest } from 'puppeteer';
import { launchBrowser } from '../support/browser.ts';
import { layoutOf } from '../support/layout.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// The scene page at work, on the demo farm: operating, editing by keyboard, and protection of unsaved work.

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let person: Person;
let scene: Scene;
let devices: Device[];

const idOf = (name: string): string => {
  const found = devices.find((device) => device.name === name);
  if (!found) throw new Error(`the demo farm has no ${name}`);
  return found.id;
};
const device = (name: string) => ({ 'data-device-id': idOf(name) });

/** Counts React's commits from the start of the page, through the hook of its developer tools. */
function countCommits(): void {
  const page = window as unknown as Record<string, unknown>;
  page['commits'] = 0;
  page['__REACT_DEVTOOLS_GLOBAL_HOOK__'] = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: () => {
      page['commits'] = (page['commits'] as number) + 1;
    },
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
    checkDCE: () => {},
  };
}

/** `cutOff` closes the page's stream and prevents reconnections. */
function holdStreams(): void {
  const page = window as unknown as { cutOff(isCut: boolean): void; WebSocket: typeof WebSocket };
  const open = new Set<WebSocket>();
  let isCut = false;
  page.WebSocket = class extends WebSocket {
    constructor(url: string | URL) {
      if (isCut) throw new Error('no network');
      super(url);
      open.add(this);
    }
  };
  page.cutOff = (isNow) => {
    isCut = isNow;
    if (isCut) for (const socket of open) socket.close();
    else dispatchEvent(new Event('online'));
  };
}
const cutOff = (isCut: boolean): Promise<void> =>
  person.page.evaluate((is) => (window as unknown as { cutOff(isCut: boolean): void }).cutOff(is), isCut);

const commits = (): Promise<number> =>
  person.page.evaluate(() => (window as unknown as { commits: number }).commits);

beforeAll(async () => {
  server = await startServer({ demo: true });
  browser = await launchBrowser();
  const client = await server.client();
  devices = (await client.devices.list({ pageSize: 50 })).items;
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

beforeEach(async () => {
  const client = await server.client();
  const first = (await client.scenes.list()).items[0];
  if (!first) throw new Error('the demo farm has no scene');
  scene = first;
  context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1024, height: 720, deviceScaleFactor: 0.5 });
  await page.evaluateOnNewDocument(countCommits);
  person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
});

afterEach(async () => {
  await context.close();
});

test('opening a valve: it reports that it is open, water flows, and React does not render for readings', async () => {
  await person.openFirstScene();
  await person.click('object-list-item', device('西区电磁阀'));
  await person.see('info-card', device('西区电磁阀'));
  await person.readUntil((text) => text.startsWith('0'), 'live-value', { 'data-key': 'flowRate' });
  // It needs a confirmation, as in the panel: Escape cancels, and nothing is sent.
  await person.click('card-switch');
  expect(await person.read('switch-dialog')).toContain('西区电磁阀');
  await person.page.keyboard.press('Escape');
  await person.seeNo('switch-dialog');
  await person.see('info-card', device('西区电磁阀'));
  expect(await person.read('card-switch-state')).toBe('已关闭');
  await person.click('card-switch');
  await person.click('confirm-ok');
  await person.readUntil((text) => text === '“阀门开关”已执行', 'toast');
  await person.readUntil((text) => text === '已开启', 'card-switch-state');
  const flowing = await person.readUntil((text) => Number.parseFloat(text) > 0, 'live-value', {
    'data-key': 'flowRate',
  });
  // The toast closes by itself; afterwards only readings change.
  await person.seeNo('toast');
  const before = await commits();
  await person.readUntil((text) => text !== flowing && /\d/.test(text), 'live-value', {
    'data-key': 'flowRate',
  });
  expect(await commits()).toBe(before);
  expect(person.complaints).toEqual([]);
});

test('a missing model file: the fallback has a badge, list and card name the file, the rest is loaded', async () => {
  const client = await server.client();
  const id = idOf('2号墒情站');
  await client.devices.update(id, { modelPath: '/models/no-such-model.glb' });
  try {
    await person.openFirstScene();
    await person.see('object-badge', { 'data-device-id': id });
    await person.see('model-badge');
    expect(await person.page.$$(Person.selector('model-badge'))).toHaveLength(1);
    expect(await person.attribute('model-badge', 'title')).toBe('no-such-model.glb：文件不存在');
    await person.click('object-list-item', { 'data-device-id': id });
    expect(await person.read('info-card', { 'data-device-id': id })).toContain(
      'no-such-model.glb：文件不存在',
    );
    expect(await person.page.$(Person.selector('toast'))).toBeNull();
  } finally {
    await client.devices.update(id, { modelPath: null });
  }
});

test('the greenhouse is shown once it is loaded; the name of the loading file is shown until all are loaded', async () => {
  const { page } = person;
  await person.see('scene-list-item');
  const held: HTTPRequest[] = [];
  let isHolding = true;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    // The weather buttons are hidden if the platform offers no weather.
    if (request.url().endsWith('/intelligent/scene/conf/global')) {
      const data = { simulateWeather: '0', realWeather: '0', baseModelPath: null };
      void request.respond({
        contentType: 'application/json',
        body: JSON.stringify({ code: 200, msg: '操作成功', data }),
      });
      return;
    }
    const name = /\/models\/([\w.-]+)\.glb/.exec(request.url())?.[1];
    if (isHolding && name !== undefined && !/greenhouse|farm/.test(name)) held.push(request);
    else void request.continue();
  });
  await person.click('scene-list-item');
  await person.see('loading-overlay', { 'data-covers': 'false' });
  // The overlay does not block the pointer, and names the loading file.
  expect(await page.$eval(Person.selector('loading-overlay'), (e) => getComputedStyle(e).pointerEvents)).toBe(
    'none',
  );
  const names = new Set(devices.map(({ name }) => `${name}加载中`));
  await person.readUntil((text) => names.has(text), 'loading-label');
  expect(await person.read('loading-percent')).not.toBe('100%');
  const easing = await page.$eval(
    Person.selector('loading-bar'),
    (bar) => getComputedStyle(bar).transitionDuration,
  );
  expect(easing).toBe('1.5s');
  expect(await person.attribute('edit-button', 'disabled')).not.toBeNull();
  isHolding = false;
  for (const request of held) await request.continue();
  await person.seeNo('loading-overlay');
  expect(await person.attribute('edit-button', 'disabled')).toBeNull();
  for (const button of ['mock-weather-button', 'real-weather-button'])
    expect(await page.$(Person.selector(button))).toBeNull();
  expect(person.complaints).toEqual([]);
});

test('a missing base model is reported beside the scene’s name; without a scene there is a button to go back', async () => {
  const client = await server.client();
  const bare = await client.scenes.create({
    name: '缺模型',
    type: 'greenhouse',
    baseModelPath: '/models/none.glb',
  });
  try {
    await person.open(`/scene?sceneId=${bare.id}&quality=low`);
    expect(await person.attribute('base-badge', 'title')).toBe('none.glb：文件不存在');
    await person.seeNo('loading-overlay');
    expect(await person.page.$(Person.selector('toast'))).toBeNull();
    await person.open('/scene');
    expect(await person.read('scene-missing')).toContain('找不到这个场景');
    expect(person.complaints.filter((text) => !text.includes('404'))).toEqual([]);
  } finally {
    await client.scenes.remove(bare.id);
  }
});

test('by keyboard alone: a device is placed, rotated to an exact angle, and both are undone', async () => {
  await person.openFirstScene();
  const { keyboard } = person.page;
  await person.click('edit-button');
  const item = await person.see('carousel-item', { 'data-placed': 'false' });
  const id = await item.evaluate((element) => element.getAttribute('data-device-id') ?? '');
  await item.focus();
  await keyboard.press('Enter');
  await person.see('placement-cue', { 'data-valid': 'true' });
  await keyboard.press('ArrowLeft');
  await keyboard.press('Enter');
  await person.see('carousel-item', { 'data-device-id': id, 'data-placed': 'true' });
  const rotate = await person.see('transform-rotate');
  await rotate.focus();
  await keyboard.press('Enter');
  const input = await person.see('transform-input-y');
  await input.focus();
  for (let press = 0; press < 3; press += 1) await keyboard.press('ArrowUp');
  expect(await input.evaluate((element) => (element as HTMLInputElement).value)).toBe('15');
  await (await person.see('transform-save')).focus();
  await keyboard.press('Enter');
  await person.seeNo('transform-save');
  await keyboard.down('Control');
  await keyboard.press('z');
  await keyboard.press('z');
  await keyboard.up('Control');
  await person.see('carousel-item', { 'data-device-id': id, 'data-placed': 'false' });
  expect(person.complaints).toEqual([]);
});

test('another user saved first: nothing is overwritten without confirmation, the work is kept, and may replace theirs', async () => {
  await person.openFirstScene();
  await person.click('edit-button');
  await person.type('scene-name-input', '我的温室');
  const client = await server.client();
  await client.scenes.update(scene.id, { description: '别人写的' });
  await person.see('newer-version');
  await person.click('save-button');
  expect(await person.read('conflict-dialog')).toContain('场景已被他人修改');
  await person.click('confirm-cancel');
  await person.seeNo('conflict-dialog');
  expect(
    await person.page.$eval(
      Person.selector('scene-name-input'),
      (input) => (input as HTMLInputElement).value,
    ),
  ).toBe('我的温室');
  expect((await client.scenes.get(scene.id)).name).toBe(scene.name);
  await person.click('save-button');
  await person.click('confirm-ok');
  await person.readUntil((text) => text === '保存成功！', 'toast');
  expect((await client.scenes.get(scene.id)).name).toBe('我的温室');
  await client.scenes.update(scene.id, { name: scene.name, description: scene.description });
  expect(person.complaints.filter((text) => !text.includes('409'))).toEqual([]);
});

test('two users in one scene: one saves, the other is notified and reloads', async () => {
  const client = await server.client();
  const stored = await client.scenes.get(scene.id);
  const other = await browser.createBrowserContext();
  try {
    const page = await other.newPage();
    await page.setViewport({ width: 1024, height: 720, deviceScaleFactor: 0.5 });
    const second = new Person(page, server.baseUrl);
    await second.logIn(server.adminPassword);
    for (const one of [person, second]) {
      await one.open(`/scene?sceneId=${scene.id}&quality=low`);
      await one.see('scene-canvas');
      await one.seeNo('loading-overlay');
    }
    const gone = device('2号墒情站');
    await second.see('object-list-item', gone);
    await person.click('edit-button');
    await person.click('object-list-item', gone);
    await person.click('card-remove');
    await person.click('save-button');
    await person.readUntil((text) => text === '保存成功！', 'toast');
    await second.see('newer-version');
    // The open page does not change by itself.
    await second.see('object-list-item', gone);
    await second.page.click(`${Person.selector('newer-version')} button`);
    await second.seeNo('object-list-item', gone);
    await second.see('object-list-item', device('西区电磁阀'));
    await second.seeNo('newer-version');
    // The same in the other direction.
    await second.seeNo('loading-overlay');
    await second.click('edit-button');
    await second.type('scene-name-input', '两人的温室');
    await second.click('save-button');
    await second.readUntil((text) => text === '保存成功！', 'toast');
    await person.see('newer-version');
    expect([...person.complaints, ...second.complaints]).toEqual([]);
  } finally {
    await other.close();
    await client.scenes.update(scene.id, { name: stored.name, layout: stored.layout });
  }
});

test('without a network a save fails: the work is kept, the save can be retried, and leaving still opens a dialog', async () => {
  await person.openFirstScene();
  await person.click('edit-button');
  await person.type('scene-name-input', '断网的温室');
  const { page } = person;
  const name = () =>
    page.$eval(Person.selector('scene-name-input'), (input) => (input as HTMLInputElement).value);
  await page.setOfflineMode(true);
  // Code that was not loaded before cannot be fetched: a message says so, nothing else fails, and it is loaded later.
  await person.click('shortcuts-button');
  await person.readUntil((text) => text === '连不上服务器', 'toast');
  expect(await name()).toBe('断网的温室');
  await page.setOfflineMode(false);
  await person.see('shortcuts-dialog');
  await page.keyboard.press('Escape');
  await person.seeNo('shortcuts-dialog');
  await page.setOfflineMode(true);
  await person.click('save-button');
  await person.readUntil((text) => text.includes('您的修改都还在'), 'failed-dialog');
  await person.click('confirm-ok');
  await person.readUntil((text) => text.includes('您的修改都还在'), 'failed-dialog');
  await person.click('confirm-cancel');
  await person.seeNo('failed-dialog');
  expect(await name()).toBe('断网的温室');
  await person.click('back-button');
  await person.see('leave-dialog');
  await person.click('confirm-cancel');
  await person.seeNo('leave-dialog');
  await person.click('save-button');
  await person.see('failed-dialog');
  await page.setOfflineMode(false);
  await person.click('confirm-ok');
  await person.readUntil((text) => text === '保存成功！', 'toast');
  const client = await server.client();
  expect((await client.scenes.get(scene.id)).name).toBe('断网的温室');
  await client.scenes.update(scene.id, { name: scene.name });
  expect(person.complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('an interrupted stream is reported; after the reconnection missed readings and alarms are shown', async () => {
  const client = await server.client();
  const probe = await client.devices.create({ name: '断线探头', productModelCode: 'TQ-3L' });
  const report = async (soilMoisture20: number): Promise<void> => {
    const answer = await fetch(`${server.baseUrl}/api/v1/${probe.accessToken}/telemetry`, {
      method: 'POST',
      body: JSON.stringify({ soilMoisture20 }),
    });
    expect(answer.status).toBe(200);
  };
  const own = await client.scenes.create({ name: '断线', layout: layoutOf([probe.id]) });
  await report(31);
  const { page } = person;
  await page.evaluateOnNewDocument(holdStreams);
  await page.goto(`${server.baseUrl}/scene?sceneId=${own.id}`);
  await person.seeNo('loading-overlay');
  await person.click('object-list-item');
  const shows = (value: string) =>
    person.readUntil((text) => text.startsWith(value), 'live-value', { 'data-key': 'soilMoisture20' });
  await shows('31');
  await cutOff(true);
  await person.see('offline-banner');
  await client.alarmSettings.save(probe.id, [
    { name: '太干', severity: 'MAJOR', condition: { key: 'soilMoisture20', op: '<', value: 15 } },
  ]);
  await report(12);
  await expect
    .poll(async () => (await client.alarms.ofDevice(probe.id)).items.length, { timeout: PATIENCE_MS })
    .toBe(1);
  await cutOff(false);
  await person.seeNo('offline-banner');
  await shows('12');
  await person.see('alarm-badge');
  await client.scenes.remove(own.id);
  await client.devices.remove(probe.id);
  expect(person.complaints).toEqual([]);
});

test('leaving with unsaved work opens a dialog, by the button and by the browser’s back; a name that is too long is rejected on blur', async () => {
  await person.openFirstScene();
  await person.click('edit-button');
  await person.type('scene-name-input', '长'.repeat(51));
  await person.page.keyboard.press('Tab');
  const alerts = () => person.page.$$eval('[role="alert"]', (all) => all.map((one) => one.textContent));
  expect(await alerts()).toEqual(['长度不能超過50个字符']);
  await person.click('save-button');
  expect(await alerts()).toEqual(['长度不能超過50个字符']);
  expect((await (await server.client()).scenes.get(scene.id)).name).toBe(scene.name);

  await person.click('back-button');
  await person.see('leave-dialog');
  await person.click('confirm-cancel');
  await person.seeNo('leave-dialog');
  await person.page.evaluate(() => history.back());
  await person.see('leave-dialog');
  expect(new URL(person.page.url()).pathname).toBe('/scene');
  await person.click('confirm-ok');
  await person.see('scene-list-item');
  expect(person.complaints).toEqual([]);
});
