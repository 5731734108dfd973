// Second tier (page): adding devices
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '@farm3d/api';
import { makeForeignUser } from '../http/second-organisation.ts';
import type { CallRecord } from '../support/call-record.ts';
import { PageVisit } from '../support/page-visit.ts';
import { Person } from '../support/person.ts';
import { errorUnder, pickFile } from '../support/product-model-pages.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// How devices come to the list: by the form, from a table, by themselves and by their code; and what they may be called.

let server: RunningServer;
let api: ApiClient;
let visit: PageVisit;
let person: Person;
let record: CallRecord;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  await api.devices.create({ name: '墒情站 0001', productModelCode: 'TQ-3L' });
  visit = await PageVisit.begin(server);
});

afterAll(async () => {
  await visit?.end();
});

beforeEach(async () => {
  ({ person, record } = await visit.newPage());
});

const total = (count: number): Promise<unknown> =>
  person.see('device-table', { 'data-total': String(count) });
const namesInSight = () =>
  person.page.$$eval('[data-testid="device-open"]', (links) => links.map((link) => link.textContent ?? ''));
const choose = async (field: string, value: string): Promise<void> => {
  await person.click(field);
  await person.click(`${field}-option`, { 'data-value': value });
};

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
  await person.fromHome('/iotManagement/devices');
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
  await record.shows('device-adding/added');
  // Its own page asks for it once more when it is gone.
  expect(person.complaints.filter((text) => !text.includes('404'))).toEqual([]);
});

test('the naming rule is found and changed by click and by keyboard, and names that are shared are told', async () => {
  const rule = async () => (await api.organisation.deviceNames()).unique;
  const group = await api.groups.create({ name: '命名规则组' });
  const twin = { name: '同名设备', productModelCode: 'TQ-3L' };
  await person.open('/iotManagement/devices');
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
    const session = await person.page.browser().target().createCDPSession();
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      browserContextId: visit.context.id!,
      downloadPath: folder,
    });
    const tables = {
      'none.csv': '温度,湿度\n1,2\n',
      'all.csv': '名称,型号,序列号\n导入 1,TQ-3L,SN-1\n导入 2,无此型号,\n导入 3,QX-9,\n墒情站 0001,TQ-3L,\n',
    };
    for (const [name, text] of Object.entries(tables)) await writeFile(join(folder, name), text);
    const { total: before } = await api.devices.count();
    await person.open('/iotManagement/devices');
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
  await person.fromHome('/iotManagement/devices');
  await person.click('device-adding');
  await person.click('menu-device-integrations');
  await person.click('integration-new');
  await person.click('integration-submit');
  await person.see('field-name', { 'aria-invalid': 'true' });
  await person.type('field-name', '东区网关群');
  await person.click('field-productModelCode');
  await person.click('field-productModelCode-option', { 'data-value': 'TQ-3L' });
  await person.click('integration-submit');
  await person.see('integration-made');
  const address = await person.read('integration-address');
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
  await person.click('integration-done');
  await person.seeNo('integration-made');
  await person.see('integration', { 'data-name': '东区网关群' });
  await person.click('integration-remove');
  await person.click('confirm-ok');
  await person.see('integrations-none');
  expect(await report()).toBe(401);
});

test('a device is claimed by its code, which is asked for and refused at the field', async () => {
  const neighbour = await makeForeignUser(server);
  const { code } = await neighbour.api.devices.claimCode(neighbour.deviceId);
  await person.fromHome('/iotManagement/devices');
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
  await record.shows('device-adding/claimed');
});
