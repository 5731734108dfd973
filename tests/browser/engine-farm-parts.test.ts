import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { EngineDriver, layoutOf, placed } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

let browser: Browser;
let server: PageServer;
let driver: EngineDriver;

/** Degrees that are a metre at the equator. */
const METER = 1 / 111_195;
const CAMERA = { position: { x: 3, y: 9, z: 16 }, target: { x: 0, y: 0, z: 0 } };

beforeAll(async () => {
  server = await servePage('crops');
  browser = await launchBrowser();
  driver = await EngineDriver.open(browser, server.url, 320, 200);
  await driver.create({ quality: 'low' });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Red, green, blue of one point of the picture, parts of its width and height. */
function pixel(x: number, y: number): Promise<number[]> {
  return driver.page.evaluate(
    async (x, y) => {
      const bitmap = await createImageBitmap(await window.viewer!.screenshot());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      return Array.from(context.getImageData(bitmap.width * x, bitmap.height * y, 1, 1).data.slice(0, 3));
    },
    x,
    y,
  );
}

describe('a plot', () => {
  beforeAll(async () => {
    await driver.load(layoutOf([], CAMERA), {});
    await driver.page.evaluate((meter) => {
      const ring = (half: number) =>
        [
          [-half, -half],
          [half, -half],
          [half, half],
          [-half, half],
        ].map(([x, y]) => [x! * meter, y! * meter]);
      window.plot = new window.farmEngine.Plot(window.viewer!, {
        boundary: { coordinates: [ring(9), ring(2)] },
      });
    }, METER);
  });

  it('is soil, with a hole in its middle where the land is seen', async () => {
    const [red, , blue] = await pixel(0.5, 0.75);
    expect(red!).toBeGreaterThan(blue! + 20);
    const changedInHole = await driver.page.evaluate(async () => {
      const at = async () => {
        const bitmap = await createImageBitmap(await window.viewer!.screenshot());
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(bitmap.width / 2, bitmap.height / 2, 1, 1).data.join();
      };
      const before = await at();
      window.plot!.setGrade('#ff0000', 1);
      const after = await at();
      return before !== after;
    });
    expect(changedInHole).toBe(false);
  });

  it('is coloured by its grade, and darkens with moisture', async () => {
    const [red, green] = await pixel(0.5, 0.75);
    expect(red!).toBeGreaterThan(green! * 2);
    await driver.page.evaluate(() => window.plot!.setGrade(null));
    const dry = await pixel(0.5, 0.75);
    await driver.page.evaluate(() => window.plot!.setMoisture(1));
    const wet = await pixel(0.5, 0.75);
    expect(wet[0]!).toBeLessThan(dry[0]! * 0.85);
  });

  it('shows readings as a heat map, with what a legend needs', async () => {
    const legend = await driver.page.evaluate(() =>
      window.plot!.showHeatMap(
        [
          { x: -7, z: 6, value: 10 },
          { x: 7, z: 6, value: 50 },
        ],
        { unit: '%', opacity: 1 },
      ),
    );
    expect(legend).toMatchObject({ low: 10, high: 50, unit: '%' });
    expect(legend.entries).toHaveLength(5);
    const at = (x: number, z: number) =>
      driver.page.evaluate(
        (x, z) => {
          const { camera } = window.viewer![window.featureHost];
          const seen = camera.position.clone().set(x, 0, z).project(camera);
          return [(seen.x + 1) / 2, (1 - seen.y) / 2] as const;
        },
        x,
        z,
      );
    const [low, high] = [await pixel(...(await at(-7, 6))), await pixel(...(await at(7, 6)))];
    expect(low[0]!).toBeGreaterThan(low[2]! + 30);
    expect(high[2]!).toBeGreaterThan(high[0]! + 30);
    await driver.page.evaluate(() => window.plot!.dispose());
  });
});

describe('rolling film', () => {
  beforeAll(() => driver.load(layoutOf([]), {}, '/models/greenhouse.glb'));

  it('is six bays, 4.1 m apart, wherever they are put', async () => {
    const found = await driver.page.evaluate(() => {
      const film = new window.farmEngine.RollingFilm(window.viewer!);
      const heights = (progress: number) => {
        film.setProgress(progress);
        const places: number[][] = [];
        window.viewer![window.featureHost].base.group.traverse((object) => {
          if (object.name === 'roll_tube')
            places.push([object.matrixWorld.elements[12], object.matrixWorld.elements[13]]);
        });
        return places;
      };
      return { bays: film.bayCount, closed: heights(0), half: heights(0.5), open: heights(1) };
    });
    expect(found.bays).toBe(6);
    for (const [i, [x]] of found.closed.entries()) expect(x).toBeCloseTo(found.closed[0]![0]! + 4.1 * i, 3);
    for (const i of found.closed.keys()) {
      const [closed, half, open] = [found.closed[i]![1]!, found.half[i]![1]!, found.open[i]![1]!];
      expect(open).toBeGreaterThan(closed + 0.5);
      expect(half).toBeCloseTo((open + closed) / 2, 3);
    }
  });

  it('moves there over time, and a reading on the way takes over', async () => {
    const seen = await driver.page.evaluate(async () => {
      window.viewer!.dispose();
      let now = 0;
      const waiting: ((time: number) => void)[] = [];
      const clock = {
        now: () => now,
        requestFrame: (callback: (time: number) => void) => waiting.push(callback),
        cancelFrame: () => void (waiting.length = 0),
      };
      window.viewer = new window.engine.FarmViewer(window.view, { quality: 'medium', clock });
      await window.viewer.load({
        baseModelPath: '/models/greenhouse.glb',
        layout: { camera: null, equipment: [], childScenes: [], extra: {} },
        catalogue: [],
      });
      const step = (times: number) => {
        for (let i = 0; i < times; i++) {
          now += 50;
          for (const callback of waiting.splice(0)) callback(now);
        }
      };
      const film = new window.farmEngine.RollingFilm(window.viewer);
      film.setProgress(0);
      const opened = film.moveTo(1);
      step(20);
      const onTheWay = film.progress!;
      const closed = film.moveTo(0.1);
      await opened;
      step(60);
      await closed;
      return [onTheWay, film.progress!];
    });
    expect(seen[0]).toBeGreaterThan(0.1);
    expect(seen[0]).toBeLessThan(0.9);
    expect(seen[1]).toBe(0.1);
  });
});

describe('an LED screen', () => {
  it('shows its entries dot for dot, Chinese too, on the face of its model', async () => {
    await driver.page.evaluate(() => window.viewer!.dispose());
    await driver.create({ quality: 'low' });
    const camera = { position: { x: 5, y: 2, z: 8 }, target: { x: 5, y: 1.9, z: 4 } };
    await driver.load(layoutOf([placed('led', 5, 4)], camera), { led: '/models/led-screen.glb' });
    const found = await driver.page.evaluate(() => {
      const led = new window.farmEngine.LedScreen(window.viewer!, { equipmentId: 'led' });
      window.led = led;
      const lit = () => {
        const { pixels } = led;
        let count = 0;
        for (let i = 0; i < pixels.length; i += 4) if (pixels[i]! > 100) count++;
        return count;
      };
      const empty = lit();
      const dots = led.pixels.length / 4;
      led.setEntries([{ text: '水', size: 40, color: '#ff0000' }]);
      const water = lit();
      led.setEntries([{ text: '一', size: 40, color: '#ff0000' }]);
      return { empty, dots, water, one: lit() };
    });
    expect(found.empty).toBe(0);
    expect(found.dots).toBe(96 * 48);
    expect(found.one).toBeGreaterThan(20);
    // A box for a missing sign would be the same for both.
    expect(found.water).toBeGreaterThan(found.one * 1.5);
    const changed = await driver.pixelsChangedBy(() =>
      driver.page.evaluate(() => window.led!.setEntries([{ text: '████████', size: 48, color: '#00ff00' }])),
    );
    expect(changed).toBeGreaterThan(150);
  });

  it('knows no thing that is not there', async () => {
    const code = await driver.page.evaluate(() => {
      try {
        return new window.farmEngine.LedScreen(window.viewer!, { equipmentId: 'gone' }).isDisposed;
      } catch (error) {
        return (error as { code?: string }).code;
      }
    });
    expect(code).toBe('unknown-equipment');
  });
});

describe('child scenes', () => {
  it('stand on the plot with their things, and go with their record', async () => {
    const child = { ...placed('house', 0, -12), name: '一号棚' };
    const layout = layoutOf([{ ...placed('a', 0, 0), parentId: 'house' }], {
      position: { x: 10, y: 8, z: 12 },
      target: { x: 0, y: 1, z: -12 },
    });
    await driver.load({ ...layout, childScenes: [child] }, { a: '/models/weather-station.glb' });
    const changed = await driver.pixelsChangedBy(() =>
      driver.page.evaluate(async () => {
        window.children = new window.farmEngine.ChildScenes(window.viewer!, {
          modelPathOf: () => '/models/greenhouse.glb',
        });
        await window.children.ready;
      }),
    );
    expect(changed).toBeGreaterThan(2_000);
    const gone = await driver.pixelsChangedBy(() => driver.page.evaluate(() => window.children!.dispose()));
    expect(gone).toBeGreaterThan(2_000);
    expect(driver.complaints).toEqual([]);
  });
});
