// Second tier (page): the own account
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, BrowserContext } from 'puppeteer';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { Authenticator } from '../support/authenticator.ts';
import { picture } from '../support/fixtures.ts';
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

test('a picture is chosen and removed, and values are shown in other units', async () => {
  const station = await api.devices.create({ name: '气象站', productModelCode: 'QX-9' });
  const report = { method: 'POST', body: JSON.stringify({ airTemperature: 20 }) };
  await fetch(`${server.baseUrl}/api/v1/${station.accessToken}/telemetry`, report);
  await open('iris', 'viewer');
  await person.see('person-picture', { 'data-chosen': 'false' });
  const folder = await mkdtemp(join(tmpdir(), 'farm3d-'));
  const file = join(folder, '我.png');
  await writeFile(file, picture(300, 200));
  const input = await person.page.$(Person.selector('picture-input'));
  await (input as unknown as { uploadFile: (path: string) => Promise<void> }).uploadFile(file);
  await person.see('person-picture', { 'data-chosen': 'true' });
  expect((await api.users.list({ name: 'iris' })).items[0]?.picture).toMatch(/^data:image\/jpeg;base64,/);
  expect(await seriousFaults(person.page)).toEqual([]);
  await person.click('picture-remove');
  await person.see('person-picture', { 'data-chosen': 'false' });

  await person.click('display-units', { 'data-value': 'imperial' });
  await person.open(`/app/devices/${station.id}`);
  await person.readUntil((text) => text.includes('68') && text.includes('℉'), 'live-value', {
    'data-key': 'airTemperature',
  });
  await rm(folder, { recursive: true });
  await api.devices.remove(station.id);
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

test('codes are turned on with an authenticator app, asked for at the next login, and turned off', async () => {
  await open('hedy', 'viewer');
  await person.see('two-factors', { 'data-on': 'false' });
  await person.click('factors-begin');
  await person.type('factors-password', 'not the password at all');
  await person.click('factors-submit');
  await person.see('factors-password', { 'aria-invalid': 'true' });
  await person.type('factors-password', PASSWORD);
  await person.click('factors-submit');
  await person.see('qr-code');
  const app = new Authenticator(await person.read('factors-secret'));
  await person.type('factors-code', app.codeAt(-5));
  await person.click('factors-submit');
  await person.see('factors-code', { 'aria-invalid': 'true' });
  await person.type('factors-code', await app.next());
  await person.click('factors-submit');
  const [recoveryCode = ''] = (await person.read('factors-recovery-codes')).split('\n');
  await person.click('factors-done');
  await person.see('two-factors', { 'data-on': 'true' });

  // Somewhere else: the password alone does not log in.
  const elsewhere = await browser.createBrowserContext();
  const other = new Person(await elsewhere.newPage(), server.baseUrl);
  await other.open(PATH);
  await other.type('login-username', 'hedy');
  await other.type('login-password', PASSWORD);
  await other.click('login-submit');
  await other.type('login-code', '12');
  await other.click('login-submit');
  await other.see('login-problem');
  await other.type('login-code', recoveryCode);
  await other.click('login-submit');
  await other.readUntil((text) => text.includes('9'), 'two-factors');
  await elsewhere.close();

  await person.click('factors-end');
  await person.type('factors-password', PASSWORD);
  await person.type('factors-code', await app.next());
  await person.click('factors-submit');
  await person.see('two-factors', { 'data-on': 'false' });
  expect((await logIn('hedy', PASSWORD)).user.username).toBe('hedy');
});

test('a passkey of the device is added, logs in without password and code, and is deleted', async () => {
  // Browsers have passkeys for names only: the same server, by its name.
  const named = server.baseUrl.replace('127.0.0.1', 'localhost');
  person = new Person(person.page, named);
  const cdp = await person.page.createCDPSession();
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await open('joan', 'viewer');
  await person.click('passkey-new');
  await person.click('factors-submit');
  await person.see('passkey-name', { 'aria-invalid': 'true' });
  await person.type('passkey-name', '办公室电脑');
  await person.type('factors-password', PASSWORD);
  await person.click('factors-submit');
  await person.see('passkey', { 'data-name': '办公室电脑' });

  // Logged out: the passkey is enough.
  await person.page.deleteCookie(...(await person.page.cookies(`${named}/auth/refresh`)));
  await person.open('/login');
  await person.click('login-passkey');
  await person.see('user-menu');
  await person.open(PATH);
  await person.readUntil((text) => !text.includes('尚未使用'), 'passkey');

  await person.click('passkey-remove');
  await person.seeNo('passkey');
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
