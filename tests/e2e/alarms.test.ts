import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser, BrowserContext } from 'puppeteer';
import type { ApiClient, CreatedDevice } from '@farm3d/api';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// The alarm centre on a real server: alarms are raised by readings that devices send.

const KEY = 'soilMoisture20';
const DEVICES = 100;
const SETTINGS = 10;
/** Requests at once. */
const LANES = 20;

let server: RunningServer;
let api: ApiClient;
let browser: Browser;
let context: BrowserContext;
let person: Person;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
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
const choose = async (field: string, value: string): Promise<void> => {
  await person.click(field);
  await person.click(`${field}-option`, { 'data-value': value });
};
const report = async ({ accessToken }: CreatedDevice, value: number): Promise<void> => {
  const answer = await fetch(`${server.baseUrl}/api/v1/${accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [KEY]: value }),
  });
  expect(answer.status).toBe(200);
};
/** Each item once, some at a time. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items];
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
const newDevice = (name: string): Promise<CreatedDevice> =>
  api.devices.create({ name, productModelCode: 'TQ-3L' });
const rowOf = (name: string): string => `//*[@data-testid="alarm-row"][contains(., "${name}")]`;

describe('one alarm', () => {
  test('is acknowledged by a key, shelved, assigned, remarked and cleared; the history says who did it', async () => {
    const device = await newDevice('东棚探头');
    await api.alarmSettings.save(device.id, [
      { name: '东棚偏干', severity: 'MAJOR', condition: { key: KEY, op: '<', value: 12 }, durationMs: 0 },
    ]);
    await open('/iotManagement/alarms');
    await person.see('alarms-empty');
    await report(device, 9);
    const row = await person.see('alarm-row');
    expect(await row.evaluate((element) => element.textContent)).toContain('9');
    // By keyboard alone: to the row, acknowledged, opened.
    await person.reach('[data-testid="alarm-row"]');
    await person.press('a');
    await expect.poll(async () => (await api.alarms.ofDevice(device.id)).items[0]?.acknowledged).toBe(true);
    await person.press('Enter');
    await person.see('alarm-panel');
    const id = new URL(person.page.url()).searchParams.get('alarm')!;
    await person.click('alarm-panel-shelve');
    await person.click('menu-shelve-60');
    await person.see('alarm-event', { 'data-kind': 'shelved' });
    await choose('alarm-panel-assign', (await api.auth.me()).userId);
    await person.see('alarm-event', { 'data-kind': 'assigned' });
    await person.type('alarm-comment', '泵已检查');
    await person.click('alarm-comment-send');
    await person.see('alarm-event', { 'data-kind': 'comment' });
    // Its address opens it again, though it is shelved and not in the list.
    await person.page.reload();
    await person.see('alarm-panel');
    await person.click('alarm-panel-clear');
    await person.see('alarm-event', { 'data-kind': 'cleared' });
    const { history } = await api.alarmHandling.details(id);
    expect(history.map(({ kind, user, text }) => [kind, user, text])).toEqual([
      ['raised', null, null],
      ['acknowledged', 'admin', null],
      ['shelved', 'admin', null],
      ['assigned', 'admin', null],
      ['comment', 'admin', '泵已检查'],
      ['cleared', 'admin', null],
    ]);
    await person.press('Escape');
    await person.see('alarms-empty');
    await person.click('alarms-past');
    await person.page.waitForSelector(`xpath/${rowOf('东棚偏干')}`);
    expect(new URL(person.page.url()).search).toBe('?state=cleared');
    expect(person.complaints).toEqual([]);
  });

  test('is found by scene, group, severity and text; the address brings the same list again', async () => {
    const [inside, outside] = [await newDevice('甲'), await newDevice('乙')];
    const scene = await api.scenes.create({ name: '一号棚' });
    await api.scenes.drag(scene.id, { deviceId: inside.id, position: { x: 1, y: 0, z: 1 } });
    const group = await api.groups.create({ name: '南区' });
    await api.deviceGroups.add(group.id, inside.id);
    for (const { id } of [inside, outside])
      await api.alarmSettings.save(id, [
        { name: '偏干', severity: 'CRITICAL', condition: { key: KEY, op: '<', value: 12 } },
      ]);
    await open(`/iotManagement/alarms?scene=${scene.id}`);
    await person.see('alarms-no-match');
    // Only the server knows which of the new alarms belong to the scene.
    await report(outside, 5);
    await report(inside, 5);
    await person.see('alarm-table', { 'data-total': '1' });
    await person.page.waitForSelector(`xpath/${rowOf('一号棚')}`);
    await choose('alarm-filter-scene', '');
    await person.see('alarm-table', { 'data-total': '2' });
    await choose('alarm-filter-group', group.id);
    await person.see('alarm-table', { 'data-total': '1' });
    await person.page.waitForSelector(`xpath/${rowOf('南区')}`);
    await person.click('alarm-severity', { 'data-severity': 'MINOR' });
    await person.see('alarms-no-match');
    await person.click('alarm-severity', { 'data-severity': 'CRITICAL' });
    await choose('alarm-filter-group', '');
    // One of them is two days old.
    await server.sql(
      "update alarm set raised_at = now() - interval '2 days' where device = (select key from device where id = $1)",
      [outside.id],
    );
    await choose('alarm-filter-age', 'day');
    await person.see('alarm-table', { 'data-total': '1' });
    await person.page.waitForSelector(`xpath/${rowOf('甲')}`);
    await choose('alarm-filter-age', 'older');
    await person.page.waitForSelector(`xpath/${rowOf('乙')}`);
    await person.see('alarm-table', { 'data-total': '1' });
    await choose('alarm-filter-age', 'week');
    await person.see('alarm-table', { 'data-total': '2' });
    await choose('alarm-filter-age', '');
    await person.type('alarm-search', '乙');
    await person.see('alarm-table', { 'data-total': '1' });
    const address = person.page.url();
    await person.page.goto(`${server.baseUrl}/iotManagement/alarms`);
    await person.see('alarm-table', { 'data-total': '2' });
    await person.page.goto(address);
    await person.see('alarm-table', { 'data-total': '1' });
    await person.page.waitForSelector(`xpath/${rowOf('乙')}`);
    expect(person.complaints).toEqual([]);
  });

  test('leads to its device in the scene, and to its values at that time', async () => {
    const device = await newDevice('丙');
    const scene = await api.scenes.create({ name: '二号棚' });
    await api.scenes.drag(scene.id, { deviceId: device.id, position: { x: 1, y: 0, z: 1 } });
    await api.alarmSettings.save(device.id, [
      { name: '丙偏干', condition: { key: KEY, op: '<', value: 12 } },
    ]);
    await open('/iotManagement/alarms?text=丙偏干');
    await person.see('alarms-no-match');
    await report(device, 5);
    await person.click('alarm-row');
    await person.click('alarm-to-chart');
    await person.see('device-chart');
    expect(new URL(person.page.url()).searchParams.get('key')).toBe(KEY);
    await person.page.goBack();
    await person.click('alarm-to-scene');
    // The card of the device is open: it was flown to and selected.
    await person.see('info-card');
    // The head of the scene counts its alarms and leads back to them.
    await person.click('scene-alarms');
    await person.see('alarm-table', { 'data-total': '1' });
    expect(new URL(person.page.url()).searchParams.get('scene')).toBe(scene.id);
  });
});

describe('a thousand alarms within seconds', () => {
  test('are each in the list once, ten rows of a hundred', async () => {
    const model = (await api.productModels.list()).items.find(({ code }) => code === 'TQ-3L')!;
    await api.alarmSettings.saveProduct(
      model.id,
      Array.from({ length: SETTINGS }, (_, index) => ({
        name: `低于 ${40 - index}`,
        condition: { key: KEY, op: '<' as const, value: 40 - index },
      })),
    );
    const devices: CreatedDevice[] = [];
    await each([...Array(DEVICES).keys()], async (index) =>
      devices.push(await newDevice(`探头 ${String(index + 1).padStart(3, '0')}`)),
    );
    await open('/iotManagement/alarms?text=低于');
    await person.see('alarms-no-match');
    // Each reading raises one alarm of its device.
    const readings = Array.from({ length: SETTINGS }, (_, index) =>
      devices.map((device) => ({ device, value: 39.5 - index })),
    ).flat();
    for (let first = 0; first < readings.length; first += DEVICES)
      await each(readings.slice(first, first + DEVICES), ({ device, value }) => report(device, value));
    await person.see('alarm-table', {
      'data-total': String(DEVICES * SETTINGS),
      'data-rows': String(SETTINGS),
    });
    expect(await person.attribute('alarm-count', 'data-count')).toBe(String(DEVICES * SETTINGS));
    // All storms opened by keyboard, from the last to the first.
    await person.reach('[data-testid="alarm-storm"]');
    await person.press('End');
    for (let row = SETTINGS - 1; row >= 0; row -= 1) {
      await person.focusIsAt('alarm-storm', { 'data-index': String(row) });
      await person.press('ArrowRight');
      await person.press('ArrowUp');
    }
    await person.see('alarm-table', { 'data-rows': String((DEVICES + 1) * SETTINGS) });
    const seen = await person.page.$eval('[data-testid="alarm-table"]', async (table) => {
      const keys: string[] = [];
      const known = new Set<string>();
      for (let top = 0; top <= table.scrollHeight; top += table.clientHeight / 2) {
        table.scrollTop = top;
        // Two frames: the rows of the new place are drawn in the next.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const inSight = [...table.querySelectorAll<HTMLElement>('[data-testid="alarm-row"]')].map(
          ({ dataset }) => dataset['key'] ?? '',
        );
        if (new Set(inSight).size < inSight.length) keys.push('twice');
        for (const key of inSight) if (!known.has(key)) keys.push(key);
        for (const key of inSight) known.add(key);
      }
      return keys;
    });
    const stored = await server.sql<{ id: string }>("select id from alarm where name like '低于%'");
    expect(seen.toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
    expect(stored).toHaveLength(DEVICES * SETTINGS);

    // A hundred of them acknowledged at once, with progress.
    await person.page.$eval('[data-testid="alarm-table"]', (table) => void (table.scrollTop = 0));
    const { x, y } = await person.whereIs('alarm-storm', { 'data-index': '0' });
    await person.page.mouse.move(x, y);
    await (await person.page.waitForSelector('[data-index="0"] [data-testid="alarm-select"]'))!.click();
    await person.see('alarm-bulk-count', { 'data-count': String(DEVICES) });
    await person.click('alarm-bulk-acknowledge');
    await person.see('bulk-done', { 'data-running': 'false' });
    await person.click('bulk-close');
    expect((await api.alarms.query({ acknowledged: true, text: '低于' })).total).toBe(DEVICES);
    // And commented on.
    await person.seeNo('bulk-progress');
    await person.click('alarm-select');
    await person.see('alarm-bulk-count', { 'data-count': String(DEVICES) });
    await person.click('alarm-bulk-comment');
    await person.type('alarm-comment', '同一阵干风');
    await person.click('alarm-comment-send');
    await person.see('bulk-done', { 'data-running': 'false' });
    await person.click('bulk-close');
    const commented = await server.sql<{ n: number }>(
      "select count(distinct alarm_id)::int as n from alarm_event where kind = 'comment' and detail ->> 'text' = '同一阵干风'",
    );
    expect(commented).toEqual([{ n: DEVICES }]);
    await api.alarmSettings.saveProduct(model.id, []);
    await person.see('alarms-no-match');
    expect(person.complaints).toEqual([]);
  });
});
