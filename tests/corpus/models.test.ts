// Second tier (outside): real models
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, relative, resolve } from 'node:path';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Inspection } from '../browser/pages/inspect/main.ts';
import { launchBrowser } from '../support/browser.ts';
import { ModelInspectorPage } from '../support/inspect-models.ts';
import { peakPageMemory } from '../support/page-costs.ts';
import { quadGltf } from '../support/quad-gltf.ts';
import { WorkCount } from '../support/work-count.ts';

const FIXTURES = process.env['FARM3D_FIXTURES'] ?? resolve(import.meta.dirname, '../../../shared/data');
/** Maximum work, in blocks of code of the workers, and memory for a damaged file, `error-fast` in expected.json. */
const FAST_BLOCKS = 20_000;
const FAST_BYTES = 64 * 2 ** 20;

let browser: Browser;
let inspector: ModelInspectorPage;

beforeAll(async () => {
  if (!existsSync(join(FIXTURES, 'glb'))) throw new Error(`no models at ${FIXTURES}: set FARM3D_FIXTURES`);
  browser = await launchBrowser();
  inspector = await ModelInspectorPage.start(browser);
  // Workers and decoders are started first, so that their start does not count for a file.
  await inspector.look(join(FIXTURES, 'glb/draco/corn.glb'));
  await inspector.look(join(FIXTURES, 'fbx/fence.fbx'));
});

afterAll(async () => {
  await inspector?.close();
  await browser?.close();
});

