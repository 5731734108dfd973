import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FarmView } from '../browser/pages/farm/main.ts';
import { servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { DEMO_FARM as scene, idOf } from './demo-farm.ts';

// Eight views of the demo farm at the high tier, rendered by the engine alone: `npm run pictures -- farm
// [VIEW…]`. PICTURES names another folder than docs/pictures, QUALITY=low another tier.

const FOLDER = resolve(process.env['PICTURES'] ?? join(import.meta.dirname, '../../docs/pictures'));
const QUALITY: 'low' | 'high' = process.env['QUALITY'] === 'low' ? 'low' : 'high';
/** Supersampling: software rendering has no other antialiasing. */
const PIXEL_RATIO = Number(process.env['PIXEL_RATIO'] ?? 1.6);
const [WIDTH, HEIGHT] = [1440, 900];
const WEBP_QUALITY = 82;
mkdirSync(FOLDER, { recursive: true });

const view = (
  time: string,
  weather: FarmView['weather'] = 'sunny',
  eye: readonly number[] | null = null,
  target: readonly number[] = [],
  edited?: string,
): FarmView => ({
  camera: eye && {
    position: { x: eye[0]!, y: eye[1]!, z: eye[2]! },
    target: { x: target[0]!, y: target[1]!, z: target[2]! },
  },
  time,
  weather,
  ...(edited === undefined ? {} : { edited }),
});

/** Hours are the farm's: China, UTC+8. */
const VIEWS: Readonly<Record<string, FarmView>> = {
  noon: view('2026-06-12T10:40:00+08:00'),
  dusk: view('2026-06-12T19:12:00+08:00'),
  night: view('2026-06-12T22:30:00+08:00'),
  rain: view('2026-06-12T15:00:00+08:00', 'rain'),
  snow: view('2026-01-20T10:30:00+08:00', 'snow'),
  edit: view('2026-06-12T09:00:00+08:00', 'sunny', [24.4, 4.6, 9.6], [19.4, 0.9, -0.6], idOf('气象站')),
  inside: view('2026-06-12T09:30:00+08:00', 'sunny', [-9.6, 1.75, 7.75], [4, 1.25, 8.2]),
  close: view('2026-06-12T08:30:00+08:00', 'sunny', [18.3, 2.3, 5.2], [20.7, 1.75, 1.2]),
};

const server = await servePage('farm');
const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.setViewport({ width: WIDTH, height: HEIGHT });
  await page.goto(server.url);
  await page.waitForFunction(() => window.farm !== undefined);
  await page.evaluate(
    (given, quality, ratio) => window.farm.load(given, quality, ratio),
    scene,
    QUALITY,
    PIXEL_RATIO,
  );
  const wanted = process.argv.slice(2);
  for (const [name, one] of Object.entries(VIEWS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const { draws, triangles } = await page.evaluate((given) => window.farm.show(given), one);
    const file = join(FOLDER, `farm-${name}.webp`) as `${string}.webp`;
    await page.screenshot({ path: file, type: 'webp', quality: WEBP_QUALITY });
    console.log(`${file} ${draws} draws, ${triangles} triangles`);
  }
  const missing = await page.evaluate(() => window.farm.missing);
  if (missing.length > 0) throw new Error(`no model at ${missing.join(', ')}`);
} finally {
  await browser.close();
  await server.close();
}
