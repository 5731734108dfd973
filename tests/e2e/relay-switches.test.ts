// Second tier (page): switches of relays
import { connectAsync, type MqttClient } from 'mqtt';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { CallRecord } from '../support/call-record.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// Valves are switched from the list of devices, on a real server. The valve is simulated by the test.

let server: RunningServer;
let browser: Browser;
let connection: MqttClient;
const commands: unknown[] = [];

beforeAll(async () => {
  server = await startServer({ demo: false });
  const api = await server.client();
  const valve = await api.devices.create({ name: '一号阀', productModelCode: 'DCF-4' });
  await api.devices.create({ name: '一号探头', productModelCode: 'TQ-3L' });
  connection = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, { username: valve.accessToken });
  connection.on('message', (topic, payload) => {
    commands.push(JSON.parse(payload.toString()));
    connection.publish(topic.replace('request', 'response'), '{"status":"success"}');
  });
  await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  browser = await launchBrowser();
});
afterAll(async () => {
  await connection?.endAsync(true);
  await browser?.close();
  await server?.stop();
});

test('selected devices are switched on, one that cannot be is named, and the action is reverted', async () => {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const record = new CallRecord(page);
  const person = new Person(page, server.baseUrl);
  await person.enter('/iotManagement/devices', server.adminPassword);
  for (const index of ['0', '1']) {
    const row = await person.see('device-row', { 'data-index': index });
    await (await row.$('input[type="checkbox"]'))!.click();
  }
  await person.see('bulk-count', { 'data-count': '2' });
  await person.click('bulk-more');
  await person.click('menu-switch-on');
  await person.click('confirm-ok');
  await person.see('bulk-done', { 'data-running': 'false' });
  expect(await person.read('bulk-failure')).toContain('一号探头');
  expect(commands).toEqual([{ method: 'switchValve', params: { open: true } }]);
  await person.click('bulk-undo');
  await waitFor(() => commands.length === 2, { what: 'the reverted command' });
  expect(commands[1]).toEqual({ method: 'switchValve', params: { open: false } });
  await person.click('bulk-close');

  // One of them on its page, as a handle of its product model.
  const row = await person.see('device-row', { 'data-index': '1' });
  await (await row.$('a'))!.click();
  await person.click('device-tab-control');
  await person.click('control-switch-on');
  await person.click('confirm-ok');
  await waitFor(() => commands.length === 3, { what: 'the command of the page' });
  expect(commands[2]).toEqual({ method: 'switchValve', params: { open: true } });
  await record.shows('relay-switches');
});
