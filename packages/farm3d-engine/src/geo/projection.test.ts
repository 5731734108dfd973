import {
  geoAzimuthalEqualArea,
  geoConicConformal,
  geoConicEqualArea,
  geoEqualEarth,
  geoEquirectangular,
  geoGnomonic,
  geoMercator,
  geoOrthographic,
  geoPath,
  geoTransverseMercator,
  type GeoProjection,
} from 'd3-geo';
import { describe, expect, test } from 'vitest';
import type { FlatRegions } from './flat-regions.ts';
import {
  createMercator,
  createProjection,
  describeProjection,
  isSameSpec,
  type MapProjection,
  type ProjectionSpec,
} from './projection.ts';
import { build, feature, polygon, square } from './test-maps.ts';

type Place = [number, number];

/** The methods of a projection that tell its parameters. */
const METHODS = ['rotate', 'scale', 'center', 'translate'] as const;

/** A function with the given methods of a projection. */
function withMethods(
  project: MapProjection,
  projection: GeoProjection,
  names: readonly (keyof GeoProjection)[],
): MapProjection {
  return Object.assign(
    (place: Place) => project(place),
    Object.fromEntries(names.map((name) => [name, projection[name]])),
  );
}

/** x, y of a region's vertices. */
async function placesOf(geometry: unknown, projection: MapProjection): Promise<number[][]> {
  const { flat } = await build([feature('a', geometry)], projection);
  return Array.from({ length: flat.positions.length / 2 }, (_, i) => [
    flat.positions[i * 2]! + flat.origin[0],
    flat.positions[i * 2 + 1]! + flat.origin[1],
  ]);
}

/** Area of a region's triangles; 0 for -1, which is none. */
function areaOf({ positions, indices, regionIndices }: FlatRegions, region: number): number {
  let sum = 0;
  for (let i = regionIndices[region] ?? 0; i < (regionIndices[region + 1] ?? 0); i += 3) {
    const [a, b, c] = [indices[i]! * 2, indices[i + 1]! * 2, indices[i + 2]! * 2];
    const [ux, uy] = [positions[b]! - positions[a]!, positions[b + 1]! - positions[a + 1]!];
    const [vx, vy] = [positions[c]! - positions[a]!, positions[c + 1]! - positions[a + 1]!];
    sum += Math.abs(ux * vy - uy * vx) / 2;
  }
  return sum;
}

describe('the default projection', () => {
  test('has its origin in China and one unit per degree', () => {
    const project = createMercator();
    const place = (longitude: number, latitude: number) =>
      project([longitude, latitude])!.map((value) => expect.closeTo(value, 9));
    expect(place(105.16353, 31.635225)).toEqual([0, 0].map((value) => expect.closeTo(value, 9)));
    expect(project([106.16353, 31.635225])![0]).toBeCloseTo(1, 9);
    expect(project([105.16353, 32.635225])![1]).toBeLessThan(-1);
  });
});

describe('a described projection', () => {
  test.each([
    ['Mercator', geoMercator()],
    ['a mirrored Mercator', geoMercator().reflectX(true)],
    ['one with its south at the top', geoMercator().reflectY(true)],
    ['a globe', geoOrthographic().rotate([-105, -30])],
    ['a globe cut at 30 degrees', geoGnomonic().clipAngle(30)],
    ['a cone that is a cylinder', geoConicConformal().parallels([0, 0])],
  ])('is made again, with its edge: %s', (_, projection) => {
    const again = createProjection(describeProjection(projection)!);
    expect(again.clipAngle()).toEqual(projection.clipAngle());
    const [x, y] = projection([104, 30.5])!;
    expect(again([104, 30.5])).toEqual([expect.closeTo(x, 9), expect.closeTo(y, 9)]);
  });

  test('a cone that is a cylinder stays a cone', () => {
    expect(describeProjection(geoConicConformal().parallels([0, 0]))?.kind).toBe('geoConicConformal');
  });

  test('has defaults for what an older version of d3 does not have', () => {
    const mercator = geoMercator();
    const spec = describeProjection(withMethods(mercator, mercator, METHODS));
    expect(spec).toMatchObject({
      kind: 'geoMercator',
      angle: 0,
      reflectX: false,
      reflectY: false,
      clipAngle: null,
      parallels: null,
    });
  });

  test.each(METHODS)('needs its %s', (name) => {
    const mercator = geoMercator();
    const others = METHODS.filter((one) => one !== name);
    expect(describeProjection(withMethods(mercator, mercator, others))).toBeNull();
  });

  const quarters: [string, (place: Place) => boolean][] = [
    ['north-east', ([x, y]) => x > 0 && y > 0],
    ['north-west', ([x, y]) => x < 0 && y > 0],
    ['south-east', ([x, y]) => x > 0 && y < 0],
    ['south-west', ([x, y]) => x < 0 && y < 0],
  ];
  test.each(quarters)('is not one that differs in the %s, or is undefined there', (_, isThere) => {
    const mercator = geoMercator();
    const bent = (place: Place): Place | null => {
      const [x, y] = mercator(place)!;
      return isThere(place) ? [x, y * 1.001] : [x, y];
    };
    const partial = (place: Place) => (isThere(place) ? null : mercator(place));
    expect(describeProjection(withMethods(bent, mercator, METHODS))).toBeNull();
    expect(describeProjection(withMethods(partial, mercator, METHODS))).toBeNull();
  });

  test.each([1e-3, 1, 1e6])('is the same after rounding, at a scale of %d', (scale) => {
    const of = (longitude: number): ProjectionSpec =>
      describeProjection(createMercator([longitude, 30], scale))!;
    expect(isSameSpec(of(105), of(105 + 1e-9))).toBe(true);
    expect(isSameSpec(of(105), of(105 + 1e-4))).toBe(false);
  });
});

