// Second tier (page): labels of a scene
import type { ApiClient, CreatedDevice } from '@farm3d/api';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { layoutOf } from '../support/layout.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// The labels of a scene at rest: those that are needed, none over another, and nothing drawn for them.

const DEVICES = 300;

let server: RunningServer;
let browser: Browser;
let person: Person;
let api: ApiClient;
let devices: CreatedDevice[];

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  api = await server.client();
  devices = [];
  for (let at = 0; at < DEVICES; at += 1)
    devices.push(await api.devices.create({ name: `墒情站 ${at + 1}`, productModelCode: 'TQ-3L' }));
  await api.scenes.create({
    name: '一号棚',
    type: 'greenhouse',
    layout: layoutOf(
      devices.map(({ id }) => id),
      (at) => ({ x: (at % 25) - 12, y: 0, z: Math.floor(at / 25) * 0.6 - 3.6 }),
    ),
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 0.5 });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function report({ accessToken }: CreatedDevice, values: object): Promise<void> {
  const answer = await fetch(`${server.baseUrl}/api/v1/${accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  });
  expect(answer.status).toBe(200);
}

/** The labels that can be read: device, need and box. */
const readable = () =>
  person.page.$$eval(Person.selector('scene-label', { 'data-shape': 'full' }), (labels) =>
    labels.map((label) => {
      const { left, top, right, bottom } = label.getBoundingClientRect();
      const { deviceId, need } = (label as HTMLElement).dataset;
      return { id: deviceId, need, left, top, right, bottom };
    }),
  );

test('of 300 silent devices no label lies over another; with a choice of none there is none', async () => {
  await person.openFirstScene();
  await expect.poll(async () => (await readable()).length, { timeout: PATIENCE_MS }).toBeGreaterThan(10);
  expect(new Set((await readable()).map(({ need }) => need))).toEqual(new Set(['offline']));
  // While things still load, labels move.
  const overlaps = async () => {
    const labels = await readable();
    if (labels.length <= 10) return ['too few labels'];
    return labels.flatMap((a, at) =>
      labels
        .slice(at + 1)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        .map((b) => `${a.id} ${b.id}`),
    );
  };
  await expect.poll(overlaps, { timeout: PATIENCE_MS }).toEqual([]);

  // Nothing is written any more once they are placed.
  const writes = await person.page.evaluate(async (selector) => {
    let count = 0;
    const watched = new MutationObserver((found) => (count += found.length));
    watched.observe(document.querySelector(selector)!, { attributes: true, childList: true, subtree: true });
    for (let frame = 0; frame < 120; frame += 1) await new Promise(requestAnimationFrame);
    watched.disconnect();
    return count;
  }, Person.selector('scene-labels'));
  expect(writes).toBe(0);

  await person.click('scene-settings');
  await person.click('menu-labels-none');
  await person.seeNo('scene-label');
  await person.click('scene-settings');
  await person.click('menu-labels-need');
  await person.see('scene-label', { 'data-shape': 'full' });
});

test('an alarm comes first; a device that reports loses its label, and a chosen one keeps it with its value', async () => {
  const [first, second] = devices as [CreatedDevice, CreatedDevice];
  await api.alarmSettings.save(first.id, [
    { name: '太干', severity: 'MAJOR', condition: { key: 'soilMoisture10', op: '<', value: 10 } },
  ]);
  await report(first, { soilMoisture10: 5 });
  await person.see('scene-label', { 'data-device-id': first.id, 'data-need': 'alarm', 'data-shape': 'full' });

  await report(second, { soilMoisture10: 31 });
  await person.seeNo('scene-label', { 'data-device-id': second.id });
  await person.click('object-list-item', { 'data-device-id': second.id });
  await person.click('card-label');
  await person.page.keyboard.press('Escape');
  await person.seeNo('info-card');
  await person.readUntil((text) => text.replaceAll(/\s/gu, '').includes('31%'), 'scene-label', {
    'data-device-id': second.id,
  });
  expect(await person.attribute('scene-label', 'data-need', { 'data-device-id': second.id })).toBe('chosen');
  expect(person.complaints).toEqual([]);
});
