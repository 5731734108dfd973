import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { launchBrowser } from '../support/browser.ts';
import { fillFarm, PAGES } from '../support/farm-at-work.ts';
import { Person } from '../support/person.ts';
import { startServer } from '../support/server.ts';

// Every page around the scene, with the demo farm. Their folder is docs/pictures, or the argument; further arguments name
// the pictures that are taken.

const FOLDER = resolve(process.argv[2] ?? join(import.meta.dirname, '../../docs/pictures'));
const WEBP_QUALITY = 84;
/** Taken in a way of their own: here, and home by `npm run pictures -- home`. */
const OTHERS = new Set(['home', 'groups', 'statistics', 'crops']);
const WANTED = new Set(process.argv.slice(3));
mkdirSync(FOLDER, { recursive: true });

const server = await startServer({ demo: true });
const browser = await launchBrowser();
try {
  const api = await server.client();
  const { devices, groupId } = await fillFarm(server, api, 'zh');
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  const person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
  const take = async (name: string): Promise<void> => {
    if (WANTED.size > 0 && !WANTED.has(name)) return;
    await page.waitForNetworkIdle({ concurrency: 1 });
    const file = join(FOLDER, `${name}.webp`) as `${string}.webp`;
    await page.screenshot({ path: file, type: 'webp', quality: WEBP_QUALITY });
    console.log(file);
  };
  await person.open(`/iotManagement/groups?group=${groupId}`);
  await person.see('member');
  await take('groups');
  await person.open('/iotManagement/statistics?by=type&days=30');
  await page.waitForSelector('[data-testid="chart-messages"] canvas');
  await take('statistics');
  await person.open('/iotManagement/crops');
  await person.see('crop-plan', { 'data-count': '3' });
  await take('crops');
  await person.click('palette-open');
  await person.focusIsAt('palette-query');
  await page.keyboard.type('设备');
  await person.see('palette-entry');
  await take('palette');
  await person.press('Escape');

  for (const [name, path, testId] of PAGES) {
    if (OTHERS.has(name)) continue;
    if (WANTED.size > 0 && !WANTED.has(name)) continue;
    await person.open(path);
    await person.see(testId);
    await take(name);
  }
  await person.open('/iotManagement/devices?view=map');
  await person.see('point-map', { 'data-ready': 'true' });
  await person.click('device-map-item');
  await take('devices-map');
  const probe = devices.find(({ productModelCode }) => productModelCode === 'TQ-3L')!;
  await person.open(`/app/devices/${probe.id}`);
  await person.readUntil((text) => /\d/.test(text), 'device-values');
  await take('device');
  await person.open(`/app/devices/${probe.id}/chart`);
  await page.waitForSelector('[data-testid="device-chart"] canvas');
  await take('device-chart');
  await person.open(`/app/devices/${probe.id}/connect`);
  await person.see('device-token-replace');
  await take('device-connect');
} finally {
  await browser.close();
  await server.stop();
}
