// Second tier (page): crops
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import type { ApiClient } from '@farm3d/api';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { CallRecord } from '../support/call-record.ts';
import { Person } from '../support/person.ts';
import { takePhoto } from '../support/photo.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// The page about crops on a real server: plan, plantings, growth models, diseases and pests, plot skins.

let server: RunningServer;
let api: ApiClient;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farm3d-crops-'));
  server = await startServer({ demo: false });
  api = await server.client();
  for (const name of ['甲棚', '乙棚']) await api.scenes.create({ name });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('plantings are made for several scenes, seen in the plan, changed and removed; tables and skins beside them', async () => {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const record = new CallRecord(page);
  const person = new Person(page, server.baseUrl);
  const alerts = () => page.$$eval('[role="alert"]', (all) => all.map((one) => one.textContent));
  await person.enter('/iotManagement/crops', server.adminPassword);
  await person.see('plan-empty');
  expect(await seriousFaults(page)).toEqual([]);

  // An empty form names what is missing; a wrong period is named by its line.
  await person.click('plant-new');
  await person.click('plant-submit');
  expect(await alerts()).toEqual(['有 2 处需要修改', '请输入作物', '请选择种植日期']);
  await person.type('field-crop', '番茄');
  await person.type('field-periods', '苗期 90\n开花期');
  await person.click('plant-submit');
  expect(await alerts()).toContain('第 2 行应为“名称 积温”，例如“开花期 620”');
  await person.click('field-periods');
  await person.chord('Control', 'KeyA');
  await page.keyboard.type('苗期 90\n开花期 620');
  const month = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  await page.$eval(
    Person.selector('field-growTime'),
    (field, day) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, day);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    month,
  );
  await person.click('field-scenes');
  for (const { id } of (await api.scenes.list()).items)
    await person.click('field-scenes-option', { 'data-value': id });
  await person.press('Escape');
  expect(await seriousFaults(page)).toEqual([]);
  await person.click('plant-submit');
  await person.seeNo('plant-dialog');
  await person.see('crop-plan', { 'data-count': '2' });
  const { items } = await api.crops.plants();
  expect(items.map(({ crop, growTime, periods }) => [crop, growTime, periods])).toEqual(
    Array.from({ length: 2 }, () => [
      '番茄',
      month,
      [
        { name: '苗期', endGdd: 90 },
        { name: '开花期', endGdd: 620 },
      ],
    ]),
  );

  await person.click('tab-plants');
  await person.see('plants', { 'data-count': '2' });
  expect(await seriousFaults(page)).toEqual([]);
  const [one, other] = items.map(({ id }) => ({ 'data-id': id }));
  await (await (await person.see('plant', one)).$('[data-testid="plant-edit"]'))!.click();
  await person.type('field-name', '西区');
  await person.click('plant-submit');
  await person.seeNo('plant-dialog');
  await person.readUntil((text) => text.includes('西区'), 'plants');
  await (await (await person.see('plant', other)).$('[data-testid="plant-remove"]'))!.click();
  await person.click('confirm-ok');
  await person.see('plants', { 'data-count': '1' });
  await person.click('plants-own');
  await person.see('plants', { 'data-count': '1' });

  await person.click('tab-models');
  await person.see('growth-model', { 'data-id': 'tomato' });
  expect(await seriousFaults(page)).toEqual([]);
  await person.click('tab-library');
  await person.see('library-record', { 'data-id': 'gray_mold' });
  expect(await seriousFaults(page)).toEqual([]);

  await person.click('tab-skins');
  await person.see('skins-empty');
  await writeFile(join(folder, '黑土.jpg'), await takePhoto(page, 64, 64));
  const upload = await person.see('skin-upload');
  const input = await upload.$('input[type="file"]');
  await (input as unknown as { uploadFile: (path: string) => Promise<void> }).uploadFile(
    join(folder, '黑土.jpg'),
  );
  await person.see('skin', { 'data-name': '黑土' });
  expect(await seriousFaults(page)).toEqual([]);
  await person.click('skin-remove');
  await person.click('confirm-ok');
  await person.see('skins-empty');

  await record.shows('crops');
  await record.has('organisation.plotSkins', 'organisation.createPlotSkin', 'organisation.removePlotSkin');
  expect(record.refused).toEqual([]);
  expect(person.complaints).toEqual([]);
});
