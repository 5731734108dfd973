import { describe, expect, it } from 'vitest';
import { createRandom } from '../core/random.ts';
import { buildBoxIndex, searchBoxes } from './box-index.ts';
import type { FlatRegions } from './flat-regions.ts';
import { type MapRay, RegionFinder, type RegionHit } from './region-finder.ts';
import { build, feature, polygon, square } from './test-maps.ts';

describe('box index', () => {
  it.each([0, 1, 15, 16, 17, 300, 5_000])(
    'finds the same boxes as a linear search through %i boxes',
    (count) => {
      const random = createRandom(count);
      const boxes = new Float32Array(count * 4);
      for (let i = 0; i < count; i++) {
        const x = random() * 100;
        const y = random() * 100;
        boxes.set([x, y, x + random() * 5, y + random() * 5], i * 4);
      }
      const index = buildBoxIndex(boxes);
      for (let n = 0; n < 200; n++) {
        const [x, y, w, h] = [random() * 100, random() * 100, random() * 10, random() * 10];
        const found: number[] = [];
        searchBoxes(index, x, y, x + w, y + h, (item) => found.push(item));
        const expected = Array.from({ length: count }, (_, i) => i).filter(
          (i) =>
            boxes[i * 4]! <= x + w &&
            boxes[i * 4 + 1]! <= y + h &&
            boxes[i * 4 + 2]! >= x &&
            boxes[i * 4 + 3]! >= y,
        );
        expect(found.sort((a, b) => a - b)).toEqual(expected);
      }
    },
  );
});

