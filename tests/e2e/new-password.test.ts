// Second tier (page): a forgotten password
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// Somebody who has forgotten the password comes back in by e-mail, with a real SMTP server.

const CHOSEN = 'seven geese at the gate';

let mail: MailServer;
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  mail = await startMailServer();
  const port = await freePort();
  server = await startServer({
    env: {
      FARM3D_PORT: String(port),
      FARM3D_PUBLIC_URL: `http://127.0.0.1:${port}`,
      FARM3D_SMTP_URL: mail.url,
      FARM3D_MAIL_FROM: 'Farm <farm@example.org>',
    },
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await mail?.close();
});

test('a forgotten password is replaced by the link in an e-mail, by keyboard, and the link works once', async () => {
  const email = 'grace@farm.example';
  await (await server.client()).users.create({ username: 'grace', roles: ['viewer'], email });
  const person = new Person(await browser.newPage(), server.baseUrl);
  const { keyboard } = person.page;
  await person.open('/login');
  await person.click('login-forgotten');
  await person.focusIsAt('new-password-email');
  await keyboard.press('Enter');
  await person.see('new-password-email', { 'aria-invalid': 'true' });
  await keyboard.type(email);
  await keyboard.press('Enter');
  await person.see('new-password-sent');
  expect(await seriousFaults(person.page)).toEqual([]);

  await waitFor(() => mail.taken.length > 0, { what: 'the e-mail' });
  const link = /https?:\/\/\S+/.exec(mail.taken[0]?.text ?? '')?.[0] ?? '';
  expect(link.startsWith(`${server.baseUrl}/new-password#`)).toBe(true);
  const path = link.slice(server.baseUrl.length);
  await person.open(path);
  await person.focusIsAt('new-password-chosen');
  expect(await seriousFaults(person.page)).toEqual([]);
  await keyboard.type('too short');
  await keyboard.press('Enter');
  await person.see('new-password-chosen', { 'aria-invalid': 'true' });
  await person.type('new-password-chosen', CHOSEN);
  await keyboard.press('Enter');
  await person.see('new-password-done');

  await person.click('new-password-login');
  await person.type('login-username', 'grace');
  await person.type('login-password', CHOSEN);
  await person.click('login-submit');
  await person.see('user-menu');
  const again = new Person(await browser.newPage(), server.baseUrl);
  await again.open(path);
  await again.see('new-password-gone');
  await again.click('new-password-again');
  await again.focusIsAt('new-password-email');
});
