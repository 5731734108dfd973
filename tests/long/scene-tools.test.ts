// Second tier (page): panels, cards and tools of a scene page
import { randomBytes } from 'node:crypto';
import type { ApiClient, Device } from '@farm3d/api';
import type { Browser, HTTPRequest } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { layoutOf } from '../support/layout.ts';
import { Person, type Point } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { countTweens, gsapIsLoaded, tweenCounts } from '../support/tweens.ts';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';

// Tools beside the scene: the device panel, alarms, the editor of LED screens, the weather.

const POLL = { timeout: PATIENCE_MS, interval: 100 };
const VIEW = { width: 1280, height: 800 };
const MIDDLE: Point = { x: VIEW.width / 2, y: VIEW.height / 2 };

let server: RunningServer;
let browser: Browser;
let person: Person;
let api: ApiClient;
let devices: Device[];

const of = (productModelCode: string): Device => {
  const found = devices.find((device) => device.productModelCode === productModelCode);
  if (!found) throw new Error(`the demo farm has no ${productModelCode}`);
  return found;
};
const row = (device: Device) => ({ 'data-device-id': device.id });

/** Horizontal distance of an open card's anchor from the centre of the canvas, px. */
async function aside(device: Device): Promise<number> {
  const dot = await person.page.$eval(Person.selector('card-anchor', row(device)), (element) => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  });
  return Math.abs(dot - MIDDLE.x);
}
/** Waits until the camera has flown to a device, which is then in the centre. */
async function arrive(device: Device): Promise<void> {
  await person.see('info-card', row(device));
  await expect.poll(() => aside(device), POLL).toBeLessThan(3);
}
/** Share of alarm red around the centre of the canvas, where the camera flew to. */
async function red(): Promise<number> {
  const { x, y } = MIDDLE;
  const clip = { x: x - 60, y: y - 140, width: 120, height: 300 };
  const picture = await person.page.screenshot({ clip, encoding: 'base64' });
  return person.page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    pen.drawImage(bitmap, 0, 0);
    const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at]! > 150 && data[at]! > data[at + 1]! * 1.6 && data[at]! > data[at + 2]! * 1.6) count += 1;
    return count / (data.length / 4);
  }, picture);
}

