// Second tier (page): states of devices in a scene
import type { ApiClient, CreatedDevice } from '@farm3d/api';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// The scene without a click: values in the list of objects, and one strip about the scene now.

let server: RunningServer;
let browser: Browser;
let person: Person;
let api: ApiClient;
let probe: CreatedDevice;
let station: CreatedDevice;

async function report({ accessToken }: CreatedDevice, values: object): Promise<void> {
  const answer = await fetch(`${server.baseUrl}/api/v1/${accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  });
  expect(answer.status).toBe(200);
}

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  api = await server.client();
  const place = { latitude: 36.88, longitude: 118.74 };
  probe = await api.devices.create({ name: '墒情站', productModelCode: 'TQ-3L', ...place });
  station = await api.devices.create({ name: '气象站', productModelCode: 'QX-9', ...place });
  const scene = await api.scenes.create({ name: '一号棚', ...place });
  await api.scenes.drag(scene.id, { deviceId: probe.id, position: { x: 0, y: 0, z: 0 } });
  await api.scenes.drag(scene.id, { deviceId: station.id, position: { x: 3, y: 0, z: 0 } });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 0.5 });
  person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** What the row of a device says. */
const row = ({ id }: { id: string }) =>
  person.readUntil((text) => /\d/.test(text), 'object-list-item', { 'data-device-id': id });

test('the list shows the main reading of each device as it comes, with its unit', async () => {
  await person.openFirstScene();
  expect(await person.read('object-list-item', { 'data-device-id': probe.id })).toContain('—');
  await report(probe, { soilMoisture10: 23.4 });
  expect((await row(probe)).replaceAll(/\s/gu, '')).toContain('23.4%');
  await report(probe, { soilMoisture10: 31 });
  await person.readUntil((text) => text.replaceAll(/\s/gu, '').includes('31%'), 'object-list-item', {
    'data-device-id': probe.id,
  });
});

test('the strip: alarms as they come and go, and the weather of the station; what has no value is not given one', async () => {
  await person.see('status-alarms', { 'data-state': 'known' });
  expect(await person.read('status-alarms')).toBe('无告警');
  // Nothing has been measured.
  await person.see('status-weather', { 'data-state': 'unknown' });
  await person.seeNo('status-drought');
  await api.alarmSettings.save(probe.id, [
    { name: '太湿', severity: 'MAJOR', condition: { key: 'soilMoisture10', op: '>', value: 35 } },
  ]);
  await report(probe, { soilMoisture10: 40 });
  await person.readUntil((text) => text.includes('1'), 'status-alarms');
  await report(probe, { soilMoisture10: 20 });
  await person.readUntil((text) => text === '无告警', 'status-alarms');
  await report(station, { airTemperature: 12.5 });
  await person.page.reload();
  await person.seeNo('loading-overlay');
  await person.readUntil((text) => text.includes('12.5'), 'status-weather');
  expect(person.complaints).toEqual([]);
});

test('alarms that cannot be loaded are unknown, never none; a click tries again', async () => {
  const { page } = person;
  let isBroken = true;
  let refused = 0;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isAlarms = request.url().includes('/api/alarm/device/query');
    if (!isAlarms || !isBroken) return void request.continue();
    refused += 1;
    return void request.respond({
      status: 503,
      contentType: 'application/json',
      body: '{"code":503,"msg":"x"}',
    });
  });
  await page.reload();
  await person.seeNo('loading-overlay');
  await person.see('status-alarms', { 'data-state': 'unknown' });
  expect(await person.read('status-alarms')).toBe('告警未知');
  await waitFor(() => refused > 0, { what: 'the refusal' });
  isBroken = false;
  await person.click('status-alarms');
  await person.readUntil((text) => text === '无告警', 'status-alarms');
});
