import type { Browser } from 'puppeteer';
import { makeRegionPack } from 'farm3d-engine/region/pack';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generateMap } from '../../benchmarks/region/generate.ts';
import { launchBrowser } from '../support/browser.ts';
import { type PageServer, servePage } from './pages/page-server.ts';
import { collection, featureOf, RegionDriver, serveMaps, SIX, square } from './region-driver.ts';

const TOP = 0x08a365;
const BORDER = 0x0078d4;
const BACKGROUND = 0xe8eff1;

let browser: Browser;
let server: PageServer;
let driver: RegionDriver;

beforeAll(async () => {
  server = await servePage('region');
  const turned = SIX.replaceAll(/\[\[\[.*?\]\]\]/g, (rings) =>
    JSON.stringify((JSON.parse(rings) as unknown[][]).map((ring) => ring.toReversed())),
  );
  serveMaps(server, {
    'six.geojson': SIX,
    'turned.geojson': turned,
    'inside.geojson': collection([
      featureOf(201, '乙东', square(103, 32, 1)),
      featureOf(202, '乙西', square(102, 32, 1)),
    ]),
    'cut.geojson': SIX,
    'large.geojson': generateMap({ regions: 40, polygons: 60, points: 120_000 }),
    'bad.geojson': SIX.slice(0, -5),
    'topo.geojson': '{"type":"Topology","objects":{}}',
    'six.f3rp': (await makeRegionPack(new TextEncoder().encode(SIX))).pack,
  });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

beforeEach(async () => {
  driver = await RegionDriver.open(browser, server.url);
});

afterEach(async () => {
  await driver.close();
});

describe('before a projection is set', () => {
  it('loading, placing and converting throw 请先配置地图投影, and nothing is asked for', async () => {
    const messages = await driver.page.evaluate(async () => {
      const map = new window.region.RegionMap(window.host);
      const failures: string[] = [];
      const attempt = async (work: () => unknown) => {
        try {
          await work();
          failures.push('no error');
        } catch (error) {
          failures.push((error as Error).message);
        }
      };
      await attempt(() => map.load('/maps/six.geojson'));
      await attempt(() => map.project(104, 30));
      await attempt(() => map.unproject({ x: 0, z: 0 }));
      await attempt(() => map.markers.add({ position: [104, 30] }));
      await attempt(() =>
        map.flows.add({
          path: [
            [104, 30],
            [105, 30],
          ],
        }),
      );
      map.setProjection(window.region.createMercator());
      await attempt(() => map.load('/maps/six.geojson'));
      map.dispose();
      return failures;
    });
    expect(messages).toEqual([...Array<string>(5).fill('请先配置地图投影'), 'no error']);
  });
});

describe('a loaded map', () => {
  it("shows tops, walls and borders in the specification's colours, in three draws; a hole shows the ground", async () => {
    await driver.create({ labels: false, reducedMotion: true });
    const result = await driver.load('/maps/six.geojson');
    expect(result).toMatchObject({
      ids: ['1', '2', '3', '4', '5', '6'],
      holes: 1,
      format: 'geojson',
      skipped: [],
    });
    expect(await driver.colorsAt([101.7, 33.7], [103, 33], [105, 31], [101, 33])).toEqual([
      TOP,
      TOP,
      TOP,
      BACKGROUND,
    ]);
    const [borders] = await driver.page.evaluate((color) => window.countColors([color]), BORDER);
    expect(borders).toBeGreaterThan(200);
    expect((await driver.stats()).draws).toBe(3);
    // The hole's far wall faces the viewer: between its top edge and its foot there is neither top nor ground.
    const [x, foot] = await driver.screenOf(101, 33.4, 0);
    const [, rim] = await driver.screenOf(101, 33.4, 0.1);
    expect(foot - rim).toBeGreaterThan(2);
    const [wall] = await driver.page.evaluate((at) => window.colorsAt([at]), [x, (foot + rim) / 2 + 0.5] as [
      number,
      number,
    ]);
    expect([TOP, BACKGROUND]).not.toContain(wall);
    expect(driver.complaints).toEqual([]);
  });

  it('looks the same whichever way rings wind, and from a region pack', async () => {
    await driver.create({ labels: false, reducedMotion: true });
    const pictureOf = async (path: string) => {
      expect(await driver.load(path)).toMatchObject({ ids: ['1', '2', '3', '4', '5', '6'] });
      return driver.page.evaluate((colors) => window.countColors(colors), [TOP, BORDER, BACKGROUND]);
    };
    const reference = await pictureOf('/maps/six.geojson');
    expect(await pictureOf('/maps/turned.geojson')).toEqual(reference);
    expect(await pictureOf('/maps/six.f3rp')).toEqual(reference);
  });

  it("comes in any projection of d3, and in one of the page's own that no worker can be told", async () => {
    await driver.create({ labels: false, reducedMotion: true });
    const found = await driver.page.evaluate(async () => {
      const map = window.map!;
      const results: unknown[] = [];
      const own = Object.assign(([x, y]: [number, number]): [number, number] => [x - 103, 32 - y], {
        invert: ([x, y]: [number, number]): [number, number] => [x + 103, 32 - y],
      });
      for (const projection of [
        window.d3.geoAlbers().rotate([-103, 0]).center([0, 32]).scale(57).translate([0, 0]),
        window.d3.geoOrthographic().rotate([-103, -32]).scale(57).translate([0, 0]),
        window.d3.geoEquirectangular().scale(57).translate([200, 300]),
        own,
      ]) {
        map.setProjection(projection);
        await map.load('/maps/six.geojson');
        const picked = [
          [103, 33],
          [101, 33],
          [105, 31],
        ].map(([lng, lat]) => map.pick(...window.screenOf(lng!, lat!))?.id);
        const { lng, lat } = map.unproject(map.project(104.5, 31.5));
        results.push([picked, Math.abs(lng - 104.5) + Math.abs(lat - 31.5) < 1e-6, map.stats().workers]);
      }
      return results;
    });
    expect(found).toEqual(Array.from({ length: 4 }, () => [['2', null, '6'], true, 1]));
  });

  it('fails with a typed reason, and works again after it', async () => {
    await driver.create({ reducedMotion: true });
    expect(await driver.load('/maps/none.geojson')).toMatchObject({ code: 'map-missing' });
    expect(await driver.load('/maps/cut.geojson')).toMatchObject({ code: 'map-truncated' });
    expect(await driver.load('/maps/bad.geojson')).toEqual({ code: 'map-invalid', fault: 'invalid-json' });
    expect(await driver.load('/maps/topo.geojson')).toEqual({ code: 'map-invalid', fault: 'topojson' });
    const other = await driver.page.evaluate(async () => {
      window.map!.setProjection(window.d3.geoMercator());
      return window.map!.load('/maps/six.f3rp').then(
        () => null,
        (error: { details: { fault: string } }) => error.details.fault,
      );
    });
    expect(other).toBe('other-projection');
    expect(await driver.load('/maps/six.geojson')).toMatchObject({ format: 'geojson' });
  });

  it('stops when it is told: by a signal, by another load, by dispose', async () => {
    await driver.create({ reducedMotion: true });
    const codes = await driver.page.evaluate(async () => {
      const map = window.map!;
      const codeOf = (work: Promise<unknown>) =>
        work.then(
          () => 'done',
          (error: { code: string }) => error.code,
        );
      const controller = new AbortController();
      const bySignal = codeOf(map.load('/maps/six.geojson', { signal: controller.signal }));
      controller.abort();
      const first = codeOf(map.load('/maps/six.geojson'));
      const second = codeOf(map.load('/maps/six.geojson'));
      const results: string[] = await Promise.all([bySignal, first, second]);
      const last = codeOf(map.load('/maps/six.geojson'));
      map.dispose();
      results.push(await last, await codeOf(map.load('/maps/six.geojson')));
      return results;
    });
    expect(codes.slice(0, 3)).toEqual(['aborted', 'aborted', 'done']);
    expect(['aborted', 'disposed']).toContain(codes[3]);
    expect(codes[4]).toBe('disposed');
    expect(driver.complaints).toEqual([]);
  });

  it('draws nothing while nothing happens', async () => {
    await driver.create();
    await driver.load('/maps/six.geojson');
    const frames = await driver.untilStill();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await driver.stats()).frames).toBe(frames);
  });

  it('comes back after the drawing context was lost', async () => {
    await driver.create({ labels: false, reducedMotion: true });
    await driver.load('/maps/six.geojson');
    const before = await driver.colorsAt([103, 33], [101, 33]);
    await driver.page.evaluate(() => {
      const context = document.querySelector('canvas')!.getContext('webgl2')!;
      const extension = context.getExtension('WEBGL_lose_context')!;
      extension.loseContext();
      setTimeout(() => extension.restoreContext(), 50);
    });
    await driver.untilTold('context-restored', {});
    await driver.untilStill();
    expect(await driver.colorsAt([103, 33], [101, 33])).toEqual(before);
  });
});

