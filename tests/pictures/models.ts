import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EngineDriver, layoutOf, placed } from '../browser/engine-driver.ts';
import { servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';

// Contact sheets of the built-in models in the engine's own light:
// `node --conditions=@farm3d/source tests/pictures/models.ts [SHEET…]`; without a name, all.

const FOLDER = resolve(import.meta.dirname, '../../docs/pictures');
mkdirSync(FOLDER, { recursive: true });

/** What was built: `npm run models` first. */
const MANIFEST = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../packages/models/dist/manifest.json'), 'utf8'),
) as { name: string; kind: string; path: string }[];
const modelPath = (name: string): string => MANIFEST.find((entry) => entry.name === name)!.path;
const DEVICE_NAMES = MANIFEST.filter(({ kind }) => kind === 'device').map(({ name }) => name);

/** One model on a sheet. */
interface Cell {
  readonly name: string;
  readonly caption: string;
  readonly x: number;
  readonly z: number;
  /** Radians about Y. */
  readonly turn: number;
}

interface Sheet {
  readonly size: readonly [width: number, height: number];
  readonly eye: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  readonly cells: readonly Cell[];
  readonly base?: string;
}

/** Rows of models, the first row nearest to the eye. */
const rows = (names: readonly string[], perRow: number, stepX: number, stepZ: number, turn: number): Cell[] =>
  names.map((name, i) => {
    const row = Math.floor(i / perRow);
    const length = Math.min(perRow, names.length - row * perRow);
    return {
      name,
      caption: name,
      x: ((i % perRow) - (length - 1) / 2) * stepX,
      z: -row * stepZ,
      turn,
    };
  });

const SHEETS: Readonly<Record<string, Sheet>> = {
  devices: {
    size: [1680, 1000],
    eye: [0, 4.6, 12.2],
    target: [0, 0.9, -1.5],
    cells: rows(DEVICE_NAMES, 6, 2.75, 4.4, 0.42),
  },
  greenhouse: {
    size: [1120, 700],
    eye: [16.5, 3.6, 10],
    target: [6, 1.1, 0],
    cells: [
      { name: 'soil-probe', caption: '', x: 6.2, z: 2.24, turn: 0 },
      { name: 'weather-station', caption: '', x: 14.6, z: 3.4, turn: 0 },
    ],
    base: modelPath('greenhouse'),
  },
};

const wanted = process.argv.slice(2);
const server = await servePage('viewer');
const browser = await launchBrowser();

async function take(name: string, { size, eye, target, cells, base }: Sheet): Promise<void> {
  const driver = await EngineDriver.open(browser, server.url, ...size);
  await driver.create({ quality: 'high' });
  const equipment = cells.map(({ x, z, turn }, i) => ({
    ...placed(String(i), x, z),
    rotation: { x: 0, y: turn, z: 0 },
  }));
  const [position, toward] = [eye, target].map(([x, y, z]) => ({ x, y, z }));
  const trouble = await driver.load(
    layoutOf(equipment, { position: position!, target: toward! }),
    Object.fromEntries(cells.map((cell, i) => [String(i), modelPath(cell.name)])),
    base ?? null,
  );
  if (trouble !== null) throw new Error(`${name}: ${trouble}`);
  const missing = await driver.heard('model-fallback');
  if (missing.length > 0) throw new Error(`${name}: ${JSON.stringify(missing)}`);
  await driver.untilStill();
  await driver.page.evaluate(
    (captions) => {
      for (const { text, x, z } of captions) {
        const [left, top] = window.engineScreenOf(x, 0, z);
        const tag = document.createElement('div');
        tag.textContent = text;
        tag.style.cssText =
          `position:fixed;left:${left}px;top:${top + 26}px;transform:translateX(-50%);color:#fff;` +
          'font:12px system-ui,sans-serif;text-shadow:0 1px 3px #000b;white-space:nowrap';
        document.body.append(tag);
      }
    },
    cells.filter(({ caption }) => caption).map(({ caption, x, z }) => ({ text: caption, x, z })),
  );
  const file = join(FOLDER, `models-${name}.png`) as `${string}.png`;
  await driver.page.screenshot({ path: file });
  await driver.page.close();
  console.log(file);
}

try {
  for (const [name, sheet] of Object.entries(SHEETS))
    if (wanted.length === 0 || wanted.includes(name)) await take(name, sheet);
} finally {
  await browser.close();
  await server.close();
}
