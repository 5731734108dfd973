// Second tier (page): statistics
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient, CreatedDevice } from '@farm3d/api';
import { PageVisit } from '../support/page-visit.ts';
import { cutNetwork, knowSockets } from '../support/network.ts';
import type { CallRecord } from '../support/call-record.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// The page about statistics, on a real server.

const PATH = '/iotManagement/statistics';

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
const part = (id: string, numbers: Record<string, string> = {}) => ({ 'data-id': id, ...numbers });
const charts = (lines: number) => ({ 'data-measure': 'messages', 'data-lines': String(lines) });

let farm: ReturnType<typeof makeFarm> | undefined;
/** Two devices; one is in a group and has sent three messages. */
const haveFarm = () => (farm ??= makeFarm());

async function makeFarm() {
  const probe = await api.devices.create({ name: '墒情站', productModelCode: 'TQ-3L' });
  await api.devices.create({ name: '气象站', productModelCode: 'QX-9' });
  const { id } = await api.groups.create({ name: '南区' });
  await api.deviceGroups.add(id, probe.id);
  await report(probe, 3);
  return { groupId: id, probeId: probe.id };
}

const square = (west: number, south: number, size: number) => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

async function report(probe: CreatedDevice, count: number): Promise<void> {
  const now = Date.now();
  const answer = await fetch(`${server.baseUrl}/api/v1/${probe.accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(
      Array.from({ length: count }, (_, at) => ({ ts: now - at, values: { soilMoisture20: 20 + at } })),
    ),
  });
  expect(answer.status).toBe(200);
}

test('without devices the page says what comes next', async () => {
  await person.open(PATH);
  await person.see('statistics-empty');
  await person.see('statistics-export', { disabled: '' });
});

test('devices and messages are counted by day, of all, by type and by group; the address brings the same page again', async () => {
  const { groupId, probeId } = await haveFarm();
  await person.fromHome(PATH);
  await person.see('statistics-part', part('', { 'data-devices': '2', 'data-messages': '3' }));
  await person.see('statistics-chart', charts(1));
  // The readout of the chart has today's number.
  await person.readUntil((text) => text.includes('全部设备3'), 'chart-messages-readout');

  await person.click('statistics-by-type');
  await person.see('statistics-chart', charts(2));
  // One of the two reported just now.
  await person.page.waitForFunction(
    (selector) => document.querySelector(selector)?.textContent === '1',
    {},
    `${Person.selector('statistics-part', part('TQ'))} ${Person.selector('statistics-online')}`,
  );
  await record.shows('statistics/by-type');
  await person.see('statistics-part', part('TQ', { 'data-devices': '1', 'data-silent': '0' }));
  await person.see('statistics-part', part('QX', { 'data-devices': '1', 'data-silent': '1' }));
  // A line fewer in the charts; the table keeps its row.
  await (await person.see('statistics-show')).click();
  await person.see('statistics-chart', charts(1));
  await person.see('statistics-parts', { 'data-count': '2' });

  await person.click('statistics-by-group');
  await person.readUntil((text) => text.includes('南区'), 'statistics-part', part(groupId));
  await person.see('statistics-part', part('', { 'data-devices': '1', 'data-silent': '1' }));
  await person.click('statistics-days-7');
  await person.page.waitForFunction(() => location.search === '?by=group&days=7');
  await person.page.reload();
  await person.see('statistics-days-7', { 'aria-pressed': 'true' });
  await person.see('statistics-part', part(groupId));

  await person.click('statistics-by-area');
  await person.see('statistics-no-map');
  const map = {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { adcode: 7, name: '西州', 'name:en': 'Westland' },
        geometry: { type: 'Polygon', coordinates: [square(100, 30, 4)] },
      },
    ],
  };
  await api.regions.saveMap({ parentCode: '', file: new Blob([JSON.stringify(map)]), name: 'a.geojson' });
  await api.devices.update(probeId, { longitude: 102, latitude: 32 });
  await person.page.reload();
  await person.readUntil((text) => text.includes('西州'), 'statistics-part', part('7'));
  await person.see('statistics-part', part('', { 'data-devices': '1' }));
  expect(person.complaints).toEqual([]);
});

test('by keyboard alone: the partition, a line of the charts, and the table as a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'farm3d-statistics-'));
  try {
    const session = await person.page.browser().target().createCDPSession();
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      browserContextId: visit.context.id!,
      downloadPath: folder,
    });
    await haveFarm();
    await person.open(PATH);
    await person.see('statistics-part');
    await person.reach(Person.selector('statistics-by-type'));
    await person.press('Enter');
    await person.see('statistics-parts', { 'data-count': '2' });
    await person.reach(Person.selector('statistics-show'));
    await person.press('Space');
    await person.see('statistics-chart', charts(1));
    await person.click('statistics-export');
    const file = join(folder, 'statistics-type.csv');
    await waitFor(async () => (await readdir(folder)).includes('statistics-type.csv'), {
      what: 'the exported file',
    });
    const [head, ...rows] = (await readFile(file, 'utf8')).split('\r\n');
    expect(head).toBe('\uFEFFday,id,name,devices,reporting,silent,messages');
    expect(rows).toHaveLength(2 * 30);
    expect(rows.find((row) => row.includes('"TQ"') && row.endsWith('"3"'))).toBeDefined();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('after the network was gone the page mends itself', async () => {
  await haveFarm();
  await knowSockets(person.page);
  await person.open(PATH);
  await person.see('statistics-part');
  await cutNetwork(person.page);
  await person.see('offline-banner');
  await person.click('statistics-days-90');
  // Numbers of other days would be wrong here.
  await person.page.waitForSelector('main [role="alert"]');
  await person.seeNo('statistics-parts');
  await person.page.setOfflineMode(false);
  await person.seeNo('offline-banner');
  await person.readUntil((text) => text.includes('90'), 'statistics-parts');
});
