// Second tier (page): the setting of the map
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import type { ApiClient } from '@farm3d/api';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { CallRecord } from '../support/call-record.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// Where the maps of an organisation begin, on a real server.

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

test('an administrator sets where maps begin; a wrong place is refused at its field', async () => {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const record = new CallRecord(page);
  const person = new Person(page, server.baseUrl);
  await person.enter('/app/region', server.adminPassword);
  await person.click('map-setting-open');
  await person.see('map-setting-dialog');
  expect(await seriousFaults(page)).toEqual([]);
  await person.type('field-centre-longitude', '190');
  await person.type('field-centre-latitude', '31.6');
  await person.click('map-setting-submit');
  await person.see('field-centre-longitude', { 'aria-invalid': 'true' });
  await person.type('field-centre-longitude', '105.2');
  await person.type('field-zoom', '9.5');
  await person.click('map-setting-submit');
  await person.seeNo('map-setting-dialog');
  await record.shows('map-setting');
  expect(await api.organisation.mapSetting()).toEqual({
    longitude: 105.2,
    latitude: 31.6,
    zoom: 9.5,
    mapType: 'vector',
  });
});
