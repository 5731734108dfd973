import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { launchBrowser } from '../support/browser.ts';
import { MORNING_AT_THE_FARM, setPageClock } from '../support/clock.ts';
import { Person } from '../support/person.ts';
import { startServer } from '../support/server.ts';

// The screenshot of the README: the demo farm as a new user sees it, with a device's card open.

const FOLDER = resolve(import.meta.dirname, '../../docs/pictures');
/** Longer than the delay of the engine's full-resolution frame, milliseconds. */
const FINE_FRAME_MS = 3_000;
const WEBP_QUALITY = 84;

mkdirSync(FOLDER, { recursive: true });

const server = await startServer({ demo: true });
const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  await setPageClock(page, MORNING_AT_THE_FARM);
  const person = new Person(page, server.baseUrl);
  await person.open('/login');
  await person.type('login-username', 'admin');
  await person.type('login-password', server.adminPassword);
  await person.click('login-submit');
  await person.see('scene-list-item');
  await person.click('scene-list-item');
  // The screenshot uses the high tier, whatever the speed of this machine.
  await page.waitForSelector(Person.selector('scene-canvas'));
  await page.goto(`${page.url()}&quality=high`);
  await person.see('scene-canvas');
  await person.seeNo('loading-overlay');
  await person.click('object-list-item');
  await person.readUntil((text) => /\d/.test(text), 'live-value');
  await person.whereIs('info-card');
  // The engine draws a full-resolution frame after a time without motion.
  await new Promise((resolve) => setTimeout(resolve, FINE_FRAME_MS));
  const file = join(FOLDER, 'scene.webp') as `${string}.webp`;
  await page.screenshot({ path: file, type: 'webp', quality: WEBP_QUALITY });
  console.log(file);
} finally {
  await browser.close();
  await server.stop();
}
