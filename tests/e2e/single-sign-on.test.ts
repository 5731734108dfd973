// Second tier (page): single sign-on
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import type { ApiClient } from '@farm3d/api';
import { launchBrowser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { startIdentityProvider, type RunningProvider } from '../support/identity-provider.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// A real browser, a real server and a real provider of OpenID Connect.

let provider: RunningProvider;
let server: RunningServer;
let api: ApiClient;
let browser: Browser;

beforeAll(async () => {
  provider = await startIdentityProvider();
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  provider.permit(publicUrl);
  server = await startServer({ env: { ...provider.env(publicUrl), FARM3D_PORT: String(port) } });
  api = await server.client();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await provider?.stop();
});

test('somebody whom the provider knows logs in there and comes to the page that was asked for; others learn why not', async () => {
  const email = 'mary@farm.example';
  await api.users.create({ username: 'mary', roles: ['viewer'], email });
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const person = new Person(page, server.baseUrl);

  provider.person = { sub: 'somebody-else', email: 'nobody@farm.example', email_verified: true };
  await person.open('/app/account');
  await person.readUntil((text) => text.includes('合作社账号'), 'login-sso');
  await person.click('login-sso');
  await person.readUntil((text) => text.includes('管理员'), 'login-sso-problem');
  await context.close();

  const other = await browser.createBrowserContext();
  const again = new Person(await other.newPage(), server.baseUrl);
  provider.person = { sub: 'mary', email, email_verified: true };
  await again.open('/app/account');
  await again.click('login-sso');
  await again.see('sessions', { 'data-count': '1' });
  expect(new URL(again.page.url()).pathname).toBe('/app/account');
  // The login lasts: the page comes again by its cookie.
  await again.open('/app/account');
  await again.see('sessions', { 'data-count': '1' });
  await other.close();
});
