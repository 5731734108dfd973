import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Browser } from 'puppeteer';
import { type PageServer, servePage } from '../browser/pages/page-server.ts';

/** Output of `npm run inspect` for a region map, one JSON line per file. */
export interface MapReport {
  readonly file: string;
  readonly ok: boolean;
  readonly format: 'geojson' | 'region-pack';
  readonly regions: number;
  /** Features that are not shown. */
  readonly skipped: number;
  readonly reasons: readonly { readonly index: number; readonly name: string; readonly reason: string }[];
  readonly polygons: number;
  readonly holes: number;
  readonly triangles: number;
  readonly selfIntersecting: number;
  /** |triangles − polygons| / polygons, by area. */
  readonly areaDeviation: number;
  /** Milliseconds from the request to the first drawn frame. */
  readonly ms: number;
  /** Longest time in which the main thread did not respond, from the request to the first frame, milliseconds. */
  readonly worstMainThreadGapMs: number;
  /** Error of the engine, with its code. */
  readonly error?: string;
}

/** Loads maps with the engine in a headless page, one after another. */
export class MapInspector {
  readonly #browser: Browser;
  readonly #server: PageServer;
  readonly #files = new Map<string, string>();
  #next = 0;

  private constructor(browser: Browser, server: PageServer) {
    this.#browser = browser;
    this.#server = server;
    server.answer = (request, response) => {
      const file = this.#files.get(new URL(request.url ?? '/', 'http://localhost').pathname);
      if (file === undefined) return false;
      const body = readFileSync(file);
      response.writeHead(200, { 'Content-Length': body.length }).end(body);
      return true;
    };
  }

  static async start(browser: Browser): Promise<MapInspector> {
    return new MapInspector(browser, await servePage('region'));
  }

  async inspect(file: string): Promise<MapReport> {
    const path = `/inspected/${this.#next++}`;
    this.#files.set(path, file);
    const page = await this.#browser.newPage();
    try {
      await page.setViewport({ width: 640, height: 400 });
      await page.goto(this.#server.url);
      await page.waitForFunction(() => window.region !== undefined);
      const report = await page.evaluate(async (path) => {
        const { RegionMap, createMercator } = window.region;
        const map = new RegionMap(window.host, { projection: createMercator(), reducedMotion: true });
        const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
        await pause(200);
        let worstGap = 0;
        let last = performance.now();
        let isWatching = true;
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => {
          const now = performance.now();
          worstGap = Math.max(worstGap, now - last);
          last = now;
          if (isWatching) port2.postMessage(null);
        });
        port1.start();
        port2.postMessage(null);
        const start = performance.now();
        const drawn = new Promise<void>((resolve) => {
          map.on('load', () => map.on('render', () => resolve()));
        });
        const watch = () => {
          isWatching = false;
          return { ms: Math.round(performance.now() - start), worstMainThreadGapMs: Math.round(worstGap) };
        };
        try {
          const result = await map.load(path);
          await drawn;
          await pause(0);
          const { polygonArea, triangleArea } = result;
          return {
            ok: true,
            format: result.format,
            regions: result.regions.length,
            skipped: result.skipped.length,
            reasons: [...result.skipped],
            polygons: result.polygons,
            holes: result.holes,
            triangles: result.triangles,
            selfIntersecting: result.selfIntersecting.length,
            areaDeviation: polygonArea > 0 ? Math.abs(triangleArea - polygonArea) / polygonArea : 0,
            ...watch(),
          };
        } catch (error) {
          const { code, details, message } = error as {
            code?: string;
            message: string;
            details?: { fault?: string };
          };
          const nothing = { regions: 0, skipped: 0, reasons: [], polygons: 0, holes: 0, triangles: 0 };
          return {
            ok: false,
            format: 'geojson' as const,
            ...nothing,
            selfIntersecting: 0,
            areaDeviation: 0,
            ...watch(),
            error: `${[code, details?.fault].filter(Boolean).join(' ')}: ${message}`,
          };
        } finally {
          port1.close();
          map.dispose();
        }
      }, path);
      return { file: basename(file), ...report };
    } finally {
      this.#files.delete(path);
      await page.close();
    }
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}
