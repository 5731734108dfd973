import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EngineDriver, layoutOf, placed } from '../browser/engine-driver.ts';
import { servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';

// Contact sheets of the built-in models in the engine's own light, after `npm run models`:
// `npm run pictures -- models [SHEET or MODEL…]`; without a name, all sheets.
// PICTURES names another folder than docs/pictures; a model by its name comes as one large picture.

const FOLDER = resolve(process.env['PICTURES'] ?? join(import.meta.dirname, '../../docs/pictures'));
mkdirSync(FOLDER, { recursive: true });

interface Built {
  readonly name: string;
  readonly kind: 'device' | 'structure' | 'crop';
  readonly box: { readonly low: number[]; readonly high: number[] };
  readonly levels: readonly { readonly level: string; readonly path: string; readonly triangles: number }[];
}

const MANIFEST = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../packages/models/dist/manifest.json'), 'utf8'),
) as Built[];
const ofKind = (kind: Built['kind']): Built[] => MANIFEST.filter((entry) => entry.kind === kind);

interface PlacedObject {
  readonly path: string;
  readonly x: number;
  /** Metres above the ground. Default 0. */
  readonly y?: number;
  readonly turn: number;
}

/** One image of a sheet. */
interface Tile {
  readonly caption: string;
  readonly objects: readonly PlacedObject[];
  /** Corners of the box that must be seen. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Direction to the camera; default: three quarters, from above. */
  readonly from?: readonly [number, number, number];
}

interface Sheet {
  readonly columns: number;
  readonly tile: readonly [width: number, height: number];
  readonly tiles: readonly Tile[];
}

const pathOf = (name: string): string => MANIFEST.find((entry) => entry.name === name)!.levels[0]!.path;
const trianglesOf = ({ levels }: Built): string => levels.map(({ triangles }) => triangles).join(' / ');

const alone = (entry: Built, turn: number): Tile => ({
  caption: `${entry.name} · ${trianglesOf(entry)}`,
  objects: [{ path: entry.levels[0]!.path, x: 0, turn }],
  ...entry.box,
});

/** The levels of one model side by side. */
function levelsOf(entry: Built): Tile {
  const width = (entry.box.high[0]! - entry.box.low[0]!) * 1.15 + 0.15;
  const shift = (i: number): number => (i - (entry.levels.length - 1) / 2) * width;
  const [first, last] = [shift(0), shift(entry.levels.length - 1)];
  return {
    caption: `${entry.name} · ${trianglesOf(entry)}`,
    objects: entry.levels.map(({ path }, i) => ({ path, x: shift(i), turn: 0.2 })),
    low: [entry.box.low[0]! + first, ...entry.box.low.slice(1)],
    high: [entry.box.high[0]! + last, ...entry.box.high.slice(1)],
    from: [0, 0.25, 1],
  };
}

/** All stages of a crop in a row, near levels; or far ones. */
function stagesOf(crop: string, level: 0 | 1): Tile {
  const stages = ofKind('crop').filter(({ name }) => name.startsWith(`crop-${crop}-`));
  const low = [0, 0, -0.2];
  const high = [0, 0.2, 0.2];
  let x = 0;
  const objects: PlacedObject[] = stages.map((entry) => {
    const half = Math.max(0.1, (entry.box.high[0]! - entry.box.low[0]!) / 2);
    x += half * 0.8;
    const object = { path: entry.levels[level]!.path, x, y: 0.02, turn: 0.4 };
    x += half * 0.8 + 0.05;
    high[1] = Math.max(high[1]!, entry.box.high[1]!);
    return object;
  });
  high[0] = x;
  // The plants are on soil: two beds in a row, lowered until their tops are at ground level.
  for (const end of [-1, 1])
    objects.push({ path: pathOf('soil-bed'), x: x / 2 + end * 2.8, y: -0.15, turn: Math.PI / 2 });
  const triangles = stages.map((entry) => entry.levels[level]!.triangles).join(' ');
  return {
    caption: `${crop}: ${stages.map(({ name }) => name.split('-').at(-1)).join(' · ')} (${triangles})`,
    objects,
    low,
    high,
    from: [0, 0.3, 1],
  };
}

const CROPS = [...new Set(ofKind('crop').map(({ name }) => name.split('-')[1]!))];

const SHEETS: Readonly<Record<string, () => Sheet>> = {
  devices: () => ({
    columns: 5,
    tile: [340, 340],
    tiles: ofKind('device').map((entry) => alone(entry, 0.35)),
  }),
  'device-levels': () => ({ columns: 3, tile: [380, 220], tiles: ofKind('device').map(levelsOf) }),
  structures: () => ({
    columns: 4,
    tile: [420, 320],
    tiles: ofKind('structure').map((entry) => alone(entry, 0.3)),
  }),
  crops: () => ({ columns: 2, tile: [820, 300], tiles: CROPS.map((crop) => stagesOf(crop, 0)) }),
  'crops-far': () => ({ columns: 2, tile: [560, 205], tiles: CROPS.map((crop) => stagesOf(crop, 1)) }),
};