beforeAll(async () => {
  server = await startServer({ demo: true });
  api = await server.client();
  devices = (await api.devices.list({ pageSize: 50 })).items;
  browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setViewport({ ...VIEW, deviceScaleFactor: 0.5 });
  await countTweens(page);
  person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
  await person.openFirstScene();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('gsap plays every tween after the first frame; the engine plays none of its own', async () => {
  const { page } = person;
  await gsapIsLoaded(page);
  const moves = async (move: () => Promise<unknown>): Promise<void> => {
    const { gsap } = await tweenCounts(page);
    await move();
    await expect.poll(async () => (await tweenCounts(page)).gsap, POLL).toBeGreaterThan(gsap);
  };
  const pump = of('SB-7.5');
  await moves(() => person.click('object-list-item', row(pump)));
  await person.see('info-card', row(pump));
  await moves(() => person.click('home-button'));
  await moves(() => person.click('edit-button'));
  // It begins on the page with the first device that is free, and stays there while the pump is selected.
  await page.waitForSelector('[data-testid="carousel-page"]:not([inert])', { visible: true });
  const next = '[data-testid="carousel"] [aria-label="下一页"]';
  await moves(() => page.locator(next).setWaitForStableBoundingBox(true).click());
  // Cancelling loads the page again; saving slides the carousel out.
  await moves(() => person.click('save-button'));
  await person.seeNo('carousel');
  expect(await tweenCounts(page)).toMatchObject({ engine: 0, gsapBeforePicture: 0 });
});

test('the device panel: readings with sparklines of the last day, and a chart', async () => {
  const probe = of('TQ-3L');
  await person.click('object-list-item', row(probe));
  // The card shows the image of its product.
  const picture = await person.page.waitForSelector(`${Person.selector('info-card', row(probe))} img`);
  expect(await picture?.evaluate((image) => new URL(image.src).pathname)).toBe('/models/soil-probe.webp');
  await person.see('plot-legend');
  await person.click('panel-open');
  await person.see('device-panel', row(probe));
  await person.seeNo('plot-legend');
  await person.see('sparkline');
  await person.click('tab-chart');
  await person.see('panel-chart');
});

/** A card moves with its object while the camera moves: it is pressed when it is at rest. */
async function pressOnCard(device: Device, label: string): Promise<void> {
  const button = `${Person.selector('info-card', row(device))} [aria-label="${label}"]`;
  await person.page.locator(button).setWaitForStableBoundingBox(true).click();
}

test('a pinned card stays open when another opens; an unpinned one closes', async () => {
  const [probe, station, pump] = [of('TQ-3L'), of('QX-9'), of('SB-7.5')];
  await person.click('panel-close');
  await person.click('object-list-item', row(probe));
  await person.see('info-card', row(probe));
  await pressOnCard(probe, '固定卡片');
  await person.click('object-list-item', row(station));
  await person.see('info-card', row(station));
  await person.click('object-list-item', row(pump));
  await person.see('info-card', row(pump));
  expect(await person.page.$(Person.selector('info-card', row(probe)))).not.toBeNull();
  expect(await person.page.$(Person.selector('info-card', row(station)))).toBeNull();
  await pressOnCard(probe, '取消固定');
  await pressOnCard(probe, '关闭卡片');
  await person.seeNo('info-card', row(probe));
});

test('the hovered object is shown with name and reading, until the pointer leaves or the card is open', async () => {
  const station = of('QX-9');
  const close = `${Person.selector('info-card', row(station))} [aria-label="关闭卡片"]`;
  const { mouse } = person.page;
  await person.click('object-list-item', row(station));
  await arrive(station);
  await person.page.click(close);
  await person.seeNo('info-card');
  await mouse.move(MIDDLE.x, MIDDLE.y);
  await person.see('hover-label', row(station));
  await person.readUntil((text) => text.startsWith(station.name) && /\d/.test(text), 'hover-label');
  await mouse.move(MIDDLE.x, 10);
  await person.seeNo('hover-label');
  await mouse.move(MIDDLE.x, MIDDLE.y);
  await person.see('hover-label', row(station));
  await mouse.click(MIDDLE.x, MIDDLE.y);
  await person.see('info-card', row(station));
  await person.seeNo('hover-label');
  expect(person.complaints).toEqual([]);
});

test('an alarm moves to the top of the list, the camera flies there, it is acknowledged in the panel', async () => {
  const [station, pump] = [of('QX-9'), of('SB-7.5')];
  await person.click('object-list-item', row(station));
  await arrive(station);
  const calm = await red();
  await person.page.click(`${Person.selector('info-card', row(station))} [aria-label="固定卡片"]`);
  await person.click('object-list-item', row(pump));
  await arrive(pump);
  const besides = await aside(station);
  expect(besides).toBeGreaterThan(100);
  // The camera rotates around the pump, and the button restores the view of the whole farm.
  const { mouse } = person.page;
  await mouse.move(700, 700);
  await mouse.down();
  await mouse.move(860, 700, { steps: 4 });
  await mouse.up();
  await expect.poll(async () => Math.abs((await aside(station)) - besides), POLL).toBeGreaterThan(10);
  expect(await aside(pump)).toBeLessThan(3);
  await person.click('home-button');
  await expect.poll(() => aside(pump), POLL).toBeGreaterThan(10);
  await person.page.click(`${Person.selector('info-card', row(station))} [aria-label="取消固定"]`);
  await api.alarmSettings.save(station.id, [
    { name: '气温过高', severity: 'MAJOR', condition: { key: 'airTemperature', op: '>', value: -90 } },
  ]);
  await person.see('alarm-badge');
  expect(await person.attribute('object-list-item', 'data-device-id')).toBe(station.id);
  await person.click('alarm-badge');
  await arrive(station);
  // The alarm pulses; a selected object is marked as selected instead.
  await person.page.mouse.click(MIDDLE.x, 90);
  await person.seeNo('info-card');
  await expect.poll(red, POLL).toBeGreaterThan(calm + 0.005);
  await person.click('alarm-badge');
  await arrive(station);
  await person.click('panel-open');
  await person.click('tab-alarms');
  expect(await person.read('alarm-row')).toContain('气温过高');
  await person.click('alarm-acknowledge');
  await person.seeNo('alarm-acknowledge');
  expect((await api.alarms.ofDevice(station.id)).items[0]).toMatchObject({
    acknowledged: true,
    active: true,
  });
  // From the panel's own list as well, by mouse and by keyboard.
  for (const fly of [
    () => person.click('alarm-fly'),
    async () => {
      await (await person.see('alarm-fly')).focus();
      await person.page.keyboard.press('Enter');
    },
  ]) {
    await person.click('home-button');
    await expect.poll(() => aside(station), POLL).toBeGreaterThan(100);
    await fly();
    await arrive(station);
  }
});

test('a command needs a confirmation; numbers outside the declared range are not sent', async () => {
  await person.click('object-list-item', row(of('SB-7.5')));
  await person.click('tab-control');
  const frequency = { 'data-key': 'frequency' };
  await person.click('control-input', frequency);
  await person.page.keyboard.type('-7x0.5.1');
  expect(await person.attribute('control-input', 'value', frequency)).toBe('-70.51');
  // Rejected characters leave the cursor where it is; pasted text and full-width digits are converted.
  const { keyboard } = person.page;
  const cdp = await person.page.createCDPSession();
  for (const [put, left] of [
    [() => cdp.send('Input.insertText', { text: ' -1,234.5 kg' }), '-1234.5'],
    [() => cdp.send('Input.insertText', { text: '－１２。５' }), '-12.5'],
    [() => keyboard.type('-70.51'), '-70.51'],
  ] as const) {
    await person.chord('Control', 'a');
    await put();
    expect(await person.attribute('control-input', 'value', frequency)).toBe(left);
  }
  await keyboard.press('Home');
  await keyboard.press('ArrowRight');
  await keyboard.type('x1');
  expect(await person.attribute('control-input', 'value', frequency)).toBe('-170.51');
  await person.click('control-send');
  await person.readUntil((text) => text.includes('请输入 20 到 50 之间的数'), 'control-service');
  await person.type('control-input', '30', frequency);
  await person.click('control-send');
  await person.click('confirm-ok');
  await person.readUntil((text) => text.includes('已执行'), 'toast');
  await person.click('panel-close');
});

test('the programme of an LED screen is sent and read back', async () => {
  const screen = of('LED-P10');
  await person.click('object-list-item', row(screen));
  await person.click('panel-open');
  await person.click('led-open');
  await person.type('led-text', '今日 26 ℃');
  await person.click('led-save');
  await person.readUntil((text) => text === '操作成功', 'toast');
  const { entries } = await api.rpc.twoway(screen.id, { method: 'get_ledScreen_content' });
  expect(String(entries)).toContain('今日 26 ℃');
  await person.click('panel-close');
});

test('a camera shows its video; without a stream the panel says so, and the video returns by itself', async () => {
  const camera = of('SP-DH2');
  await person.click('object-list-item', row(camera));
  await person.click('panel-open');
  await person.click('tab-video');
  const seen = () =>
    person.page.$eval(`${Person.selector('video')} video`, (video) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 18 });
      const pen = canvas.getContext('2d')!;
      pen.drawImage(video, 0, 0, 32, 18);
      const { data } = pen.getImageData(0, 0, 32, 18);
      const green = data.filter((_, i) => i % 4 === 1);
      return { time: video.currentTime, darkest: Math.min(...green), brightest: Math.max(...green) };
    });
  const plays = async (): Promise<void> => {
    await person.see('video', { 'data-state': 'playing' });
    const { time } = await seen();
    await waitFor(async () => (await seen()).time > time + 0.5, { what: 'the picture to go on' });
    // A video of a farm in the sun: neither black nor of one colour.
    const { darkest, brightest } = await seen();
    expect(brightest).toBeGreaterThan(150);
    expect(brightest - darkest).toBeGreaterThan(80);
  };
  await plays();

  // Its key is taken away: the server ends its stream and refuses a new one.
  const [kept] = await server.sql<{ token_hash: Buffer }>('select token_hash from device where id = $1', [
    camera.id,
  ]);
  const setKey = async (hash: Buffer): Promise<void> => {
    await server.sql('update device set token_hash = $2 where id = $1', [camera.id, hash]);
    await api.devices.update(camera.id, { name: camera.name });
  };
  await setKey(randomBytes(32));
  await person.see('video', { 'data-state': 'down' });
  expect(await person.read('video')).toBe('摄像头没有画面：没有收到该摄像头发送的视频');
  await setKey(kept?.token_hash ?? Buffer.alloc(0));
  await plays();

  // The browser logs each refused call; there must be no other errors.
  expect(person.complaints.filter((text) => !text.includes('404'))).toEqual([]);
  person.complaints.length = 0;
  await person.click('panel-close');
});

