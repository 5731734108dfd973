import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// The main task of an operator, on the real server with its simulated demo farm, by mouse and keyboard only.

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer({ demo: true });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** The token of a device of the demo farm, from the file that its simulator reads. */
function demoToken(deviceId: string): string {
  const file = readFileSync(join(server.dataDir, 'demo', 'devices.json'), 'utf8');
  const listed = JSON.parse(file) as { id: string; token: string }[];
  const token = listed.find(({ id }) => id === deviceId)?.token;
  if (!token) throw new Error(`${deviceId} is not in the demo farm`);
  return token;
}

/** Long enough for the scene to check one position before the next is tried. */
const LOOK_MS = 2_000;

const cueAfterTwoFrames = (person: Person): Promise<string | undefined> =>
  person.page.evaluate(async (selector) => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return document.querySelector<HTMLElement>(selector)?.dataset['valid'];
  }, Person.selector('placement-cue'));

/**
 * Moves the mouse with the pressed button over the canvas until the scene shows that the object can be
 * dropped there.
 */
async function findDropPlace(person: Person): Promise<void> {
  const box = await (await person.see('scene-canvas')).boundingBox();
  if (!box) throw new Error('the canvas has no box');
  for (const down of [0.5, 0.6, 0.4, 0.7]) {
    for (const across of [0.5, 0.4, 0.6, 0.3, 0.7]) {
      await person.page.mouse.move(box.x + box.width * across, box.y + box.height * down, { steps: 4 });
      const accepts = await person.page
        .waitForSelector(Person.selector('placement-cue', { 'data-valid': 'true' }), { timeout: LOOK_MS })
        .then(
          () => true,
          () => false,
        );
      // The cue may be of a position on the way: it counts when the last one has been drawn.
      if (accepts && (await cueAfterTwoFrames(person)) === 'true') return;
    }
  }
  throw new Error('no place on the greenhouse accepts the device');
}

/** Value of the numeric field of an axis. */
async function exactNumber(person: Person, axis: 'x' | 'y' | 'z'): Promise<number> {
  const field = await person.see(`transform-input-${axis}`);
  return field.evaluate((element) => Number((element as HTMLInputElement).value));
}

test('an operator logs in, places a device, rotates it, saves, finds it again and sees its value change', async () => {
  const page = await browser.newPage();
  await page.setViewport({ width: 1024, height: 700, deviceScaleFactor: 0.5 });
  const person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
  await person.openFirstScene();

  await person.click('edit-button');
  const waiting = await person.see('carousel-item', { 'data-placed': 'false' });
  const deviceId = await waiting.evaluate((element) => element.getAttribute('data-device-id'));
  if (!deviceId) throw new Error('the carousel item names no device');
  const device = { 'data-device-id': deviceId };

  const from = await person.whereIs('carousel-item', device);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await findDropPlace(person);
  await page.mouse.up();
  await person.see('carousel-item', { ...device, 'data-placed': 'true' });
  await person.see('info-card', device);

  await person.click('transform-rotate');
  await person.type('transform-input-y', '45');
  await page.keyboard.press('Enter');
  await person.click('transform-save');

  await person.click('save-button');
  await person.readUntil((text) => text.includes('保存成功！'), 'toast');
  await person.seeNo('carousel');

  const saved = await server.sceneDevice();
  const placed = saved.equData.find((equipment) => equipment.id === deviceId);
  expect(placed?.rotation.y).toBeCloseTo(Math.PI / 4, 6);

  await page.reload();
  await person.seeNo('loading-overlay');
  await person.click('object-list-item', device);
  await person.see('info-card', device);
  // The position after the reload is read from the page, not from the server.
  await person.click('edit-button');
  await person.click('transform-rotate');
  expect(await exactNumber(person, 'y')).toBeCloseTo(45, 1);
  await person.click('transform-translate');
  for (const axis of ['x', 'y', 'z'] as const)
    expect(await exactNumber(person, axis)).toBeCloseTo(placed?.position[axis] ?? Number.NaN, 1);
  await person.click('transform-cancel');

  // Simulated values may not change for minutes; a report by the test changes one for certain.
  const key = (await person.attribute('live-value', 'data-key')) ?? '';
  const first = await person.readUntil((text) => /\d/.test(text), 'live-value', { 'data-key': key });
  const reported = Number.parseFloat(first) > 30 ? 21.37 : 41.37;
  // The simulator continues: its next value may replace ours at once, so all shown values are recorded.
  await person.page.$eval(`[data-testid=live-value][data-key="${key}"]`, (element) => {
    const shown: string[] = [];
    (window as unknown as { shown: string[] }).shown = shown;
    new MutationObserver(() => shown.push(element.textContent ?? '')).observe(element, {
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${server.baseUrl}/api/v1/${demoToken(deviceId)}/telemetry`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ [key]: reported }),
        });
        expect(answer.status).toBe(200);
        return person.page.evaluate(() => (window as unknown as { shown: string[] }).shown);
      },
      { timeout: PATIENCE_MS, interval: 1_000 },
    )
    .toContainEqual(expect.stringMatching(new RegExp(`^${reported}`)));
  expect(person.complaints).toEqual([]);
});