describe('a map of a hundred thousand places', () => {
  it('is coarse from far away and exact from near by, at the same places', async () => {
    await driver.create({ reducedMotion: true, labels: false });
    await driver.load('/maps/large.geojson');
    await driver.untilStill();
    const far = await driver.stats();
    const place = await driver.page.evaluate(() => {
      const { lng, lat } = window.map!.region('100012')!.center;
      return [lng + 1, lat] as [number, number];
    });
    expect(await driver.colorsAt(place)).toEqual([0x08a365]);
    const picked = await driver.page.evaluate(
      ([x, y]) => window.map!.pick(x, y)?.id,
      await driver.screenOf(...place),
    );
    expect(picked).toBe('100012');

    // Near enough for a cell to be several pixels.
    await driver.page.evaluate(() => window.map!.fit(['100012']));
    await driver.untilStill();
    const near = await driver.stats();
    expect(await driver.colorsAt(place)).toEqual([0x08a365]);
    expect([far.draws, near.draws]).toEqual([3, 3]);
    expect(near.textures).toBeGreaterThan(far.textures);
    // The exact map is 600,000 triangles: one for each place, and four for the wall and border that begin there.
    expect(far.triangles).toBeLessThan(200_000);
    // Only the rows that are in view.
    expect(near.triangles).toBeLessThan(200_000);
  });
});

