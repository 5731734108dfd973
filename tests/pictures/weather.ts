import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CameraState } from 'farm3d-engine';
import { EngineDriver, layoutOf, placed } from '../browser/engine-driver.ts';
import { servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';

// `npm run pictures -- weather`, or node --conditions=@farm3d/source tests/pictures/weather.ts [low|medium|high]
// Each weather at noon, dusk and night in the engine's own light, as one sheet: docs/pictures/weather.webp.

const [tier = 'high'] = process.argv.slice(2).filter((word) => word !== 'weather') as (
  | 'low'
  | 'medium'
  | 'high'
)[];
const FOLDER = resolve(process.env['PICTURES'] ?? join(import.meta.dirname, '../../docs/pictures'));
mkdirSync(FOLDER, { recursive: true });

const WIDTH = 480;
const HEIGHT = 300;
const QUALITY = 0.82;
/** A spring day in Shandong; UTC is eight hours behind. */
const PLACE = { latitude: 36.88, longitude: 118.74 };
const HOURS = { noon: '2025-04-20T04:00:00Z', dusk: '2025-04-20T10:58:00Z', night: '2025-04-20T15:30:00Z' };
const KINDS = ['sunny', 'cloudy', 'overcast', 'rain', 'snow'] as const;
const VIEW: CameraState = { position: { x: 12, y: 6.2, z: 20 }, target: { x: 3.5, y: 2.2, z: 0 } };

/** Name, model, x, z, rotation about Y (radians). */
const OBJECTS: readonly (readonly [string, string, number, number, number])[] = [
  ['station', 'weather-station', 14, 9.5, 0.4],
  ['light', 'grow-light', -4, 1.2, 0],
  ['light-2', 'grow-light', 2, 1.2, 0],
  ['lamp', 'insect-lamp', -13.5, 8, 0],
  ['screen', 'led-screen', 7, 9.5, 0],
  ['gateway', 'gateway', -9, 8.2, 0],
  ['house', 'farmhouse', 30, -14, -0.5],
  ['pond', 'pond', -31, 4, 0],
  ['tank', 'water-tank', 18, -9, 0],
  ['poplar', 'tree-poplar', -20, -12, 0],
  ['poplar-2', 'tree-poplar', -23, -13, 1],
];

const server = await servePage('weather');
const browser = await launchBrowser();
try {
  const driver = await EngineDriver.open(browser, server.url, WIDTH, HEIGHT);
  // Without animation, so that the images are reproducible.
  await driver.create({ quality: tier, reducedMotion: true });
  const trouble = await driver.load(
    layoutOf(
      OBJECTS.map(([id, , x, z, turn]) => ({ ...placed(id, x, z), rotation: { x: 0, y: turn, z: 0 } })),
      VIEW,
    ),
    Object.fromEntries(OBJECTS.map(([id, model]) => [id, `/models/${model}.glb`])),
    '/models/greenhouse.glb',
  );
  if (trouble !== null) throw new Error(trouble);
  await driver.page.evaluate(
    (ids) => {
      window.weather = new window.weatherEngine.SceneWeather(window.viewer!);
      window.viewer!.setLiveState(ids.map((id) => ({ id, online: true })));
      window.pictures = [];
    },
    OBJECTS.map(([id]) => id),
  );
  for (const kind of KINDS) {
    for (const [name, time] of Object.entries(HOURS)) {
      await driver.page.evaluate(
        async (kind, time, place) => {
          await window.weather!.set(kind, { seconds: 0 });
          window.weather!.setTime(new Date(time), place);
          window.pictures.push(await createImageBitmap(await window.viewer!.screenshot()));
        },
        kind,
        time,
        PLACE,
      );
      console.log(kind, name);
    }
  }
  const sheet = await driver.page.evaluate(
    async (columns, quality) => {
      const { width, height } = window.pictures[0]!;
      const canvas = new OffscreenCanvas(
        width * columns,
        height * Math.ceil(window.pictures.length / columns),
      );
      const context = canvas.getContext('2d')!;
      for (const [i, picture] of window.pictures.entries()) {
        context.drawImage(picture, (i % columns) * width, Math.floor(i / columns) * height);
      }
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    Object.keys(HOURS).length,
    QUALITY,
  );
  const path = join(FOLDER, tier === 'high' ? 'weather.webp' : `weather-${tier}.webp`);
  writeFileSync(path, Buffer.from(sheet, 'base64'));
  console.log(path);
  if (driver.complaints.length > 0) throw new Error(driver.complaints.join('\n'));
} finally {
  await browser.close();
  await server.close();
}

declare global {
  interface Window {
    pictures: ImageBitmap[];
  }
}