test('mock weather needs a kind; real weather needs a region', async () => {
  await person.click('real-weather-button');
  await person.readUntil((text) => text.startsWith('请先配置个人信息中选择地区'), 'toast', {
    'data-tone': 'warning',
  });
  expect(await person.attribute('real-weather-button', 'aria-pressed')).toBe('false');
  await person.click('mock-weather-button');
  await person.click('weather-apply');
  await person.see('weather-kind', { 'data-value': 'rain' });
  await person.click('weather-kind', { 'data-value': 'rain' });
  await person.click('weather-apply');
  await person.seeNo('weather-apply');
  expect(await person.read('weather-chip')).toBe('雨天');
  expect(person.complaints).toEqual([]);
});

test('a region is selected level by level in the profile; the real weather is that of the region', async () => {
  const { page } = person;
  await person.click('scene-settings');
  await person.click('menu-profile');
  await person.see('profile-area-1');
  await person.click('profile-save');
  expect(await page.$eval(Person.selector('profile-dialog'), (dialog) => dialog.textContent)).toContain(
    '请选择地区',
  );
  await person.click('profile-area-1');
  await person.click('profile-area-1-option', { 'data-value': '370000000000' });
  await person.click('profile-area-2');
  await person.click('profile-area-2-option', { 'data-value': '370700000000' });
  await person.see('profile-area-3');
  await person.click('profile-save');
  await person.seeNo('profile-dialog');
  expect((await api.auth.me()).areaCode).toBe('370700000000');
  // The weather comes from a service; here it is snow.
  let asked = '';
  await page.setRequestInterception(true);
  const snow = (request: HTTPRequest): void => {
    const url = new URL(request.url());
    if (url.pathname !== '/intelligent/scene/weather') return void request.continue();
    asked = url.search;
    const data = {
      text: '小雪',
      temperature: -1,
      humidity: 80,
      windSpeed: 1,
      rainfall: 0,
      stale: false,
      source: 'open-meteo',
      station: null,
      time: new Date().toISOString(),
      reason: null,
    };
    void request.respond({
      contentType: 'application/json',
      body: JSON.stringify({ code: 200, msg: '操作成功', data }),
    });
  };
  page.on('request', snow);
  await person.click('real-weather-button');
  await person.readUntil((text) => text === '雪天', 'weather-chip');
  page.off('request', snow);
  await page.setRequestInterception(false);
  expect(asked).toBe('?areaCode=370700000000');
  expect(await person.attribute('real-weather-button', 'aria-pressed')).toBe('true');
  // Mock weather switches the real one off.
  await person.click('mock-weather-button');
  await person.click('weather-kind', { 'data-value': 'sunny' });
  await person.click('weather-apply');
  await person.readUntil((text) => text === '晴天', 'weather-chip');
  expect(await person.attribute('real-weather-button', 'aria-pressed')).toBe('false');
  expect(person.complaints).toEqual([]);
});

