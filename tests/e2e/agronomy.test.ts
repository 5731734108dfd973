import { connectAsync, type MqttClient } from 'mqtt';
import type { Browser, HTTPRequest } from 'puppeteer';
import type { ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newField } from '../contract/cases/agronomy.ts';
import { newDevice, type ContractTarget } from '../contract/cases/support.ts';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// The agronomy screen on a real server: a dry tomato field that its own devices reported, and a valve that answers.

let server: RunningServer;
let browser: Browser;
let person: Person;
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
  await page.setViewport({ width: 1440, height: 1600 });
  person = new Person(page, server.baseUrl);
  await person.open('/app/agronomy');
  await person.type('login-username', 'admin');
  await person.type('login-password', server.adminPassword);
  await person.click('login-submit');
});

afterAll(async () => {
  await browser?.close();
  await connection?.endAsync(true);
  await server?.stop();
});

test('the cards say what the server computed, and what they stand on', async () => {
  expect(await person.read('plot-choice')).toContain('一号番茄地');
  expect(await person.read('drought-grade')).toContain('轻旱');
  expect(await person.read('irrigation-headline')).toContain('今天灌溉');
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

test('one click opens the valve for as long as the advice says, another makes a work order', async () => {
  const advice = (await api.telemetry.irrigation(field.probe.id)).advice;
  await person.click('irrigation-open-valve');
  await person.see('toast');
  const minutes = Math.round((advice?.durationH ?? 0) * 60);
  expect(commands).toEqual([{ method: 'switchValve', params: { open: true, minutes } }]);
  await person.click('irrigation-work-order');
  await expect
    .poll(async () => (await api.workOrders.list()).items.map(({ title }) => title))
    .toEqual([`灌溉一号番茄地：${advice?.grossMm.toFixed(1)} mm`]);
});

test('rain that is supposed for tomorrow is told in the advice; a number of the tables can be changed', async () => {
  await person.click('irrigation-rain');
  await person.readUntil((text) => text.includes('预计降雨'), 'irrigation-chart-readout');
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

test('waiting, nothing there, refused and offline are each said, and left by the keyboard alone', async () => {
  const { page } = person;
  /** What the server would say of a path; undefined: the truth. */
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
  // A connection that is cut is noticed at once; one that goes silent, only after a while.
  await page.evaluateOnNewDocument(() => {
    const sockets: WebSocket[] = [];
    class Known extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        sockets.push(this);
      }
    }
    Object.assign(window, { WebSocket: Known, cut: () => sockets.forEach((socket) => socket.close()) });
  });
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
    // One card that cannot be had takes nothing from the others.
    await person.see('irrigation-chart');
    answer = undefined;
    await (await page.waitForSelector('[data-testid="drought-card"] [role="alert"] button'))?.focus();
    await page.keyboard.press('Enter');
    await person.see('drought-chart');

    // Without the plot nobody knows who measures it: that is not to say that nobody does.
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

    await page.setOfflineMode(true);
    await page.evaluate(() => (window as unknown as { cut: () => void }).cut());
    await person.see('offline-banner');
    expect(await person.read('drought-grade')).not.toBe('');
    await page.setOfflineMode(false);
    await person.seeNo('offline-banner');
  } finally {
    page.off('request', meddle);
    await page.setRequestInterception(false);
  }
});
