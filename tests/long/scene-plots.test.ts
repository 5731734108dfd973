// Second tier (page): plots and crops of a scene page
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from '@farm3d/api';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { setPageClock, thisMorningAtTheFarm } from '../support/clock.ts';
import { picture } from '../support/fixtures.ts';
import { Person } from '../support/person.ts';
import { clearSkins } from '../support/scene-visit.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';

// The plot of a scene: its colouring and its crop.

let server: RunningServer;
let browser: Browser;
let person: Person;
let api: ApiClient;

beforeAll(async () => {
  server = await startServer({ demo: true });
  api = await server.client();
  // The greenhouse film takes three minutes to close, and by day it is open: it closes while the page is opened.
  const film = (await api.devices.list({ name: '卷膜机' })).items[0]!;
  await waitFor(() =>
    api.rpc.twoway(film.id, { method: 'rollFilm', params: { target: 0 } }).then(
      () => true,
      () => false,
    ),
  );
  browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 0.5 });
  // Reduced motion: the frame changes only with reported values.
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  // Nor with the sun.
  await setPageClock(page, thisMorningAtTheFarm(), 0);
  person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
  const scene = (await api.scenes.list()).items[0]!;
  // A fixed tier: the automatic one depends on the machine's speed.
  await person.open(`/scene?sceneId=${scene.id}&quality=low`);
  await person.see('scene-canvas');
  await person.seeNo('loading-overlay');
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Sets a date field, whatever the order of its parts in the browser's language. */
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

/** The part of the frame with the greenhouse, without elements over it. */
const GREENHOUSE = { x: 330, y: 300, width: 640, height: 340 };
const look = (): Promise<string> => person.page.screenshot({ clip: GREENHOUSE, encoding: 'base64' });

test.each([
  // This case comes first: it waits until the film is closed, and leaves it so.
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
])('a report of $name changes the frame, and back again', async ({ name, method, key, off, on }) => {
  // Colours of plots would change with new readings meanwhile.
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
  // On a slow machine a frame of before the report may look settled, or a file come between: then once more.
  await expect
    .poll(
      async () => {
        const before = await settled(() => true);
        await command(on);
        await settled((picture) => picture !== before);
        await command(off);
        return (await settled(() => true)) === before;
      },
      { timeout: 2 * PATIENCE_MS },
    )
    .toBe(true);
});

test('the plot is coloured by soil moisture or by drought grade, with a legend', async () => {
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

test('without skins the dialog explains how to add one; an uploaded image becomes a skin and covers the plot', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'farm3d-skin-'));
  try {
    writeFileSync(join(folder, '黑土.png'), picture(300, 200));
    // The demo farm has some.
    expect((await api.organisation.plotSkins()).total).toBeGreaterThan(0);
    await clearSkins(api);
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

test('the user’s own crops are in the list; a year with five digits is not in the past', async () => {
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

test('another crop is planted: the date must not be in the future, and the server stores it', async () => {
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
