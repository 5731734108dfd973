import { connectAsync, type MqttClient } from 'mqtt';
import type { Browser, HTTPRequest } from 'puppeteer';
import type { ApiClient, Comparison } from '@farm3d/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newField } from '../http/cases/agronomy.ts';
import { newDevice, type ContractTarget } from '../http/cases/support.ts';
import { launchBrowser } from '../support/browser.ts';
import { cutNetwork, knowSockets } from '../support/network.ts';
import { CallRecord } from '../support/call-record.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// The agronomy screen on a real server: a dry tomato field with readings of its devices, and a valve that responds.

let server: RunningServer;
let browser: Browser;
let person: Person;
let record: CallRecord;
let api: ApiClient;
let connection: MqttClient;
let field: Awaited<ReturnType<typeof newField>>;
const commands: unknown[] = [];

beforeAll(async () => {
  server = await startServer({ demo: false });
  const accessToken = await server.accessToken();
  api = await server.client();
  const target: ContractTarget = {
    baseUrl: server.baseUrl,
    mqttPort: server.mqttPort,
    password: server.adminPassword,
    accessToken,
    api,
  };
  const valve = await newDevice(target, 'DCF-4');
  field = await newField(target, { name: '一号番茄地', valveId: valve.id });
  connection = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: valve.accessToken,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
  });
  connection.on('message', (topic, payload) => {
    commands.push(JSON.parse(payload.toString()));
    connection.publish(
      `v1/devices/me/rpc/response/${topic.split('/').at(-1)}`,
      JSON.stringify({ status: 'success', valveState: true }),
    );
  });
  await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 1600, deviceScaleFactor: 0.5 });
  person = new Person(page, server.baseUrl);
  record = new CallRecord(page);
  await person.enter('/app/agronomy', server.adminPassword);
});

afterAll(async () => {
  await browser?.close();
  await connection?.endAsync(true);
  await server?.stop();
});

test("the cards show the server's results and their sources", async () => {
  expect(await person.read('plot-choice')).toContain('一号番茄地');
  expect(await person.read('drought-grade')).toContain('轻旱');
  expect(await person.read('irrigation-headline')).toContain('今天灌溉');
  expect(await person.read('irrigation-ahead')).toBe('未来7天：近7天平均，无降雨（无天气预报）');
  const advice = (await api.telemetry.irrigation(field.probe.id)).advice;
  expect(await person.read('irrigation-figures')).toContain(`${advice?.grossMm.toFixed(1)}mm`);
  for (const chart of ['drought-chart', 'irrigation-chart', 'forecast-chart']) await person.see(chart);
  expect(await person.read('growth-facts')).toContain('第 41 天');
  expect(await person.read('disease-calendar')).toContain('灰霉病');
  await person.click('irrigation-card-how');
  expect(await person.read('agronomy-how-formulas')).toContain('FAO Irrigation and Drainage Paper 56');
  expect(await person.read('agronomy-how-missing')).toContain('没有天气预报');
  await person.page.keyboard.press('Escape');
  await person.seeNo('agronomy-how-missing');
});

test('one click opens the valve for the advised time, another creates a work order', async () => {
  const advice = (await api.telemetry.irrigation(field.probe.id)).advice;
  await person.click('irrigation-open-valve');
  await person.see('toast');
  const minutes = Math.round((advice?.durationH ?? 0) * 60);
  expect(commands).toEqual([{ method: 'switchValve', params: { open: true, minutes } }]);
  await person.click('plot-edit');
  await person.readUntil((text) => text !== '', 'plot-form');
  await record.shows('agronomy');
  await person.press('Escape');
  await person.seeNo('plot-form');
  await person.click('irrigation-work-order');
  await expect
    .poll(async () => (await api.workOrders.list()).items.map(({ title }) => title))
    .toEqual([`灌溉一号番茄地：${advice?.grossMm.toFixed(1)} mm`]);
});

test('the advice becomes an automation, filled in: its probe, bound, valve and minutes', async () => {
  const { advice, state, valveId } = await api.telemetry.irrigation(field.probe.id);
  const minutes = Math.round((advice?.durationH ?? 0) * 60);
  await person.click('irrigation-automate');
  const sentence = await person.read('linkage-preview');
  for (const word of ['每天 05:00', '低于', `${minutes} min`]) expect(sentence).toContain(word);
  await person.click('linkage-save');
  await person.see('run-none');
  const { fieldCapacity, wiltingPoint } = state!.soil;
  const [made] = (await api.linkages.list()).items;
  expect(made).toMatchObject({
    name: '一号番茄地缺水时清晨灌溉',
    enabled: true,
    triggers: [{ type: 'cron', expression: '0 5 * * *', timeZone: 'Asia/Shanghai' }],
    condition: { deviceId: field.probe.id, op: '<' },
    actions: [{ type: 'command', deviceId: valveId, method: 'switchValve', params: { open: true, minutes } }],
  });
  const { key, value } = made!.condition as Comparison;
  expect(key).toMatch(/^soilMoisture\d+$/);
  expect(Number(value)).toBeGreaterThan(100 * wiltingPoint);
  expect(Number(value)).toBeLessThan(100 * fieldCapacity);
  // It is the soil of now that makes it run.
  await person.click('linkage-run-now');
  await person.see('run-condition', { 'data-holds': 'true' });
  expect(commands.at(-1)).toEqual({ method: 'switchValve', params: { open: true, minutes } });
  await person.see('run-action', { 'data-state': 'successful' });
  await person.open('/app/agronomy');
});

