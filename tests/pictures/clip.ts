import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { FarmView } from '../browser/pages/farm/main.ts';
import { servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { DEMO_FARM } from './demo-farm.ts';
import { muxFlv } from './flv-file.ts';

// The video of the demo camera: `npm run pictures -- clip` records the demo farm from the camera's position,
// panning there and back, so that it can loop. STILLS: a folder for single frames instead.

const FILE = resolve(import.meta.dirname, '../../apps/simulator/clips/camera.flv');
const STILLS = process.env['STILLS'];
const [WIDTH, HEIGHT] = [640, 360];
const PICTURES_PER_SECOND = 10;
const SECONDS = 16;
const BITRATE = 420_000;
/** Maximum size of the file. */
const MAX_BYTES = 1_000_000;

/** Position of the camera and its pan, from the pump house over the maize to the lane: metres and radians. */
const EYE = { x: 13.9, y: 3.6, z: -11.2 };
const [FROM, TO] = [-0.95, 0.75];
const REACH = 18;

/** Pan angle; the camera pauses at both ends. */
function turnAt(share: number): number {
  const there = share < 0.5 ? share * 2 : 2 - share * 2;
  const moving = Math.min(Math.max((there - 0.12) / 0.76, 0), 1);
  return FROM + (TO - FROM) * moving * moving * (3 - 2 * moving);
}

const path = Array.from(
  { length: SECONDS * PICTURES_PER_SECOND },
  (_, i): NonNullable<FarmView['camera']> => {
    const turn = turnAt(i / (SECONDS * PICTURES_PER_SECOND));
    return {
      position: EYE,
      target: { x: EYE.x + REACH * Math.cos(turn), y: 0.4, z: EYE.z + REACH * Math.sin(turn) },
    };
  },
);

const server = await servePage('farm');
// Filming takes minutes where there is no graphics hardware.
const browser = await launchBrowser({ protocolTimeout: 900_000 });
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.setViewport({ width: WIDTH, height: HEIGHT });
  await page.goto(server.url);
  await page.waitForFunction(() => window.farm !== undefined);
  await page.evaluate((scene) => window.farm.load(scene, 'high', 1.5), DEMO_FARM);
  const time = '2026-06-12T09:20:00+08:00';
  const show = (camera: FarmView['camera']): Promise<unknown> =>
    page.evaluate((view) => window.farm.show(view), { camera, time, weather: 'sunny' as const });
  if (STILLS !== undefined) {
    mkdirSync(STILLS, { recursive: true });
    for (const share of [0, 0.25, 0.5]) {
      await show(path[Math.floor(share * path.length)]!);
      await page.screenshot({ path: join(STILLS, `clip-${share}.png`) });
    }
  } else {
    // All models on the path are loaded, near and far levels, before the recording.
    for (const share of [0.5, 0.25, 0]) await show(path[Math.floor(share * path.length)]!);
    const { setup, pictures } = await page.evaluate((take) => window.farm.film(take), {
      path,
      width: WIDTH,
      height: HEIGHT,
      picturesPerSecond: PICTURES_PER_SECOND,
      bitrate: BITRATE,
      keyEvery: PICTURES_PER_SECOND * 2,
      mark: '模拟画面 SIMULATED',
    });
    const file = muxFlv({
      width: WIDTH,
      height: HEIGHT,
      picturesPerSecond: PICTURES_PER_SECOND,
      setup: Buffer.from(setup, 'base64'),
      pictures: pictures.map(({ key, data }) => ({ key, data: Buffer.from(data, 'base64') })),
    });
    if (file.length > MAX_BYTES) throw new Error(`the clip has ${file.length} bytes`);
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, file);
    console.log(`${FILE} ${pictures.length} pictures, ${file.length} bytes`);
  }
} finally {
  await browser.close();
  await server.close();
}
