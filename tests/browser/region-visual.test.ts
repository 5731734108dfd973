// Second tier (pictures): the region map compared with kept pictures
import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { differenceFromKept, SHARE_TOLERANCE, shareOfChanged } from '../support/kept-picture.ts';
import { type PageServer, servePage } from './pages/page-server.ts';
import { RegionDriver, serveMaps, SIX } from './region-driver.ts';

const PICTURES = fileURLToPath(new URL('./engine-pictures/', import.meta.url));

let browser: Browser;
let server: PageServer;
let driver: RegionDriver;

beforeAll(async () => {
  server = await servePage('region');
  serveMaps(server, { 'six.geojson': SIX });
  browser = await launchBrowser();
  driver = await RegionDriver.open(browser, server.url, 480, 320);
});

afterEach(() => expect(driver.complaints).toEqual([]));

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** A screenshot of the present frame: PNG, base64. */
const picture = (): Promise<string> =>
  driver.page.evaluate(async () => {
    const bytes = new Uint8Array(await (await window.map!.screenshot()).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });

/** Share of the pixels in which the present screenshot differs from the reference with this name. */
const differenceFrom = async (name: string): Promise<number> =>
  differenceFromKept(driver.page, `${PICTURES}${name}.png`, await picture());

const STILL = { reducedMotion: true, labels: false, maxPixelRatio: 1 } as const;

it('a map by day: green tops, the hole shows the ground', async () => {
  await driver.create(STILL);
  await driver.load('/maps/six.geojson');
  await driver.untilStill();
  expect(await driver.colorsAt([101.6, 33.6], [101, 33])).toEqual([0x08a365, 0xe8eff1]);
  expect(await differenceFrom('region-day')).toBeLessThanOrEqual(SHARE_TOLERANCE);
});

it('values, markers, rings and lines: the highest value is the reddest', async () => {
  await driver.page.evaluate(() => {
    const map = window.map!;
    const stops = [
      { from: 0, color: '#1A9850' },
      { from: 50, color: '#D73027' },
    ];
    map.setValues(
      new Map([
        ['2', 20],
        ['5', 80],
      ]),
      { stops, heights: [0.1, 0.6] },
    );
    map.markers.add({ position: [103, 33], size: 0.2, floatingRange: 0 });
    map.rings.add({ position: [105, 31], scale: 0.8, opacity: 0.9 });
    map.flows.add({
      path: [
        [101, 31],
        [105, 33],
      ],
      size: 0.05,
      proportion: 0.4,
    });
  });
  await driver.untilStill();
  const tops = await driver.page.evaluate(() => {
    const at = (lng: number, lat: number, height: number) => window.screenOf(lng, lat, height);
    return window.colorsAt([at(102.4, 33.6, 0.1 + 0.5 * 0.2), at(102.4, 31.6, 0.1 + 0.5 * 0.8)]);
  });
  expect(tops).toEqual([0x1a9850, 0xd73027]);
  expect(await differenceFrom('region-values')).toBeLessThanOrEqual(SHARE_TOLERANCE);
});

it('at night the ground is dark; in rain drops are drawn over it', async () => {
  await driver.page.evaluate(() => {
    window.map!.clearValues();
    window.map!.setStyle(window.region.NIGHT_STYLE);
  });
  await driver.untilStill();
  const [ground] = await driver.colorsAt([101, 33]);
  expect(((ground! >> 16) & 255) + ((ground! >> 8) & 255) + (ground! & 255)).toBeLessThan(150);
  expect(await differenceFrom('region-night')).toBeLessThanOrEqual(SHARE_TOLERANCE);
  const before = await picture();
  await driver.page.evaluate(() => window.map!.setWeather('rain'));
  await driver.untilStill();
  expect(await shareOfChanged(driver.page, before, await picture())).toBeGreaterThan(0.02);
  expect(await differenceFrom('region-rain')).toBeLessThanOrEqual(SHARE_TOLERANCE);
});
