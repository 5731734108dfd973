// Second tier (page): embedded pages
import type { ApiClient, CreatedDevice } from '@farm3d/api';
import type { Browser, Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type PageServer, servePage } from '../browser/pages/page-server.ts';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';

// Pages of two other origins: the portal, which the embed tokens are made for, and a hostile one.

/** What a site allows that shows a scene of a platform at another address. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  'connect-src * ws:',
  "img-src 'self' blob: data:",
  'frame-src *',
].join('; ');

let server: RunningServer;
let portal: PageServer;
let hostile: PageServer;
let browser: Browser;
let api: ApiClient;
let probe: CreatedDevice;
let page: Page;
let otherSceneId: string;
const sceneOf = { id: '', name: '一号棚' };

const originOf = ({ url }: PageServer): string => new URL(url).origin;

beforeAll(async () => {
  [server, portal, hostile, browser] = await Promise.all([
    startServer(),
    servePage('element', { policy: POLICY }),
    servePage('element', { policy: POLICY }),
    launchBrowser(),
  ]);
  api = await server.client();
  probe = await api.devices.create({ name: '一号探头', productModelCode: 'TQ-3L' });
  sceneOf.id = (await api.scenes.create({ name: sceneOf.name })).id;
  await api.scenes.drag(sceneOf.id, { deviceId: probe.id, position: { x: 0, y: 0, z: 0 } });
  otherSceneId = (await api.scenes.create({ name: '内部' })).id;
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([portal?.close(), hostile?.close(), server?.stop()]);
});
afterEach(async () => {
  await page?.close();
});

const makeToken = async () =>
  api.embedTokens.create({
    name: '门户',
    sceneId: sceneOf.id,
    origins: [originOf(portal)],
    expiresAt: Date.now() + 3_600_000,
  });

/** The probe reports over HTTP, as a device does. */
async function report(values: Record<string, number>): Promise<void> {
  const answer = await fetch(`${server.baseUrl}/api/v1/${probe.accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  });
  expect(answer.status).toBe(200);
}

/** Opens a page of this site. */
async function openSite(site: PageServer): Promise<void> {
  page = await browser.newPage();
  await page.setViewport({ width: 640, height: 480, deviceScaleFactor: 0.5 });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(site.url);
  await page.waitForFunction(() => window.defineFarmViewer !== undefined);
}

type Seen = readonly [type: string, detail: Record<string, unknown>];

/** Puts an element with these attributes into the page, which writes down its live events. */
async function putLive(attributes: Record<string, string>): Promise<void> {
  await page.evaluate((given) => {
    const seen: unknown[] = [];
    Object.assign(window, { seen });
    const element = document.createElement('farm3d-viewer');
    element.options = { quality: 'low', pixelRatio: 0.25, labels: 'all' };
    for (const type of ['error', 'live-status', 'live-scene', 'reading', 'device-state', 'alarm', 'load'])
      element.addEventListener(`farm3d-${type}`, (event) => {
        const { detail } = event as CustomEvent<{ error?: { code: string } }>;
        if (detail.error) event.preventDefault();
        seen.push([type, detail.error ? { code: detail.error.code } : detail]);
      });
    for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
    document.body.append(element);
  }, attributes);
}

const seen = (): Promise<Seen[]> => page.evaluate(() => (window as unknown as { seen: Seen[] }).seen);

const waitForEvent = (type: string, fits: (detail: Record<string, unknown>) => boolean = () => true) =>
  waitFor(async () => (await seen()).find(([name, detail]) => name === type && fits(detail))?.[1], {
    what: `the event ${type}`,
  });

/** Texts of the labels in the scene. */
const labels = (): Promise<string> =>
  page.evaluate(() => document.querySelector('farm3d-viewer')?.shadowRoot?.textContent ?? '');

describe('an element with an address and an embed token', () => {
  test('shows the scene of the token, and readings as they come', async () => {
    const { token } = await makeToken();
    await report({ soilMoisture10: 31.25 });
    await openSite(portal);
    await putLive({ server: server.baseUrl, token });
    const shown = await waitForEvent('live-scene');
    expect(shown).toMatchObject({ sceneId: sceneOf.id, name: sceneOf.name, devices: [{ id: probe.id }] });
    // The value that was known, and the next one.
    await expect.poll(labels, { timeout: PATIENCE_MS }).toContain('31.25');
    await waitForEvent('live-status', ({ status }) => status === 'online');
    await report({ soilMoisture10: 28.5 });
    await expect.poll(labels, { timeout: PATIENCE_MS }).toContain('28.5');
    expect(
      await waitForEvent('reading', ({ values }) => JSON.stringify(values).includes('28.5')),
    ).toMatchObject({
      id: probe.id,
    });
    expect((await seen()).filter(([type]) => type === 'error')).toEqual([]);
  });

  test('ends with its token: one error, and no further reading', async () => {
    const { token, id } = await makeToken();
    await openSite(portal);
    await putLive({ server: server.baseUrl, token });
    await waitForEvent('live-status', ({ status }) => status === 'online');
    await api.embedTokens.remove(id);
    expect(await waitForEvent('error')).toEqual({ code: 'embed-token-invalid' });
    const before = (await seen()).length;
    await report({ soilMoisture10: 20 });
    expect((await seen()).slice(before)).toEqual([]);
  });

  test.each([
    ['a wrong token', 'embed-token-invalid'],
    ['an expired token', 'embed-token-expired'],
    ['a page of another origin', 'embed-origin-refused'],
    ['the id of another scene', 'embed-scene-refused'],
  ])('with %s reports one clear error and nothing else', async (fault, code) => {
    const { token, id } = await makeToken();
    if (fault === 'an expired token')
      await server.sql(`update embed_token set expires_at = now() - interval '1 second' where id = $1`, [id]);
    await openSite(fault === 'a page of another origin' ? hostile : portal);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await putLive({
      server: server.baseUrl,
      token: fault === 'a wrong token' ? 'f3e_wrong' : token,
      ...(fault === 'the id of another scene' && { scene: otherSceneId }),
    });
    await waitForEvent('error');
    expect(await seen()).toEqual([
      ['live-status', { status: 'connecting' }],
      ['error', { code }],
    ]);
    // Neither a model nor the stream was asked for.
    expect(asked.filter((path) => path.startsWith('/models') || path === '/api/stream')).toEqual([]);
  });
});

describe('the page of an embed token in a frame', () => {
  /** Frames the page of the token, and writes down the messages that come. */
  async function frame(token: string): Promise<void> {
    await page.evaluate((address) => {
      const messages: unknown[] = [];
      Object.assign(window, { seen: messages });
      window.addEventListener('message', ({ data, origin }) => {
        if (data.source === 'farm3d') messages.push([data.type, { ...data, origin }]);
      });
      const iframe = document.createElement('iframe');
      iframe.src = address;
      iframe.width = '600';
      iframe.height = '400';
      document.body.append(iframe);
    }, `${server.baseUrl}/embed/${token}?locale=en`);
  }

  const ask = (message: object): Promise<void> =>
    page.evaluate((data) => document.querySelector('iframe')?.contentWindow?.postMessage(data, '*'), message);

  test('tells its host what it shows, and does what it asks', async () => {
    const { token } = await makeToken();
    await openSite(portal);
    await frame(token);
    expect(await waitForEvent('ready')).toMatchObject({
      version: 1,
      sceneId: sceneOf.id,
      origin: server.baseUrl,
    });
    await waitForEvent('status', ({ status }) => status === 'online');
    await report({ soilMoisture10: 26.75 });
    await waitForEvent('reading', ({ values }) => JSON.stringify(values).includes('26.75'));
    const shown = page.frames().find((one) => one.url().includes('/embed/'))!;
    const text = () => shown.evaluate(() => document.querySelector('farm3d-viewer')?.shadowRoot?.textContent);
    await expect.poll(text, { timeout: PATIENCE_MS }).toContain('26.75');
    await ask({ target: 'farm3d', type: 'select', ids: [probe.id] });
    expect(await waitForEvent('select')).toMatchObject({ ids: [probe.id] });
    await ask({ target: 'farm3d', type: 'select', ids: 'all' });
    expect(await waitForEvent('error')).toMatchObject({ code: 'invalid-message', field: 'ids' });
  });

  test('of an expired token says so to its host', async () => {
    const { token, id } = await makeToken();
    await server.sql(`update embed_token set expires_at = now() - interval '1 second' where id = $1`, [id]);
    await openSite(portal);
    await frame(token);
    expect(await waitForEvent('error')).toMatchObject({ code: 'embed-token-expired' });
  });

  test('is not shown by a page of another origin', async () => {
    const { token } = await makeToken();
    await openSite(hostile);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await frame(token);
    const blocked = () => page.frames().some((one) => one.url().startsWith('chrome-error:'));
    await waitFor(blocked, { what: 'the browser to refuse the frame' });
    expect(await seen()).toEqual([]);
    expect(asked).not.toContain('/api/embed/scene');
  });
});

describe('the dialog that embeds a scene', () => {
  test('makes the code for a site, which shows the scene until it is revoked', async () => {
    await report({ soilMoisture10: 24.5 });
    const context = await browser.createBrowserContext();
    const person = new Person(await context.newPage(), server.baseUrl);
    await person.page.setViewport({ width: 1280, height: 900 });
    await person.open('/iotManagement/intelligence/scene');
    await person.type('login-username', 'admin');
    await person.type('login-password', server.adminPassword);
    await person.click('login-submit');
    const tile = Person.selector('scene-tile', { 'data-scene-id': sceneOf.id });
    const menu = await person.page.waitForSelector(`${tile} ${Person.selector('scene-menu')}`, {
      visible: true,
    });
    await menu!.click();
    await person.click('menu-scene-embed');
    await person.type('field-origins', `${originOf(portal)}/farm`);
    await person.click('embed-submit');
    await person.see('field-origins', { 'aria-invalid': 'true' });
    await person.type('field-origins', originOf(portal));
    await person.type('field-name', '合作社');
    await person.click('embed-submit');
    await person.see('embed-code-html');
    await person.see('embed-token', { 'data-name': '合作社' });
    expect(await seriousFaults(person.page)).toEqual([]);
    await person.click('tab-iframe');
    const code = await person.see('embed-code-iframe');
    const html = await code.evaluate((element) => element.textContent ?? '');

    await openSite(portal);
    await page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), html);
    const shown = () => page.frames().find((one) => one.url().includes('/embed/'));
    const text = () =>
      shown()?.evaluate(() => document.querySelector('farm3d-viewer')?.shadowRoot?.textContent ?? '');
    await expect.poll(text, { timeout: PATIENCE_MS }).toContain('24.5');

    await person.click('embed-token-revoke', { 'data-name': '合作社' });
    await person.click('confirm-ok');
    await person.seeNo('embed-token', { 'data-name': '合作社' });
    // The page says why it shows nothing any more.
    const alert = () => shown()?.evaluate(() => document.querySelector('[role="alert"]')?.textContent);
    await expect.poll(alert, { timeout: PATIENCE_MS }).toContain('嵌入令牌无效或已撤销');
    await context.close();
  });
});
