import type { CreatedDevice } from '@farm3d/api';
import { connectAsync, type MqttClient } from 'mqtt';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';

// A valve has a switch on its card and one in the panel. The device is simulated by the test, which decides when it answers.

let server: RunningServer;
let browser: Browser;
let valve: CreatedDevice;
let connection: MqttClient;
/** Topics of the commands that wait for their answer. */
const unanswered: string[] = [];

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  const api = await server.client();
  valve = await api.devices.create({ name: '阀门', productModelCode: 'DCF-4' });
  const scene = await api.scenes.create({ name: '一号棚' });
  await api.scenes.drag(scene.id, { deviceId: valve.id, position: { x: 0, y: 0, z: 0 } });
  connection = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, { username: valve.accessToken });
  connection.on('message', (topic) => unanswered.push(topic));
  await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
});
afterAll(async () => {
  await connection?.endAsync(true);
  await browser?.close();
  await server?.stop();
});

const report = (isOpen: boolean): Promise<unknown> =>
  connection.publishAsync('v1/devices/me/telemetry', JSON.stringify({ valveState: isOpen }), { qos: 1 });

/** The valve executes the command and answers. */
async function obey(isOpen: boolean): Promise<void> {
  await report(isOpen);
  const topic = unanswered.shift()?.replace('request', 'response') ?? '';
  await connection.publishAsync(topic, JSON.stringify({ status: 'success' }), { qos: 1 });
}

test('the switches of a valve on its card and in its panel agree: at first, as it reports, and while a command waits', async () => {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 0.5 });
  const person = new Person(page, server.baseUrl);
  /** State of both switches: on or off, and whether they wait. */
  const shown = (): Promise<(string | null)[][]> =>
    Promise.all(
      ['valve-switch', 'control-switch'].map((testId) =>
        page.$eval(Person.selector(testId), (one) => [
          one.getAttribute('aria-checked'),
          one.getAttribute('aria-busy'),
        ]),
      ),
    );
  const bothShow = async (isOpen: boolean, isWaiting: boolean): Promise<void> => {
    const each = [String(isOpen), isWaiting ? 'true' : null];
    await expect.poll(shown, { timeout: PATIENCE_MS }).toEqual([each, each]);
  };
  const asked = (): Promise<unknown> => waitFor(() => unanswered.length > 0, { what: 'the command' });

  await report(true);
  await person.logIn(server.adminPassword);
  await person.openFirstScene();
  await person.click('object-list-item', { 'data-device-id': valve.id });
  await person.click('panel-open');
  await person.click('tab-control');
  await person.see('control-switch');
  await bothShow(true, false);
  await report(false);
  await bothShow(false, false);

  // On the card.
  await person.click('valve-switch');
  await person.click('confirm-ok');
  await asked();
  await bothShow(false, true);
  await obey(true);
  await bothShow(true, false);

  // In the panel: a choice shows there until it is sent; while it waits both show what the valve reports.
  await person.click('control-switch');
  expect(await shown()).toEqual([
    ['true', null],
    ['false', null],
  ]);
  await person.click('control-send');
  await person.click('confirm-ok');
  await asked();
  await bothShow(true, true);
  await obey(false);
  await bothShow(false, false);
  expect(person.complaints).toEqual([]);
});
