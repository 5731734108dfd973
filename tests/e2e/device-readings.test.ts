// Second tier (page): readings of a device
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import type { ApiClient } from '@farm3d/api';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { CallRecord } from '../support/call-record.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// The stored readings of a device, on a real server.

let server: RunningServer;
let api: ApiClient;
let browser: Browser;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('latest values, readings and days of a device are read, undeclared keys too', async () => {
  const device = await api.devices.create({ name: '一号探头', productModelCode: 'TQ-3L' });
  const other = await api.devices.create({ name: '二号探头', productModelCode: 'TQ-3L' });
  const now = Date.now();
  const rows = Array.from({ length: 120 }, (_, at) => ({
    ts: now - at * 60_000,
    values: { soilMoisture20: 20 + (at % 10), vendorKey: at },
  }));
  for (const { accessToken } of [device, other]) {
    const answer = await fetch(`${server.baseUrl}/api/v1/${accessToken}/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(rows),
    });
    expect(answer.status).toBe(200);
  }

  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const record = new CallRecord(page);
  const person = new Person(page, server.baseUrl);
  await person.enter('/iotManagement/devices', server.adminPassword);
  const row = await person.see('device-row', { 'data-device-id': device.id });
  await (await row.$('a'))!.click();
  await person.click('device-tab-readings');
  await person.see('readings-count', { 'data-count': '120' });
  await person.click('readings-key', { 'data-key': 'vendorKey' });
  await person.see('readings-history', { 'data-count': '100' });
  // The newest first, without a gap.
  const values = await page.$$eval('[data-testid="readings-history"] tbody td:last-child', (cells) =>
    cells.map((cell) => Number(cell.textContent)),
  );
  expect(values).toEqual(Array.from({ length: 100 }, (_, at) => at));
  await person.click('readings-more');
  await person.see('readings-history', { 'data-count': '120' });
  expect(await person.read('readings-days')).toContain('119');
  expect(await seriousFaults(page)).toEqual([]);

  // The key that nobody declared becomes an attribute, with a unit and a range.
  await person.click('device-tab-overview');
  await person.click('device-declare');
  await person.type('field-name', '厂家指标');
  await person.type('field-unit', 'mV');
  await person.type('field-min', '0');
  await person.type('field-max', 'x');
  await person.click('declare-submit');
  await person.see('field-max', { 'aria-invalid': 'true' });
  await person.type('field-max', '200');
  expect(await seriousFaults(page)).toEqual([]);
  await person.click('declare-submit');
  await person.seeNo('declare-dialog');
  await person.readUntil((text) => text.includes('厂家指标') && text.includes('mV'), 'device-values');
  const [added] = (await api.devices.attributes(device.id)).items.filter(
    ({ identify }) => identify === 'vendorKey',
  );
  expect(added?.parameters).toMatchObject([{ type: 'NUMERIC', unit: 'mV', min: 0, max: 200 }]);
  await record.shows('device-readings');

  // Both values under each other in one chart tab, the week before beside them; a drag zooms in.
  await person.click('device-tab-chart');
  const choose = async (key: string): Promise<void> => {
    if ((await person.attribute('chart-key', 'aria-pressed', { 'data-key': key })) === 'false')
      await person.click('chart-key', { 'data-key': key });
  };
  await choose('soilMoisture20');
  await choose('vendorKey');
  await page.waitForFunction(
    (selector) => document.querySelectorAll(`${selector} canvas`).length === 2,
    {},
    Person.selector('device-chart'),
  );
  await person.click('chart-compare');
  await person.see('chart-compare', { 'aria-checked': 'true' });
  const chart = (await (await person.see('device-chart')).boundingBox())!;
  const [y, width] = [chart.y + chart.height / 2, chart.width];
  await page.mouse.move(chart.x + width * 0.5, y);
  await page.mouse.down();
  await page.mouse.move(chart.x + width * 0.9, y, { steps: 5 });
  await page.mouse.up();
  await person.click('chart-unzoom');
  await person.seeNo('chart-unzoom');

  // Another probe in the same charts, by its name; the address opens both.
  await person.click('chart-other-open');
  await person.type('chart-other', '二号');
  await person.click('chart-other-option', { 'data-value': other.id });
  const bothNames = () =>
    page.waitForFunction(
      (selector) =>
        [...document.querySelectorAll(selector)].some((one) => one.textContent?.includes('号探头）')),
      {},
      Person.selector('device-chart-readout'),
    );
  await bothNames();
  expect(new URL(page.url()).searchParams.get('with')).toBe(other.id);
  // As do the two that are chosen in the list.
  await person.open('/iotManagement/devices');
  await person.click('device-select-all');
  await person.see('bulk-count', { 'data-count': '2' });
  await person.click('bulk-more');
  await person.click('menu-compare');
  await choose('soilMoisture20');
  await bothNames();
  expect(await seriousFaults(page)).toEqual([]);
  expect(record.refused).toEqual([]);
});
