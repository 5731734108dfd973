// Second tier (leaks): farms
import type { Browser, CDPSession } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineDriver, layoutOf, placed } from '../browser/engine-driver.ts';
import { type PageServer, servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';

const WARM_UP = 1;
const CYCLES = 3;
/** A planted leak is visible after fewer cycles. */
const PLANTED_CYCLES = 1;
const COUNTED = ['geometries', 'textures', 'draws', 'models', 'objects', 'listeners', 'kept'] as const;
type Plant = 'none' | 'field' | 'plot' | 'film' | 'led' | 'children' | 'lights' | 'kept';
type Census = Record<(typeof COUNTED)[number], number>;

let browser: Browser;
let server: PageServer;

beforeAll(async () => {
  server = await servePage('crops');
  browser = await launchBrowser({ args: ['--js-flags=--no-opt,--no-maglev,--no-sparkplug'] });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

declare global {
  interface Window {
    farmLives: { lives: WeakRef<object>[]; kept: unknown[] };
  }
}

/** Resources left by several life cycles of crops, plot, film, LED screen and child scenes on one viewer, as texts. */
async function findings(plant: Plant, cycles: number): Promise<string[]> {
  const driver = await EngineDriver.open(browser, server.url, 80, 50);
  const { page } = driver;
  try {
    await driver.create({ quality: 'low' });
    await driver.load(
      { ...layoutOf([placed('led', 3, 3)]), childScenes: [{ ...placed('house', 20, 0), name: '一号棚' }] },
      { led: '/models/led-screen.glb' },
    );
    await page.evaluate(() => {
      window.farmLives = { lives: [], kept: [] };
      // By day the low tier has no product lights.
      const { surroundings } = window.contextOf(window.viewer!);
      surroundings.apply({ ...surroundings.atmosphere, lamps: 1 });
    });
    const cdp = await page.createCDPSession();
    await cdp.send('Performance.enable');
    const runCycles = (times: number) =>
      page.evaluate(
        async (times, plant) => {
          const { CropField, Plot, RollingFilm, LedScreen, ChildScenes, ProductLights } = window.farmEngine;
          const viewer = window.viewer!;
          const planted = new Date('2026-04-01');
          for (let i = 0; i < times; i++) {
            const field = new CropField(viewer, {
              rows: [{ x: -5, y: 0, z: 0, stepX: 0.4, stepZ: 0, count: 25 }],
              stages: ['flow', 'fruit'].map((stage, at) => ({
                fromDay: at * 30,
                nearPath: `/models/crop-tomato-${stage}.glb`,
                farPath: `/models/crop-tomato-${stage}.far.glb`,
              })),
              plantedOn: planted,
              date: new Date('2026-04-20'),
            });
            await field.ready;
            await viewer.screenshot();
            await field.setDate(new Date('2026-06-01'));
            const plot = new Plot(viewer, {
              boundary: [
                [0, 0],
                [1e-4, 0],
                [0, 1e-4],
              ],
            });
            plot.showHeatMap([{ x: 0, z: 0, value: 3 }]);
            const film = new RollingFilm(viewer);
            const led = new LedScreen(viewer, { equipmentId: 'led', entries: [{ text: '水', speed: 9 }] });
            const children = new ChildScenes(viewer, { modelPathOf: () => '/models/soil-bed.glb' });
            await children.ready;
            await viewer.screenshot();
            const lights = new ProductLights(viewer, {
              catalogue: [
                {
                  equipmentId: 'led',
                  name: '',
                  modelPath: '/models/led-screen.glb',
                  productModelCode: 'LED',
                },
              ],
              codes: ['LED'],
            });
            await lights.ready;
            await viewer.screenshot();
            for (const one of [field, plot, film, led, children, lights]) {
              window.farmLives.lives.push(new WeakRef(one));
              const isForgotten = one === { field, plot, film, led, children, lights }[plant as 'field'];
              if (plant === 'kept') window.farmLives.kept.push(one);
              if (isForgotten) continue;
              one.dispose();
              one.dispose();
            }
            await viewer.screenshot();
          }
        },
        times,
        plant,
      );
    await runCycles(WARM_UP);
    const before = await census(driver, cdp);
    await runCycles(cycles);
    const after = await census(driver, cdp);
    return COUNTED.filter((name) => after[name] > before[name]).map(
      (name) => `${after[name] - before[name]} ${name}`,
    );
  } finally {
    await driver.close();
  }
}

async function census({ page }: EngineDriver, cdp: CDPSession): Promise<Census> {
  let listeners = 0;
  for (let round = 0; round < 4; round++) {
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    listeners = metrics.find(({ name }) => name === 'JSEventListeners')!.value;
  }
  const rest = await page.evaluate(() => {
    const { geometries, textures, draws, models } = window.viewer!.stats();
    const kept = window.farmLives.lives.filter((life) => life.deref()).length;
    let objects = 0;
    window.contextOf(window.viewer!).scene.traverse(() => objects++);
    return { geometries, textures, draws, models, objects, kept };
  });
  return { ...rest, listeners };
}

describe('life cycles of farm objects on one viewer', () => {
  it('leave no geometry, texture, draw call, model, listener or object', async () => {
    expect(await findings('none', CYCLES)).toEqual([]);
  });

  it.each([
    ['field', /geometries.*draws/],
    ['plot', /geometries.*textures/],
    ['film', /kept/],
    ['led', /textures.*objects/],
    ['children', /objects.*kept/],
    // Without a graphics card their lamp is a part of the surfaces, no object of the scene.
    ['lights', /kept/],
    ['kept', /kept/],
  ] as const)('the same check detects a planted leak: %s', async (plant, expected) => {
    expect((await findings(plant, PLANTED_CYCLES)).join('; ')).toMatch(expected);
  });
});