function files(folder: string, pattern: RegExp): string[] {
  const root = join(FIXTURES, folder);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

/** Triangles by file name, as other programs count them (MANIFEST.md); several files may have the same name. */
function countedElsewhere(): ReadonlyMap<string, ReadonlySet<number>> {
  const counts = new Map<string, Set<number>>();
  for (const line of readFileSync(join(FIXTURES, 'MANIFEST.md'), 'utf8').split('\n')) {
    const [, name = '', , third = '', fourth = ''] = line.split('|').map((cell) => cell.trim());
    const count = /\.gl(b|tf)$/.test(name) ? /^\d+$/.exec(third)?.[0] : /^ok: (\d+) tri/.exec(fourth)?.[1];
    if (count !== undefined) counts.set(name, (counts.get(name) ?? new Set()).add(Number(count)));
  }
  return counts;
}

/** Models that draw a mesh at several nodes or instances; other programs count it once. */
const REPEATED = /farmbot-(soil-sensor|utm)|synthetic-greenhouse/;
/** FBX versions before 2006, with another structure. */
const TOO_OLD = /max6_teapot_3000|max7_skin_5000|cube_6100_ascii/;

describe('models of the corpus', () => {
  const counts = existsSync(join(FIXTURES, 'MANIFEST.md'))
    ? countedElsewhere()
    : new Map<string, Set<number>>();
  const models = [
    ...files('glb', /\.glb$/),
    ...files('gltf', /\.gltf$/),
    ...files('fbx', /\.fbx$/i).filter((file) => !TOO_OLD.test(file)),
  ];

  it.each(models)('%s is loaded', async (file) => {
    const found = await inspector.look(join(FIXTURES, file));
    expect(found.error).toBeUndefined();
    expect(found.format).toBe(extname(file).slice(1).toLowerCase());
    expect(found.box.every((value) => Number.isFinite(value))).toBe(true);
    const expected = counts.get(basename(file));
    if (!expected) expect(found.triangles).toBeGreaterThan(0);
    else if (REPEATED.test(file)) expect(found.triangles).toBeGreaterThan(Math.min(...expected));
    else expect([...expected]).toContain(found.triangles);
  });

  it.each([
    ['glb/ktx2/building-etc1s-meshopt.glb', { textures: 1 }],
    ['glb/ktx2/farm-uastc-draco.glb', { textures: 1 }],
    ['glb/draco/farmbot-weeder.glb', { textures: 1 }],
    ['fbx/kaykit-watertower.fbx', { textures: 1 }],
    ['fbx/assimp/box.FBX', { textures: 1 }],
    ['fbx/ufbx/blender_293_embedded_textures_7400_binary.fbx', { textures: 2 }],
    ['gltf/watertower.gltf', { textures: 1 }],
    ['glb/meshopt/cow-skinned.glb', { skins: 1 }],
    ['glb/animated/synthetic-morph.glb', { morphTargets: 1, clips: ['grow'] }],
    ['glb/draco/farmbot-soil-sensor.glb', { drawCalls: 45 }],
  ] as const)('%s has the expected content: %o', async (file, expected) => {
    expect(await inspector.look(join(FIXTURES, file))).toMatchObject(expected);
  });

  it.each(files('fbx', TOO_OLD).filter((file) => file.endsWith('.fbx')))(
    '%s ends with the error for its version',
    async (file) => {
      const { ok, error } = await inspector.look(join(FIXTURES, file));
      expect([ok, error?.code]).toEqual([false, 'model-unsupported']);
    },
  );
});

describe('images of the corpus', () => {
  const folder = mkdtempSync(join(tmpdir(), 'farm3d-pictures-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(files('tex', /\.(png|jpe?g|webp|avif)$/))('%s is a texture', async (file) => {
    copyFileSync(join(FIXTURES, file), join(folder, basename(file)));
    const model = join(folder, `${basename(file)}.gltf`);
    writeFileSync(model, quadGltf(basename(file)));
    expect(await inspector.look(model)).toMatchObject({ ok: true, textures: 1 });
  });
});

interface Oracle {
  readonly clip: string | null;
  readonly seconds: number;
  readonly reference: string;
}

/** Vertices from Blender at a frame, 24 per second. A clip starts at its first key: `Wiggle` at frame 1. */
const SAUSAGE: readonly Oracle[] = [
  { clip: 'Skeleton|Base', seconds: 0, reference: 'blender_279_sausage_base_0.obj' },
  { clip: 'Skeleton|Spin', seconds: 15 / 24, reference: 'blender_279_sausage_spin_15.obj' },
  { clip: 'Skeleton|Wiggle', seconds: 19 / 24, reference: 'blender_279_sausage_wiggle_20.obj' },
];

type Point = readonly number[];

function vertices(file: string): Point[] {
  return readFileSync(join(FIXTURES, 'fbx/ufbx', file), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('v '))
    .map((line) => line.trim().split(/\s+/).slice(1, 4).map(Number));
}

function diagonal(points: readonly Point[]): number {
  const span = (axis: number) => {
    const values = points.map((point) => point[axis]!);
    return Math.max(...values) - Math.min(...values);
  };
  return Math.hypot(span(0), span(1), span(2));
}

const nearest = (point: Point, among: readonly Point[]) =>
  Math.min(...among.map((other) => Math.hypot(...point.map((value, i) => value - other[i]!))));

describe('animated FBX', () => {
  it.each(SAUSAGE)('$clip at $seconds s is $reference to 1e-4 of the diagonal', async (given) => {
    const page = await inspector.page();
    const path = inspector.addressOf(join(FIXTURES, 'fbx/ufbx/blender_279_sausage_7400_binary.fbx'));
    const flat = await page.evaluate(
      (path, clip, seconds) => window.posedVertices(path, clip, seconds),
      path,
      given.clip,
      given.seconds,
    );
    const ours: Point[] = Array.from({ length: flat.length / 3 }, (_, i) => flat.slice(i * 3, i * 3 + 3));
    const theirs = vertices(given.reference);
    const size = diagonal(theirs);
    // Both ways: every vertex is one of the reference, and none of the reference is missing.
    const worst = Math.max(
      ...ours.map((point) => nearest(point, theirs)),
      ...theirs.map((point) => nearest(point, ours)),
    );
    expect(worst / size).toBeLessThan(1e-4);
  });
});

describe('damaged files', () => {
  const oracle = join(FIXTURES, 'malformed/expected.json');
  const { files: expected } = JSON.parse(
    existsSync(oracle) ? readFileSync(oracle, 'utf8') : '{"files":{}}',
  ) as {
    files: Record<string, { expect: string; why: string }>;
  };
  const all = files('malformed', /\.(glb|gltf|fbx)$/);
  /** A model that must still load after each damaged file. */
  const usable = async () => {
    const after = await inspector.look(join(FIXTURES, 'glb/draco/corn.glb'));
    const fbx = await inspector.look(join(FIXTURES, 'fbx/fence.fbx'));
    expect([after.error, after.triangles, fbx.triangles]).toEqual([undefined, 128, 188]);
  };

  it('are all present', () => {
    const names = all.map((file) => relative('malformed', file));
    expect(Object.keys(expected).filter((name) => !names.includes(name))).toEqual([]);
    expect(all.length).toBeGreaterThan(0);
  });

  it.each(all)('%s', async (file) => {
    const isFast = expected[relative('malformed', file)]?.expect === 'error-fast';
    const work = isFast ? await WorkCount.ofWorkers(await inspector.page()) : undefined;
    const before = peakPageMemory(browser);
    const found = await inspector.look(join(FIXTURES, file));
    endsAs(found, expected[relative('malformed', file)]?.expect ?? 'ok-or-error');
    if (work) {
      expect(await work.take()).toBeLessThan(FAST_BLOCKS);
      expect(peakPageMemory(browser) - before).toBeLessThan(FAST_BYTES);
    }
    await usable();
  });
});

/** Asserts that a file ends with an error code, not with a hung page. */
function endsAs(found: Inspection, expected: string): void {
  if (found.error)
    expect(found.error.code).toMatch(/^model-(invalid|truncated|wrong-type|unsupported|too-large|missing)$/);
  if (found.ok)
    expect(found.box.every((value) => Number.isFinite(value) && Math.abs(value) < 1e12)).toBe(true);
  switch (expected) {
    case 'error-fast':
    case 'error':
      expect(found.ok).toBe(false);
      return;
    case 'ok-slow':
    case 'ok-sanitised':
    case 'ok-degraded':
      expect(found.ok).toBe(true);
      expect(found.triangles).toBeGreaterThan(0);
      return;
    case 'ok-or-error':
    case 'error-or-warn':
    case 'ok-empty-or-error':
      return;
    default:
      throw new Error(`expected.json says ${expected}, which no test knows`);
  }
}