/** Half the engine's field of view, and the part of the image that is kept: a longer lens for small objects. */
const HALF_ANGLE = (37.5 * Math.PI) / 180;
const KEPT = 0.5;

const wanted = process.argv.slice(2);
const server = await servePage('viewer');
const browser = await launchBrowser();

async function picture(driver: EngineDriver, tile: Tile, [width, height]: Sheet['tile']): Promise<string> {
  const { low, high } = tile;
  const centre = [0, 1, 2].map((axis) => (low[axis]! + high[axis]!) / 2);
  const half = [0, 1, 2].map((axis) => (high[axis]! - low[axis]!) / 2);
  const [dx, dy, dz] = tile.from ?? [0.35, 0.42, 1];
  const length = Math.hypot(dx, dy, dz);
  const across = Math.hypot(half[0]!, half[2]! * 0.5) / (width / height);
  const reach =
    (Math.max(across, half[1]! + half[2]! * 0.4) / (Math.tan(HALF_ANGLE) * KEPT)) * 1.06 + half[2]!;
  const at = ([x, y, z]: readonly number[]) => ({ x: x!, y: y!, z: z! });
  const eye = [dx, dy, dz].map((way, axis) => centre[axis]! + (way / length) * reach);
  const trouble = await driver.load(
    layoutOf(
      tile.objects.map(({ x, y = 0, turn }, i) => ({
        ...placed(String(i), x, 0),
        position: { x, y, z: 0 },
        rotation: { x: 0, y: turn, z: 0 },
      })),
      { position: at(eye), target: at(centre) },
    ),
    Object.fromEntries(tile.objects.map(({ path }, i) => [String(i), path])),
  );
  if (trouble !== null) throw new Error(`${tile.caption}: ${trouble}`);
  await driver.untilStill();
  await seen(driver, tile.caption);
  const [x, y] = [(width / KEPT - width) / 2, (height / KEPT - height) / 2];
  return driver.page.screenshot({ encoding: 'base64', clip: { x, y, width, height } });
}

/** Waits until a frame was drawn: on a busy machine the first frame may be late. */
async function seen(driver: EngineDriver, caption: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const cells = await driver.picture(12, 8);
    const greens = cells.filter((_, i) => i % 3 === 1);
    if (Math.max(...greens) - Math.min(...greens) > 20) return;
    if (Date.now() > deadline) throw new Error(`${caption}: the picture stays empty`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

async function take(name: string, { columns, tile, tiles }: Sheet): Promise<void> {
  if (tiles.length === 0) return;
  const driver = await EngineDriver.open(browser, server.url, tile[0] / KEPT, tile[1] / KEPT);
  await driver.create({ quality: 'high' });
  const figures: string[] = [];
  for (const one of tiles)
    figures.push(
      `<figure><img src="data:image/png;base64,${await picture(driver, one, tile)}">` +
        `<figcaption>${one.caption}</figcaption></figure>`,
    );
  const missing = await driver.received('model-fallback');
  if (missing.length > 0) throw new Error(`${name}: ${JSON.stringify(missing)}`);
  await driver.close();
  const page = await browser.newPage();
  await page.setViewport({ width: columns * (tile[0] + 6) + 6, height: 400 });
  await page.setContent(
    `<style>body{margin:0;background:#20261f;display:grid;grid-template-columns:repeat(${columns},${tile[0]}px);` +
      'gap:6px;padding:6px;font:13px system-ui,sans-serif;color:#dfe6da}figure{margin:0}img{display:block}' +
      `figcaption{padding:4px 2px 6px}</style>${figures.join('')}`,
  );
  const file = join(FOLDER, `models-${name}.webp`) as `${string}.webp`;
  await page.screenshot({ path: file, type: 'webp', quality: 82, fullPage: true });
  await page.close();
  console.log(file);
}

try {
  for (const name of wanted.length > 0 ? wanted : Object.keys(SHEETS)) {
    const entry = MANIFEST.find((one) => one.name === name);
    const sheet =
      SHEETS[name]?.() ?? (entry && { columns: 1, tile: [900, 640], tiles: [alone(entry, 0.35)] });
    if (!sheet) throw new Error(`no sheet and no model is named ${name}`);
    await take(name, sheet);
  }
} finally {
  await browser.close();
  await server.close();
}
