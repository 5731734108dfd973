import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'puppeteer';
import { servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';

// Pictures of the region map: provinces, counties with values and markers, the night style. The maps are those of the
// fixtures (FARM3D_FIXTURES, default ../shared/data); values are made up.

const FOLDER = resolve(import.meta.dirname, '../../docs/pictures');
const FIXTURES = process.env['FARM3D_FIXTURES'] ?? resolve(import.meta.dirname, '../../../shared/data');
if (!existsSync(join(FIXTURES, 'map'))) {
  console.error(`no maps at ${FIXTURES}: set FARM3D_FIXTURES`);
  process.exit(1);
}
mkdirSync(FOLDER, { recursive: true });

const server = await servePage('region');
server.answer = (request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  if (!path.startsWith('/maps/')) return false;
  response.end(readFileSync(join(FIXTURES, 'map', path.slice('/maps/'.length))));
  return true;
};

/** One picture: what `show` leaves on the page. */
async function take(browser: Browser, name: string, show: () => Promise<void>): Promise<void> {
  const page = await browser.newPage();
  // Two device pixels for one: without graphics hardware there is no other smoothing.
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 2 });
  await page.goto(server.url);
  await page.waitForFunction(() => window.region !== undefined);
  await page.evaluate(show);
  const file = join(FOLDER, `region-${name}.webp`);
  await page.screenshot({ path: file, type: 'webp', quality: 88 });
  console.log(file);
  await page.close();
}

const browser = await launchBrowser();
try {
  await take(browser, 'provinces', async () => {
    const { RegionMap, createMercator } = window.region;
    const map = new RegionMap(window.host, { projection: createMercator(), reducedMotion: true });
    await map.load('/maps/china-provinces.geojson');
    await map.screenshot();
  });
  await take(browser, 'values', async () => {
    const { RegionMap, createMercator } = window.region;
    const map = new RegionMap(window.host, { projection: createMercator(), reducedMotion: true });
    const { regions } = await map.load('/maps/cn-chengdu-counties.geojson');
    const values = new Map(regions.map(({ id }, i) => [id, (i * 37 + 11) % 100]));
    map.setValues(values, {
      stops: [
        { from: 0, color: '#1A9850', label: '无旱' },
        { from: 20, color: '#A6D96A', label: '轻旱' },
        { from: 40, color: '#FEE08B', label: '中旱' },
        { from: 60, color: '#F46D43', label: '重旱' },
        { from: 80, color: '#B2182B', label: '特旱' },
      ],
      heights: [0.02, 0.12],
    });
    for (const { center } of regions.slice(0, 14)) {
      map.markers.add({ position: [center.lng, center.lat], size: 0.016, floatingRange: 0.03 });
    }
    map.markers.add({
      position: [103.9, 30.72],
      size: 0.03,
      floatingRange: 0,
      color: '#E53935',
      labelElement: '气象站 03　土壤湿度 18 %',
    });
    map.rings.add({ position: [103.9, 30.72], scale: 0.32, color: '#E53935', opacity: 0.9 });
    for (const { center } of regions) {
      map.flows.add({
        path: [
          [104.06, 30.66],
          [center.lng, center.lat],
        ],
        size: 0.003,
        proportion: 0.3,
        color: '#0B3D2E',
      });
    }
    await map.screenshot();
  });
  await take(browser, 'rain', async () => {
    const { RegionMap, createMercator } = window.region;
    const map = new RegionMap(window.host, { projection: createMercator(), reducedMotion: true });
    await map.load('/maps/china-provinces.geojson');
    map.setWeather('rain');
    await map.screenshot();
  });
  await take(browser, 'night', async () => {
    const { RegionMap, createMercator, NIGHT_STYLE } = window.region;
    const map = new RegionMap(window.host, {
      projection: createMercator(),
      style: NIGHT_STYLE,
      reducedMotion: true,
    });
    const { regions } = await map.load('/maps/china-provinces.geojson');
    map.setValues(Object.fromEntries(regions.map(({ id }, i) => [id, (i * 53) % 100])), {
      stops: [
        { from: 0, color: '#0F2A3A' },
        { from: 35, color: '#12455A' },
        { from: 70, color: '#176A80' },
      ],
      heights: [0.1, 2.4],
    });
    for (const { center } of regions) {
      const path: [number, number][] = [
        [108.95, 34.27],
        [center.lng, center.lat],
      ];
      map.flows.add({
        path,
        size: 0.05,
        proportion: 0.35,
        height: 0.6,
        color: '#114B66',
        activeColor: '#7CE7FF',
      });
      map.markers.add({ position: [center.lng, center.lat], size: 0.35, floatingRange: 0.4 });
    }
    map.rings.add({ position: [108.95, 34.27], scale: 7, opacity: 0.8 });
    await map.screenshot();
  });
} finally {
  await browser.close();
  await server.close();
}
