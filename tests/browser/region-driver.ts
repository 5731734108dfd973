import type { Browser, Page } from 'puppeteer';
import type { MapSource, RegionMapOptions } from 'farm3d-engine/region';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { type PageServer, servePage } from './pages/page-server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

type Ring = [number, number][];

/** A closed square ring. */
export function square(west: number, south: number, size: number): Ring {
  const east = west + size;
  const north = south + size;
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

export function featureOf(adcode: number, name: string, ...rings: Ring[]): object {
  const properties = { name, adcode, center: undefined };
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: rings } };
}

export function collection(features: object[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** Three by two squares of two degrees, the first with a hole; ids 1 to 6, 甲 to 己. */
export const SIX = collection(
  ['甲', '乙', '丙', '丁', '戊', '己'].map((name, i) => {
    const west = 100 + (i % 3) * 2;
    const south = 32 - Math.floor(i / 3) * 2;
    const hole = square(west + 0.6, south + 0.6, 0.8).reverse();
    return featureOf(i + 1, name, square(west, south, 2), ...(i === 0 ? [hole] : []));
  }),
);

/** Files under /maps/ of the page's server. */
export function serveMaps(server: PageServer, maps: Readonly<Record<string, string | Uint8Array>>): void {
  server.answer = (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (!path.startsWith('/maps/')) return false;
    const name = path.slice('/maps/'.length);
    const map = maps[name];
    if (map === undefined) response.writeHead(404).end();
    else if (name === 'cut.geojson') {
      response.writeHead(200, { 'Content-Length': map.length + 100 });
      response.write(map);
      setTimeout(() => response.destroy(), 20);
    } else {
      const body = Buffer.from(map);
      response.writeHead(200, { 'Content-Length': body.length }).end(body);
    }
    return true;
  };
}

/** The region map's test page. */
export class RegionDriver {
  readonly page: Page;
  readonly complaints: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warn') this.complaints.push(message.text());
    });
  }

  static async open(browser: Browser, url: string, width = 600, height = 400): Promise<RegionDriver> {
    const page = await browser.newPage();
    await page.setViewport({ width, height });
    const driver = new RegionDriver(page);
    await page.goto(url);
    await page.waitForFunction(() => window.region !== undefined);
    return driver;
  }

  /** Makes `window.map` with the engine's Mercator and records its events. */
  create(options: RegionMapOptions = {}): Promise<void> {
    return this.page.evaluate((mapOptions) => {
      window.map?.dispose();
      window.reported = [];
      const { RegionMap, createMercator } = window.region;
      const map = new RegionMap(window.host, { projection: createMercator(), ...mapOptions });
      window.map = map;
      for (const type of [
        'load',
        'hover',
        'select',
        'region-click',
        'marker-click',
        'background-click',
        'drill',
        'error',
        'context-lost',
        'context-restored',
      ] as const) {
        map.on(type, (payload) => {
          window.reported.push([
            type,
            'error' in payload ? payload.error.code : { ...payload, originalEvent: undefined },
          ]);
        });
      }
    }, options);
  }

  /** Loads; resolves with the result, or with the error's code and fault. */
  load(source: MapSource) {
    return this.page.evaluate(async (path) => {
      try {
        const { regions, skipped, holes, triangles, format } = await window.map!.load(path);
        return { ids: regions.map(({ id }) => id), skipped, holes, triangles, format };
      } catch (error) {
        const { code, details } = error as { code?: string; details?: { fault?: string } };
        return { code: code ?? String(error), fault: details?.fault };
      }
    }, source as string);
  }

  async reported(type: string): Promise<unknown[]> {
    const all = await this.page.evaluate(() => window.reported);
    return all.filter(([name]) => name === type).map(([, payload]) => payload);
  }

  /** Waits for an event with these contents. */
  untilReported(type: string, payload: unknown): Promise<unknown> {
    return this.page.waitForFunction(
      (type, text) =>
        window.reported.some(([name, output]) => name === type && JSON.stringify(output) === text),
      {},
      type,
      JSON.stringify(payload),
    );
  }

  stats() {
    return this.page.evaluate(() => window.map!.stats());
  }

  screenOf(lng: number, lat: number, height?: number): Promise<[number, number]> {
    return this.page.evaluate((lng, lat, height) => window.screenOf(lng, lat, height), lng, lat, height);
  }

  /** Colours (0xrrggbb) at positions on the map. */
  async colorsAt(...places: [lng: number, lat: number][]): Promise<number[]> {
    return this.page.evaluate(
      (places) => window.colorsAt(places.map(([lng, lat]) => window.screenOf(lng, lat))),
      places,
    );
  }

  /** Waits until no more frames are drawn. */
  async untilStill(): Promise<number> {
    const deadline = Date.now() + PATIENCE_MS;
    let frames = -1;
    for (;;) {
      const now = (await this.stats()).frames;
      if (now === frames) return frames;
      if (Date.now() > deadline) throw new Error(`still drawing after ${PATIENCE_MS} ms`);
      frames = now;
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
  }

  close(): Promise<void> {
    return this.page.close();
  }
}

/** Opens the region page for each test of the file. @param maps as {@link serveMaps} @returns the page of the test */
export function useRegionPage(maps: () => Promise<Parameters<typeof serveMaps>[1]>): () => RegionDriver {
  let browser: Browser;
  let server: PageServer;
  let driver: RegionDriver;
  beforeAll(async () => {
    server = await servePage('region');
    serveMaps(server, await maps());
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  beforeEach(async () => {
    driver = await RegionDriver.open(browser, server.url);
  });
  afterEach(() => driver.close());
  return () => driver;
}
