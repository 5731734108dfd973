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
  const now = Date.now();
  const rows = Array.from({ length: 120 }, (_, at) => ({
    ts: now - at * 60_000,
    values: { soilMoisture20: 20 + (at % 10), vendorKey: at },
  }));
  const answer = await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  });
  expect(answer.status).toBe(200);

  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const record = new CallRecord(page);
  const person = new Person(page, server.baseUrl);
  await person.open('/app');
  await person.type('login-username', 'admin');
  await person.type('login-password', server.adminPassword);
  await person.click('login-submit');
  const link = await page.waitForSelector('nav a[href="/iotManagement/devices"]', { visible: true });
  await link!.click();
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
  await record.has('telemetry.latest', 'telemetry.count', 'telemetry.history', 'telemetry.daily');
  expect(record.refused).toEqual([]);
});
