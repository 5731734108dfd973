// Second tier (page): settings of alarms
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient, Condition, CreatedDevice } from '@farm3d/api';
import { PageVisit } from '../support/page-visit.ts';
import { Person } from '../support/person.ts';
import { errorUnder } from '../support/product-model-pages.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';

// The alarm settings of a device on a real server: tried on readings of the past, saved, and raising alarms.

const KEY = 'soilMoisture20';
const HOUR = 3_600_000;
const DAYS = 10;
const MOIST = 30;
const DRY = 9;
/** Hours before now: dry for three hours, and for one. */
const DRY_HOURS = new Set([120, 119, 118, 48]);

let server: RunningServer;
let api: ApiClient;
let visit: PageVisit;
let person: Person;

beforeAll(async () => {
  server = await startServer({ demo: false });
  api = await server.client();
  visit = await PageVisit.begin(server);
});

afterAll(async () => {
  await visit?.end();
});

beforeEach(async () => {
  ({ person } = await visit.newPage());
});

const report = async ({ accessToken }: CreatedDevice, body: unknown): Promise<void> => {
  const answer = await fetch(`${server.baseUrl}/api/v1/${accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
};
/** A device with a reading for each hour of the last days. */
async function deviceWithPast(name: string): Promise<CreatedDevice> {
  const device = await api.devices.create({ name, productModelCode: 'TQ-3L' });
  const now = Date.now();
  await report(
    device,
    Array.from({ length: DAYS * 24 }, (_, at) => {
      const ago = DAYS * 24 - at;
      return { ts: now - ago * HOUR, values: { [KEY]: DRY_HOURS.has(ago) ? DRY : MOIST } };
    }),
  );
  return device;
}
const open = (id: string): Promise<void> => person.open(`/app/devices/${id}/alarms`);
const choose = async (field: string, value: string): Promise<void> => {
  await person.click(field);
  await person.click(`${field}-option`, { 'data-value': value });
};
const inEnglish = async (): Promise<void> => {
  await person.click('user-menu');
  await person.click('menu-en');
  await person.page.waitForFunction(() => document.documentElement.lang === 'en');
};
/** What the trial found: alarms, and hours in total and of the longest. */
const found = (count: number, totalHours: number, longestHours: number): Promise<unknown> =>
  person.see('alarm-trial-sum', {
    'data-count': String(count),
    'data-total-ms': String(totalHours * HOUR),
    'data-longest-ms': String(longestHours * HOUR),
  });
/** Fills in 'drier than 12 %', by clicks and keys. */
async function fillIn(name: string): Promise<void> {
  await person.click('alarm-setting-add');
  await person.see('alarm-trial', { 'data-state': 'incomplete' });
  await person.type('field-name', name);
  await choose('field-key', KEY);
  await choose('field-op', '<');
  await person.type('field-bound', '12');
}

describe('a new alarm setting', () => {
  test('is tried on the past while it is typed, saved, listed as a sentence, and raises the next alarm', async () => {
    const device = await deviceWithPast('试算的探头');
    await open(device.id);
    await fillIn('偏干');
    await found(2, 4, 3);
    expect(await person.read('alarm-trial-sum')).toBe(
      '过去 30 天会产生 2 次告警，共 4 小时 0 分钟，最长的 3 小时 0 分钟。',
    );
    await person.see('alarm-trial-chart');
    // Held for two hours only once; what the server finds over the calls is what is shown.
    await person.type('field-duration', '120');
    await found(1, 1, 1);
    const { intervals } = await api.alarmSettings.tryOut(device.id, {
      condition: { key: KEY, op: '<', value: 12 },
      durationMs: 2 * HOUR,
    });
    expect(intervals).toHaveLength(1);
    await person.type('field-bound', '5');
    await found(0, 0, 0);
    expect(await person.read('alarm-trial-sum')).toBe('过去 30 天不会产生告警。');
    await person.type('field-bound', '12');
    await person.type('field-duration', '0');
    await found(2, 4, 3);
    await person.click('alarm-setting-save');
    await person.seeNo('alarm-setting-dialog');
    await person.readUntil((text) => text.endsWith('低于 12 %'), 'alarm-setting-text');
    expect((await api.alarmSettings.list(device.id)).items).toMatchObject([
      { name: '偏干', identify: KEY, enabled: true, condition: { key: KEY, op: '<', value: 12 } },
    ]);
    await person.seeNo('device-alarm');
    await report(device, { [KEY]: DRY });
    await person.see('device-alarm', { 'data-active': 'true' });
    expect(person.complaints).toEqual([]);
  });

  test('has every field of the server, which come back when it is opened', async () => {
    const device = await deviceWithPast('所有字段');
    await open(device.id);
    await fillIn('全部');
    await person.type('field-hysteresis', '2.5');
    await choose('field-severity', 'MAJOR');
    await person.type('field-duration', '10');
    await person.type('field-repeat', '3');
    await person.type('field-clearDuration', '5');
    await person.click('field-scheduled');
    await person.type('field-timeZone', 'Asia/Urumqi');
    await person.type('field-reminder', '60');
    await person.type('field-after0', '30');
    await choose('field-afterSeverity0', 'CRITICAL');
    await person.click('field-workOrder');
    await person.click('alarm-setting-save');
    await person.seeNo('alarm-setting-dialog');
    const wanted = {
      name: '全部',
      severity: 'MAJOR',
      condition: { key: KEY, op: '<', value: 12, hysteresis: 2.5 },
      durationMs: 600_000,
      repeat: 3,
      clearDurationMs: 300_000,
      schedule: { timeZone: 'Asia/Urumqi', days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' },
      reminderMs: 3_600_000,
      escalations: [{ afterMs: 1_800_000, severity: 'CRITICAL' }],
      workOrder: true,
    };
    expect((await api.alarmSettings.list(device.id)).items).toMatchObject([wanted]);
    // Opened by keyboard and saved with another name: nothing else changes.
    await person.reach('[data-testid="alarm-setting-edit"]');
    await person.press('Enter');
    await person.type('field-name', '全部字段');
    await person.press('Enter');
    await person.seeNo('alarm-setting-dialog');
    expect((await api.alarmSettings.list(device.id)).items).toMatchObject([{ ...wanted, name: '全部字段' }]);
    expect(person.complaints).toEqual([]);
  });

  test('begins with a usual one, which is tried at once and can be changed', async () => {
    const device = await deviceWithPast('常用的设置');
    await open(device.id);
    await person.click('alarm-setting-add');
    await person.click('alarm-template-silent');
    await person.see('alarm-trial', { 'data-state': 'done' });
    await person.click('alarm-template-dry');
    await found(2, 3, 2.5);
    await person.type('field-duration', '0');
    await found(2, 4, 3);
    await person.click('alarm-setting-save');
    await person.seeNo('alarm-setting-dialog');
    expect((await api.alarmSettings.list(device.id)).items).toMatchObject([
      {
        name: '土壤偏干',
        severity: 'MAJOR',
        identify: KEY,
        condition: { key: KEY, op: '<', value: 12, hysteresis: 2 },
        durationMs: 0,
      },
    ]);
    expect(person.complaints).toEqual([]);
  });

  test('says what is wrong at each field, in both languages', async () => {
    const device = await deviceWithPast('填错的探头');
    await open(device.id);
    await person.click('alarm-setting-add');
    await person.click('alarm-setting-save');
    await person.focusIsAt('field-name');
    expect(await errorUnder(person, 'field-name')).toBe('请输入告警名称');
    expect(await errorUnder(person, 'field-bound')).toBe('请输入阈值');
    await person.press('Escape');
    await person.seeNo('alarm-setting-dialog');
    await inEnglish();
    await person.click('alarm-setting-add');
    await person.type('field-duration', '10081');
    await person.click('alarm-setting-save');
    await waitFor(async () => (await errorUnder(person, 'field-name')) === 'Enter: Name of the alarm');
    expect(await errorUnder(person, 'field-bound')).toBe('Enter: Threshold');
    expect(await errorUnder(person, 'field-duration')).toBe('Must not exceed 10080');
    expect((await api.alarmSettings.list(device.id)).items).toEqual([]);
  });
});

test('conditions are combined, with yesterday and with another attribute, and come back when they are opened', async () => {
  const device = await deviceWithPast('组合条件');
  await open(device.id);
  await fillIn('比昨天干');
  await choose('field-than', 'past');
  expect(await person.page.$(Person.selector('field-bound'))).toBeNull();
  await person.type('field-added', '-10');
  await person.click('field-more1');
  await choose('field-match', 'any');
  await choose('field-op1', 'silent');
  // A month: longer than the trial, which begins before the readings.
  await person.type('field-silentMinutes1', '44640');
  await person.click('field-more2');
  await choose('field-key2', KEY);
  await choose('field-op2', '>=');
  await choose('field-than2', 'key');
  // As long as one of them is incomplete there is nothing to try or to save.
  await person.see('alarm-trial', { 'data-state': 'incomplete' });
  await person.click('alarm-setting-save');
  await person.readUntil((text) => text.includes('请选择条件 3：与哪个属性'), 'alarm-setting-form');
  await choose('field-otherKey2', 'soilMoisture40');
  // Drier than the day before twice.
  await found(2, 4, 3);
  const wanted = {
    any: [
      { key: KEY, op: '<', value: -10, than: { agoMs: 24 * HOUR } },
      { silentForMs: 44_640 * 60_000 },
      { key: KEY, op: '>=', value: 0, than: { key: 'soilMoisture40' } },
    ],
  } satisfies Condition;
  await person.click('alarm-setting-save');
  await person.seeNo('alarm-setting-dialog');
  expect((await api.alarmSettings.list(device.id)).items).toMatchObject([{ condition: wanted }]);
  await person.readUntil((text) => text.includes('24 小时前的值减 10 %，或者'), 'alarm-setting-text');
  await person.click('alarm-setting-edit');
  await choose('field-match', 'all');
  // The third one is taken out.
  await person.click('field-more2');
  await person.click('alarm-setting-save');
  await person.seeNo('alarm-setting-dialog');
  expect((await api.alarmSettings.list(device.id)).items).toMatchObject([
    { condition: { all: wanted.any.slice(0, 2) } },
  ]);
  expect(person.complaints).toEqual([]);
});

test('more readings than a call takes are tried in the background, with progress', async () => {
  const device = await api.devices.create({ name: '每 2.5 秒一条', productModelCode: 'TQ-3L' });
  const endTs = Date.now();
  // A few more than the million; below the bound in the second half of each day.
  await server.sql(
    `insert into ts_message (device, ts, values)
     select d.key, ts, jsonb_build_object('${KEY}',
       case when extract(epoch from ts)::int8 % 86400 < 43200 then ${MOIST} else ${DRY} end)
     from device d, generate_series(to_timestamp($1), to_timestamp($2), interval '2500 milliseconds') as ts
     where d.id = $3`,
    [endTs / 1_000 - 30 * 86_400, endTs / 1_000, device.id],
  );
  await open(device.id);
  await fillIn('偏干');
  await person.see('alarm-trial-too-large');
  await person.click('alarm-trial-job');
  await person.see('alarm-trial-progress');
  await person.see('alarm-trial', { 'data-state': 'done' });
  expect(['30', '31']).toContain(await person.attribute('alarm-trial-sum', 'data-count'));
  await person.see('alarm-trial-chart');
  // The refused call.
  expect(person.complaints.filter((text) => !text.includes('413'))).toEqual([]);
});

test('without a network nothing typed is lost, and the trial runs again with it', async () => {
  const device = await deviceWithPast('没有网络');
  await open(device.id);
  await fillIn('偏干');
  await found(2, 4, 3);
  await person.page.setOfflineMode(true);
  await person.type('field-bound', '10');
  await person.readUntil((text) => text.includes('没有网络，无法试算'), 'alarm-trial-failed');
  await person.click('alarm-setting-save');
  await person.see('form-problem');
  expect((await api.alarmSettings.list(device.id)).items).toEqual([]);
  await person.page.setOfflineMode(false);
  await person.see('alarm-trial', { 'data-state': 'done' });
  await found(2, 4, 3);
  // As after a reload by accident.
  await person.page.reload();
  await person.click('alarm-setting-add');
  await person.see('form-restored');
  await found(2, 4, 3);
  await person.click('alarm-setting-save');
  await person.seeNo('alarm-setting-dialog');
  expect((await api.alarmSettings.list(device.id)).items).toMatchObject([
    { name: '偏干', condition: { value: 10 } },
  ]);
});

test('a device without readings has nothing to try it on; the setting is saved all the same', async () => {
  const device = await api.devices.create({ name: '没有数据', productModelCode: 'TQ-3L' });
  await open(device.id);
  await fillIn('偏干');
  await person.see('alarm-trial-empty');
  await person.click('alarm-setting-save');
  await person.see('alarm-setting');
});

test('a setting is turned off and on by keyboard, and deleted with its alarm; that of the product model stays', async () => {
  const device = await deviceWithPast('开关的探头');
  await api.alarmSettings.save(device.id, [
    { name: '偏干', severity: 'MAJOR', condition: { key: KEY, op: '<', value: 12 } },
    { name: '组合', condition: { all: [{ key: KEY, op: '<', value: 1 }, { silentForMs: 60_000 }] } },
  ]);
  const [{ id } = { id: '' }] = (await api.alarmSettings.list(device.id)).items;
  const model = (await api.productModels.list()).items.find(({ code }) => code === 'TQ-3L')!;
  await api.alarmSettings.saveProduct(model.id, [
    { name: '型号的', condition: { key: KEY, op: '>', value: 55 } },
  ]);
  try {
    await report(device, { [KEY]: DRY });
    await open(device.id);
    await person.see('device-alarm', { 'data-active': 'true' });
    const counted = (testId: string) => async () => (await person.page.$$(Person.selector(testId))).length;
    // The settings come with another request than the alarm.
    await expect.poll(counted('alarm-setting'), { timeout: PATIENCE_MS }).toBe(3);
    // That of the product model has no buttons here.
    await expect.poll(counted('alarm-setting-remove'), { timeout: PATIENCE_MS }).toBe(2);
    await person.reach('[data-testid="alarm-setting-switch"]');
    await person.press('Space');
    await person.see('alarm-setting', { 'data-id': id, 'data-enabled': 'false' });
    expect((await api.alarmSettings.list(device.id)).items[0]).toMatchObject({ id, enabled: false });
    await person.press('Space');
    await person.see('alarm-setting', { 'data-id': id, 'data-enabled': 'true' });
    await person.click('alarm-setting-remove');
    await person.click('confirm-ok');
    await person.seeNo('alarm-setting', { 'data-id': id });
    expect((await api.alarmSettings.list(device.id)).items.map(({ name }) => name)).toEqual([
      '组合',
      '型号的',
    ]);
    // The name of a combined condition can be changed; the condition stays.
    await person.click('alarm-setting-edit');
    await person.type('field-name', '又干又没数据');
    await person.see('alarm-trial', { 'data-state': 'done' });
    await person.click('alarm-setting-save');
    await person.seeNo('alarm-setting-dialog');
    expect((await api.alarmSettings.list(device.id)).items[0]).toMatchObject({
      name: '又干又没数据',
      condition: { all: [{ key: KEY, op: '<', value: 1 }, { silentForMs: 60_000 }] },
    });
  } finally {
    await api.alarmSettings.saveProduct(model.id, []);
  }
  expect(person.complaints).toEqual([]);
});
