import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import type { ApiClient } from '@farm3d/api';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// Who may do what: keys with few rights, who reaches a device or a scene, what a person may do, and the system's health.

let server: RunningServer;
let api: ApiClient;
let browser: Browser;
let person: Person;
let deviceId: string;

beforeAll(async () => {
  server = await startServer();
  api = await server.client();
  deviceId = (await api.devices.create({ name: '三号探头', productModelCode: 'TQ-3L' })).id;
  const scene = await api.scenes.create({ name: '东温室' });
  await api.scenes.drag(scene.id, { deviceId, position: { x: 0, y: 0, z: 0 } });
  await api.embedTokens.create({ name: '门户', sceneId: scene.id, expiresAt: Date.now() + 3_600_000 });
  await api.users.create({ username: 'mary', displayName: '玛丽', roles: ['viewer'] });
  browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  person = new Person(page, server.baseUrl);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('an administrator makes a key that only reads and sees who reaches what; an operator sees the health', async () => {
  await person.open('/app/account');
  await person.type('login-username', 'admin');
  await person.type('login-password', server.adminPassword);
  await person.click('login-submit');
  await api.apiKeys.create({ name: '看板', roles: ['operator'], rights: ['read'], readOnly: true });
  await person.open('/app/account');
  await person.readUntil((text) => text.includes('查看全部数据'), 'key-rights');

  await person.open('/iotManagement/intelligence/scene');
  await person.click('scene-menu');
  await person.click('scene-access');
  await person.see('access-embed', { 'data-name': '门户' });
  await person.see('access-key', { 'data-name': '看板' });
  await person.see('access-person', { 'data-name': '玛丽' });
  expect(await seriousFaults(person.page)).toEqual([]);

  await person.open(`/app/devices/${deviceId}/shares`);
  await person.click('device-access');
  await person.see('access-embed', { 'data-name': '门户' });
  expect(await seriousFaults(person.page)).toEqual([]);

  await person.open('/iotManagement/users');
  await person.see('user-row', { 'data-username': 'mary' });
  await person.page
    .locator(
      `${Person.selector('user-row', { 'data-username': 'mary' })} ${Person.selector('user-row-menu')}`,
    )
    .click();
  await person.click('user-access');
  await person.readUntil((text) => text.includes('查看全部数据') && !text.includes('控制'), 'access-rights');

  await person.open('/iotManagement/organisations');
  await person.click('organisations-health');
  await person.see('health-part', { 'data-part': 'database', 'data-state': 'ok' });
  await person.see('health-part', { 'data-part': 'broker', 'data-state': 'ok' });
  await person.see('health-part', { 'data-part': 'backup', 'data-state': 'warning' });
  expect(await seriousFaults(person.page)).toEqual([]);
});
