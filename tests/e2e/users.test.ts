import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, BrowserContext } from 'puppeteer';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { openAsAdmin } from '../support/product-model-pages.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// The page about users, on a real server.

const PATH = '/iotManagement/users';
const PASSWORD = 'a ladder in the barn';

let server: RunningServer;
let api: ApiClient;
let browser: Browser;
let context: BrowserContext;
let person: Person;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  person = new Person(page, server.baseUrl);
});
afterEach(async () => {
  await context.close();
});

const row = (username: string) => ({ 'data-username': username });
const logIn = (username: string, password: string) =>
  createApiClient({ baseUrl: server.baseUrl }).auth.login({ username, password });

async function choose(username: string, entry: string): Promise<void> {
  const shown = await person.see('user-row', row(username));
  const button = await shown.waitForSelector('[data-testid="user-row-menu"]');
  await button!.click();
  await person.click(`menu-${entry}`);
}

test('a user is added by keyboard alone; the made password is shown once and opens the page that replaces it', async () => {
  await openAsAdmin(person, server, PATH);
  await person.see('users');
  await person.reach(Person.selector('user-new'));
  await person.press('Enter');
  await person.reach(Person.selector('field-username'));
  await person.page.keyboard.type('ada lovelace');
  await person.reach(Person.selector('field-roles'));
  await person.press('Space');
  await person.see('field-roles-option', { 'data-value': 'operator' });
  // Without a right there is nothing to give, and only owners make owners.
  const offered = await person.page.$$eval(Person.selector('field-roles-option'), (all) =>
    all.map((one) => one.getAttribute('data-value')),
  );
  expect(offered).toEqual(['admin', 'operator', 'agronomist', 'technician', 'viewer', 'integrator']);
  const operator = Person.selector('field-roles-option', { 'data-value': 'operator' });
  while (!(await person.page.$(`${operator}[data-focus]`))) await person.press('ArrowDown');
  await person.press('Enter');
  await person.press('Escape');
  await person.readUntil((text) => text.includes('控制设备、运行联动'), 'user-rights');
  await person.reach(Person.selector('user-submit'));
  await person.press('Enter');
  // A name that the server would refuse: said at its field, and nothing is sent.
  await person.focusIsAt('field-username');
  await person.readUntil((text) => text.includes('只能包含文字、数字'), 'user-dialog');
  await person.chord('Control', 'a');
  await person.page.keyboard.type('ada');
  await person.press('Enter');

  const password = await person.read('user-password');
  const session = await logIn('ada', password);
  expect(session.user).toMatchObject({ roles: ['operator'], mustChangePassword: true });
  // Neither Escape nor a click outside loses it.
  await person.press('Escape');
  await person.page.mouse.click(10, 10);
  expect(await person.read('user-password')).toBe(password);
  await person.click('user-password-done');
  await person.seeNo('user-password-dialog');
  await person.see('user-row', row('ada'));
});

test('a user is changed, locked, unlocked, given a new password and deleted; refusals are said', async () => {
  const grace = await api.users.create({ username: 'grace', roles: ['viewer'], password: PASSWORD });
  await openAsAdmin(person, server, PATH);
  await choose('grace', 'user-edit');
  await person.type('field-displayName', '葛蕾丝');
  await person.type('field-phone', '12');
  await person.click('user-submit');
  await person.readUntil((text) => text.includes('手机'), 'user-dialog');
  await person.see('field-phone', { 'aria-invalid': 'true' });
  await person.type('field-phone', '13800138000');
  await person.click('user-submit');
  await person.readUntil(
    (text) => text.includes('葛蕾丝') && text.includes('13800138000'),
    'user-row',
    row('grace'),
  );

  await choose('grace', 'user-lock');
  await person.click('confirm-ok');
  await person.see('user-row', { ...row('grace'), 'data-enabled': 'false' });
  await expect(logIn('grace', PASSWORD)).rejects.toMatchObject({ status: 401 });
  await choose('grace', 'user-unlock');
  await person.see('user-row', { ...row('grace'), 'data-enabled': 'true' });
  expect((await logIn('grace', PASSWORD)).user.roles).toEqual(['viewer']);

  await choose('grace', 'user-reset');
  await person.click('confirm-ok');
  const made = await person.read('user-password');
  await expect(logIn('grace', PASSWORD)).rejects.toMatchObject({ status: 401 });
  expect((await logIn('grace', made)).user.mustChangePassword).toBe(true);
  await person.click('user-password-done');

  const adminId = (await api.auth.me()).userId;
  const order = await api.workOrders.create({ title: '检查滴灌', assignee: grace.userId });
  await choose('grace', 'user-remove');
  await person.click('field-successorId');
  await person.click('field-successorId-option', { 'data-value': adminId });
  await person.click('user-remove-submit');
  await person.seeNo('user-row', row('grace'));
  expect((await api.users.list({ name: 'grace' })).total).toBe(0);
  expect((await api.workOrders.get(order.id)).assignee).toBe(adminId);

  // The last administrator stays one: the server's sentence stands in the form, and what was typed stays.
  await choose('admin', 'user-edit');
  await person.click('field-roles');
  await person.click('field-roles-option', { 'data-value': 'viewer' });
  await person.click('field-roles-option', { 'data-value': 'admin' });
  await person.press('Escape');
  await person.click('user-submit');
  await person.readUntil((text) => text.includes('至少保留一名管理员'), 'user-dialog');
});

test('what the page and its form are made of cannot be fetched: both say so, and go on after a retry', async () => {
  const { page } = person;
  let cut = ['/system/role/list', '/system/dept/tree'];
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isCut = cut.some((path) => request.url().includes(path));
    void (isCut ? request.abort() : request.continue());
  });
  await openAsAdmin(person, server, PATH);
  await person.see('users-retry');
  await person.seeNo('user-new');
  cut = ['/system/dept/tree'];
  await person.click('users-retry');
  await person.click('user-new');
  await person.see('loading-retry');
  cut = [];
  await person.click('loading-retry');
  await person.see('field-username');
});

test('who may not administer sees no button, and nobody else', async () => {
  await api.users.create({ username: 'vera', roles: ['viewer'], password: PASSWORD });
  await person.open(PATH);
  await person.type('login-username', 'vera');
  await person.type('login-password', PASSWORD);
  await person.click('login-submit');
  await person.see('user-row', row('vera'));
  await person.see('users', { 'data-count': '1' });
  await person.seeNo('user-new');
  await person.seeNo('user-row-menu');
});
