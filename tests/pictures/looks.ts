import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { QualityTier } from 'farm3d-engine';
import type { Page } from 'puppeteer';
import type { FarmView } from '../browser/pages/farm/main.ts';
import { servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { DEMO_FARM as scene } from './demo-farm.ts';

// `npm run pictures -- looks [VIEW…]`: fixed views of the demo farm without and with the effects of the medium and high tiers,
// side by side, as one sheet: docs/pictures/looks.webp. PICTURES names another folder, where each picture is stored, too;
// ONLY=before or after takes one side; QUALITY=medium another tier; SIZE=640x360; FRAMES=20 prints how long that many frames
// take, too, the shortest and the median: without a graphics card a measure of what shaders cost relative to one another.

const FOLDER = process.env['PICTURES'];
const DOCS = resolve(import.meta.dirname, '../../docs/pictures');
const TIER: QualityTier = process.env['QUALITY'] === 'medium' ? 'medium' : 'high';
const [WIDTH, HEIGHT] = (process.env['SIZE'] ?? '640x360').split('x').map(Number) as [number, number];
const PIXEL_RATIO = Number(process.env['PIXEL_RATIO'] ?? 1);
const FRAMES = Number(process.env['FRAMES'] ?? 0);
const PHONE = [220, 476] as const;
const WEBP_QUALITY = 0.8;

type Spot = readonly [eye: readonly [number, number, number], target: readonly [number, number, number]];
const spot = (time: string, weather: FarmView['weather'], at: Spot | null): FarmView => ({
  camera: at && {
    position: { x: at[0][0], y: at[0][1], z: at[0][2] },
    target: { x: at[1][0], y: at[1][1], z: at[1][2] },
  },
  time,
  weather,
});

const LANE: Spot = [
  [19.5, 1.7, 17.2],
  [15.2, 0.2, 12.2],
];
const YARD: Spot = [
  [27, 3.2, 14],
  [12, 1.4, 2],
];
/** Hours are the farm's: China, UTC+8. */
const VIEWS: Readonly<Record<string, FarmView>> = {
  far: spot('2026-06-12T10:40:00+08:00', 'sunny', null),
  lane: spot('2026-06-12T08:30:00+08:00', 'sunny', LANE),
  middle: spot('2026-06-12T16:30:00+08:00', 'cloudy', YARD),
  inside: spot('2026-06-12T09:30:00+08:00', 'sunny', [
    [-9.6, 1.75, 7.75],
    [4, 1.25, 8.2],
  ]),
  leaves: spot('2026-06-12T17:40:00+08:00', 'sunny', [
    [-4.2, 1.5, 6.9],
    [-6.4, 1.2, 8.4],
  ]),
  maize: spot('2026-06-12T18:10:00+08:00', 'sunny', [
    [19.5, 1.9, 2],
    [27, 1.1, 0],
  ]),
  dusk: spot('2026-06-12T19:12:00+08:00', 'sunny', YARD),
  night: spot('2026-06-12T22:30:00+08:00', 'sunny', null),
  'night-near': spot('2026-06-12T22:30:00+08:00', 'sunny', YARD),
  rain: spot('2026-06-12T15:00:00+08:00', 'rain', LANE),
  'rain-far': spot('2026-06-12T15:00:00+08:00', 'rain', null),
  snow: spot('2026-01-20T10:30:00+08:00', 'snow', null),
  'snow-near': spot('2026-01-20T10:30:00+08:00', 'snow', YARD),
  phone: spot('2026-06-12T10:40:00+08:00', 'sunny', null),
};

const wanted = process.argv.slice(2);
const names = Object.keys(VIEWS).filter((name) => wanted.length === 0 || wanted.includes(name));
const sides = (['before', 'after'] as const).filter((side) => (process.env['ONLY'] ?? side) === side);
if (FOLDER) mkdirSync(FOLDER, { recursive: true });

const server = await servePage('farm');
const browser = await launchBrowser();
const pictures = new Map<string, string>();

async function open(side: (typeof sides)[number], width: number, height: number): Promise<Page> {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn')
      console.error(message.text().slice(0, 3_000));
  });
  await page.setViewport({ width, height });
  await page.goto(server.url);
  await page.waitForFunction(() => window.farm !== undefined);
  await page.evaluate(
    (given, tier, ratio, isDetailed) => window.farm.load(given, tier, ratio, isDetailed),
    scene,
    TIER,
    PIXEL_RATIO,
    side === 'after',
  );
  return page;
}

async function take(page: Page, side: string, name: string): Promise<void> {
  await page.evaluate((flow) => window.farm.water(flow), name === 'inside' && side === 'after' ? 1 : 0);
  const { draws, triangles } = await page.evaluate((given) => window.farm.show(given), VIEWS[name]!);
  const picture = await page.screenshot({ encoding: 'base64' });
  pictures.set(`${name} ${side}`, picture);
  if (FOLDER) writeFileSync(join(FOLDER, `${name}-${side}.png`), Buffer.from(picture, 'base64'));
  const times = await page.evaluate((count) => window.farm.times(count), FRAMES);
  const ms = times.length > 0 ? `, ${times[0]!.toFixed(0)} / ${times[times.length >> 1]!.toFixed(0)} ms` : '';
  console.log(`${name} ${side}: ${draws} draws, ${triangles} triangles${ms}`);
}

async function sheet(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(
    async (given, width, height, quality) => {
      const canvas = new OffscreenCanvas(width * 2, height * given.length);
      const context = canvas.getContext('2d')!;
      for (const [row, pair] of given.entries())
        for (const [column, picture] of pair.entries()) {
          if (!picture) continue;
          const image = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([image]));
          const scale = Math.min(width / bitmap.width, height / bitmap.height);
          context.drawImage(
            bitmap,
            column * width,
            row * height,
            bitmap.width * scale,
            bitmap.height * scale,
          );
        }
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      return btoa(
        Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''),
      );
    },
    names.map((name) => [pictures.get(`${name} before`), pictures.get(`${name} after`)]),
    WIDTH,
    HEIGHT,
    WEBP_QUALITY,
  );
  return Buffer.from(bytes, 'base64');
}

try {
  for (const side of sides) {
    const usual = names.filter((name) => name !== 'phone');
    if (usual.length > 0) {
      const page = await open(side, WIDTH, HEIGHT);
      for (const name of usual) await take(page, side, name);
      await page.close();
    }
    if (!names.includes('phone')) continue;
    const page = await open(side, ...PHONE);
    await take(page, side, 'phone');
    await page.close();
  }
  const page = await browser.newPage();
  const file = resolve(FOLDER ?? DOCS, 'looks.webp');
  writeFileSync(file, await sheet(page));
  console.log(file);
} finally {
  await browser.close();
  await server.close();
}
