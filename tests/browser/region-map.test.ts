import { makeRegionPack } from 'farm3d-engine/region/pack';
import { beforeEach, describe, expect, it } from 'vitest';
import { generateMap } from '../../benchmarks/region/generate.ts';
import { type RegionDriver, SIX, useRegionPage } from './region-driver.ts';

const TOP = 0x08a365;
const BORDER = 0x0078d4;
const BACKGROUND = 0xe8eff1;

const page = useRegionPage(async () => ({
  'six.geojson': SIX,
  'turned.geojson': SIX.replaceAll(/\[\[\[.*?\]\]\]/g, (rings) =>
    JSON.stringify((JSON.parse(rings) as unknown[][]).map((ring) => ring.toReversed())),
  ),
  'cut.geojson': SIX,
  'large.geojson': generateMap({ regions: 40, polygons: 60, points: 120_000 }),
  'bad.geojson': SIX.slice(0, -5),
  'points.geojson': '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[104,31]}}',
  'topo.geojson': '{"type":"Topology","objects":{}}',
  'six.f3rp': (await makeRegionPack(new TextEncoder().encode(SIX))).pack,
}));
let driver: RegionDriver;

beforeEach(() => {
  driver = page();
});

describe('before a projection is set', () => {
  it('loading, placing and converting throw 请先配置地图投影, and nothing is requested', async () => {
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
      await attempt(() => map.toWorld([104, 30]));
      await attempt(() => map.toLngLat({ x: 0, z: 0 }));
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
  it("shows tops, walls and borders in the specification's colours, in three draw calls; a hole shows the ground", async () => {
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
    // The hole's far wall faces the viewer: between its top and bottom edge neither a top nor the ground is visible.
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

  it('looks the same for either winding of rings, and from a region pack', async () => {
    await driver.create({ labels: false, reducedMotion: true });
    const pictureOf = async (path: string) => {
      expect(await driver.load(path)).toMatchObject({ ids: ['1', '2', '3', '4', '5', '6'] });
      return driver.page.evaluate((colors) => window.countColors(colors), [TOP, BORDER, BACKGROUND]);
    };
    const reference = await pictureOf('/maps/six.geojson');
    expect(await pictureOf('/maps/turned.geojson')).toEqual(reference);
    expect(await pictureOf('/maps/six.f3rp')).toEqual(reference);
  });

  it('works with any projection of d3, and with a custom function, which a worker cannot receive', async () => {
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
        const [lng, lat] = map.toLngLat(map.toWorld([104.5, 31.5]));
        results.push([picked, Math.abs(lng - 104.5) + Math.abs(lat - 31.5) < 1e-6, map.stats().workers]);
      }
      return results;
    });
    expect(found).toEqual(Array.from({ length: 4 }, () => [['2', null, '6'], true, 1]));
  });

  it('fails with a typed reason, and works again afterwards', async () => {
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

  it('of regions without an area reports that, is drawn, and keeps the view', async () => {
    await driver.create({ reducedMotion: true });
    const found = await driver.page.evaluate(async () => {
      const map = window.map!;
      const before = map.camera.state();
      const drawn = new Promise<void>((resolve) => {
        map.on('load', () => map.on('render', () => resolve()));
      });
      const { regions, skipped } = await map.load('/maps/points.geojson');
      await drawn;
      await map.fit();
      return { regions, skipped, isKept: JSON.stringify(map.camera.state()) === JSON.stringify(before) };
    });
    expect(found).toEqual({
      regions: [],
      skipped: [expect.objectContaining({ index: 0, reason: 'unsupported-geometry' })],
      isKept: true,
    });
    expect(driver.complaints).toEqual([]);
  });

  it('is stopped by a signal, by another load, by dispose', async () => {
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

  it('draws nothing while nothing changes', async () => {
    await driver.create();
    await driver.load('/maps/six.geojson');
    const frames = await driver.untilStill();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await driver.stats()).frames).toBe(frames);
  });

  it('is drawn again after the context was lost', async () => {
    await driver.create({ labels: false, reducedMotion: true });
    await driver.load('/maps/six.geojson');
    const before = await driver.colorsAt([103, 33], [101, 33]);
    await driver.page.evaluate(() => {
      const context = document.querySelector('canvas')!.getContext('webgl2')!;
      const extension = context.getExtension('WEBGL_lose_context')!;
      extension.loseContext();
      setTimeout(() => extension.restoreContext(), 50);
    });
    await driver.untilReported('context-restored', {});
    await driver.untilStill();
    expect(await driver.colorsAt([103, 33], [101, 33])).toEqual(before);
  });
});

describe('a map of a hundred thousand positions', () => {
  it('is coarse from afar and exact from near, at the same positions', async () => {
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

    // Near enough for a cell to cover several pixels.
    await driver.page.evaluate(() => window.map!.fit(['100012']));
    await driver.untilStill();
    const near = await driver.stats();
    expect(await driver.colorsAt(place)).toEqual([0x08a365]);
    expect([far.draws, near.draws]).toEqual([3, 3]);
    expect(near.textures).toBeGreaterThan(far.textures);
    // The exact map is 600,000 triangles: one per position, and four for the wall and border that start there.
    expect(far.triangles).toBeLessThan(200_000);
    // Only the rows that are in view.
    expect(near.triangles).toBeLessThan(200_000);
  });

  it('is uploaded in parts between which the page goes on, also when the context is lost meanwhile', async () => {
    await driver.create({ reducedMotion: true, labels: false });
    await driver.load('/maps/large.geojson');
    await driver.untilStill();
    const { rows, most, place } = await driver.page.evaluate(async () => {
      const map = window.map!;
      const gl = document.querySelector('canvas')!.getContext('webgl2')!;
      const original = gl.texSubImage2D.bind(gl) as (...given: unknown[]) => void;
      let rows = 0;
      let ofTask = 0;
      let most = 0;
      (gl as { texSubImage2D: unknown }).texSubImage2D = (...given: unknown[]) => {
        rows += given[5] as number;
        ofTask += given[5] as number;
        most = Math.max(most, ofTask);
        // Another task of the page.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (ofTask = 0);
        port2.postMessage(null);
        original(...given);
      };
      const whole = new Promise<void>((resolve) => {
        map.on('render', ({ reason }) => {
          if (reason.includes('rest of the map')) resolve();
        });
      });
      void map.fit(['100012']);
      await whole;
      (gl as { texSubImage2D: unknown }).texSubImage2D = original;
      const { lng, lat } = map.region('100012')!.center;
      return { rows, most, place: [lng + 1, lat] as [number, number] };
    });
    // 100,000 positions, and the region of each, in rows of 1,024.
    expect(rows).toBeGreaterThan(2 * 97);
    expect(most).toBeLessThanOrEqual(64);
    expect(await driver.colorsAt(place)).toEqual([0x08a365]);

    await driver.create({ reducedMotion: true, labels: false });
    await driver.load('/maps/large.geojson');
    await driver.untilStill();
    await driver.page.evaluate(async () => {
      const gl = document.querySelector('canvas')!.getContext('webgl2')!;
      const original = gl.texSubImage2D.bind(gl) as (...given: unknown[]) => void;
      const begun = new Promise<void>((resolve) => {
        (gl as { texSubImage2D: unknown }).texSubImage2D = (...given: unknown[]) => {
          original(...given);
          resolve();
        };
      });
      void window.map!.fit(['100012']);
      await begun;
      (gl as { texSubImage2D: unknown }).texSubImage2D = original;
      const extension = gl.getExtension('WEBGL_lose_context')!;
      extension.loseContext();
      setTimeout(() => extension.restoreContext(), 50);
    });
    await driver.untilReported('context-restored', {});
    expect(await driver.colorsAt(place)).toEqual([0x08a365]);
  });
});

describe('values', () => {
  const stops = [
    { from: 0, color: '#1A9850' },
    { from: 50, color: '#D73027', label: '重' },
  ];

  it('colour and raise regions with one texture upload, and return the legend', async () => {
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
    // Picking hits the raised top where it is drawn.
    expect(await driver.page.evaluate(() => window.map!.pick(...window.screenOf(103, 33.8, 1))?.id)).toBe(
      '2',
    );
    await driver.page.evaluate(() => window.map!.clearValues());
    expect(await at(103, 33, 0.1)).toBe(TOP);
  });

  it('one region can be styled individually', async () => {
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
  it('is one or two draw calls over the map, is animated unless under reduced motion, and leaves nothing behind', async () => {
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
