// Second tier (outside): real maps
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { MapInspector } from '../support/inspect-maps.ts';

const FIXTURES = process.env['FARM3D_FIXTURES'] ?? resolve(import.meta.dirname, '../../../shared/data');
const MAPS = join(FIXTURES, 'map');

let browser: Browser;
let inspector: MapInspector;

beforeAll(async () => {
  if (!existsSync(MAPS)) throw new Error(`no maps at ${MAPS}: set FARM3D_FIXTURES`);
  browser = await launchBrowser();
  inspector = await MapInspector.start(browser);
});

afterAll(async () => {
  await inspector?.close();
  await browser?.close();
});

const inFolder = (folder: string) =>
  existsSync(join(MAPS, folder))
    ? readdirSync(join(MAPS, folder))
        .filter((name) => name.endsWith('.geojson'))
        .map((name) => join(folder, name))
    : [];

describe('maps of the corpus', () => {
  it.each([
    ['china-provinces.geojson', 34, 0],
    ['china-provinces-datav-shape.geojson', 34, 1],
    ['cn-beijing-districts.geojson', 16, 0],
    ['cn-chengdu-counties.geojson', 20, 0],
    ['cn-hainan.geojson', 19, 0],
    ['cn-sichuan-cities.geojson', 21, 0],
    ['cn-xinjiang.geojson', 23, 0],
    ['cn-yinchuan-counties.geojson', 6, 0],
    ['world-countries-110m.geojson', 177, 0],
  ])('%s: %i regions, %i skipped, and its triangles cover its polygons', async (name, regions, skipped) => {
    const report = await inspector.inspect(join(MAPS, name));
    expect(report).toMatchObject({ ok: true, regions, skipped });
    expect(report.areaDeviation).toBeLessThan(1e-6);
    // Real files contain a few self-intersecting rings; they are drawn.
    expect(report.selfIntersecting).toBeLessThanOrEqual(3);
  });

  it('only the feature without a name is skipped', async () => {
    const { reasons } = await inspector.inspect(join(MAPS, 'china-provinces-datav-shape.geojson'));
    expect(reasons).toEqual([{ index: 34, name: '', reason: 'unnamed' }]);
  });

  it('TopoJSON is refused with its own error', async () => {
    const report = await inspector.inspect(join(MAPS, 'us-10m.topo.json'));
    expect(report.ok).toBe(false);
    expect(report.error).toContain('topojson');
  });

  it('edge cases, row by row', async () => {
    const report = await inspector.inspect(join(MAPS, 'edge-cases.geojson'));
    expect(report).toMatchObject({ ok: true, regions: 16, selfIntersecting: 1, holes: 4 });
    expect(report.reasons.map(({ index, reason }) => `${index} ${reason}`)).toEqual([
      '6 unnamed',
      '7 unnamed',
      '8 unnamed',
      '9 unnamed',
      '13 degenerate',
      '14 degenerate',
      '20 null-geometry',
      '21 unsupported-geometry',
      '22 unsupported-geometry',
      '23 unsupported-geometry',
      '24 empty-geometry',
      '25 degenerate',
      '26 bad-coordinates',
      '27 bad-coordinates',
    ]);
    expect(report.areaDeviation).toBeLessThan(1e-6);
  });
});

describe('GeoJSON validity fixtures', () => {
  it.each(inFolder('geojsonhint/good'))('%s is read', async (file) => {
    const report = await inspector.inspect(join(MAPS, file));
    expect(report.error).toBeUndefined();
    // They contain no named polygon: each feature is skipped with a reason.
    expect(report.regions).toBe(0);
    expect(report.reasons.length).toBeGreaterThan(0);
  });

  it.each(inFolder('geojsonhint/bad'))('%s ends with a typed reason', async (file) => {
    const report = await inspector.inspect(join(MAPS, file));
    if (report.ok) expect(report.reasons.length).toBeGreaterThan(0);
    else expect(report.error).toMatch(/^map-invalid (invalid-json|not-geojson|no-region)/);
    expect(report.regions).toBe(0);
  });
});
