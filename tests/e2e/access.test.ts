// Second tier (page): access rules
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import type { ApiClient } from '@farm3d/api';
import { seriousFaults } from '../support/axe.ts';
import { runToExit } from '../crash/support/farm-process.ts';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// Who may do what: keys with few rights, who reaches a device or a scene, what a person may do, and the system's health with the proof of a backup.

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
  // Another page that is opened before would interrupt the login.
  await person.see('sessions');
  await api.apiKeys.create({ name: '看板', roles: ['operator'], rights: ['read'], readOnly: true });
  await person.open('/app/account');
  await person.readUntil((text) => text.includes('查看全部数据'), 'key-rights');

  await person.open('/iotManagement/intelligence/scene');
  await person.click('scene-menu');
  await person.click('menu-scene-access');
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
  await person.click('menu-user-access');
  await person.readUntil((text) => text.includes('查看全部数据') && !text.includes('控制'), 'access-rights');

  await person.open('/iotManagement/organisations');
  await person.click('organisations-health');
  await person.see('health-part', { 'data-part': 'database', 'data-state': 'ok' });
  await person.see('health-part', { 'data-part': 'broker', 'data-state': 'ok' });
  await person.see('health-part', { 'data-part': 'backup', 'data-state': 'warning' });
  const command = ['backup', join(server.dataDir, 'farm.backup')];
  expect(await runToExit({ FARM3D_DATA_DIR: server.dataDir }, command)).toMatchObject({ code: 0 });
  await person.click('health-refresh');
  await person.see('proof', { 'data-state': 'none' });
  await person.click('proof-start');
  await person.see('proof', { 'data-state': 'proven' });
  await person.see('health-part', { 'data-part': 'backup', 'data-state': 'ok' });
  expect(await seriousFaults(person.page)).toEqual([]);
});

test('everything is exported from the files, and an operator deletes another organisation by its name', async () => {
  await person.open('/iotManagement/files');
  await person.click('files-export');
  await person.click('export-new');
  await person.see('export', { 'data-state': 'done' });
  expect(await seriousFaults(person.page)).toEqual([]);
  await person.click('export-remove');
  await person.see('exports-none');

  const { organisation } = await api.organisations.create({ name: '河边农场', invitee: 'li' });
  await person.open('/iotManagement/organisations');
  const row = Person.selector('organisation-row', { 'data-name': organisation.name });
  await person.page.locator(`${row} ${Person.selector('organisation-row-menu')}`).click();
  await person.click('menu-organisation-delete');
  await person.type('field-name', '河边');
  await person.click('organisation-delete-submit');
  await person.see('field-name', { 'aria-invalid': 'true' });
  await person.type('field-name', organisation.name);
  await person.click('organisation-delete-submit');
  await expect
    .poll(async () => (await api.organisations.list({ name: organisation.name })).total, {
      timeout: PATIENCE_MS,
    })
    .toBe(0);
});
