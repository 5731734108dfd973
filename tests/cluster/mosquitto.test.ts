// Second tier (outside): an external broker
import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'puppeteer';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// A device with foreign software: Debian's mosquitto_pub, with the command line of the README.

const execute = promisify(execFile);

let browser: Browser;
let dataDir: string;
let server: RunningServer;

beforeAll(async () => {
  browser = await launchBrowser();
  dataDir = mkdtempSync(join(tmpdir(), 'farm3d-mosquitto-'));
  server = await startServer({ demo: true, dataDir });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function publish(token: string, message: string, ...more: string[]): Promise<unknown> {
  return execute(
    'mosquitto_pub',
    [
      '-h',
      '127.0.0.1',
      '-p',
      String(server.mqttPort),
      '-q',
      '1',
      '-u',
      token,
      '-t',
      'v1/devices/me/telemetry',
      '-m',
      message,
      ...more,
    ],
    { timeout: 20_000 },
  );
}

/** A new device in the demo scene, for which only mosquitto_pub reports. */
async function placeDevice(): Promise<{ id: string; token: string }> {
  const client = await server.client();
  const device = await client.devices.create({
    name: `实测墒情站 ${randomUUID().slice(0, 8)}`,
    productModelCode: 'TQ-3L',
  });
  const { items } = await client.scenes.list({});
  const scene = items[0];
  if (!scene) throw new Error('the demo has no scene');
  const equipment = {
    id: device.id,
    parentId: null,
    position: { x: 0, y: 0, z: 0 },
    rotation: { x: 0, y: 0, z: 0 },
    scale: { x: 1, y: 1, z: 1 },
    extra: {},
  };
  await client.scenes.update(scene.id, {
    layout: { ...scene.layout, equipment: [...scene.layout.equipment, equipment] },
  });
  return { id: device.id, token: device.accessToken };
}

/** Records every text that the card shows. */
async function watchCard(page: Page, deviceId: string): Promise<() => Promise<string[]>> {
  await page.evaluate(
    (selector) => {
      const card = document.querySelector(selector);
      if (!card) throw new Error('the card is not there');
      const seen: string[] = [];
      Object.assign(globalThis, { seenOnCard: seen });
      new MutationObserver(() => seen.push(card.textContent ?? '')).observe(card, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    },
    Person.selector('info-card', { 'data-device-id': deviceId }),
  );
  return () => page.evaluate(() => (globalThis as unknown as { seenOnCard: string[] }).seenOnCard);
}

test('mosquitto_pub updates the card of the open scene, and the value survives kill -9 of every process', async () => {
  const { id, token } = await placeDevice();
  const device = { 'data-device-id': id };
  const person = new Person(await browser.newPage(), server.baseUrl);
  await person.page.setViewport({ width: 1024, height: 700 });
  await person.logIn(server.adminPassword);
  await person.openFirstScene();
  await person.click('object-list-item', device);
  await person.see('info-card', device);

  const seen = await watchCard(person.page, id);
  await publish(token, '{"temperature": 23.4}');
  await person.readUntil((text) => text.includes('23.4'), 'info-card', device);
  expect((await seen()).some((text) => text.includes('23.4'))).toBe(true);
  await person.page.close();

  await server.kill9();
  server = await startServer({ demo: true, dataDir });
  const again = new Person(await browser.newPage(), server.baseUrl);
  await again.page.setViewport({ width: 1024, height: 700 });
  await again.logIn(server.adminPassword);
  await again.openFirstScene();
  await again.click('object-list-item', device);
  await again.readUntil((text) => text.includes('23.4'), 'info-card', device);
  await again.page.close();
});

test.each(['mqttv31', 'mqttv311', 'mqttv5'])(
  '%s: a wrong token is refused at CONNECT, a right one publishes',
  async (version) => {
    await expect(publish('no-such-token', '{"a": 1}', '-V', version)).rejects.toMatchObject({
      stderr: expect.stringMatching(/bad user name or password|not authorised/i),
    });
    const { token } = await placeDevice();
    await expect(publish(token, '{"a": 1}', '-V', version)).resolves.toMatchObject({ stderr: '' });
  },
);