test('an offline LED screen rejects its new programme, which stays in the dialog', async () => {
  const screen = await api.devices.create({ name: '村口屏', productModelCode: 'LED-P10' });
  const scene = await api.scenes.create({
    name: '村口',
    type: 'greenhouse',
    baseModelPath: null,
    layout: layoutOf([screen.id]),
  });
  await person.open(`/scene?sceneId=${scene.id}&quality=low`);
  await person.see('scene-canvas');
  await person.seeNo('loading-overlay');
  await person.click('object-list-item', row(screen));
  await person.click('panel-open');
  await person.click('tab-control');
  await person.click('led-open');
  expect(await person.attribute('led-preview', 'viewBox')).toBe('0 0 96 48');
  await person.type('led-text', '欢迎');
  await person.click('led-save');
  await person.readUntil((text) => text === '当前设备已离线无法进行编辑', 'toast', {
    'data-tone': 'warning',
  });
  expect(await person.attribute('led-text', 'value')).toBe('欢迎');
  await person.page.keyboard.press('Escape');
  await person.seeNo('led-dialog');
  // The browser logs the failed call of the LED screen.
  expect(person.complaints.filter((text) => !text.includes('409'))).toEqual([]);
  person.complaints.length = 0;
});

test('the engine has played no tween of its own in the tests above', async () => {
  expect((await tweenCounts(person.page)).engine).toBe(0);
});
