import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, BrowserContext } from 'puppeteer';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// The page of one's own account, on a real server.

const PATH = '/app/account';
const PASSWORD = 'a ladder in the barn';
const NEW_PASSWORD = 'two ladders in the barn';

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

const logIn = (username: string, password: string) =>
  createApiClient({ baseUrl: server.baseUrl }).auth.login({ username, password });

/** A new user who has opened the page. */
async function open(username: string, role: 'admin' | 'viewer'): Promise<void> {
  await api.users.create({ username, roles: [role], password: PASSWORD });
  await person.open(PATH);
  await person.type('login-username', username);
  await person.type('login-password', PASSWORD);
  await person.click('login-submit');
  await person.see('sessions', { 'data-count': '1' });
}

test('profile and password are changed; a wrong entry is written at its field', async () => {
  await open('ada', 'viewer');
  // Keys of programs are for administrators.
  await person.seeNo('key-new');
  await person.type('field-displayName', '艾达');
  await person.type('field-phone', '12');
  await person.click('profile-submit');
  await person.see('field-phone', { 'aria-invalid': 'true' });
  await person.type('field-phone', '13800138000');
  await person.click('profile-submit');
  await waitFor(async () => (await api.users.list({ name: 'ada' })).items[0]?.displayName === '艾达', {
    what: 'the new name',
  });

  const other = await logIn('ada', PASSWORD);
  await person.type('password-current', 'not the password at all');
  await person.type('password-new', NEW_PASSWORD);
  await person.click('password-submit');
  await person.see('password-current', { 'aria-invalid': 'true' });
  await person.type('password-current', PASSWORD);
  await person.click('password-submit');
  await waitFor(
    () =>
      logIn('ada', NEW_PASSWORD)
        .then(() => true)
        .catch(() => false),
    {
      what: 'the new password',
    },
  );
  // Other logins have ended, this one goes on.
  const theirs = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => other.accessToken });
  await expect(theirs.auth.me()).rejects.toMatchObject({ status: 401 });
  await person.open(PATH);
  await person.see('sessions');
});

test('logins are ended one by one or all others at once, and stand in the history', async () => {
  await open('grace', 'viewer');
  const clients = await Promise.all(
    [1, 2, 3].map(async () => {
      const { accessToken } = await logIn('grace', PASSWORD);
      return createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
    }),
  );
  await person.open(PATH);
  await person.see('sessions', { 'data-count': '4' });
  await person.see('session', { 'data-current': 'true' });
  await person.click('session-end');
  await person.see('sessions', { 'data-count': '3' });
  await person.click('sessions-end-others');
  await person.click('confirm-ok');
  await person.see('sessions', { 'data-count': '1' });
  for (const client of clients) await expect(client.auth.me()).rejects.toMatchObject({ status: 401 });
  await person.click('sessions-ended');
  await person.see('sessions', { 'data-count': '4' });
  await person.see('session', { 'data-ended': 'true' });
});

test('a key of a program is made with roles and end, shown once, works, and ends when it is deleted', async () => {
  await open('linus', 'admin');
  await person.see('keys-none');
  await person.click('key-new');
  await person.click('key-submit');
  await person.see('field-name', { 'aria-invalid': 'true' });
  await person.type('field-name', '气象网关');
  await person.click('field-roles');
  await person.click('field-roles-option', { 'data-value': 'viewer' });
  await person.press('Escape');
  await person.click('key-submit');
  const key = await person.read('key-secret');
  const program = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => key });
  expect((await program.devices.list()).total).toBe(0);
  await expect(program.scenes.create({ name: '无权' })).rejects.toMatchObject({ status: 403 });
  await person.click('key-done');
  await person.see('key', { 'data-name': '气象网关' });
  await person.click('key-remove');
  await person.click('confirm-ok');
  await person.see('keys-none');
  await expect(program.devices.list()).rejects.toMatchObject({ status: 401 });
});