describe('RegionFinder', () => {
  async function finderOf() {
    const { flat } = await build([
      feature('ring', polygon(square(100, 30, 3), square(101, 31, 1))),
      feature('in the hole', polygon(square(101.25, 31.25, 0.5))),
      feature('beside', polygon(square(103, 30, 3))),
    ]);
    const finder = new RegionFinder(flat, buildBoxIndex(flat.polygonBoxes));
    const { createMercator } = await import('./projection.ts');
    const place = (lng: number, lat: number) => {
      const [x, y] = createMercator()([lng, lat])!;
      return [x - flat.origin[0], y - flat.origin[1]] as const;
    };
    return { flat, finder, place };
  }

  it('finds the region at a position; a hole is outside, an enclave in it is not', async () => {
    const { finder, place } = await finderOf();
    expect(finder.at(...place(100.5, 30.5))).toBe(0);
    expect(finder.at(...place(101.1, 31.1))).toBe(-1);
    expect(finder.at(...place(101.5, 31.5))).toBe(1);
    expect(finder.at(...place(104, 31))).toBe(2);
    expect(finder.at(...place(99, 31))).toBe(-1);
  });

  it('a ray hits the higher region in front, and a wall where it misses the top', async () => {
    const { finder, place } = await finderOf();
    const heights = [0.1, 0.1, 2];
    const heightOf = (region: number) => heights[region]!;
    const [x, y] = place(102.5, 31);
    const down = { origin: { x, y: 10, z: y }, direction: { x: 0, y: -1, z: 0 } };
    expect(finder.cast(down, heightOf, 2)).toMatchObject({ region: 0, distance: 9.9 });
    // From the west, low: aimed at the ground of `beside`, whose top is over the ray.
    const [fx, fy] = place(104, 31);
    const length = Math.hypot(6, 0.9);
    const low = {
      origin: { x: fx - 6, y: 0.9, z: fy },
      direction: { x: 6 / length, y: -0.9 / length, z: 0 },
    };
    expect(finder.cast(low, heightOf, 2)?.region).toBe(2);
    const up = { origin: { x, y: 10, z: y }, direction: { x: 0, y: 1, z: 0 } };
    expect(finder.cast(up, heightOf, 2)).toBeNull();
    const level = { origin: { x, y: 1, z: y }, direction: { x: 1, y: 0, z: 0 } };
    expect(finder.cast(level, heightOf, 2)).toBeNull();
    for (const height of [0, -1]) {
      const below = { origin: { x, y: height, z: y }, direction: { x: 0, y: -1, z: 0 } };
      expect(finder.cast(below, heightOf, 2)).toBeNull();
    }
  });

  /** Stars with a hole, islands, and a triangle between them. */
  const star = (x: number, y: number, radius: number) =>
    Array.from({ length: 10 }, (_, i) => {
      const [angle, r] = [(i * Math.PI) / 5 + 0.1, i % 2 === 0 ? radius : radius / 2];
      return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    });
  const shapes = [
    polygon(star(0, 0, 6), star(0, 0, 2)),
    {
      type: 'MultiPolygon',
      coordinates: [[star(0, 0, 1)], [star(10, 3, 4), star(10, 3, 1)], [square(8, -8, 3)]],
    },
    polygon([
      [5, -6],
      [7, -1],
      [6, 5],
    ]),
    polygon(star(-9, -5, 3)),
  ];
  const heights = [1, 3, 0.5, 2];
  const heightOf = (region: number) => heights[region]!;

  async function finderOfShapes() {
    const features = shapes.map((shape, i) => feature(`${i}`, shape));
    const { flat } = await build(features, (point) => point);
    return { flat, finder: new RegionFinder(flat, buildBoxIndex(flat.polygonBoxes)) };
  }

  it('finds the region in one of whose triangles a position is', async () => {
    const { flat, finder } = await finderOfShapes();
    const random = createRandom(7);
    const found = new Set<number>();
    for (let i = 0; i < 3000; i++) {
      const [x, y] = [random() * 40 - 26, random() * 24 - 14];
      const region = regionAt(flat, x, y);
      found.add(region);
      expect([x, y, finder.at(x, y)]).toEqual([x, y, region]);
    }
    expect(found).toEqual(new Set([-1, 0, 1, 2, 3]));
  });

  it('finds a position on the level of a corner', async () => {
    const diamond = [
      [0, 0],
      [2, 2],
      [4, 0],
      [2, -2],
    ];
    for (let turn = 0; turn < 4; turn++) {
      const ring = [...diamond.slice(turn), ...diamond.slice(0, turn)];
      const { flat } = await build([feature('a', polygon(ring))], (point) => point);
      const finder = new RegionFinder(flat, buildBoxIndex(flat.polygonBoxes));
      const at = (x: number, y: number) => finder.at(x - ring[0]![0]!, y - ring[0]![1]!);
      expect([at(1, 0), at(2, 0), at(3, 0)]).toEqual([0, 0, 0]);
      expect([at(-1, 0), at(5, 0), at(1, 2), at(3, -2)]).toEqual([-1, -1, -1, -1]);
    }
  });

  it('a ray hits the first top that it meets, else the region in which it ends', async () => {
    const { flat, finder } = await finderOfShapes();
    const random = createRandom(8);
    const found = new Set<number>();
    for (let i = 0; i < 3000; i++) {
      // From above all, from between the heights, and exactly from one of them.
      const height = [3.05, 12 * random() + 3, 3 * random() + 0.05, 2][i % 4]!;
      const ray: MapRay = {
        origin: { x: random() * 40 - 26, y: height, z: random() * 24 - 14 },
        direction: { x: random() * 2 - 1, y: -random() - 0.05, z: random() * 2 - 1 },
      };
      const expected = firstHit(flat, ray, heights);
      found.add(expected?.region ?? -1);
      expect([ray, finder.cast(ray, heightOf, 3)]).toEqual([ray, expected]);
    }
    expect(found).toEqual(new Set([-1, 0, 1, 2, 3]));
  });

  it.each(['x', 'z'] as const)('asks only for the heights of what a ray may meet along %s', async (axis) => {
    const row = Array.from({ length: 60 }, (_, i) =>
      feature(`${i}`, polygon(axis === 'x' ? square(i, 0, 0.5) : square(0, i, 0.5))),
    );
    const { flat } = await build(row, (point) => point);
    const finder = new RegionFinder(flat, buildBoxIndex(flat.polygonBoxes));
    const asked: number[] = [];
    const ray = {
      origin: { x: 0.25, y: 40, z: 0.25, [axis]: 10.25 },
      direction: { x: 0, y: -0.8, z: 0, [axis]: 0.8 },
    };
    const hit = finder.cast(
      ray,
      (region) => {
        asked.push(region);
        return 1;
      },
      1,
    );
    expect(hit?.region).toBe(49);
    // It is at their height above 49, and at the ground above 50.
    expect(new Set(asked)).toEqual(new Set([49, 50]));
  });
});

/** The region of the triangle around a position; -1: none. */
function regionAt({ positions, indices, vertexRegion }: FlatRegions, x: number, y: number): number {
  const side = (a: number, b: number) =>
    (positions[b * 2]! - positions[a * 2]!) * (y - positions[a * 2 + 1]!) -
    (positions[b * 2 + 1]! - positions[a * 2 + 1]!) * (x - positions[a * 2]!);
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
    const sides = [side(a, b), side(b, c), side(c, a)];
    if (sides.every((one) => one > 0) || sides.every((one) => one < 0)) return vertexRegion[a]!;
  }
  return -1;
}

/** What a ray hits, by a look at each region. */
function firstHit(
  flat: FlatRegions,
  { origin, direction }: MapRay,
  heights: readonly number[],
): RegionHit | null {
  const at = (distance: number) =>
    regionAt(flat, origin.x + direction.x * distance, origin.z + direction.z * distance);
  const ground = -origin.y / direction.y;
  const hits = heights.flatMap((height, region) => {
    const top = (height - origin.y) / direction.y;
    if (top >= 0 && at(top) === region) return [{ region, distance: top }];
    return at(ground) === region ? [{ region, distance: ground }] : [];
  });
  return hits.toSorted((a, b) => a.distance - b.distance)[0] ?? null;
}
