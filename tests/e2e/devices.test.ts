import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectAsync } from 'mqtt';
import type { Browser, BrowserContext } from 'puppeteer';
import type { ApiClient } from '@farm3d/api';
import { makeForeignUser } from '../security/second-organisation.ts';
import { launchBrowser } from '../support/browser.ts';
import { CallRecord } from '../support/call-record.ts';
import { PDF, picture } from '../support/fixtures.ts';
import { Person } from '../support/person.ts';
import { errorUnder, pickFile } from '../support/product-model-pages.ts';
import { realGlbPath } from '../support/real-glb.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';

// The pages about devices, on a real server with 5,000 of them.

const DEVICES = 5000;
const BATCH = 1000;

let server: RunningServer;
let api: ApiClient;
let browser: Browser;
let context: BrowserContext;
let person: Person;
let record: CallRecord;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  for (let first = 0; first < DEVICES; first += BATCH) {
    await api.devices.import(
      Array.from({ length: BATCH }, (_, at) => ({
        name: `墒情站 ${String(first + at + 1).padStart(4, '0')}`,
        productModelCode: (first + at) % 5 === 0 ? 'QX-9' : 'TQ-3L',
        thirdId: null,
        latitude: null,
        longitude: null,
      })),
    );
  }
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

beforeEach(async () => {
  context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1440, height: 900, deviceScaleFactor: 0.5 });
  person = new Person(page, server.baseUrl);
  record = new CallRecord(page);
});

afterEach(async () => {
  await context.close();
});

const open = async (path: string): Promise<void> => {
  await person.open(path);
  await person.type('login-username', 'admin');
  await person.type('login-password', server.adminPassword);
  await person.click('login-submit');
};
/** Chooses a file in the file section of a form, and waits until it is on the server. */
const attach = async (path: string): Promise<void> => {
  await pickFile(person, 'material-choose', path);
  await person.see('material-file', { 'data-name': basename(path) });
  await person.seeNo('material-progress');
};
/** Logs in at home, and opens a device by the navigation and the search of the list. */
const openDevice = async (name: string): Promise<void> => {
  await person.enter('/iotManagement/devices', server.adminPassword);
  await person.type('device-search', name);
  await total(1);
  await person.click('device-open');
  await person.see('device-page-name');
};
const total = (count: number): Promise<unknown> =>
  person.see('device-table', { 'data-total': String(count) });
const namesInSight = () =>
  person.page.$$eval('[data-testid="device-open"]', (links) => links.map((link) => link.textContent ?? ''));
const choose = async (field: string, value: string): Promise<void> => {
  await person.click(field);
  await person.click(`${field}-option`, { 'data-value': value });
};

