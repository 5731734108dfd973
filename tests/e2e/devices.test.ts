// Second tier (page): the list of devices
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '@farm3d/api';
import type { CallRecord } from '../support/call-record.ts';
import { PageVisit } from '../support/page-visit.ts';
import type { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// The table of devices, on a real server with 5,000 of them.

const DEVICES = 5000;
const BATCH = 1000;

let server: RunningServer;
let api: ApiClient;
let visit: PageVisit;
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

test('the table is scrolled to its end without missing rows, with few rows in the page', async () => {
  await person.open('/iotManagement/devices');
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

test('the table is searched, filtered and sorted, and its address brings the same list again', async () => {
  await person.open('/iotManagement/devices');
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
  await person.open('/iotManagement/devices');
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

test('the table changes devices in bulk with progress, and reverts the change', async () => {
  const group = await api.groups.create({ name: '北区' });
  await person.fromHome('/iotManagement/devices');
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
