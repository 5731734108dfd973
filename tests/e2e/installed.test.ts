import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import type { ApiClient } from '@farm3d/api';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// The installed application: what was seen last is read without the server, with its age, until it answers again.

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

test('without the server the pages that were seen are read with their age; a logout forgets them', async () => {
  await api.devices.create({ name: '北坡墒情', productModelCode: 'TQ-3L' });
  const page = await browser.newPage();
  await page.setViewport({ width: 390, height: 844 });
  const person = new Person(page, server.baseUrl, true);
  await person.open('/app');
  await person.type('login-username', 'admin');
  await person.type('login-password', server.adminPassword);
  await person.click('login-submit');
  await person.see('home-scenes-none');
  await person.open('/iotManagement/devices');
  await person.see('device-row');

  // Installable: a manifest with icons that exist, and a worker that governs every page.
  const icons = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')!;
    const manifest = (await (await fetch(link.href)).json()) as {
      icons: { src: string }[];
      start_url: string;
    };
    return Promise.all(
      [manifest.start_url, ...manifest.icons.map(({ src }) => src)].map(
        async (path) => (await fetch(path)).status,
      ),
    );
  });
  expect(icons).toEqual([200, 200, 200, 200]);
  // Everything that the page needs is kept.
  const isReady = (): Promise<boolean> =>
    page.evaluate(async () => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      const scripts = loaded.filter((name) => name.includes('/assets/'));
      const kept = await Promise.all(scripts.map((name) => caches.match(name)));
      const answer = await caches.match(new URL('/api/devices', location.href), { ignoreSearch: true });
      return Boolean(navigator.serviceWorker.controller) && kept.every(Boolean) && answer !== undefined;
    });
  await waitFor(isReady, { what: 'the kept application' });

  await person.page.goto('about:blank');
  // The server can no longer be reached, by the worker either.
  const target = await browser.waitForTarget((one) => one.url().endsWith('/service-worker.js'));
  const worker = await target.createCDPSession();
  const gone = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await worker.send('Network.enable');
  await worker.send('Network.emulateNetworkConditions', gone);
  await page.setOfflineMode(true);
  await person.open('/iotManagement/devices');
  expect(await person.readUntil((text) => text.includes('北坡墒情'), 'device-row')).toContain('北坡墒情');
  await person.readUntil((text) => text.includes('没有网络：显示的是'), 'kept-banner');
  expect(await seriousFaults(page)).toEqual([]);

  await worker.send('Network.emulateNetworkConditions', { ...gone, offline: false });
  await page.setOfflineMode(false);
  await person.seeNo('kept-banner');
  await person.see('device-row');
  await page.setViewport({ width: 1280, height: 900 });
  await person.click('user-menu');
  await person.click('menu-logout');
  await person.see('login-username');
  const left = (): Promise<boolean> => page.evaluate(() => caches.has('farm3d-last-known'));
  await waitFor(async () => !(await left()), { what: 'the kept answers to be removed' });
});