test('assumed rain of tomorrow changes the advice; a value of the tables can be changed', async () => {
  await person.click('irrigation-rain');
  await person.readUntil((text) => text.includes('预计降雨'), 'irrigation-chart-readout');
  await person.readUntil((text) => text.includes('按给定的天气'), 'irrigation-ahead');
  await person.click('agronomy-tab-tables');
  await person.click('table-grades');
  await person.click('cell-edit-loam-moisture');
  await person.type('cell-value', '70 / 50 / 40 / 30');
  await person.type('cell-source', '县农技站');
  await person.click('cell-save');
  await person.seeNo('cell-value');
  const { items } = await api.agronomy.tables({ table: 'grades' });
  expect(items.find(({ id, field: name }) => id === 'loam' && name === 'moisture')).toMatchObject({
    value: [70, 50, 40, 30],
    source: '县农技站',
    edited: true,
  });
  expect(person.complaints).toEqual([]);
});

/** Replaces the text of a field of several lines. */
async function rewrite(testId: string, text: string): Promise<void> {
  await person.click(testId);
  await person.chord('Control', 'a');
  await person.page.keyboard.type(text);
}

test('the monthly climate is entered as lines of text; a wrong line is named', async () => {
  await person.click('agronomy-tab-climate');
  await rewrite('climate-text', '2020-06,82.5,140,30.1,19.4\n2020-13,3');
  await person.click('climate-save');
  await person.readUntil((text) => text.includes('第 2 行'), 'agronomy-climate');
  await rewrite('climate-text', '2020-06,82.5,140,30.1,19.4');
  await person.click('climate-save');
  expect(await person.readUntil((text) => text.includes('82.5'), 'climate-normals')).toContain('30.1');
  const { items } = await api.agronomy.climate();
  expect(items).toEqual([{ month: '2020-06', rain: 82.5, et0: 140, tmax: 30.1, tmin: 19.4 }]);
  const months = Array.from({ length: 12 }, (_, month) => `2020-${String(month + 1).padStart(2, '0')}`);
  await api.agronomy.saveClimate(months.map((month) => ({ month, rain: 60, et0: 120, tmax: 25, tmin: 15 })));
  await person.open('/app/agronomy');
  await person.readUntil((text) => text.includes('气候值'), 'irrigation-ahead');
  await api.agronomy.saveClimate([]);
});

test('loading, empty, refused and offline each have a message, and are left by keyboard alone', async () => {
  const { page } = person;
  /** Overrides the server's response of a path; undefined: the real one. */
  let answer: ((request: HTTPRequest) => Promise<void> | undefined) | undefined;
  const meddle = (request: HTTPRequest): void => void (answer?.(request) ?? request.continue());
  const about = (path: RegExp, respond: (request: HTTPRequest) => Promise<void>) => {
    answer = (request) => (path.test(new URL(request.url()).pathname) ? respond(request) : undefined);
  };
  const json = (status: number, body: object) => (request: HTTPRequest) =>
    request.respond({ status, contentType: 'application/json', body: JSON.stringify(body) });
  const press = async (testId: string): Promise<void> => {
    await (await person.see(testId)).focus();
    await page.keyboard.press('Enter');
  };
  await knowSockets(page);
  await page.setRequestInterception(true);
  page.on('request', meddle);
  try {
    const held = Promise.withResolvers<void>();
    about(/agronomy\/plots$/, async (request) => {
      await held.promise;
      await json(500, { code: 500, msg: '内部错误' })(request);
    });
    await person.open('/app/agronomy');
    await page.waitForSelector('main [aria-busy="true"]');
    held.resolve();
    await person.see('plots-error');

    about(/agronomy\/plots$/, json(200, { code: 200, msg: '操作成功', data: { items: [], total: 0 } }));
    await (await page.waitForSelector('[data-testid="plots-error"] button'))?.focus();
    await page.keyboard.press('Enter');
    await person.see('plots-empty');

    about(/droughtassessment$/, json(500, { code: 500, msg: '内部错误' }));
    await person.open('/app/agronomy');
    await page.waitForSelector('[data-testid="drought-card"] [role="alert"]');
    // A card that cannot be loaded does not affect the others.
    await person.see('irrigation-chart');
    answer = undefined;
    await (await page.waitForSelector('[data-testid="drought-card"] [role="alert"] button'))?.focus();
    await page.keyboard.press('Enter');
    await person.see('drought-chart');

    // Without the plot its devices are unknown: the page must not say that there are none.
    about(/agronomy\/plots\/[^/]+$/, json(500, { code: 500, msg: '内部错误' }));
    await person.open('/app/agronomy');
    await page.waitForSelector('[data-testid="forecast-card"] [role="alert"]');
    answer = undefined;
    await (await page.waitForSelector('[data-testid="forecast-card"] [role="alert"] button'))?.focus();
    await page.keyboard.press('Enter');
    await person.see('forecast-chart');

    for (const card of ['drought', 'irrigation', 'water', 'forecast', 'growth', 'disease']) {
      await press(`${card}-card-how`);
      await person.see('agronomy-how-formulas');
      await page.keyboard.press('Escape');
      await person.seeNo('agronomy-how-formulas');
      await page.waitForFunction(
        (testId) => document.activeElement?.getAttribute('data-testid') === testId,
        {},
        `${card}-card-how`,
      );
    }

    await cutNetwork(page);
    await person.see('offline-banner');
    expect(await person.read('drought-grade')).not.toBe('');
    await page.setOfflineMode(false);
    await person.seeNo('offline-banner');
  } finally {
    page.off('request', meddle);
    await page.setRequestInterception(false);
  }
});
