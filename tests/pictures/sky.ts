import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { launchBrowser } from '../support/browser.ts';
import { setMovableClock } from '../support/clock.ts';
import { Person } from '../support/person.ts';
import { startServer } from '../support/server.ts';

// `npm run pictures -- sky [low|medium|high]`: the scene of the demo farm by a set clock, at dawn, noon, dusk and night, and in
// rain and snow, as one sheet: docs/pictures/sky.webp. PICTURES names another folder; there each picture is stored, too.

const [tier = 'high'] = process.argv.slice(2);
const FOLDER = process.env['PICTURES'];
const SHEET = resolve(FOLDER ?? join(import.meta.dirname, '../../docs/pictures'), 'sky.webp');
const [WIDTH, HEIGHT] = [1280, 760];
/** The scene between list and edge, below head and strip. */
const CLIP = { x: 330, y: 120, width: 930, height: 510 };
const QUALITY = 0.82;
/** Longer than the delay of the engine's full-resolution frame and two slow frames; milliseconds. */
const REST_MS = 6_000;

/** Hours are the farm's: China, UTC+8. */
const VIEWS = [
  ['dawn', '2026-06-21T05:05:00+08:00', null],
  ['noon', '2026-06-21T12:05:00+08:00', null],
  ['dusk', '2026-06-21T19:20:00+08:00', null],
  ['night', '2026-06-21T23:30:00+08:00', null],
  ['rain', '2026-06-21T15:00:00+08:00', 'rain'],
  ['snow', '2026-01-20T11:00:00+08:00', 'snow'],
] as const;

if (FOLDER) mkdirSync(FOLDER, { recursive: true });
const server = await startServer({ demo: true });
const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  await page.setViewport({ width: WIDTH, height: HEIGHT });
  // A change of weather is over at once, however slow the frames are.
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await setMovableClock(page, VIEWS[0][1]);
  const person = new Person(page, server.baseUrl);
  await person.logIn(server.adminPassword);
  const [farm] = (await (await server.client()).scenes.list()).items;
  // The tier that is asked for, whatever the speed of this machine.
  await page.setRequestInterception(true);
  page.on(
    'request',
    (request) => void (/slow-frames/.test(request.url()) ? request.abort() : request.continue()),
  );
  await person.open(`/scene?sceneId=${farm!.id}&quality=${tier}`);
  await person.see('object-list-item');
  await person.seeNo('loading-overlay');
  const pictures: string[] = [];
  for (const [name, time, weather] of VIEWS) {
    await page.evaluate((at) => window.movableClock.set(at), Date.parse(time));
    if (weather) {
      await person.click('mock-weather-button');
      await person.click('weather-kind', { 'data-value': weather });
      await person.click('weather-apply');
      await person.seeNo('weather-dialog');
    }
    await new Promise((done) => setTimeout(done, REST_MS));
    const picture = await page.screenshot({ clip: CLIP, encoding: 'base64' });
    pictures.push(picture);
    if (FOLDER) writeFileSync(join(FOLDER, `sky-${name}.png`), Buffer.from(picture, 'base64'));
    console.log(name);
  }
  const sheet = await page.evaluate(
    async (given, { width, height }, quality) => {
      const canvas = new OffscreenCanvas(width * 2, height * (given.length / 2));
      const context = canvas.getContext('2d')!;
      for (const [at, picture] of given.entries()) {
        const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes]));
        context.drawImage(bitmap, (at % 2) * width, Math.floor(at / 2) * height);
      }
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      return btoa(
        Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''),
      );
    },
    pictures,
    CLIP,
    QUALITY,
  );
  writeFileSync(SHEET, Buffer.from(sheet, 'base64'));
  console.log(SHEET);
  if (person.complaints.length > 0) throw new Error(person.complaints.join('\n'));
} finally {
  await browser.close();
  await server.stop();
}
