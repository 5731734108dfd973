// Second tier (page): each step of an alarm
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import type { ApiClient, CreatedDevice } from '@farm3d/api';
import { launchBrowser } from '../support/browser.ts';
import { CallRecord } from '../support/call-record.ts';
import { declaredCalls, recordCalls } from '../support/declared-calls.ts';
import { finger, keyboard, mouse, type Hand } from '../support/hand.ts';
import { Person } from '../support/person.ts';
import { openAsAdmin } from '../support/product-model-pages.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// A setting tried and saved, its alarm from the map's number to the thing and to its end: by mouse, by finger, by
// keyboard alone. Each of them makes every call of alarms.

const KEY = 'soilMoisture20';
const OTHER = 'soilMoisture40';
const HOUR = 3_600_000;
const DAYS = 3;
const DESKTOP = { width: 1440, height: 900, deviceScaleFactor: 0.5 };
const PHONE = { width: 390, height: 844, deviceScaleFactor: 1, hasTouch: true, isMobile: true };
/** For more readings than a call takes: in the test of jobs. `list` is for other programs. */
const OF_JOBS = new Set(['alarmTrials.start', 'alarmTrials.get', 'alarmTrials.remove', 'alarmTrials.list']);

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

const report = async ({ accessToken }: CreatedDevice, body: unknown): Promise<void> => {
  const answer = await fetch(`${server.baseUrl}/api/v1/${accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
};

/** The editor asked for measured values that alarms may use. */
const offersOnlyForAlarms = (query: URLSearchParams | undefined): void =>
  expect(Object.fromEntries(query ?? [])).toMatchObject({ attributeType: '0', alarmUse: '1' });

/** A probe in a scene of its own, drier above than below for an hour of each day. */
async function probeInScene(name: string) {
  const device = await api.devices.create({ name, productModelCode: 'TQ-3L' });
  const scene = await api.scenes.create({ name: `${name}的棚`, longitude: 100, latitude: 30 });
  await api.scenes.drag(scene.id, { deviceId: device.id, position: { x: 1, y: 0, z: 1 } });
  const hours = DAYS * 24;
  await report(
    device,
    Array.from({ length: hours }, (_, hour) => ({
      ts: Date.now() - (hours - hour) * HOUR,
      values: { [KEY]: hour % 24 === 12 ? 9 : 30, [OTHER]: 20 },
    })),
  );
  return { device, scene };
}

/** Writes "drier than the deeper value less 5" into the open form, and sees what it would have raised. */
async function write(person: Person, hand: Hand, name: string): Promise<void> {
  await hand.press('alarm-setting-add');
  await hand.fill('field-name', name);
  await hand.choose('field-key', 'field-key-option', { 'data-value': KEY });
  await hand.choose('field-op', 'field-op-option', { 'data-value': '<' });
  await hand.choose('field-than', 'field-than-option', { 'data-value': 'key' });
  await hand.choose('field-otherKey', 'field-otherKey-option', { 'data-value': OTHER });
  await hand.fill('field-added', '-5');
}

test.each([
  ['mouse', mouse, DESKTOP],
  ['finger', finger, PHONE],
  ['keyboard', keyboard, DESKTOP],
] as const)('a setting and its alarm from the first word to the end, by %s', async (by, handOf, viewport) => {
  const { device, scene } = await probeInScene(`${by}的探头`);
  const model = (await api.productModels.list()).items.find(({ code }) => code === 'TQ-3L')!;
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(viewport);
  const person = new Person(page, server.baseUrl);
  const hand = handOf(person);
  const calls = recordCalls(page);
  const record = new CallRecord(page);
  const go = (path: string) => page.goto(`${server.baseUrl}${path}`);

  // For every device of the model first: tried on all of them, and saved switched off afterwards.
  await openAsAdmin(person, server, `/iotManagement/productModels/${model.id}`);
  await write(person, hand, '型号偏干');
  await person.see('alarm-trial-device', { 'data-count': String(DAYS) });
  await hand.press('alarm-setting-save');
  await person.see('alarm-setting');
  offersOnlyForAlarms(calls.get('productModels.attributes'));
  await hand.press('alarm-setting-switch');
  await person.see('alarm-setting', { 'data-enabled': 'false' });
  await waitFor(
    async () => (await api.alarmSettings.ofProduct(model.id)).items.every(({ enabled }) => !enabled),
    { what: 'the template to be off' },
  );

  // Of one device, with an order for each alarm.
  await go(`/app/devices/${device.id}/alarms`);
  await write(person, hand, `${by}偏干`);
  await person.see('alarm-trial-sum', { 'data-count': String(DAYS), 'data-total-ms': String(DAYS * HOUR) });
  await hand.press('field-workOrder');
  await hand.press('alarm-setting-save');
  await person.seeNo('alarm-setting-dialog');
  offersOnlyForAlarms(calls.get('productModels.attributes'));
  expect((await api.alarmSettings.list(device.id)).items).toMatchObject([
    {
      name: `${by}偏干`,
      condition: { key: KEY, op: '<', value: -5, than: { key: OTHER } },
      workOrder: true,
    },
    { name: '型号偏干', inherited: true },
  ]);

  // It happens; the number on the map leads to it.
  await report(device, { [KEY]: 8, [OTHER]: 20 });
  const alarm = await waitFor(async () => (await api.alarms.ofDevice(device.id)).items[0] ?? null);
  await waitFor(async () => (await api.alarmHandling.details(alarm.id)).workOrders.length > 0, {
    what: 'its order',
  });
  await go('/app/region');
  await hand.press('region-site-alarms', { 'data-scene-id': scene.id });
  await person.see('alarm-table', { 'data-total': '1' });
  await hand.press('alarm-row');
  await person.see('alarm-panel');
  await hand.press('alarm-panel-acknowledge');
  await person.see('alarm-event', { 'data-kind': 'acknowledged' });
  await hand.choose('alarm-panel-shelve', 'menu-shelve-60');
  await person.see('alarm-event', { 'data-kind': 'shelved' });
  const { userId } = await api.auth.me();
  await hand.choose('alarm-panel-assign', 'alarm-panel-assign-option', { 'data-value': userId });
  await person.see('alarm-event', { 'data-kind': 'assigned' });
  await hand.fill('alarm-comment', '泵已检查');
  await hand.press('alarm-comment-send');
  await person.see('alarm-event', { 'data-kind': 'comment' });

  // To its order, to its chart at that instant, to the thing in its scene, each time back to it.
  await hand.press('alarm-to-order');
  await person.see('order-panel');
  await page.goBack();
  await person.see('alarm-panel');
  await hand.press('alarm-to-chart');
  await person.see('device-chart');
  const chart = new URL(page.url()).searchParams;
  expect([chart.get('at'), chart.get('key')]).toEqual([String(alarm.raisedAt), KEY]);
  await waitFor(() => calls.has('alarmSettings.ofAttribute'), { what: 'the thresholds of the attribute' });
  await page.goBack();
  await person.see('alarm-panel');
  await hand.press('alarm-to-scene');
  await person.see('info-card');
  await page.goBack();
  await person.see('alarm-panel');
  await hand.press('alarm-panel-clear');
  await person.see('alarm-event', { 'data-kind': 'cleared' });
  await person.press('Escape');
  await person.seeNo('alarm-panel');

  expect((await api.alarmHandling.details(alarm.id)).history.map(({ kind }) => kind)).toEqual([
    'raised',
    'acknowledged',
    'shelved',
    'assigned',
    'comment',
    'cleared',
  ]);
  await record.shows('alarm-journey');
  const nouns = ['alarms', 'alarmHandling', 'alarmSettings', 'alarmTrials'] as const;
  const wanted = declaredCalls(nouns);
  expect(wanted).toEqual(expect.arrayContaining([...declaredCalls(nouns, 'specification')]));
  expect([...calls.keys()].filter((name) => wanted.includes(name)).toSorted()).toEqual(
    wanted.filter((name) => !OF_JOBS.has(name)),
  );
  expect(person.complaints).toEqual([]);
  await api.alarmSettings.saveProduct(model.id, []);
  await context.close();
});