describe('the table of 5,000 devices', () => {
  test('is scrolled to its end without missing rows, with few rows in the page', async () => {
    await open('/iotManagement/devices');
    await total(DEVICES);
    for (const index of [0, 777, 2500, DEVICES - 1]) {
      await person.page.evaluate(
        (share) => {
          const table = document.querySelector('[data-testid="device-table"]')!;
          table.scrollTop = share * (table.scrollHeight - table.clientHeight);
        },
        index / (DEVICES - 1),
      );
      await person.page.waitForFunction(
        (wanted) =>
          document.querySelector(`[data-testid="device-row"][data-index="${wanted}"]`) !== null &&
          document.querySelector('[data-testid="device-row-loading"]') === null,
        {},
        index,
      );
      const names = await namesInSight();
      expect(names).toContain(`墒情站 ${String(index + 1).padStart(4, '0')}`);
      // One after the other, none left out.
      const numbers = names.map((name) => Number(name.slice(4)));
      expect(numbers).toEqual(numbers.map((_, at) => numbers[0]! + at));
      expect(numbers.length).toBeLessThan(80);
    }
    expect(person.complaints).toEqual([]);
  });

  test('is searched, filtered and sorted, and its address brings the same list again', async () => {
    await open('/iotManagement/devices');
    await total(DEVICES);
    await choose('filter-model', 'QX-9');
    await total(1000);
    await choose('filter-silence', 'day');
    await choose('filter-state', 'offline');
    await person.type('device-search', '站 49');
    await total(20);
    await person.click('device-sort-name');
    await person.page.waitForFunction(
      () => document.querySelector('[data-testid="device-open"]')?.textContent === '墒情站 4996',
    );
    const address = person.page.url();
    await person.page.goto(`${server.baseUrl}/iotManagement/devices`);
    await total(DEVICES);
    await person.page.goto(address);
    await total(20);
    expect((await namesInSight())[0]).toBe('墒情站 4996');
    // A saved view is the same list by its name.
    await person.click('device-views');
    await person.type('device-view-name', '4900 以上的气象站');
    await person.click('device-view-save');
    await person.click('device-view', { 'data-name': '全部设备' });
    await total(DEVICES);
    await person.click('device-views');
    await person.click('device-view', { 'data-name': '4900 以上的气象站' });
    await total(20);
  });

  test('a report of a device changes its own row, and no other', async () => {
    const device = await api.devices.create({ name: '墒情站 0000', productModelCode: 'TQ-3L' });
    await open('/iotManagement/devices');
    await person.see('device-row', { 'data-device-id': device.id });
    await person.seeNo('device-row-loading');
    // The list of the visit before is shown at once, and replaced by the server's.
    await person.page.waitForNetworkIdle({ concurrency: 1, timeout: PATIENCE_MS });
    await person.page.evaluate(() => {
      const changed = new Set<string>();
      Object.assign(window, { changedRows: changed });
      new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          changed.add(element?.closest<HTMLElement>('[role="row"]')?.dataset['deviceId'] ?? 'the table');
        }
      }).observe(document.querySelector('[data-testid="device-table"]')!, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
    });
    const answer = await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ soilMoisture20: 20 }),
    });
    expect(answer.status).toBe(200);
    await person.readUntil((text) => text.includes('在线'), 'device-row', { 'data-device-id': device.id });
    // Nor does the number of devices online, which is counted anew.
    await person.readUntil((text) => text.includes('在线 1 台'), 'devices-count');
    const changed = await person.page.evaluate(() => [
      ...(window as unknown as { changedRows: Set<string> }).changedRows,
    ]);
    expect(changed).toEqual([device.id]);
    await api.devices.remove(device.id);
  });

  test('changes devices in bulk with progress, and reverts the change', async () => {
    const group = await api.groups.create({ name: '北区' });
    await person.enter('/iotManagement/devices', server.adminPassword);
    await person.type('device-search', '站 000');
    await total(9);
    const [box] = await person.page.$$('[data-testid="device-select"]');
    await box!.click();
    expect(await person.attribute('bulk-count', 'data-count')).toBe('1');
    await person.click('bulk-all');
    await person.see('bulk-count', { 'data-count': '9' });
    // The box in the head takes the choice back, and chooses all at once.
    await person.click('device-select-all');
    await person.seeNo('bulk-bar');
    await person.click('device-select-all');
    await person.see('bulk-count', { 'data-count': '9' });
    await person.click('bulk-group');
    await person.click(`menu-${group.id}`);
    await person.see('bulk-done', { 'data-running': 'false' });
    expect((await api.deviceGroups.list({ groupId: group.id })).total).toBe(9);
    await person.click('bulk-undo');
    await person.page.waitForFunction(
      () =>
        document.querySelector('[data-testid="bulk-undo"]') === null ||
        document.querySelector('[data-testid="bulk-done"]')?.getAttribute('data-running') === 'false',
    );
    await expect.poll(async () => (await api.deviceGroups.list({ groupId: group.id })).total).toBe(0);
    await record.shows('devices/bulk');
    await person.click('bulk-close');
    expect(person.complaints).toEqual([]);
  });
});

