// Second tier (leaks): weather
import type { QualityTier } from 'farm3d-engine';
import type { Browser, CDPSession } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineDriver, layoutOf } from '../browser/engine-driver.ts';
import { type PageServer, servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';

const WARM_UP = 1;
const CYCLES = 3;
/** At the high tier an own camera stands still: else the view flies in, and draws other objects with each cycle. */
const CAMERA = { position: { x: 10, y: 5, z: 16 }, target: { x: 2, y: 2, z: 0 } };
/** A planted leak is visible after fewer cycles. */
const PLANTED_CYCLES = 1;
type Plant = 'none' | 'mesh' | 'hook' | 'timer' | 'kept';

let browser: Browser;
let server: PageServer;

beforeAll(async () => {
  server = await servePage('weather');
  browser = await launchBrowser({ args: ['--js-flags=--no-opt,--no-maglev,--no-sparkplug'] });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

interface Census {
  geometries: number;
  textures: number;
  objects: number;
  timers: number;
  listeners: number;
  /** Number of weathers that are still in memory after a garbage collection. */
  weathers: number;
}

/** Resources left by several life cycles of a weather on one viewer, as texts; empty if all were released. */
async function findings(plant: Plant, cycles: number, quality: QualityTier = 'low'): Promise<string[]> {
  const driver = await EngineDriver.open(browser, server.url, 80, 50);
  const { page } = driver;
  try {
    await page.evaluate(() => {
      // oxlint-disable-next-line typescript/unbound-method -- called with no `this`, as pages do
      const { setInterval: set, clearInterval: clear } = window;
      const timers = new Set<unknown>();
      window.setInterval = ((...args: Parameters<typeof set>) => {
        const id = set(...args);
        timers.add(id);
        return id;
      }) as typeof set;
      window.clearInterval = (id) => {
        timers.delete(id);
        clear(id);
      };
      window.leaks = { timers, kept: [], lives: [] };
    });
    await driver.create({ quality });
    await driver.load(layoutOf([], CAMERA), {}, '/models/greenhouse.glb');
    const cdp = await page.createCDPSession();
    await cdp.send('Performance.enable');
    const runCycles = (times: number) =>
      page.evaluate(
        async (times, plant) => {
          for (let i = 0; i < times; i++) {
            const weather = new window.weatherEngine.SceneWeather(window.viewer!);
            await weather.ready;
            window.leaks.lives.push(new WeakRef(weather));
            weather.on('change', () => {});
            weather.setTime('auto', { latitude: 31, longitude: 121 });
            for (const kind of ['rain', 'snow'] as const) {
              // Few particles are drawn; the buffers have the size for all.
              await weather.set(kind, { seconds: 0, intensity: 0.01 });
              await window.viewer!.screenshot();
            }
            // oxlint-disable-next-line typescript/unbound-method -- put back as it was
            const { clearInterval: clear } = window;
            if (plant === 'timer') window.clearInterval = () => {};
            if (plant === 'kept') window.leaks.kept.push(weather);
            // The geometries of rain and clouds are instanced.
            let geometry: { dispose?: () => void } | undefined;
            window.contextOf(window.viewer!).scene.traverse((object) => {
              const one = (object as { geometry?: { isInstancedBufferGeometry?: boolean } }).geometry;
              if (one?.isInstancedBufferGeometry) geometry = Object.getPrototypeOf(one) as object;
            });
            if (plant === 'mesh') geometry!.dispose = () => {};
            weather.dispose();
            weather.dispose();
            if (plant === 'mesh') delete geometry!.dispose;
            window.clearInterval = clear;
            if (plant === 'hook') {
              const forgotten = new window.weatherEngine.SceneWeather(window.viewer!);
              await forgotten.set('cloudy', { seconds: 0 });
            }
            await window.viewer!.screenshot();
          }
        },
        times,
        plant,
      );
    await runCycles(WARM_UP);
    const before = await census(driver, cdp);
    await runCycles(cycles);
    const after = await census(driver, cdp);
    console.log(plant, JSON.stringify([before, after]));
    const found: string[] = [];
    for (const name of ['geometries', 'textures', 'objects', 'timers', 'listeners', 'weathers'] as const) {
      if (after[name] > before[name]) found.push(`${after[name] - before[name]} ${name}`);
    }
    return found;
  } finally {
    await driver.close();
  }
}

async function census({ page }: EngineDriver, cdp: CDPSession): Promise<Census> {
  let listeners = 0;
  for (let round = 0; round < 4; round++) {
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const metric = (name: string) => metrics.find((entry) => entry.name === name)!.value;
    listeners = metric('JSEventListeners');
  }
  const rest = await page.evaluate(() => {
    const { geometries, textures, draws } = window.viewer!.stats();
    return {
      geometries,
      textures,
      objects: draws,
      timers: window.leaks.timers.size,
      weathers: window.leaks.lives.filter((life) => life.deref()).length,
    };
  });
  return { ...rest, listeners };
}

describe('life cycles of a weather on one viewer', () => {
  it.each(['low', 'high'] as const)(
    'leave no geometry, texture, drawn object, timer, listener or object at the %s tier',
    async (quality) => {
      expect(await findings('none', CYCLES, quality)).toEqual([]);
    },
  );

  it.each([
    ['mesh', /geometries/],
    ['hook', /geometries/],
    ['timer', /timers/],
    ['kept', /weathers/],
  ] as const)('the same check detects a planted leak: %s', async (plant, expected) => {
    expect((await findings(plant, PLANTED_CYCLES)).join('; ')).toMatch(expected);
  });
});

declare global {
  interface Window {
    leaks: { timers: Set<unknown>; kept: unknown[]; lives: WeakRef<object>[] };
  }
}
