// Second tier (page): the page of a device
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectAsync } from 'mqtt';
import type { ApiClient } from '@farm3d/api';
import type { CallRecord } from '../support/call-record.ts';
import { PDF, picture } from '../support/fixtures.ts';
import { PageVisit } from '../support/page-visit.ts';
import { Person } from '../support/person.ts';
import { attach, errorUnder, openAsAdmin } from '../support/product-model-pages.ts';
import { realGlbPath } from '../support/real-glb.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// The page of a device on a real server: each of its parts is used by mouse and keyboard.

let server: RunningServer;
let api: ApiClient;
let visit: PageVisit;
let person: Person;
let record: CallRecord;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  visit = await PageVisit.begin(server);
});

afterAll(async () => {
  await visit?.end();
});

beforeEach(async () => {
  ({ person, record } = await visit.newPage());
});

/** Goes from home to a device, by the navigation and the search of the list. */
const openDevice = async (name: string): Promise<void> => {
  await person.fromHome('/iotManagement/devices');
  await person.type('device-search', name);
  await person.see('device-table', { 'data-total': '1' });
  await person.click('device-open');
  await person.see('device-page-name');
};

test('the page of a device has an address of its own, as has each of its parts, and the list is one step back', async () => {
  const { id } = await api.devices.create({ name: '墒情站 0042', productModelCode: 'TQ-3L' });
  await openDevice('0042');
  expect(new URL(person.page.url()).pathname).toBe(`/app/devices/${id}`);
  // Leaving a part ends its calls.
  await record.has('devices.sim');
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
    if (tab === 'control') await record.has('handles.ofDevice');
    await person.page.waitForNetworkIdle({ concurrency: 1, timeout: PATIENCE_MS });
  }
  await person.see('device-form');
  expect(new URL(person.page.url()).pathname).toBe(`/app/devices/${id}/settings`);
  await record.shows('device-page/own-page');
  await person.page.reload();
  await person.see('device-form');
  await person.page.goBack();
  await person.see('device-table', { 'data-total': '1' });
  await person.open('/app/devices/00000000-0000-4000-8000-000000000000');
  await person.see('device-not-found');
});

test('the page of a device edits every field; unsaved values survive a reload and a lost login', async () => {
  const { id } = await api.devices.create({ name: '地里的表', productModelCode: 'TQ-3L' });
  await person.open(`/app/devices/${id}/settings`);
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
  await visit.context.deleteCookie(...(await visit.context.cookies()));
  await openAsAdmin(person, server, `/app/devices/${id}/settings`);
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
    await attach(person, join(folder, '说明.pdf'));
    await person.click('device-save');
    await person.readUntil((text) => text === '请选择 .glb 或 .fbx 文件', 'material-says');
    await person.click('material-remove');
    await attach(person, realGlbPath());
    await person.click('device-save');
    await person.see('device-form', { 'data-dirty': 'false' });
    expect((await api.devices.get(id)).modelPath).toMatch(/^\/files\/[\w-]+\.glb/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the page of a device waits for the first message and turns green when it arrives', async () => {
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
  await record.shows('device-page/first-message');
});

test('the page of a gateway shows the devices behind it as they come, and lets one go', async () => {
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
  await record.shows('device-page/gateway');
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

test('the page of a device sets shared attributes, shares it with limits, and shows errors', async () => {
  const { id } = await api.devices.create({ name: '共享的表', productModelCode: 'TQ-3L' });
  await person.open(`/app/devices/${id}/attributes`);
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

test('the page of a valve limits how long it runs, and beside which others', async () => {
  const { id } = await api.devices.create({ name: '有时限的阀门', productModelCode: 'DCF-4' });
  await person.open(`/app/devices/${id}/control`);
  await person.type('field-maxRunMinutes', '20000');
  await person.click('device-interlock-save');
  await person.see('field-maxRunMinutes', { 'aria-invalid': 'true' });
  await person.type('field-maxRunMinutes', '30');
  await person.type('field-exclusion', '一号井');
  await person.click('device-interlock-save');
  await person.see('device-interlock', { 'data-dirty': 'false' });
  expect(await api.deviceLink.interlock(id)).toEqual({ maxRunMinutes: 30, exclusion: '一号井' });
});

test('the page of a device replaces its token, which is shown once', async () => {
  const { id, accessToken } = await api.devices.create({ name: '换令牌的表', productModelCode: 'TQ-3L' });
  const report = async (token: string): Promise<number> =>
    (
      await fetch(`${server.baseUrl}/api/v1/${token}/telemetry`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"soilMoisture20": 21}',
      })
    ).status;
  await person.open(`/app/devices/${id}/connect`);
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

test('the page of a device has its files and pictures, and only what was saved', async () => {
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
    await person.open(`/app/devices/${id}/files`);
    await attach(person, join(folder, '接线图.png'));
    await attach(person, join(folder, '说明.pdf'));
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