describe('a map', () => {
  const ring = square(104, 30, 1);

  test.each<[string, GeoProjection]>([
    ['Mercator', geoMercator()],
    ['with another origin', geoMercator().center([20, 10]).translate([3, 4]).scale(50)],
    ['turned', geoMercator().rotate([-100, 0])],
    ['turned and mirrored', geoMercator().rotate([30, 0]).reflectX(true).reflectY(true)],
    ['at an angle', geoMercator().angle(30)],
    ['turned at an angle', geoMercator().rotate([-100, 0]).angle(30)],
    ['turned, not Mercator', geoEquirectangular().rotate([-100, 0])],
    ['conic', geoConicConformal().parallels([25, 47]).rotate([-105, 0])],
  ])('has its vertices where d3 puts them: %s', async (_, projection) => {
    const expected = ring.map((place) => projection(place as Place)!);
    for (const [i, [x, y]] of (await placesOf(polygon(ring), projection)).entries()) {
      expect(x).toBeCloseTo(expected[i]![0], 4);
      expect(y).toBeCloseTo(expected[i]![1], 4);
    }
  });

  test.each<[string, GeoProjection]>([
    ['Mercator', geoMercator()],
    ['not Mercator', geoEquirectangular()],
  ])('is cut where it is turned to: %s', async (_, projection) => {
    projection.scale(180 / Math.PI).translate([0, 0]);
    // It is cut at the 30th meridian in the west.
    projection.rotate([-150, 0]);
    const places = await placesOf(polygon(square(-35, 0, 10)), projection);
    const xs = places.map(([x]) => x!);
    expect(Math.min(...xs)).toBeCloseTo(-180, 4);
    expect(Math.max(...xs)).toBeCloseTo(180, 4);
    expect(xs.filter((x) => Math.abs(x) < 174.9)).toEqual([]);
  });

  /** Squares all over the earth, and one with a hole. */
  const world = [-150, -90, -30, 30, 90, 150].flatMap((west) =>
    [-60, -25, -4, 15, 50].map((south) => square(west, south, 8)),
  );
  const tilted: [string, GeoProjection][] = [
    ['tilted', geoEqualEarth().rotate([0, 40])],
    ['rolled', geoEqualEarth().rotate([0, 0, 40])],
    ['tilted and rolled', geoEqualEarth().rotate([-140, 20, 5])],
    ['tilted Mercator', geoMercator().rotate([0, 50])],
    ['rolled Mercator', geoMercator().rotate([0, 0, 50])],
    ['transverse', geoTransverseMercator().rotate([-75, 0])],
    ['a globe', geoOrthographic().rotate([-105, 0])],
    ['a cut disc', geoAzimuthalEqualArea().clipAngle(100)],
    ['a cone', geoConicEqualArea().rotate([-105, 0])],
  ];

  test.each(tilted)('covers what d3 draws: %s', async (_, projection) => {
    projection.precision(0);
    const polygons = world.map((outer) => [outer, square(outer[0]![0]! + 2, outer[0]![1]! + 2, 3)]);
    const features = polygons.map((rings, i) => feature(`${i}`, polygon(...rings), { id: i }));
    const { flat } = await build(features, projection);
    const areas = polygons.map((_rings, i) => areaOf(flat, flat.ids.indexOf(`${i}`)));
    const drawn = polygons.map(([outer, hole]) =>
      // d3 takes a ring that goes round the other way for all but its inside.
      geoPath(projection).area({ type: 'Polygon', coordinates: [outer!.toReversed(), hole!] as Place[][] }),
    );
    const scale = Math.max(...drawn);
    expect(areas).toEqual(drawn.map((area) => expect.closeTo(area, -Math.log10(scale / 100))));
  });

  test.each(tilted)('has the area of all its polygons, each with its holes: %s', async (_, projection) => {
    const one = (west: number) => [square(west, 10, 8), square(west + 2, 12, 2), square(west + 5, 12, 2)];
    const [a, b] = [one(-20), one(20)];
    const statsOf = async (...polygons: number[][][][]) =>
      (await build([feature('a', { type: 'MultiPolygon', coordinates: polygons })], projection)).stats;
    const [both, first, second] = [await statsOf(a, b), await statsOf(a), await statsOf(b)];
    const sum = first.triangleArea + second.triangleArea;
    expect(both.triangleArea / sum).toBeCloseTo(1, 5);
    expect(both.polygons).toBe(first.polygons + second.polygons);
    expect(both.holes).toBe(first.holes + second.holes);
  });

  test('of a globe leaves out what is too thin for it', async () => {
    const globe = geoOrthographic().rotate([-105, 0]);
    const thin = polygon([
      [80, 0],
      [100, 0],
      [90, 1e-6],
    ]);
    const { stats } = await build([feature('a', polygon(square(80, 10, 5))), feature('b', thin)], globe);
    expect(stats.skipped).toMatchObject([{ index: 1, reason: 'degenerate' }]);
  });
});
