// Second tier (page): layers of the region map
import { beforeEach, describe, expect, it } from 'vitest';
import { collection, featureOf, type RegionDriver, SIX, square, useRegionPage } from './region-driver.ts';

// Interaction with the map, and its layers.

const page = useRegionPage(async () => ({
  'six.geojson': SIX,
  'inside.geojson': collection([
    featureOf(201, '乙东', square(103, 32, 1)),
    featureOf(202, '乙西', square(102, 32, 1)),
  ]),
}));
let driver: RegionDriver;

beforeEach(() => {
  driver = page();
});

describe('pointer and keyboard', () => {
  it('hover and click report the region; a hole and the outside are the background', async () => {
    await driver.create({ reducedMotion: true });
    await driver.load('/maps/six.geojson');
    await driver.untilStill();
    await driver.page.mouse.move(...(await driver.screenOf(103, 33)));
    await driver.untilReported('hover', { id: '2' });
    await driver.page.mouse.move(...(await driver.screenOf(101, 33)));
    await driver.untilReported('hover', { id: null });
    await driver.page.mouse.click(...(await driver.screenOf(105, 31)));
    await driver.untilReported('select', { ids: ['6'] });
    const [click] = (await driver.reported('region-click')) as { id: string; lng: number; lat: number }[];
    expect(click!.id).toBe('6');
    expect(click!.lng).toBeCloseTo(105, 1);
    expect(click!.lat).toBeCloseTo(31, 1);
    await driver.page.mouse.click(...(await driver.screenOf(101, 33)));
    await driver.untilReported('background-click', {});
  });

  it('arrow keys select neighbours, Enter drills down, Escape goes back; each level keeps its selection', async () => {
    await driver.page.evaluate(() => {
      const { RegionMap, createMercator } = window.region;
      const map = new RegionMap(window.host, {
        projection: createMercator(),
        reducedMotion: true,
        child: ({ id }) => (id === '2' ? '/maps/inside.geojson' : null),
      });
      window.map = map;
      map.on('drill', (payload) => window.reported.push(['drill', payload]));
      map.on('select', (payload) => window.reported.push(['select', payload]));
    });
    await driver.load('/maps/six.geojson');
    const home = await driver.page.evaluate(() => window.map!.camera.state().position);
    await driver.page.focus('canvas');
    await driver.page.evaluate(() => window.map!.select(['1']));
    await driver.page.keyboard.press('ArrowRight');
    await driver.page.keyboard.press('ArrowDown');
    await driver.page.keyboard.press('ArrowUp');
    expect(await driver.reported('select')).toEqual(['1', '2', '5', '2'].map((id) => ({ ids: [id] })));
    await driver.page.keyboard.press('Enter');
    await driver.untilReported('drill', { id: '2', depth: 1 });
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
    await driver.untilReported('drill', { id: null, depth: 0 });
    expect(await driver.page.evaluate(() => window.map!.selection)).toEqual(['2']);
    expect(await driver.page.evaluate(() => window.map!.camera.state().position.y)).toBeCloseTo(home.y, 6);
    expect(await driver.page.evaluate(() => window.map!.drillDown('3'))).toBe(false);
  });

  it('a drill-down takes 250 ms of frames with animation', async () => {
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
    // During the flight the camera was between the two views.
    expect(new Set(heights.map((height) => height.toFixed(3))).size).toBeGreaterThan(2);
  });

  it('a level gets the same heights when its values arrive during its transition', async () => {
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

describe('layers of the map', () => {
  it('thousands of each kind are one draw call per kind, and single ones can be removed', async () => {
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
      // The middle marker is removed; the last one, which took its index, can still be moved and removed.
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

  it('are animated; not at all under reduced motion', async () => {
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

  it("a marker's label is an element of the page, at the marker, and is removed with it", async () => {
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

  it('a graticule on the ground is one draw call and can be removed; a shadow is another one', async () => {
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
    // Six degrees of longitude at 33° north fill most of the frame's width.
    expect(found.bearing!.northDegrees).toBeCloseTo(0, 1);
    expect(found.bearing!.metresPerPixel).toBeGreaterThan(300);
    expect(found.bearing!.metresPerPixel).toBeLessThan(3_000);
  });

  it('names: at most a hundred, no overlaps, the selected one always', async () => {
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
