import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from '@farm3d/api';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { picture } from '../support/fixtures.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// The plot of a scene: what it is coloured by, and what grows on it.

let server: RunningServer;
let browser: Browser;
let person: Person;
let api: ApiClient;

beforeAll(async () => {
  server = await startServer({ demo: true });
  api = await server.client();
  browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 0.5 });
  // Nothing sways and nothing is on its way: the picture changes with what is reported, and with that alone.
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
  await person.openFirstScene();
  // A tier that nobody chose follows the machine's speed, and the picture with it.
  await page.goto(`${page.url()}&quality=low`);
  await person.see('scene-canvas');
  await person.seeNo('loading-overlay');
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** A day as a date field gives it, whatever order its parts are typed in. */
const setDay = (day: string): Promise<void> =>
  person.page.$eval(
    '[data-testid=crop-date]',
    (input, value) => {
      const field = input as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    day,
  );

/** The greenhouse in the picture, beside everything that lies over it. */
const GREENHOUSE = { x: 330, y: 300, width: 640, height: 340 };
const look = (): Promise<string> => person.page.screenshot({ clip: GREENHOUSE, encoding: 'base64' });

test.each([
  // Film is slow: end to end in three minutes. By day it is open at first and moves: it is first, and stays closed.
  {
    name: '卷膜机',
    method: 'rollFilm',
    key: 'filmOpening',
    off: { params: { target: 0 }, value: 0 },
    on: { params: { target: 4 }, value: 4 },
  },
  {
    name: '补光灯',
    method: 'light',
    key: 'lightState',
    off: { params: { on: false }, value: false },
    on: { params: { on: true, level: 100 }, value: true },
  },
])('what $name reports is seen in the picture, and is gone again', async ({ name, method, key, off, on }) => {
  // The colours of plots follow readings that go on meanwhile.
  await person.click('plot-colouring', { 'data-value': 'none' });
  await person.see('plot-colouring', { 'data-value': 'none', 'aria-pressed': 'true' });
  const { id } = (await api.devices.list({ name })).items[0]!;
  const settled = async (is: (picture: string) => boolean): Promise<string> => {
    let last = '';
    await expect
      .poll(
        async () => {
          const now = await look();
          const isStill = now === last && is(now);
          last = now;
          return isStill;
        },
        { timeout: PATIENCE_MS, interval: 1_000 },
      )
      .toBe(true);
    return last;
  };
  const command = async ({ params, value }: typeof off | typeof on): Promise<void> => {
    await api.rpc.twoway(id, { method, params });
    await expect
      .poll(async () => (await api.telemetry.latest(id))[key]?.value, { timeout: PATIENCE_MS, interval: 250 })
      .toBe(value);
  };
  await command(off);
  const before = await settled(() => true);
  await command(on);
  await settled((picture) => picture !== before);
  await command(off);
  await settled((picture) => picture === before);
});

test('the plot is coloured by soil moisture or by drought grade, and the legend says what that means', async () => {
  await person.click('plot-colouring', { 'data-value': 'moisture' });
  await person.readUntil((text) => text.includes('番茄'), 'plot-now');
  const byMoisture = await person.attribute('plot-legend', 'data-colour');
  await person.see('plot-legend', { 'data-shown': 'true' });
  const moist = await look();
  await person.click('plot-colouring', { 'data-value': 'grade' });
  await person.readUntil((text) => text.includes('番茄'), 'plot-now');
  await expect.poll(look, { timeout: PATIENCE_MS, interval: 500 }).not.toBe(moist);
  expect(await person.read('plot-legend')).toContain('特旱');
  expect(await person.attribute('plot-legend', 'data-colour')).not.toBe(byMoisture);
});

test('without any skin the dialog says where one comes from; a picture that is given is one, and covers the plot', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'farm3d-skin-'));
  try {
    writeFileSync(join(folder, '黑土.png'), picture(300, 200));
    await person.click('plot-skin-button');
    expect(await person.read('skin-none')).toContain('上传一张图片');
    await person.click('plot-save');
    expect(await person.attribute('skin-none', 'role')).toBe('alert');
    const [chooser] = await Promise.all([person.page.waitForFileChooser(), person.click('image-choose')]);
    await chooser.accept([join(folder, '黑土.png')]);
    await person.readUntil((text) => text === '黑土', 'skin-choice');
    await person.click('plot-save');
    await person.seeNo('skin-dialog');
    const [skin] = (await api.organisation.plotSkins()).items;
    expect(skin?.name).toBe('黑土');
    const path = (url: string | null | undefined): string | undefined => url?.split('?', 1)[0];
    expect(path((await api.scenes.list()).items[0]?.plotSkin)).toBe(path(skin?.url));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('what somebody has planted themselves is among the crops; a year of five figures is no past', async () => {
  await api.crops.createPlants([{ crop: '蓝莓', growTime: '2026-03-01' }]);
  await person.click('grow-crops-button');
  await person.click('crop-choice');
  expect(await person.read('crop-choice-option', { 'data-value': '蓝莓' })).toContain('我的作物');
  await person.click('crop-choice-option', { 'data-value': '蓝莓' });
  await setDay('12026-01-05');
  await person.click('plot-save');
  await person.readUntil((text) => text.includes('种植日期不能晚于今天'), 'crop-dialog');
  await setDay('2026-03-01');
  await person.click('plot-save');
  await person.seeNo('crop-dialog');
  expect((await api.scenes.list()).items[0]).toMatchObject({ growCrop: '蓝莓', growTime: '2026-03-01' });
});

test('another crop is planted: the date may not be in the future, and the server keeps it', async () => {
  await person.click('grow-crops-button');
  await person.see('crop-dialog');
  await person.click('crop-choice');
  await person.click('crop-choice-option', { 'data-value': '辣椒' });
  await setDay('2999-01-01');
  await person.click('plot-save');
  await person.readUntil((text) => text.includes('种植日期不能晚于今天'), 'crop-dialog');
  await setDay('2026-01-05');
  await person.click('plot-save');
  await person.seeNo('crop-dialog');
  const [scene] = (await api.scenes.list()).items;
  expect(scene).toMatchObject({ growCrop: '辣椒', growTime: '2026-01-05' });
  expect(person.complaints).toEqual([]);
});
