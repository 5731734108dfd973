import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { EngineDriver, layoutOf } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

let browser: Browser;
let server: PageServer;
let driver: EngineDriver;

const DAY_MS = 86_400_000;
const PLANTED = Date.UTC(2026, 3, 1);
const SHOWN = Date.UTC(2026, 5, 1);
/** In the frame of the field, off the axes and rotated, so that a wrong sign is detected. */
const ROWS = Array.from({ length: 14 }, (_, i) => ({
  x: -6 + i * 0.2,
  y: 0.15,
  z: -4 + i * 0.7,
  stepX: 0.35,
  stepZ: -0.1,
  count: 30 + (i % 4),
}));
const STAGES = ['leaf', 'tass'].map((stage, i) => ({
  fromDay: i * 30,
  nearPath: `/models/crop-maize-${stage}.glb`,
  farPath: `/models/crop-maize-${stage}.far.glb`,
}));
const EYE = { position: { x: 1, y: 2, z: 4 }, target: { x: 0, y: 0, z: -3 } };
const REACH = { near: 4, far: 8 };

beforeAll(async () => {
  server = await servePage('crops');
  browser = await launchBrowser();
  driver = await EngineDriver.open(browser, server.url, 120, 75);
  await driver.create({ quality: 'low' });
  await driver.load(layoutOf([], EYE), {});
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Creates a field that shows a number of days after planting. */
function plant(day: number, plantedOn = PLANTED): Promise<void> {
  return driver.page.evaluate(
    async (rows, stages, reach, planted, date) => {
      window.field?.dispose();
      window.field = new window.farmEngine.CropField(window.viewer!, {
        rows,
        stages,
        lodDistances: reach,
        plantedOn: new Date(planted),
        date: new Date(date),
        sway: 0,
      });
      await window.field.ready;
      await window.viewer!.screenshot();
    },
    ROWS,
    STAGES,
    REACH,
    plantedOn,
    plantedOn + day * DAY_MS,
  );
}

describe('a crop in rows', () => {
  it.each([10, 24, 50])(
    'planted %i days before the shown day, every vertex, near and far, has the position of the reference',
    async (day) => {
      await plant(day, SHOWN - day * DAY_MS);
      const found = await driver.page.evaluate(
        async (rows, reach, eye, stage) => {
          window.plants.watch(true);
          await window.viewer!.screenshot();
          const draws = [...window.plants.drawn];
          window.plants.watch(false);
          const plants = rows.flatMap(({ count }, row) =>
            Array.from({ length: count }, (_, index) => window.field!.plantAt(row, index)),
          );
          const away = ({ x, y, z }: { x: number; y: number; z: number }) =>
            Math.hypot(x - eye.x, y - eye.y, z - eye.z);
          const near = plants.filter((one) => away(one) < reach.near);
          const far = plants.filter((one) => away(one) >= reach.near && away(one) < reach.far);
          const results = [];
          for (const [level, expected] of [near, far].entries()) {
            const path = `/models/crop-maize-${stage}${level === 0 ? '' : '.far'}.glb`;
            const corners = await window.plants.corners(window.viewer!, path);
            const draw = draws.find(({ vertices }) => vertices === corners.length / 3)!;
            results.push(window.plants.compare(draw, expected, corners));
          }
          return results;
        },
        ROWS,
        REACH,
        EYE.position,
        day < 30 ? 'leaf' : 'tass',
      );
      for (const { drawn, expected, off } of found) {
        expect(expected).toBeGreaterThan(20);
        expect(drawn).toBe(expected);
        expect(off).toBeLessThan(2e-3);
      }
    },
  );

  it('grows with the date: another size without an upload or another draw call', async () => {
    await plant(2);
    const [young, old, bytes] = await driver.page.evaluate(
      async (date) => {
        const young = window.field!.plantAt(3, 3).size;
        window.plants.traffic.bytes = 0;
        await window.field!.setDate(new Date(date));
        window.viewer!.camera.jump({ position: { x: 3, y: 2, z: 2 }, target: { x: 0, y: 0, z: -3 } });
        await window.viewer!.screenshot();
        return [young, window.field!.plantAt(3, 3).size, window.plants.traffic.bytes];
      },
      PLANTED + 28 * DAY_MS,
    );
    expect(old).toBeGreaterThan(young! * 2);
    expect(bytes).toBe(0);
    await driver.page.evaluate((eye) => window.viewer!.camera.jump(eye), EYE);
  });

  it('is not drawn before it is planted', async () => {
    await plant(20);
    const changed = await driver.pixelsChangedBy(() =>
      driver.page.evaluate((date) => window.field!.setDate(new Date(date)), PLANTED - DAY_MS),
    );
    expect(changed).toBeGreaterThan(500);
    expect(await driver.page.evaluate(() => window.field!.state.stage)).toBe(-1);
  });

  it('sways in the wind of the scene', async () => {
    await plant(50);
    const still = await driver.pixelsChangedBy(async () => {
      await driver.page.evaluate(async () => {
        window.contextOf(window.viewer!).surroundings.setTime(1.1);
        await window.viewer!.screenshot();
      });
    });
    expect(still).toBe(0);
    const moved = await driver.page.evaluate(
      async (rows, stages, date) => {
        window.field!.dispose();
        window.field = new window.farmEngine.CropField(window.viewer!, {
          rows,
          stages,
          plantedOn: new Date(date - 50 * 86_400_000),
          date: new Date(date),
        });
        await window.field.ready;
        const positions = async (time: number) => {
          window.contextOf(window.viewer!).surroundings.setTime(time);
          window.plants.watch(true);
          await window.viewer!.screenshot();
          const [first] = window.plants.drawn;
          window.plants.watch(false);
          return first!.clip;
        };
        const [a, b] = [await positions(0), await positions(1.1)];
        return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
      },
      ROWS,
      STAGES,
      PLANTED,
    );
    expect(moved).toBeGreaterThan(0.02);
  });

  it('a small field is drawn plant by plant from afar, a large one by rows', async () => {
    const drawn = await driver.page.evaluate(
      async (stages, planted, date) => {
        window.viewer!.camera.jump({ position: { x: 0, y: 12, z: 34 }, target: { x: 0, y: 0, z: -4 } });
        const found: { far: number; hedge: number }[] = [];
        for (const count of [40, 400]) {
          window.field!.dispose();
          window.field = new window.farmEngine.CropField(window.viewer!, {
            rows: Array.from({ length: 10 }, (_, i) => ({
              x: -10,
              y: 0,
              z: -i,
              stepX: 20 / count,
              stepZ: 0,
              count,
            })),
            stages,
            plantedOn: new Date(planted),
            date: new Date(date),
          });
          await window.field.ready;
          await window.viewer!.screenshot();
          found.push(window.field.instances);
        }
        return found;
      },
      STAGES,
      PLANTED,
      PLANTED + 40 * DAY_MS,
    );
    expect(drawn[0]).toMatchObject({ far: 400, hedge: 0 });
    expect(drawn[1]!.far).toBe(0);
    expect(drawn[1]!.hedge).toBeGreaterThan(0);
    await driver.page.evaluate((eye) => window.viewer!.camera.jump(eye), EYE);
  });

  it('a million plants need only the memory of their rows', async () => {
    const found = await driver.page.evaluate(
      async (stages, planted, date) => {
        window.field!.dispose();
        window.field = undefined;
        await window.viewer!.screenshot();
        const { traffic } = window.plants;
        const rows = Array.from({ length: 1_000 }, (_, i) => ({
          x: -125,
          y: 0,
          z: -i * 0.7,
          stepX: 0.25,
          stepZ: 0,
          count: 1_000,
        }));
        window.field = new window.farmEngine.CropField(window.viewer!, {
          rows,
          stages,
          plantedOn: new Date(planted),
          date: new Date(date),
        });
        await window.field.ready;
        traffic.bytes = 0;
        await window.viewer!.screenshot();
        const first = traffic.bytes;
        traffic.bytes = 0;
        await window.viewer!.screenshot();
        return { first, next: traffic.bytes, plants: window.field.plantCount, ...window.field.instances };
      },
      STAGES,
      PLANTED,
      PLANTED + 40 * DAY_MS,
    );
    expect(found.plants).toBe(1_000_000);
    // The rows, two models of a plant, and the geometry of a row.
    expect(found.first).toBeLessThan(120_000);
    expect(found.next).toBe(0);
    expect(found.near + found.far).toBeLessThan(5_000);
  });

  it('throws for invalid arguments', async () => {
    const codes = await driver.page.evaluate((stages) => {
      const row = { x: 0, y: 0, z: 0, stepX: 1, stepZ: 0, count: 3 };
      const attempts = [
        { rows: [], stages },
        { rows: [{ ...row, count: 1.5 }], stages },
        { rows: [{ ...row, stepX: 0 }], stages },
        { rows: [row], stages: [stages[1]!, stages[0]!] },
        { rows: [row], stages, plantedOn: new Date(NaN) },
      ];
      return attempts.map((options) => {
        try {
          const field = new window.farmEngine.CropField(window.viewer!, {
            plantedOn: new Date(),
            ...options,
          });
          return `made ${field.plantCount}`;
        } catch (error) {
          return (error as { code?: string }).code;
        }
      });
    }, STAGES);
    expect(codes).toEqual(Array.from({ length: 5 }, () => 'invalid-argument'));
    expect(driver.complaints).toEqual([]);
  });
});
