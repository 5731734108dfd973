import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { QualityTier } from 'farm3d-engine';
import type { Page } from 'puppeteer';
import type { FarmView } from '../browser/pages/farm/main.ts';
import { servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { DEMO_FARM as scene } from './demo-farm.ts';

// `npm run pictures -- looks [VIEW…]`: fixed views of the demo farm as one sheet, docs/pictures/looks.webp: without the effects of
// the medium and high tiers, at medium and at high; and their draws and triangles by tier as a table. PICTURES names another
// folder, where each picture is stored, too; ONLY=high takes one column; SIZE=640x360; FRAMES=20 prints how long that many
// frames take, too, the shortest and the median: without a graphics card a measure of what shaders cost relative to one
// another.

const FOLDER = process.env['PICTURES'];
const DOCS = resolve(import.meta.dirname, '../../docs/pictures');
const [WIDTH, HEIGHT] = (process.env['SIZE'] ?? '640x360').split('x').map(Number) as [number, number];
const PIXEL_RATIO = Number(process.env['PIXEL_RATIO'] ?? 1);
const FRAMES = Number(process.env['FRAMES'] ?? 0);
const PHONE = [220, 476] as const;
const WEBP_QUALITY = 0.8;
/** Size of a picture on the sheet, of itself. */
const ON_SHEET = 0.625;

interface Column {
  readonly tier: QualityTier;
  readonly isDetailed: boolean;
  readonly isOnSheet: boolean;
}
const COLUMNS: Readonly<Record<string, Column>> = {
  low: { tier: 'low', isDetailed: true, isOnSheet: false },
  before: { tier: 'high', isDetailed: false, isOnSheet: true },
  medium: { tier: 'medium', isDetailed: true, isOnSheet: true },
  high: { tier: 'high', isDetailed: true, isOnSheet: true },
};

type Spot = readonly [eye: readonly [number, number, number], target: readonly [number, number, number]];
const spot = (
  time: string,
  weather: FarmView['weather'],
  at: Spot | null,
  more: Partial<FarmView> = {},
): FarmView => ({
  camera: at && {
    position: { x: at[0][0], y: at[0][1], z: at[0][2] },
    target: { x: at[1][0], y: at[1][1], z: at[1][2] },
  },
  time,
  weather,
  ...more,
});

const LANE: Spot = [
  [19.5, 1.7, 17.2],
  [15.2, 0.2, 12.2],
];
const YARD: Spot = [
  [27, 3.2, 14],
  [12, 1.4, 2],
];
const LEAVES: Spot = [
  [-4.2, 1.5, 6.9],
  [-6.4, 1.2, 8.4],
];
/** A plot in the open, west of the greenhouse, and the view of its edge. */
const PLOT = {
  polygons: [
    {
      outline: [
        [-50, -11],
        [-28, -11],
        [-28, 9],
        [-50, 9],
      ],
      holes: [],
    },
  ],
};
const PLOT_EDGE: Spot = [
  [-25.4, 1.7, 7.5],
  [-32, 0.9, 2],
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
  leaves: spot('2026-06-12T17:40:00+08:00', 'sunny', LEAVES),
  maize: spot('2026-06-12T18:10:00+08:00', 'sunny', [
    [19.5, 1.9, 2],
    [27, 1.1, 0],
  ]),
  dusk: spot('2026-06-12T19:12:00+08:00', 'sunny', YARD),
  night: spot('2026-06-12T22:30:00+08:00', 'sunny', null),
  'night-near': spot('2026-06-12T22:30:00+08:00', 'sunny', YARD),
  fog: spot('2026-06-12T07:10:00+08:00', 'cloudy', YARD, { visibility: 90 }),
  'tomato-young': spot('2026-06-12T10:40:00+08:00', 'sunny', LEAVES, { crop: { id: 'tomato', grown: 1.7 } }),
  'tomato-grown': spot('2026-06-12T10:40:00+08:00', 'sunny', LEAVES, { crop: { id: 'tomato', grown: 4.6 } }),
  'maize-young': spot('2026-06-12T09:10:00+08:00', 'sunny', PLOT_EDGE, {
    crop: { id: 'maize', grown: 1.7, boundary: PLOT },
  }),
  'maize-grown': spot('2026-06-12T09:10:00+08:00', 'sunny', PLOT_EDGE, {
    crop: { id: 'maize', grown: 3.8, boundary: PLOT },
  }),
  // Last: what is wet dries in 25 minutes.
  rain: spot('2026-06-12T15:00:00+08:00', 'rain', LANE),
  'rain-far': spot('2026-06-12T15:00:00+08:00', 'rain', null),
  snow: spot('2026-01-20T10:30:00+08:00', 'snow', null),
  'snow-near': spot('2026-01-20T10:30:00+08:00', 'snow', YARD),
  phone: spot('2026-06-12T10:40:00+08:00', 'sunny', null),
};

const wanted = process.argv.slice(2);
const names = Object.keys(VIEWS).filter((name) => wanted.length === 0 || wanted.includes(name));
const columns = Object.keys(COLUMNS).filter((column) => (process.env['ONLY'] ?? column) === column);
if (FOLDER) mkdirSync(FOLDER, { recursive: true });

const server = await servePage('farm');
const browser = await launchBrowser();
const pictures = new Map<string, string>();
const costs = new Map<string, string>();

async function open({ tier, isDetailed }: Column, width: number, height: number): Promise<Page> {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn')
      console.error(message.text().slice(0, 3_000));
  });
  await page.setViewport({ width, height });
  await page.goto(server.url);
  await page.waitForFunction(() => window.farm !== undefined);
  await page.evaluate((...given) => window.farm.load(...given), scene, tier, PIXEL_RATIO, isDetailed);
  return page;
}

