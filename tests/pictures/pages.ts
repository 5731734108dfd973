import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer } from '../support/server.ts';

// Pages around the scene, with the demo farm: groups, statistics by type, the plan of crops, and the command palette. Their folder is
// docs/pictures, or the argument.

const FOLDER = resolve(process.argv[2] ?? join(import.meta.dirname, '../../docs/pictures'));
const WEBP_QUALITY = 84;

mkdirSync(FOLDER, { recursive: true });

const server = await startServer({ demo: true });
const browser = await launchBrowser();
try {
  const api = await server.client();
  const south = await api.groups.create({ name: '南区' });
  const house = await api.groups.create({ name: '番茄温室', parentId: south.id });
  await api.groups.create({ name: '北区' });
  const { items } = await api.devices.list({ pageSize: 100 });
  for (const [at, { id }] of items.entries()) await api.deviceGroups.add(at % 2 ? south.id : house.id, id);
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  const person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
  const take = async (name: string): Promise<void> => {
    await page.waitForNetworkIdle({ concurrency: 1 });
    const file = join(FOLDER, `${name}.webp`) as `${string}.webp`;
    await page.screenshot({ path: file, type: 'webp', quality: WEBP_QUALITY });
    console.log(file);
  };
  await person.open(`/iotManagement/groups?group=${house.id}`);
  await person.see('member');
  await take('groups');
  await person.open('/iotManagement/statistics?by=type&days=30');
  await page.waitForSelector('[data-testid="chart-messages"] canvas');
  await take('statistics');
  const days = (n: number): string => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10);
  await api.crops.createPlants([
    { crop: '黄瓜', name: '东区黄瓜', growTime: days(40) },
    { crop: '生菜', name: '北区生菜', growTime: days(20) },
  ]);
  await person.open('/iotManagement/crops');
  await person.see('crop-plan', { 'data-count': '3' });
  await take('crops');
  await person.click('palette-open');
  await person.focusIsAt('palette-query');
  await page.keyboard.type('设备');
  await person.see('palette-entry');
  await take('palette');
} finally {
  await browser.close();
  await server.stop();
}
