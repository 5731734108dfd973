// Second tier (page): each part of a farm
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { EngineDriver, layoutOf, placed } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

let browser: Browser;
let server: PageServer;
let driver: EngineDriver;

/** Length of a metre at the equator, degrees. */
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

/** Red, green, blue of one point of the screenshot; coordinates as shares of its width and height. */
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

  it('is soil, with a hole in its middle that shows the ground', async () => {
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

  it('is tinted by its grade, and darkens with moisture', async () => {
    const [red, green] = await pixel(0.5, 0.75);
    expect(red!).toBeGreaterThan(green! * 2);
    await driver.page.evaluate(() => window.plot!.setGrade(null));
    const dry = await pixel(0.5, 0.75);
    await driver.page.evaluate(() => window.plot!.setMoisture(1));
    const wet = await pixel(0.5, 0.75);
    expect(wet[0]!).toBeLessThan(dry[0]! * 0.85);
  });

  it('shows an image, by URL or as a blob, until it is removed', async () => {
    const before = await pixel(0.5, 0.75);
    const blue = await driver.page.evaluate(async () => {
      const canvas = new OffscreenCanvas(4, 4);
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#0000ff';
      context.fillRect(0, 0, 4, 4);
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      return btoa(String.fromCharCode(...bytes));
    });
    server.answer = (request, response) => {
      if (request.url !== '/skin.png') return false;
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.from(blue, 'base64'));
      return true;
    };
    await driver.page.evaluate(() => window.plot!.setTexture('/skin.png'));
    const byUrl = await pixel(0.5, 0.75);
    expect(byUrl[2]!).toBeGreaterThan(byUrl[0]! + 60);
    await driver.page.evaluate(async () => {
      const green = new OffscreenCanvas(4, 4);
      const context = green.getContext('2d')!;
      context.fillStyle = '#00ff00';
      context.fillRect(0, 0, 4, 4);
      await window.plot!.setTexture(await green.convertToBlob());
    });
    const asBlob = await pixel(0.5, 0.75);
    expect(asBlob[1]!).toBeGreaterThan(asBlob[2]! + 60);
    const code = await driver.page.evaluate(() =>
      window.plot!.setTexture(new Blob(['no picture'])).catch((error: { code?: string }) => error.code),
    );
    expect(code).toBe('model-network');
    await driver.page.evaluate(() => window.plot!.setTexture(null));
    expect(await pixel(0.5, 0.75)).toEqual(before);
  });

  it('has no grass on it; the meadow around it and in its hole has', async () => {
    const found = await driver.page.evaluate(async () => {
      const viewer = window.viewer!;
      viewer.setQuality('high');
      const { grass } = window.contextOf(viewer).surroundings;
      const changed = async () => {
        const picture = async () => {
          const bitmap = await createImageBitmap(await viewer.screenshot());
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
          context.drawImage(bitmap, 0, 0);
          return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
        };
        const withGrass = await picture();
        grass.mesh.visible = false;
        const without = await picture();
        grass.mesh.visible = true;
        return withGrass.reduce((sum, value, i) => sum + Number(Math.abs(value - without[i]!) > 12), 0);
      };
      // A view straight down on soil; the same view without the plot.
      viewer.camera.jump({ position: { x: 0, y: 3, z: 5.6 }, target: { x: 0, y: 0, z: 5.5 } });
      const onPlot = await changed();
      viewer.camera.jump({ position: { x: 0, y: 5, z: 0.1 }, target: { x: 0, y: 0, z: 0 } });
      const inHole = await changed();
      // Another plot elsewhere, whose centre would be in the hole of the first.
      const far = new window.farmEngine.Plot(viewer, {
        boundary: [
          [-6e-5, -6e-5],
          [6e-5, -6e-5],
          [6e-5, 6e-5],
          [-6e-5, 6e-5],
        ],
        at: { x: 0, y: 0.05, z: 100 },
      });
      viewer.camera.jump({ position: { x: 0, y: 3, z: 100.1 }, target: { x: 0, y: 0, z: 100 } });
      const onOther = await changed();
      far.dispose();
      viewer.setQuality('low');
      return { onPlot, inHole, onOther };
    });
    expect(found.inHole).toBeGreaterThan(300);
    expect([found.onPlot, found.onOther]).toEqual([0, 0]);
    await driver.page.evaluate((camera) => window.viewer!.camera.jump(camera), CAMERA);
  });

  it('shows readings as a heat map, and returns the data of a legend', async () => {
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
    // The camera's matrices are those of its last frame.
    await driver.untilStill();
    const at = (x: number, z: number) =>
      driver.page.evaluate(
        (x, z) => {
          const { camera } = window.contextOf(window.viewer!);
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

  it('has six bays, 4.1 m apart, at any position', async () => {
    const found = await driver.page.evaluate(() => {
      const film = new window.farmEngine.RollingFilm(window.viewer!);
      const heights = (progress: number) => {
        film.setProgress(progress);
        const places: number[][] = [];
        window.contextOf(window.viewer!).base.group.traverse((object) => {
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

  it('moves over time, and a new reading during the motion replaces the target', async () => {
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
      const whileMoving = film.progress!;
      const closed = film.moveTo(0.1);
      await opened;
      step(60);
      await closed;
      return [whileMoving, film.progress!];
    });
    expect(seen[0]).toBeGreaterThan(0.1);
    expect(seen[0]).toBeLessThan(0.9);
    expect(seen[1]).toBe(0.1);
  });
});

describe('an LED screen', () => {
  it('shows its entries as dots, Chinese too, on the front of its model', async () => {
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
    // A fallback glyph for a missing character would be the same for both.
    expect(found.water).toBeGreaterThan(found.one * 1.5);
    const changed = await driver.pixelsChangedBy(() =>
      driver.page.evaluate(() => window.led!.setEntries([{ text: '████████', size: 48, color: '#00ff00' }])),
    );
    expect(changed).toBeGreaterThan(150);
  });

  it('scrolls a text that is too long, dot by dot, and stands still under reduced motion', async () => {
    const found = await driver.page.evaluate(async () => {
      window.viewer!.dispose();
      let now = 0;
      const waiting: ((time: number) => void)[] = [];
      const clock = {
        now: () => now,
        requestFrame: (callback: (time: number) => void) => waiting.push(callback),
        cancelFrame: () => void (waiting.length = 0),
      };
      const step = (times: number) => {
        for (let i = 0; i < times; i++) {
          now += 50;
          for (const callback of waiting.splice(0)) callback(now);
        }
      };
      const at = { x: 0, y: 0, z: 0 };
      const record = {
        id: 'led',
        parentId: null,
        position: at,
        rotation: at,
        scale: { x: 1, y: 1, z: 1 },
        extra: {},
      };
      const scene = {
        baseModelPath: null,
        layout: { camera: null, equipment: [record], childScenes: [], extra: {} },
        catalogue: [{ equipmentId: 'led', name: 'led', modelPath: '/models/led-screen.glb' }],
      };
      const run = async (quality: 'low' | 'medium') => {
        const viewer = new window.engine.FarmViewer(window.view, { quality, clock, reducedMotion: false });
        window.viewer = viewer;
        await viewer.load(scene);
        const led = new window.farmEngine.LedScreen(viewer, {
          equipmentId: 'led',
          entries: [{ text: '今日有雨，注意排水，暂停灌溉，明日转晴', size: 40, speed: 20 }],
        });
        step(60);
        const first = led.pixels;
        step(20);
        const second = led.pixels;
        const [width, height] = [96, 48];
        /** Number of equal dots when the second image is shifted back to the right. */
        const sameAfter = (dots: number) => {
          let same = 0;
          for (let y = 0; y < height; y++)
            for (let x = 0; x < width - dots; x++)
              if (first[(y * width + x + dots) * 4] === second[(y * width + x) * 4]) same++;
          return same / (height * (width - dots));
        };
        const result = { still: sameAfter(0), moved: Math.max(sameAfter(19), sameAfter(20), sameAfter(21)) };
        if (quality === 'low') viewer.dispose();
        return result;
      };
      return [await run('low'), await run('medium')];
    });
    expect(found[0]!.still).toBe(1);
    expect(found[1]!.still).toBeLessThan(0.9);
    // In one second by twenty dots.
    expect(found[1]!.moved).toBe(1);
  });

  it('throws for an unknown object', async () => {
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
  beforeAll(async () => {
    await driver.page.evaluate(() => window.viewer!.dispose());
    await driver.create({ quality: 'low' });
  });

  it('stand on the plot with their equipment, and are removed with their record', async () => {
    const child = { ...placed('house', 0, -12), name: '一号棚' };
    const layout = layoutOf([{ ...placed('a', 0, 8), parentId: 'house' }], {
      position: { x: 6, y: 5, z: 9 },
      target: { x: 0, y: 1, z: -6 },
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
  });

  it('have all six bays of film, 4.1 m apart', async () => {
    const bays = await driver.page.evaluate(() => {
      const found: number[] = [];
      window.contextOf(window.viewer!).scene.traverse((object) => {
        if (object.name === 'roll_film_bay') found.push(object.matrixWorld.elements[12]);
      });
      return found;
    });
    expect(bays).toHaveLength(6);
    for (const [i, x] of bays.entries()) expect(x).toBeCloseTo(bays[0]! + 4.1 * i, 3);
  });

  it('their film opens by itself, also when the model comes later', async () => {
    const found = await driver.page.evaluate(async () => {
      const viewer = window.viewer!;
      const context = window.contextOf(viewer);
      const { id } = viewer.document.childScenes()[0]!;
      const tubes = () => {
        const heights: number[] = [];
        context.frameOf(id).traverse((object) => {
          if (object.name === 'roll_tube') heights.push(object.matrixWorld.elements[13]);
        });
        return heights;
      };
      const film = new window.farmEngine.RollingFilm(viewer, { parentId: id });
      film.setProgress(0);
      const closed = tubes();
      film.setProgress(1);
      const open = tubes();
      film.dispose();
      window.children!.dispose();
      const early = new window.farmEngine.RollingFilm(viewer, { parentId: id });
      early.setProgress(1);
      const without = early.bayCount;
      window.children = new window.farmEngine.ChildScenes(viewer, {
        modelPathOf: () => '/models/greenhouse.glb',
      });
      await window.children.ready;
      await viewer.screenshot();
      const later = tubes();
      early.setProgress(0);
      early.dispose();
      return { closed, open, without, later };
    });
    expect([found.closed.length, found.without]).toEqual([6, 0]);
    for (const [at, height] of found.open.entries()) {
      expect(Math.abs(height - found.closed[at]!)).toBeGreaterThan(0.5);
      expect(found.later[at]).toBeCloseTo(height, 3);
    }
  });

  it('their equipment is drawn in the frame of the child, can be picked, and belongs to it', async () => {
    const found = await driver.page.evaluate(() => {
      const viewer = window.viewer!;
      const box = window.contextOf(viewer).camera.position.clone().set(0, 1.2, -4);
      viewer.camera.three.updateMatrixWorld();
      const seen = box.project(viewer.camera.three);
      const { left, top, width, height } = window.view.getBoundingClientRect();
      return viewer.pick(left + ((seen.x + 1) / 2) * width, top + ((1 - seen.y) / 2) * height);
    });
    expect(found).toMatchObject({ id: 'a', parentId: 'house' });
    const gone = await driver.pixelsChangedBy(() =>
      driver.page.evaluate(() => void window.viewer!.document.transact('gone', (write) => write.remove('a'))),
    );
    expect(gone).toBeGreaterThan(50);
    const withoutGreenhouse = await driver.pixelsChangedBy(() =>
      driver.page.evaluate(() => window.children!.dispose()),
    );
    expect(withoutGreenhouse).toBeGreaterThan(2_000);
  });
});

describe('the light of a product model', () => {
  const place = async (ids: string[], code: string, options: object = {}) => {
    const layout = layoutOf(
      ids.map((id, i) => placed(id, i * 2, 0)),
      { position: { x: 1, y: 1.8, z: 4 }, target: { x: 0, y: 0.6, z: 0 } },
    );
    return driver.page.evaluate(
      async (layout, ids, code, options) => {
        const catalogue = ids.map((id) => ({
          equipmentId: id,
          name: id,
          modelPath: '/models/grow-light.glb',
          productModelCode: code,
        }));
        await window.viewer!.load({ baseModelPath: null, layout, catalogue });
        window.lights?.dispose();
        window.lights = new window.farmEngine.ProductLights(window.viewer!, { catalogue, ...options });
        await window.lights.ready;
        return window.lights.litCount;
      },
      layout,
      ids,
      code,
      options,
    );
  };

  /** By hand. */
  const darken = () =>
    driver.page.evaluate(async () => {
      const { surroundings } = window.contextOf(window.viewer!);
      surroundings.apply({
        ...surroundings.atmosphere,
        lamps: 1,
        lightIntensity: 0.05,
        ambientIntensity: 0.05,
      });
      await window.viewer!.screenshot();
    });

  it('is white, illuminates what is below it, and can be switched off', async () => {
    // The low tier has no lights by day, when they are hardly visible.
    expect(await place(['one'], 'BGD-600')).toBe(0);
    await darken();
    expect(await driver.page.evaluate(() => window.lights!.litCount)).toBe(1);
    // No light of three: another number of lights would compile other shaders.
    const { isThrees, height } = await driver.page.evaluate(() => {
      const { scene, surroundings } = window.contextOf(window.viewer!);
      return {
        isThrees: scene.getObjectByName('product-light') !== undefined,
        height: surroundings.surface.lamp.y,
      };
    });
    expect(isThrees).toBe(false);
    // Below the bars of the lamp.
    expect(height).toBeGreaterThan(1.5);
    expect(height).toBeLessThan(2.6);
    const lit = await pixel(0.35, 0.8);
    await driver.page.evaluate(() => window.lights!.setLevel('one', 0));
    const dark = await pixel(0.35, 0.8);
    expect(await driver.page.evaluate(() => window.lights!.litCount)).toBe(0);
    expect(lit[1]!).toBeGreaterThan(dark[1]! + 20);
  });

  it('belongs to the model with the code, and only the nearest few are on', async () => {
    await darken();
    expect(await place(['one'], 'QX-9')).toBe(0);
    expect(await place(['one'], 'QX-9', { codes: ['QX-9'] })).toBe(1);
    // The low tier has one.
    expect(await place(['one', 'two', 'three'], 'BGD-600')).toBe(1);
    const nearest = () =>
      driver.page.evaluate(async () => {
        await window.viewer!.screenshot();
        return window.contextOf(window.viewer!).surroundings.surface.lamp.x;
      });
    expect(await nearest()).toBeCloseTo(0, 0);
    await driver.page.evaluate(async () => {
      window.viewer!.camera.jump({ position: { x: 9, y: 2, z: 0 }, target: { x: 4, y: 1, z: 0 } });
      await window.viewer!.screenshot();
    });
    expect(await nearest()).toBeCloseTo(4, 0);
    await driver.page.evaluate(() => window.lights!.dispose());
    expect(driver.complaints).toEqual([]);
  });
});
