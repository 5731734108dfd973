import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Device } from '@farm3d/api';
import { launchBrowser } from '../support/browser.ts';
import { picture } from '../support/fixtures.ts';
import { Person } from '../support/person.ts';
import { startServer } from '../support/server.ts';

// Every page around the scene, with the demo farm. Their folder is docs/pictures, or the argument; further arguments name
// the pictures that are taken.

const FOLDER = resolve(process.argv[2] ?? join(import.meta.dirname, '../../docs/pictures'));
const WEBP_QUALITY = 84;
const WANTED = new Set(process.argv.slice(3));
/** Pages that need nothing but their address: picture, path, and the element that is waited for. */
const PLAIN = [
  ['scenes', '/iotManagement/intelligence/scene', 'scene-list-item'],
  ['devices', '/iotManagement/devices', 'device-row'],
  ['shares', '/iotManagement/shares', 'share-new'],
  ['product-models', '/iotManagement/productModels', 'models'],
  ['alarms', '/iotManagement/alarms', 'alarm-row'],
  ['automations', '/iotManagement/linkages', 'linkages'],
  ['work-orders', '/iotManagement/workOrders', 'order-board'],
  ['notifications', '/app/notifications', 'notifications'],
  ['agronomy', '/app/agronomy', 'irrigation-chart'],
  ['users', '/iotManagement/users', 'users'],
  ['departments', '/iotManagement/departments', 'departments'],
  ['logs', '/iotManagement/logs', 'logs'],
  ['files', '/iotManagement/files', 'files'],
  ['help', '/app/help', 'article'],
  ['account', '/app/account', 'sessions'],
  ['organisations', '/iotManagement/organisations', 'organisation-row'],
] as const;

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
    if (WANTED.size > 0 && !WANTED.has(name)) return;
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
  await person.press('Escape');

  await fillPages(items);
  for (const [name, path, testId] of PLAIN) {
    if (WANTED.size > 0 && !WANTED.has(name)) continue;
    await person.open(path);
    await person.see(testId);
    await take(name);
  }
  await person.open('/iotManagement/devices?view=map');
  await person.see('point-map', { 'data-ready': 'true' });
  await person.click('device-map-item');
  await take('devices-map');
  const probe = items.find(({ productModelCode }) => productModelCode === 'TQ-3L')!;
  await person.open(`/app/devices/${probe.id}`);
  await person.readUntil((text) => /\d/.test(text), 'device-values');
  await take('device');
  await person.open(`/app/devices/${probe.id}/chart`);
  await page.waitForSelector('[data-testid="device-chart"] canvas');
  await take('device-chart');

  /** What a farm at work has: people, orders, automations, files, a share. */
  async function fillPages(devices: readonly Device[]): Promise<void> {
    const [mine] = devices;
    const { id: departmentId } = await api.organisation.createDepartment({ name: '种植部' });
    await api.organisation.createDepartment({ name: '温室组', parentId: departmentId });
    for (const [username, displayName, role] of [
      ['zhang', '张工', 'technician'],
      ['liu', '刘农艺师', 'agronomist'],
      ['chen', '陈场长', 'admin'],
    ] as const)
      await api.users.create({ username, displayName, roles: [role], departmentId });
    for (const [title, priority, hours] of [
      ['检查东区滴灌带', 'high', -20],
      ['清洗土壤探头', 'normal', 30],
      ['更换水泵滤网', 'urgent', 5],
    ] as const)
      await api.workOrders.create({
        title,
        priority,
        deadline: Date.now() + hours * 3_600_000,
        ...(mine ? { deviceId: mine.id } : {}),
      });
    await api.articles.publish({ kind: 'tutorial', title: '安装土壤探头', content: '先挖到 40 厘米。' });
    await api.files.upload(new Blob(['合同']), '合同.txt');
    await api.files.upload(new Blob([picture(64, 64)]), '一号温室.png');
    const valve = devices.find(({ productModelCode }) => productModelCode === 'DCF-4');
    if (valve)
      await api.linkages.create({
        name: '旱则灌二十分钟',
        trigger: { type: 'cron', expression: '0 5 * * *' },
        actions: [
          { type: 'command', deviceId: valve.id, method: 'switchValve', params: { open: true, minutes: 20 } },
        ],
      });
  }
} finally {
  await browser.close();
  await server.stop();
}
