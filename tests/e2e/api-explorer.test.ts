// Second tier (page): the explorer of the API
import type { Browser, HTTPRequest, Page } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// The explorer of the calls, in a browser that reaches this server alone.

/** The operation `devices.create`. */
const CREATE = '[id^="operations-devices-devices"][id$="create"]';

/** After this time without a request the button is clicked again, milliseconds. */
const AGAIN_MS = 10_000;

let server: RunningServer;
let browser: Browser;
let page: Page;
const foreign: string[] = [];
const problems: string[] = [];

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900, deviceScaleFactor: 0.5 });
  await page.setExtraHTTPHeaders({ 'Accept-Language': 'en' });
  await page.evaluateOnNewDocument("Object.defineProperty(navigator, 'language', { get: () => 'en' })");
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(server.baseUrl) || /^(?:data|blob):/.test(request.url());
    if (!isOurs) foreign.push(request.url());
    void (isOurs ? request.continue() : request.abort());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('it contains every call, and one is tried with a key; nothing is loaded from other servers', async () => {
  await page.goto(`${server.baseUrl}/openapi/explorer`);
  await page.waitForSelector('.opblock-tag');
  expect(await page.$$eval('.opblock-tag', (tags) => tags.length)).toBeGreaterThan(25);

  await page.click('.btn.authorize');
  await page.waitForSelector('.auth-container input');
  await page.type('.auth-container input', await server.accessToken());
  await page.click('.auth-btn-wrapper .authorize');
  await page.waitForSelector('.btn.authorize.locked');
  await page.click('.auth-btn-wrapper .btn-done');
  await page.waitForSelector('.auth-container', { hidden: true });

  await page.click('#operations-tag-devices');
  await page.waitForSelector(CREATE);
  await page.click(`${CREATE} .opblock-summary-control`);
  await page.waitForSelector(`${CREATE} .execute`);
  // The example that stands there is sent as it is. While the explorer still resolves the call and takes over the
  // example, it ignores a click: then a person clicks again.
  const isCreate = (request: HTTPRequest) =>
    request.method() === 'POST' && request.url().endsWith('/api/devices');
  await waitFor(async () => {
    const sent = page.waitForRequest(isCreate, { timeout: AGAIN_MS }).then(
      () => true,
      () => false,
    );
    // It is still expanding: elements move under the mouse.
    await page.$eval(`${CREATE} .btn.execute`, (button) => (button as HTMLElement).click());
    return sent;
  });
  let answer = '';
  await waitFor(
    async () => {
      answer = await page.$$eval(`${CREATE} .live-responses-table`, (tables) =>
        tables.map(({ textContent }) => textContent).join(),
      );
      return answer.includes('"name": "Soil probe 1"');
    },
    { what: () => `the device in the answer of the server: ${answer}` },
  );
  const api = await server.client();
  expect((await api.devices.list({ name: 'Soil probe 1' })).total).toBe(1);
  expect({ foreign, problems }).toEqual({ foreign: [], problems: [] });
});