async function take(page: Page, column: string, name: string): Promise<void> {
  const flow = name === 'inside' && column !== 'before' ? 1 : 0;
  await page.evaluate((given) => window.farm.water(given), flow);
  const { draws, triangles } = await page.evaluate((given) => window.farm.show(given), VIEWS[name]!);
  const picture = await page.screenshot({ encoding: 'base64' });
  pictures.set(`${name} ${column}`, picture);
  costs.set(`${name} ${column}`, `${draws} · ${triangles.toLocaleString('en')}`);
  if (FOLDER) writeFileSync(join(FOLDER, `${name}-${column}.png`), Buffer.from(picture, 'base64'));
  const times = await page.evaluate((count) => window.farm.times(count), FRAMES);
  const ms = times.length > 0 ? `, ${times[0]!.toFixed(0)} / ${times[times.length >> 1]!.toFixed(0)} ms` : '';
  console.log(`${name} ${column}: ${draws} draws, ${triangles} triangles${ms}`);
}

async function sheet(page: Page): Promise<Buffer> {
  const shown = columns.filter((column) => COLUMNS[column]!.isOnSheet);
  const bytes = await page.evaluate(
    async (given, width, height, quality) => {
      const canvas = new OffscreenCanvas(width * given[0]!.length, height * given.length);
      const context = canvas.getContext('2d')!;
      for (const [row, pictures] of given.entries())
        for (const [column, picture] of pictures.entries()) {
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
    names.map((name) => shown.map((column) => pictures.get(`${name} ${column}`))),
    WIDTH * ON_SHEET,
    HEIGHT * ON_SHEET,
    WEBP_QUALITY,
  );
  return Buffer.from(bytes, 'base64');
}

try {
  for (const column of columns) {
    const usual = names.filter((name) => name !== 'phone');
    if (usual.length > 0) {
      const page = await open(COLUMNS[column]!, WIDTH, HEIGHT);
      for (const name of usual) await take(page, column, name);
      await page.close();
    }
    if (!names.includes('phone')) continue;
    const page = await open(COLUMNS[column]!, ...PHONE);
    await take(page, column, 'phone');
    await page.close();
  }
  console.log(['View', ...columns].join(' | '));
  for (const name of names)
    console.log(`| ${[name, ...columns.map((column) => costs.get(`${name} ${column}`))].join(' | ')} |`);
  const page = await browser.newPage();
  const file = resolve(FOLDER ?? DOCS, 'looks.webp');
  if (columns.some((column) => COLUMNS[column]!.isOnSheet)) writeFileSync(file, await sheet(page));
  console.log(file);
} finally {
  await browser.close();
  await server.close();
}
