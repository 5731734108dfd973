import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// Home of the demo farm after a visit of its scene: on a desktop, on a phone and as a wall display. Its folder is
// docs/pictures, or the argument.

const FOLDER = resolve(process.argv[2] ?? join(import.meta.dirname, '../../docs/pictures'));
const WEBP_QUALITY = 84;
const LOOKS = [
  ['home', '/app', 'zh-CN', 1440, 900],
  ['home-phone', '/app', 'en', 390, 844],
  ['home-wall', '/app/wall', 'zh-CN', 1920, 1080],
] as const;

mkdirSync(FOLDER, { recursive: true });

const server = await startServer({ demo: true });
const browser = await launchBrowser();
try {
  const api = await server.client();
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  const person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
  await person.openFirstScene();
  await waitFor(async () => (await api.scenes.list()).items[0]?.cover ?? null, { what: 'the cover' });
  for (const [name, path, locale, width, height] of LOOKS) {
    await page.setViewport({ width, height });
    await page.evaluate((language) => localStorage.setItem('farm3d.locale', language), locale);
    await person.open(path);
    await person.see('home-advice-plot');
    await person.see('scene-cover');
    await page.waitForNetworkIdle({ concurrency: 1 });
    const file = join(FOLDER, `${name}.webp`) as `${string}.webp`;
    await page.screenshot({ path: file, type: 'webp', quality: WEBP_QUALITY });
    console.log(file);
  }
} finally {
  await browser.close();
  await server.stop();
}
