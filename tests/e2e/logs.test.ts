// Second tier (page): logs
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// The audit log and the log of commands, on a real server.

let server: RunningServer;
let browser: Browser;
let person: Person;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  person = new Person(page, server.baseUrl);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('the audit log is narrowed, verified, and says where it was changed', async () => {
  const api = await server.client();
  const scene = await api.scenes.create({ name: '审计' });
  await api.scenes.remove(scene.id);
  const valve = await api.devices.create({ name: '阀门', productModelCode: 'DCF-4' });
  // A command that never reached its device is in the log, too.
  await api.rpc.twoway(valve.id, { method: 'switchValve', params: { open: true } }).catch(() => undefined);
  await person.open('/iotManagement/logs');
  await person.type('login-username', 'admin');
  await person.type('login-password', server.adminPassword);
  await person.click('login-submit');
  await person.see('log', { 'data-action': 'devices.create' });
  await person.type('logs-action', 'scenes');
  await person.click('logs-filter');
  await person.see('logs', { 'data-total': '2' });
  await person.seeNo('log', { 'data-action': 'devices.create' });
  expect(await seriousFaults(person.page)).toEqual([]);
  await person.type('logs-username', 'nobody');
  await person.click('logs-filter');
  await person.see('logs-none');
  await person.click('logs-clear');
  await person.see('log', { 'data-action': 'devices.create' });

  await person.click('tab-operations');
  const command = { 'data-method': 'switchValve' };
  await person.readUntil((text) => text.endsWith('设备离线'), 'log', command);
  await person.type('logs-device', '无此设备');
  await person.click('logs-filter');
  await person.see('logs-none');
  await person.type('logs-device', '阀');
  await person.type('logs-username', 'admin');
  await person.click('logs-filter');
  await person.see('logs', { 'data-total': '1' });
  await person.click('logs-export');
  expect(await seriousFaults(person.page)).toEqual([]);
  await person.click('tab-audit');

  await person.click('logs-verify');
  await person.readUntil((text) => text.includes('未被改动'), 'logs-verdict');
  // Only the owner of the database can do this.
  await server.sql('alter table audit_entry disable trigger audit_entry_stays');
  await server.sql(`update audit_entry set target = '/changed' where seq = 2`);
  await person.click('logs-verify');
  await person.readUntil((text) => text.includes('第 2 条'), 'logs-verdict');
});