describe('values', () => {
  const stops = [
    { from: 0, color: '#1A9850' },
    { from: 50, color: '#D73027', label: '重' },
  ];

  it('colour and raise regions with one texture write, and answer the legend', async () => {
    await driver.create({ labels: false, reducedMotion: true });
    await driver.load('/maps/six.geojson');
    const { legend, uploads } = await driver.page.evaluate(async (stops) => {
      const map = window.map!;
      await map.screenshot();
      const gl = document.querySelector('canvas')!.getContext('webgl2')!;
      const uploads: string[] = [];
      for (const name of ['texImage2D', 'texSubImage2D', 'bufferData', 'bufferSubData'] as const) {
        const original = gl[name].bind(gl) as (...given: unknown[]) => void;
        (gl as unknown as Record<string, unknown>)[name] = (...given: unknown[]) => {
          uploads.push(name.replace(/^(tex|buffer).*/, '$1'));
          original(...given);
        };
      }
      const legend = map.setValues(
        { '1': 10, '2': 80, '3': 50, '9': 1, '4': Number.NaN },
        { stops, heights: [0.2, 1], unit: '%' },
      );
      await map.screenshot();
      return { legend, uploads };
    }, stops);
    expect(uploads).toEqual(['tex']);
    expect(legend).toEqual({
      items: [
        { color: '#1A9850', label: '0–50%', from: 0, to: 50, count: 1 },
        { color: '#D73027', label: '重', from: 50, to: null, count: 2 },
      ],
      missing: 3,
      missingColor: '#08A365',
    });
    const at = (lng: number, lat: number, height: number) =>
      driver.page.evaluate(
        async (lng, lat, height) => (await window.colorsAt([window.screenOf(lng, lat, height)]))[0],
        lng,
        lat,
        height,
      );
    expect(await at(100.3, 33, 0.2)).toBe(0x1a9850);
    expect(await at(103, 33, 1)).toBe(0xd73027);
    expect(await at(105, 31, 0.1)).toBe(TOP);
    // The pointer meets the raised top where it is drawn.
    expect(await driver.page.evaluate(() => window.map!.pick(...window.screenOf(103, 33.8, 1))?.id)).toBe(
      '2',
    );
    await driver.page.evaluate(() => window.map!.clearValues());
    expect(await at(103, 33, 0.1)).toBe(TOP);
  });

  it('one region can be styled by itself', async () => {
    await driver.create({ labels: false, reducedMotion: true });
    await driver.load('/maps/six.geojson');
    await driver.page.evaluate(() => window.map!.setRegionStyle('3', { color: '#123456' }));
    expect(await driver.colorsAt([105, 33], [103, 33])).toEqual([0x123456, TOP]);
    const code = await driver.page.evaluate(() => {
      try {
        window.map!.setRegionStyle('no', {});
        return null;
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
    expect(code).toBe('unknown-region');
  });
});

describe('weather', () => {
  it('is one or two draws over the map, moves where motion is wanted, and leaves nothing behind', async () => {
    await driver.create({ labels: false });
    await driver.load('/maps/six.geojson');
    await driver.untilStill();
    const before = await driver.stats();
    const frames = (kind: 'rain' | 'snow' | 'cloudy' | 'overcast') =>
      driver.page.evaluate(async (kind) => {
        const { frames } = window.map!.stats();
        window.map!.setWeather(kind);
        await new Promise<void>((resolve) => {
          window.map!.on('render', ({ frame }) => {
            if (frame > frames + 3) resolve();
          });
        });
        return { draws: window.map!.stats().draws, triangles: window.map!.stats().triangles };
      }, kind);
    // Spec §9: 20,000 drops, 10,000 flakes, 260 clouds; two triangles each.
    for (const [kind, draws, quads] of [
      ['rain', 2, 20_260],
      ['snow', 2, 10_260],
      ['cloudy', 1, 260],
      ['overcast', 1, 260],
    ] as const) {
      const shown = await frames(kind);
      expect([kind, shown.draws - before.draws]).toEqual([kind, draws]);
      expect([kind, shown.triangles - before.triangles]).toEqual([kind, quads * 2]);
    }
    await driver.page.evaluate(() => window.map!.setWeather('sunny'));
    await driver.untilStill();
    const after = await driver.stats();
    expect({ ...after, frames: 0 }).toEqual({ ...before, frames: 0 });
  });
});

describe('pointer and keyboard', () => {
  it('hover and click tell the region; a hole and the outside are the background', async () => {
    await driver.create({ reducedMotion: true });
    await driver.load('/maps/six.geojson');
    await driver.untilStill();
    await driver.page.mouse.move(...(await driver.screenOf(103, 33)));
    await driver.untilTold('hover', { id: '2' });
    await driver.page.mouse.move(...(await driver.screenOf(101, 33)));
    await driver.untilTold('hover', { id: null });
    await driver.page.mouse.click(...(await driver.screenOf(105, 31)));
    await driver.untilTold('select', { ids: ['6'] });
    const [click] = (await driver.told('region-click')) as { id: string; lng: number; lat: number }[];
    expect(click!.id).toBe('6');
    expect(click!.lng).toBeCloseTo(105, 1);
    expect(click!.lat).toBeCloseTo(31, 1);
    await driver.page.mouse.click(...(await driver.screenOf(101, 33)));
    await driver.untilTold('background-click', {});
  });

  it('arrows walk, Enter goes in, Escape comes back; each level keeps its selection', async () => {
    await driver.page.evaluate(() => {
      const { RegionMap, createMercator } = window.region;
      const map = new RegionMap(window.host, {
        projection: createMercator(),
        reducedMotion: true,
        child: ({ id }) => (id === '2' ? '/maps/inside.geojson' : null),
      });
      window.map = map;
      map.on('drill', (payload) => window.told.push(['drill', payload]));
      map.on('select', (payload) => window.told.push(['select', payload]));
    });
    await driver.load('/maps/six.geojson');
    const home = await driver.page.evaluate(() => window.map!.camera.state().position);
    await driver.page.focus('canvas');
    await driver.page.evaluate(() => window.map!.select(['1']));
    await driver.page.keyboard.press('ArrowRight');
    await driver.page.keyboard.press('ArrowDown');
    await driver.page.keyboard.press('ArrowUp');
    expect(await driver.told('select')).toEqual(['1', '2', '5', '2'].map((id) => ({ ids: [id] })));
    await driver.page.keyboard.press('Enter');
    await driver.untilTold('drill', { id: '2', depth: 1 });
    expect(await driver.page.evaluate(() => window.map!.regions().map(({ name }) => name))).toEqual([
      '乙东',
      '乙西',
    ]);
    const near = await driver.page.evaluate(() => window.map!.camera.state().position);
    expect(near.y).toBeLessThan(home.y / 2);
    expect(await driver.page.evaluate(() => window.map!.pick(...window.screenOf(103.5, 32.5))?.id)).toBe(
      '201',
    );
    await driver.page.keyboard.press('Escape');
    await driver.untilTold('drill', { id: null, depth: 0 });
    expect(await driver.page.evaluate(() => window.map!.selection)).toEqual(['2']);
    expect(await driver.page.evaluate(() => window.map!.camera.state().position.y)).toBeCloseTo(home.y, 6);
    expect(await driver.page.evaluate(() => window.map!.drillDown('3'))).toBe(false);
  });

  it('drilling down takes its 250 ms of frames where things may move', async () => {
    await driver.create({ reducedMotion: false });
    await driver.load('/maps/six.geojson');
    await driver.untilStill();
    const heights = await driver.page.evaluate(async () => {
      const map = window.map!;
      const heights: number[] = [];
      map.on('render', () => heights.push(map.camera.state().position.y));
      await map.drillDown('2', '/maps/inside.geojson');
      return heights;
    });
    // On its way it was somewhere between the two views.
    expect(new Set(heights.map((height) => height.toFixed(3))).size).toBeGreaterThan(2);
  });

  it('a level whose values come while it rises stands as high as one whose values come later', async () => {
    await driver.create({ reducedMotion: false, labels: false });
    const pictureOf = async (isEarly: boolean): Promise<string> => {
      await driver.load('/maps/six.geojson');
      await driver.page.evaluate(async (early) => {
        const map = window.map!;
        const setValues = () =>
          map.setValues(new Map(map.regions().map(({ id }) => [id, 1])), {
            stops: [{ from: 0, color: '#1A9850' }],
            heights: [0.3, 0.5],
          });
        const off = map.on('drill', () => {
          if (early) queueMicrotask(setValues);
        });
        await map.drillDown('2', '/maps/inside.geojson');
        off();
        if (!early) setValues();
      }, isEarly);
      await driver.untilStill();
      return driver.page.evaluate(async () => {
        const bytes = new Uint8Array(await (await window.map!.screenshot()).arrayBuffer());
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      });
    };
    expect((await pictureOf(true)) === (await pictureOf(false))).toBe(true);
  });
});

describe('things on the map', () => {
  it('thousands of each kind are one draw a kind, and one of them can go', async () => {
    await driver.create({ labels: false, reducedMotion: true });
    await driver.load('/maps/six.geojson');
    const found = await driver.page.evaluate(async () => {
      const map = window.map!;
      const handles: number[] = [];
      for (let i = 0; i < 2_000; i++) {
        const lng = 100 + (i % 50) * 0.12;
        const lat = 30 + Math.floor(i / 50) * 0.1;
        handles.push(map.markers.add({ position: [lng, lat], size: 0.02, floatingRange: 0 }));
        map.rings.add({ position: [lng, lat], scale: 0.1 });
        map.flows.add({
          path: [
            [lng, lat],
            [lng + 0.05, lat],
            [lng + 0.05, lat + 0.05],
          ],
        });
      }
      await map.screenshot();
      const full = map.stats().draws;
      const counts = [map.markers.count, map.rings.count, map.flows.count];
      // The middle one goes; the last one, which took its place, can still be moved and removed.
      map.markers.remove(handles[1_000]!);
      map.markers.update(handles[1_999]!, { position: [99, 29], size: 0.4, color: '#FF00FF' });
      map.markers.remove(12_345);
      map.flows.remove(1);
      map.rings.clear();
      const [x, y] = window.screenOf(99, 29, 0.4);
      const moved = map.pick(x, y)?.marker === handles[1_999]!;
      await map.screenshot();
      return { full, counts, moved, after: [map.markers.count, map.flows.count, map.stats().draws] };
    });
    expect(found).toEqual({ full: 6, counts: [2_000, 2_000, 2_000], moved: true, after: [1_999, 1_999, 5] });
    expect(driver.complaints).toEqual([]);
  });

  it('float, turn and flow; not at all where motion is not wanted', async () => {
    for (const reducedMotion of [false, true]) {
      await driver.create({ labels: false, reducedMotion });
      await driver.load('/maps/six.geojson');
      await driver.page.evaluate(() => {
        window.map!.markers.add({ position: [103, 32], size: 0.5 });
      });
      if (reducedMotion) {
        await driver.untilStill();
        continue;
      }
      const { frames } = await driver.stats();
      await driver.page.waitForFunction((past) => window.map!.stats().frames > past + 3, {}, frames);
    }
  });

  it("a marker's label is the page's own element, at the marker; it goes with the marker", async () => {
    await driver.create({ labels: false, reducedMotion: true });
    await driver.load('/maps/six.geojson');
    const found = await driver.page.evaluate(async () => {
      const map = window.map!;
      const element = document.createElement('b');
      element.textContent = '站';
      const marker = map.markers.add({
        position: [103, 32],
        size: 0.2,
        labelElement: element,
        labelId: 'station',
        color: '#FF00FF',
      });
      await map.screenshot();
      const { left, right, bottom } = document.querySelector('#station')!.getBoundingClientRect();
      const [x, y] = window.screenOf(103, 32, 0.1 + 0.4);
      map.markers.update(marker, { showLabel: false });
      await map.screenshot();
      const hidden = getComputedStyle(element).visibility;
      map.markers.remove(marker);
      return {
        near: Math.abs((left + right) / 2 - x) < 2 && Math.abs(bottom - y) < 2,
        hidden,
        left: element.isConnected,
      };
    });
    expect(found).toEqual({ near: true, hidden: 'hidden', left: false });
  });

  it('a net of degrees lies on the ground, is one draw, and goes when it is taken away; a shadow is one more', async () => {
    await driver.create({ labels: false, reducedMotion: true });
    await driver.load('/maps/six.geojson');
    const found = await driver.page.evaluate(async () => {
      const map = window.map!;
      const draws = async () => {
        await map.screenshot();
        return map.stats().draws;
      };
      const degrees = () =>
        [...document.querySelectorAll('div')]
          .map((one) => one.textContent)
          .filter((text) => /^\d+°[EN]$/.test(text));
      const before = await draws();
      map.setGraticule({ color: '#FF0000', opacity: 1 });
      const withNet = await draws();
      const written = degrees();
      map.setGraticule(null);
      const without = await draws();
      map.setStyle({ shadowOpacity: 0.5 });
      const withShadow = await draws();
      map.setStyle({ shadowOpacity: 0 });
      return {
        added: withNet - before,
        written,
        left: without - before,
        gone: degrees().length,
        shadow: withShadow - without,
        end: (await draws()) - before,
        bearing: map.bearing(),
      };
    });
    expect(found).toMatchObject({ added: 1, left: 0, gone: 0, shadow: 1, end: 0 });
    expect(new Set(found.written).size).toBe(found.written.length);
    expect(found.written).toContain('102°E');
    // Six degrees of longitude at 33° north fill most of the picture's width.
    expect(found.bearing!.northDegrees).toBeCloseTo(0, 1);
    expect(found.bearing!.metresPerPixel).toBeGreaterThan(300);
    expect(found.bearing!.metresPerPixel).toBeLessThan(3_000);
  });

  it('names: at most a hundred, none over another, the selected one always', async () => {
    const many = collection(
      Array.from({ length: 900 }, (_, i) =>
        featureOf(i, `区域${i}`, square(90 + (i % 30), 20 + Math.floor(i / 30), 0.96)),
      ),
    );
    await driver.page.setViewport({ width: 1400, height: 900 });
    await driver.create({ reducedMotion: true });
    const { boxes, picked } = await driver.page.evaluate(async (text) => {
      const map = window.map!;
      await map.load(new TextEncoder().encode(text));
      await map.screenshot();
      const shown = () =>
        [...window.host.querySelectorAll<HTMLElement>('[aria-hidden] > div')].filter(
          (element) => element.style.visibility === 'visible',
        );
      const boxes = shown().map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return [left, top, right, bottom];
      });
      map.select(['455']);
      await map.screenshot();
      return { boxes, picked: shown().some((element) => element.textContent === '区域455') };
    }, many);
    expect(picked).toBe(true);
    expect(boxes.length).toBeGreaterThan(20);
    expect(boxes.length).toBeLessThanOrEqual(100);
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) {
        const overlaps = a[0]! < b[2]! && b[0]! < a[2]! && a[1]! < b[3]! && b[1]! < a[3]!;
        expect(overlaps).toBe(false);
      }
    }
  });
});
