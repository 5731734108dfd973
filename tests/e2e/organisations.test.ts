// Second tier (page): organisations
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, BrowserContext } from 'puppeteer';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { openAsAdmin } from '../support/product-model-pages.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// Organisations of an installation, invitations and switching, on a real server.

const PATH = '/iotManagement/organisations';
const PASSWORD = 'a ladder in the barn';
/** A menu that has not opened by then was closed with its page: it is opened again. */
const OPEN_MS = 10_000;

let server: RunningServer;
let api: ApiClient;
let browser: Browser;
let contexts: BrowserContext[] = [];

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(() => {
  contexts = [];
});
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
});

/** Somebody with a browser of their own. */
async function somebody(): Promise<Person> {
  const context = await browser.createBrowserContext();
  contexts.push(context);
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  return new Person(page, server.baseUrl);
}

const logIn = async (username: string): Promise<ApiClient> => {
  const { baseUrl } = server;
  const { accessToken } = await createApiClient({ baseUrl }).auth.login({ username, password: PASSWORD });
  return createApiClient({ baseUrl, getAccessToken: () => accessToken });
};

/** Path and token of the link that a dialog shows. */
async function linkOf(person: Person): Promise<string> {
  const link = await person.read('invitation-link');
  expect(link.startsWith(`${server.baseUrl}/invitation#`)).toBe(true);
  await person.click('invitation-done');
  return link.slice(server.baseUrl.length);
}

/** Opens the user menu. A page whose organisation changes loads itself anew, which closes the menu: then again. */
async function workplaceIs(person: Person, name: string): Promise<void> {
  const selector = Person.selector('workplace-name');
  const shown = (): Promise<string | null> =>
    person.page.$eval(selector, ({ textContent }) => textContent).catch(() => null);
  await waitFor(
    async () => {
      if ((await shown()) === null) {
        // The page may be on its way.
        await person.click('user-menu').catch(() => undefined);
        await person.page.waitForSelector(selector, { timeout: OPEN_MS }).catch(() => undefined);
      }
      return (await shown())?.includes(name) === true;
    },
    { what: `the menu of ${name}` },
  );
  await person.press('Escape');
  await person.seeNo('workplace-name');
}

test('an organisation is made; its owner opens the link, makes an account and works there until it is suspended', async () => {
  const operator = await somebody();
  await openAsAdmin(operator, server, PATH);
  await operator.click('organisation-new');
  await operator.type('field-name', '山谷合作社');
  await operator.type('field-invitee', 'wang@farm.example');
  await operator.click('organisation-submit');
  const link = await linkOf(operator);
  const row = { 'data-name': '山谷合作社' };
  await operator.see('organisation-row', { ...row, 'data-suspended': 'false' });

  const owner = await somebody();
  await owner.open(link);
  await owner.readUntil((text) => text.includes('山谷合作社'), 'invitation');
  await owner.type('invitation-username', 'wang');
  await owner.type('invitation-password', 'too short');
  await owner.click('invitation-submit');
  await owner.see('invitation-password', { 'aria-invalid': 'true' });
  await owner.type('invitation-password', PASSWORD);
  await owner.click('invitation-submit');
  await workplaceIs(owner, '山谷合作社');

  // The link works once.
  const late = await somebody();
  await late.open(link);
  await late.click('invitation-login');
  await late.see('login-username');

  const shown = await operator.see('organisation-row', row);
  await (await shown.waitForSelector('[data-testid="organisation-row-menu"]'))!.click();
  await operator.click('menu-organisation-suspend');
  await operator.click('confirm-ok');
  await operator.see('organisation-row', { ...row, 'data-suspended': 'true' });
  await expect(logIn('wang')).rejects.toMatchObject({ status: 401 });
});

test('a person of two organisations is invited on the page of users, switches, and every tab follows', async () => {
  const { invitation } = await api.organisations.create({ name: '河岸农场', invitee: 'li' });
  await createApiClient({ baseUrl: server.baseUrl }).invitations.accept({
    token: invitation.token,
    account: 'new',
    username: 'li',
    password: PASSWORD,
  });
  const home = (await api.auth.me()).organisation.name;

  const administrator = await somebody();
  await openAsAdmin(administrator, server, '/iotManagement/users');
  await administrator.click('user-invite');
  await administrator.type('field-invitee', 'li');
  await administrator.click('field-roles');
  await administrator.click('field-roles-option', { 'data-value': 'viewer' });
  await administrator.press('Escape');
  await administrator.click('invite-submit');
  const link = await linkOf(administrator);
  await administrator.see('invitation-row', { 'data-invitee': 'li' });

  const li = await somebody();
  await li.open('/app');
  await li.type('login-username', 'li');
  await li.type('login-password', PASSWORD);
  await li.click('login-submit');
  await workplaceIs(li, '河岸农场');
  await li.open(link);
  await li.click('invitation-join');
  await workplaceIs(li, home);

  const tab = new Person(await contexts.at(-1)!.newPage(), server.baseUrl);
  await tab.open('/iotManagement/devices');
  await workplaceIs(tab, home);
  await li.page.bringToFront();
  await li.click('user-menu');
  await li.click('menu-workplaces');
  await li.see('workplace', { 'data-current': 'true' });
  await li.click('workplace-switch');
  await li.seeNo('workplaces-dialog');
  await workplaceIs(li, '河岸农场');
  // The other tab loads itself anew with its next call.
  await tab.page.bringToFront();
  await tab.open('/iotManagement/devices');
  await workplaceIs(tab, '河岸农场');

  await li.page.bringToFront();
  await li.click('user-menu');
  await li.click('menu-workplaces');
  const former = await li.see('workplace', { 'data-current': 'false' });
  await (await former.waitForSelector('[data-testid="workplace-leave"]'))!.click();
  await li.click('workplace-leave-confirm');
  await li.seeNo('workplace', { 'data-current': 'false' });
  await waitFor(async () => (await api.users.list({ name: 'li' })).total === 0, { what: 'the leaving' });
});

test('who does not operate the installation sees no organisations', async () => {
  await api.users.create({ username: 'vera', roles: ['admin'], password: PASSWORD });
  const vera = await somebody();
  await vera.open(PATH);
  await vera.type('login-username', 'vera');
  await vera.type('login-password', PASSWORD);
  await vera.click('login-submit');
  await vera.see('organisations-forbidden');
  await vera.seeNo('organisation-new');
});
