import { describe, expect, it } from 'vitest';
import { createRandom } from '../core/random.ts';
import { buildBoxIndex, searchBoxes } from './box-index.ts';
import { RegionFinder } from './region-finder.ts';
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
  });
});