test('a device is added by its form, found by its area and on the map, and deleted', async () => {
  const [west, south] = [100, 30];
  const ring = [
    [west, south],
    [west + 4, south],
    [west + 4, south + 4],
    [west, south + 4],
    [west, south],
  ];
  const map = {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { adcode: 7, name: '西州', 'name:en': 'Westland' },
        geometry: { type: 'Polygon', coordinates: [ring] },
      },
    ],
  };
  await api.regions.saveMap({ parentCode: '', file: new Blob([JSON.stringify(map)]), name: 'a.geojson' });
  await person.enter('/iotManagement/devices', server.adminPassword);
  await person.click('device-new');
  await person.type('field-name', '坡上的表');
  await choose('field-productModelCode', 'TQ-3L');
  await person.type('field-place-longitude', '102');
  await person.type('field-place-latitude', '32');
  await person.click('device-create-submit');
  await person.see('device-token');
  await person.click('device-created-done');
  // The next one is mostly of the same model.
  await person.click('device-new');
  await person.readUntil((text) => text.includes('墒情'), 'field-productModelCode');
  await person.press('Escape');
  await person.seeNo('device-create');

  await person.click('field-filter-area');
  await person.click('area-option', { 'data-code': '7@' });
  await total(1);
  expect(new URL(person.page.url()).search).toBe('?area=7');
  await person.readUntil((text) => text === '西州', 'field-filter-area');
  await person.page.reload();
  await total(1);
  await person.readUntil((text) => text === '西州', 'field-filter-area');
  expect(await namesInSight()).toEqual(['坡上的表']);

  // On the map: its circle by mouse, the list beside it by keyboard.
  const { id } = (await api.devices.list({ name: '坡上的表' })).items[0]!;
  await person.click('devices-map-toggle');
  await person.see('device-map', { 'data-count': String((await api.devices.map()).total) });
  await person.see('point-map', { 'data-ready': 'true' });
  await person.reach(Person.selector('device-map-item', { 'data-device-id': id }));
  await person.press('Enter');
  await person.see('device-map-chosen', { 'data-device-id': id });
  await person.click('device-map-open');
  await person.click('device-tab-settings');
  await person.type('field-name', '坡下的表');
  await person.click('device-save');
  await person.page.waitForFunction(() => document.querySelector('h1')?.textContent === '坡下的表');
  await person.click('device-delete');
  await person.click('confirm-ok');
  await person.see('device-table');
  expect((await api.devices.list({ name: '坡' })).total).toBe(0);
  await record.shows('devices/added');
  // Its own page asks for it once more when it is gone.
  expect(person.complaints.filter((text) => !text.includes('404'))).toEqual([]);
});

