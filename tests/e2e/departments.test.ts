// Second tier (page): departments
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import type { ApiClient } from '@farm3d/api';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

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

test('departments are made below each other, counted, renamed and deleted with those below', async () => {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const person = new Person(page, server.baseUrl);
  const choose = async (name: string, entry: string): Promise<void> => {
    // The dialog of the step before may still be over the list.
    await person.seeNo('department-dialog');
    const row = Person.selector('department', { 'data-name': name });
    await page.locator(`${row} ${Person.selector('department-menu')}`).click();
    await person.click(`menu-department-${entry}`);
  };
  await person.open('/iotManagement/departments');
  await person.type('login-username', 'admin');
  await person.type('login-password', server.adminPassword);
  await person.click('login-submit');
  await person.see('departments-none');

  await person.click('department-new');
  await person.click('department-submit');
  await person.see('field-name', { 'aria-invalid': 'true' });
  await person.type('field-name', '生产部');
  await person.click('department-submit');
  await person.see('department', { 'data-name': '生产部', 'data-depth': '0' });
  await choose('生产部', 'below');
  await person.type('field-name', '一组');
  await person.click('department-submit');
  await person.see('department', { 'data-name': '一组', 'data-depth': '1' });

  const [top] = (await api.organisation.departments()).items;
  await api.users.create({ username: 'ada', roles: ['viewer'], departmentId: top?.children[0]?.id ?? null });
  await person.open('/iotManagement/departments');
  await person.readUntil((text) => text.includes('1 人'), 'department', { 'data-name': '一组' });

  await choose('一组', 'rename');
  await person.type('field-name', '二组');
  await person.click('department-submit');
  await person.see('department', { 'data-name': '二组' });
  await choose('生产部', 'remove');
  await person.click('confirm-ok');
  await person.see('departments-none');
  expect((await api.users.list({ name: 'ada' })).items[0]?.departmentId).toBeNull();
});