describe('the page of a device', () => {
  test('has an address of its own, also for each of its parts, and the list is one step back', async () => {
    const { items } = await api.devices.list({ name: '墒情站 0042' });
    const { id } = items[0]!;
    await openDevice('0042');
    expect(new URL(person.page.url()).pathname).toBe(`/app/devices/${id}`);
    for (const tab of [
      'chart',
      'control',
      'alarms',
      'shares',
      'attributes',
      'files',
      'log',
      'connect',
      'settings',
    ]) {
      await person.click(`device-tab-${tab}`);
      // Leaving a part ends its calls.
      await person.page.waitForNetworkIdle({ concurrency: 1, timeout: PATIENCE_MS });
    }
    await person.see('device-form');
    expect(new URL(person.page.url()).pathname).toBe(`/app/devices/${id}/settings`);
    await record.shows('devices/own-page');
    await person.page.reload();
    await person.see('device-form');
    await person.page.goBack();
    await person.see('device-table', { 'data-total': '1' });
    await person.open('/app/devices/00000000-0000-4000-8000-000000000000');
    await person.see('device-not-found');
  });

  test('edits every field of the device; unsaved values survive a reload and a lost login', async () => {
    const { id } = await api.devices.create({ name: '地里的表', productModelCode: 'TQ-3L' });
    await open(`/app/devices/${id}/settings`);
    await person.type('field-name', '北角的表');
    await person.type('field-thirdId', 'T-1');
    await person.type('field-ledScreenWidth', '1.5');
    await person.click('device-save');
    await person.readUntil((text) => text.includes('1'), 'form-problem');
    await person.type('field-ledScreenWidth', '128');
    await person.type('field-place-longitude', '118.74');
    await person.type('field-place-latitude', '36.86');
    await person.click('field-displayed');
    await person.page.reload();
    await person.see('form-restored');
    // The login ends on this computer; another one brings the form back as it was.
    await person.page.evaluate(() => localStorage.removeItem('farm3d.session'));
    await context.deleteCookie(...(await context.cookies()));
    await open(`/app/devices/${id}/settings`);
    await person.see('form-restored');
    await person.click('device-save');
    await person.page.waitForFunction(
      () => document.querySelector<HTMLElement>('[data-testid="device-form"]')?.dataset['dirty'] === 'false',
    );
    expect(await api.devices.get(id)).toMatchObject({
      name: '北角的表',
      thirdId: 'T-1',
      ledScreenWidth: 128,
      ledScreenHeight: 48,
      longitude: 118.74,
      latitude: 36.86,
      displayed: false,
      modelPath: '/models/soil-probe.glb',
    });
    await person.page.reload();
    await person.see('device-form');
    await person.seeNo('form-restored');
    // Its own 3D model in the place of that of its product.
    const folder = await mkdtemp(join(tmpdir(), 'farm3d-model-'));
    try {
      await person.see('material-file', { 'data-name': 'soil-probe.glb' });
      await person.click('material-remove');
      await writeFile(join(folder, '说明.pdf'), PDF);
      await attach(join(folder, '说明.pdf'));
      await person.click('device-save');
      await person.readUntil((text) => text === '请选择 .glb 或 .fbx 文件', 'material-says');
      await person.click('material-remove');
      await attach(realGlbPath());
      await person.click('device-save');
      await person.see('device-form', { 'data-dirty': 'false' });
      expect((await api.devices.get(id)).modelPath).toMatch(/^\/files\/[\w-]+\.glb/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('waits for the first message and turns green when it arrives', async () => {
    const { accessToken } = await api.devices.create({ name: '新表', productModelCode: 'TQ-3L' });
    await openDevice('新表');
    await person.click('device-tab-connect');
    await person.see('first-message', { 'data-connected': 'false' });
    // As the line to copy says.
    const line = await person.readUntil((text) => text.includes('soilMoisture10'), 'connect-mqtt');
    const [, port, topic, message] = /-p (\d+) .*-t (\S+) -m '(.*)'/s.exec(line) ?? [];
    const client = await connectAsync({ port: Number(port), username: accessToken, reconnectPeriod: 0 });
    await client.publishAsync(topic!, message!, { qos: 1 });
    await client.endAsync();
    await person.see('first-message', { 'data-connected': 'true' });
    await record.shows('devices/first-message');
  });

  test('a gateway shows the devices behind it as they come, and lets one go', async () => {
    const { id, accessToken } = await api.devices.create({ name: '网关', productModelCode: 'WG-4G' });
    await openDevice('网关');
    await person.click('device-tab-connect');
    await person.see('device-gateway', { 'aria-checked': 'false' });
    await person.seeNo('gateway-devices');
    await person.click('device-gateway');
    await person.see('device-gateway', { 'aria-checked': 'true' });
    await person.see('gateway-devices', { 'data-count': '0' });
    const { mqttPort } = await api.devices.get(id);
    const client = await connectAsync({ port: mqttPort!, username: accessToken, reconnectPeriod: 0 });
    for (const name of ['子站 1', '子站 2'])
      await client.publishAsync('v1/gateway/telemetry', JSON.stringify({ [name]: [{ rssi: -70 }] }), {
        qos: 1,
      });
    await client.endAsync();
    await person.see('gateway-devices', { 'data-count': '2' });
    const [child] = (await api.devices.list({ name: '子站 1' })).items;
    const remove = await (
      await person.see('gateway-device', { 'data-device-id': child!.id })
    ).waitForSelector(Person.selector('gateway-device-remove'));
    await remove!.click();
    await person.click('confirm-ok');
    await person.see('gateway-devices', { 'data-count': '1' });
    expect((await api.devices.get(child!.id)).gatewayId).toBeNull();
    await record.shows('devices/gateway');
    const [other] = (await api.devices.list({ name: '子站 2' })).items;
    await (
      await person.see('gateway-device', { 'data-device-id': other!.id })
    ).$eval('a', (link) => link.click());
    await person.click('device-behind');
    await person.click('device-tab-connect');
    // With a device behind it, it is asked first.
    await person.see('gateway-devices', { 'data-count': '1' });
    await person.click('device-gateway');
    await person.click('confirm-ok');
    await person.see('device-gateway', { 'aria-checked': 'false' });
    expect((await api.devices.get(id)).gateway).toBe(false);
    expect(person.complaints).toEqual([]);
  });

  test('sets shared attributes, shares the device with limits, and shows errors', async () => {
    const { id } = await api.devices.create({ name: '共享的表', productModelCode: 'TQ-3L' });
    await open(`/app/devices/${id}/attributes`);
    await person.type('attribute-key', 'interval');
    await person.type('attribute-value', '60');
    await person.click('attribute-save');
    await expect.poll(() => api.deviceLink.shared(id)).toEqual({ interval: 60 });
    // Kept for the platform alone: after two minutes of silence it is offline.
    await person.type('server-attribute-key', 'inactivityTimeout');
    await person.type('server-attribute-value', '120000');
    await person.click('server-attribute-save');
    await expect.poll(async () => (await api.devices.get(id)).expectedReportS).toBe(120);
    await person.click('device-tab-shares');
    await person.type('field-username', 'nobody');
    await person.click('device-share-submit');
    await person.page.waitForFunction(() => document.body.textContent?.includes('没有可以共享的用户'));
    await person.click('device-claim');
    expect(await person.read('device-claim-code')).not.toBe('');
  });

  test('limits how long a valve runs, and beside which others', async () => {
    const { id } = await api.devices.create({ name: '有时限的阀门', productModelCode: 'DCF-4' });
    await open(`/app/devices/${id}/control`);
    await person.type('field-maxRunMinutes', '20000');
    await person.click('device-interlock-save');
    await person.see('field-maxRunMinutes', { 'aria-invalid': 'true' });
    await person.type('field-maxRunMinutes', '30');
    await person.type('field-exclusion', '一号井');
    await person.click('device-interlock-save');
    await person.see('device-interlock', { 'data-dirty': 'false' });
    expect(await api.deviceLink.interlock(id)).toEqual({ maxRunMinutes: 30, exclusion: '一号井' });
  });

  test('replaces the token of the device, which is shown once', async () => {
    const { id, accessToken } = await api.devices.create({ name: '换令牌的表', productModelCode: 'TQ-3L' });
    const report = async (token: string): Promise<number> =>
      (
        await fetch(`${server.baseUrl}/api/v1/${token}/telemetry`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"soilMoisture20": 21}',
        })
      ).status;
    await open(`/app/devices/${id}/connect`);
    await person.click('device-token-replace');
    await person.type('field-accessToken', '太短');
    await person.click('device-token-form-submit');
    await person.see('field-accessToken', { 'aria-invalid': 'true' });
    expect(await errorUnder(person, 'field-accessToken')).toBe('令牌须为 20 至 64 个字母、数字或 . _ ~ -');
    await person.type('field-accessToken', ' ');
    await person.click('field-kept');
    await person.click('field-kept-option', { 'data-value': '0' });
    await person.click('device-token-form-submit');
    await person.seeNo('device-token-form-dialog');
    expect(await person.read('device-token-former')).toBe('旧令牌已失效');
    const token = await person.read('device-token');
    // The lines to copy have it, too.
    expect(await person.read('connect-mqtt')).toContain(token);
    expect([await report(accessToken), await report(token)]).toEqual([401, 200]);
    await person.page.reload();
    await person.see('device-token-replace');
    await person.seeNo('device-token');
  });

  test('has its files and pictures on its page, and only what was saved', async () => {
    const { id } = await api.devices.create({ name: '有接线图的表', productModelCode: 'TQ-3L' });
    const folder = await mkdtemp(join(tmpdir(), 'farm3d-device-'));
    const stored = async () => {
      const { files = [] } = (await api.deviceLink.attributes(id)).server;
      return (await api.files.list(files as string[])).items.map(({ originalName }) => originalName);
    };
    const saved = () => person.see('device-files', { 'data-dirty': 'false' });
    try {
      await writeFile(join(folder, '接线图.png'), picture(40, 30));
      await writeFile(join(folder, '说明.pdf'), PDF);
      await open(`/app/devices/${id}/files`);
      await attach(join(folder, '接线图.png'));
      await attach(join(folder, '说明.pdf'));
      await person.click('device-files-save');
      await saved();
      expect(await stored()).toEqual(['接线图.png', '说明.pdf']);
      await person.page.reload();
      await person.see('material-file', { 'data-name': '说明.pdf' });
      await person.page
        .locator(`${Person.selector('material-file', { 'data-name': '接线图.png' })} p button`)
        .click();
      await person.see('image-viewer');
      await person.press('Escape');
      await person.seeNo('image-viewer');
      // The first row is the picture: it is gone from the list of all files, too.
      await person.click('material-remove');
      await person.seeNo('material-file', { 'data-name': '接线图.png' });
      await person.click('device-files-save');
      await saved();
      expect(await stored()).toEqual(['说明.pdf']);
      expect((await api.files.search({ name: '接线图' })).total).toBe(0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

test('the naming rule is found and changed by click and by keyboard, and names that are shared are told', async () => {
  const rule = async () => (await api.organisation.deviceNames()).unique;
  const group = await api.groups.create({ name: '命名规则组' });
  const twin = { name: '同名设备', productModelCode: 'TQ-3L' };
  await open('/iotManagement/devices');
  await person.click('device-names');
  await person.see('device-names-scope', { 'data-value': 'organisation', 'aria-checked': 'true' });
  await person.seeNo('device-names-shared');
  await person.click('device-names-scope', { 'data-value': 'group' });
  await person.readUntil((text) => text.includes('不同分组之间可以重名'), 'device-names-hint');
  // Without a network it is not saved, and the choice stays.
  await person.page.setOfflineMode(true);
  await person.click('device-names-save');
  await person.see('device-names-problem');
  expect(await rule()).toBe('organisation');
  await person.page.setOfflineMode(false);
  await person.click('device-names-save');
  await person.seeNo('device-names-dialog');
  expect(await rule()).toBe('group');

  const first = await api.devices.create(twin);
  await api.deviceGroups.add(group.id, first.id);
  const second = await api.devices.create(twin);
  await person.click('user-menu');
  await person.click('menu-en');
  await person.reach('[data-testid="device-names"]');
  await person.press('Enter');
  await person.see('device-names-scope', { 'data-value': 'group', 'aria-checked': 'true' });
  await person.reach('[data-testid="device-names-scope"]');
  await person.press('ArrowLeft');
  await person.readUntil(
    (text) => text.includes('share (1): 同名设备') && text.includes('keep their names'),
    'device-names-shared',
  );
  await person.reach('[data-testid="device-names-save"]');
  await person.press('Enter');
  await person.seeNo('device-names-dialog');
  expect(await rule()).toBe('organisation');
  expect(person.complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  for (const { id } of [first, second]) await api.devices.remove(id);
});

test('a table is looked at before its devices are created; their tokens are saved, and the import is undone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'farm3d-import-'));
  try {
    const session = await browser.target().createCDPSession();
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      browserContextId: context.id!,
      downloadPath: folder,
    });
    const tables = {
      'none.csv': '温度,湿度\n1,2\n',
      'all.csv': '名称,型号,序列号\n导入 1,TQ-3L,SN-1\n导入 2,无此型号,\n导入 3,QX-9,\n墒情站 0001,TQ-3L,\n',
    };
    for (const [name, text] of Object.entries(tables)) await writeFile(join(folder, name), text);
    const { total: before } = await api.devices.count();
    await open('/iotManagement/devices');
    await total(before);
    await person.click('device-adding');
    await person.click('menu-device-import');
    await pickFile(person, 'device-import-choose', join(folder, 'none.csv'));
    await person.readUntil((text) => text.includes('“名称”和“产品型号”'), 'device-import-problem');
    await pickFile(person, 'device-import-choose', join(folder, 'all.csv'));
    await person.readUntil((text) => text === 'all.csv：2 台可以导入，2 行有误', 'device-import-status');
    await person.seeNo('device-import-problem');
    const rows = await person.page.$$eval(Person.selector('device-import-row'), (found) =>
      found.map((row) => [row.getAttribute('data-row'), row.getAttribute('data-field')]),
    );
    expect(rows).toEqual([
      ['3', 'productModelCode'],
      ['5', 'name'],
      ['2', ''],
      ['4', ''],
    ]);
    expect((await api.devices.count()).total).toBe(before);

    await person.click('device-import-submit');
    await person.readUntil((text) => text === '已创建 2 台设备', 'device-import-created');
    await total(before + 2);
    // The tokens are given once: a key that closes other dialogs does not close this one.
    await person.press('Escape');
    await person.click('device-import-save');
    await waitFor(async () => (await readdir(folder)).includes('tokens.csv'), { what: 'the tokens' });
    const [, first = ''] = (await readFile(join(folder, 'tokens.csv'), 'utf8')).split('\r\n');
    const token = /"([^"]+)"$/.exec(first)?.[1] ?? '';
    const answer = await fetch(`${server.baseUrl}/api/v1/${token}/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ soilMoisture20: 20 }),
    });
    expect([first.startsWith('"导入 1"'), answer.status]).toEqual([true, 200]);
    await person.click('device-import-undo');
    await person.seeNo('device-import');
    await person.readUntil((text) => text.includes('2 台设备已删除'), 'toast');
    await total(before);
    expect(person.complaints.filter((text) => !text.includes('400'))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a LoRaWAN network is given an address that is shown once, and brings its devices', async () => {
  const devEui = '24e124136b502217';
  await person.enter('/iotManagement/devices', server.adminPassword);
  await person.click('device-adding');
  await person.click('menu-device-networks');
  await person.click('network-submit');
  await person.see('field-name', { 'aria-invalid': 'true' });
  await person.type('field-name', '东区网关群');
  await person.click('field-productModelCode');
  await person.click('field-productModelCode-option', { 'data-value': 'TQ-3L' });
  await person.click('network-submit');
  await person.see('network-created', { 'data-name': '东区网关群' });
  const address = await person.read('network-address');
  const report = async (): Promise<number> =>
    (
      await fetch(`${address}?event=up`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          deduplicationId: randomUUID(),
          time: new Date().toISOString(),
          deviceInfo: { tenantName: 't', applicationName: 'a', deviceName: '远处的探头', devEui, tags: {} },
          fCnt: 1,
          fPort: 2,
          object: { soilMoisture20: 21.5 },
        }),
      })
    ).status;
  expect(await report()).toBe(200);
  expect((await api.devices.list({ name: devEui })).items[0]?.devEui).toBe(devEui);
  await person.click('network-remove');
  await person.click('confirm-ok');
  await person.seeNo('network');
  await person.seeNo('network-created');
  expect(await report()).toBe(401);
  await person.click('networks-close');
});

test('a device is claimed by its code, which is asked for and refused at the field', async () => {
  const neighbour = await makeForeignUser(server);
  const { code } = await neighbour.api.devices.claimCode(neighbour.deviceId);
  await person.enter('/iotManagement/devices', server.adminPassword);
  await person.reach(Person.selector('device-adding'));
  await person.press('Enter');
  await person.see('menu-device-claim');
  await person.press('End');
  await person.press('Enter');
  await person.focusIsAt('field-code');
  await person.press('Enter');
  await person.see('field-code', { 'aria-invalid': 'true' });
  await person.type('field-code', 'not-a-code');
  await person.press('Enter');
  await waitFor(async () => (await errorUnder(person, 'field-code')) === '验证码无效或已过期', {
    what: 'the refusal at the field',
  });
  await person.type('field-code', code);
  await person.press('Enter');
  await person.page.waitForFunction(
    (path) => location.pathname === path && document.querySelector('h1')?.textContent === '邻居的设备',
    {},
    `/app/devices/${neighbour.deviceId}`,
  );
  expect((await api.devices.get(neighbour.deviceId)).name).toBe('邻居的设备');
  await record.shows('devices/claimed');
});
