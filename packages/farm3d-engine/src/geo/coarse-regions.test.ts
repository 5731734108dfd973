import { describe, expect, it } from 'vitest';
import { coarsen } from './coarse-regions.ts';
import { CLOSING_VERTEX, type RegionShapes } from './flat-regions.ts';
import { makeRegionPack } from './make-pack.ts';
import { createMercator, describeProjection } from './projection.ts';
import { readRegionPack } from './region-pack.ts';
import { build, bytesOf, feature, polygon } from './test-maps.ts';

/** The right or left half of a box with a rough border between the halves, both from the same points. */
function half(isRight: boolean): number[][] {
  const border: number[][] = [];
  for (let i = 0; i <= 400; i++) {
    const angle = i * 0.7;
    border.push([105 + Math.sin(angle) * 0.02 + Math.sin(i / 40) * 0.4, 30 + i * 0.01]);
  }
  const outside = isRight
    ? [
        [110, 34],
        [110, 30],
      ]
    : [
        [100, 30],
        [100, 34],
      ];
  // One ring goes up along the border, the other one down.
  const ring = isRight ? [...border, ...outside] : [...border.toReversed(), ...outside];
  return [...ring, ring[0]!];
}

const hole = [
  [101, 31],
  [101, 32],
  [102, 32],
  [102, 31],
  [101, 31],
];
const features = [
  feature('西', polygon(half(false), hole), { adcode: 1 }),
  feature('东', polygon(half(true)), { adcode: 2 }),
];
const options = { cells: 256, minVertices: 10 };

function areaOf({ positions, indices, regionIndices }: RegionShapes, region: number): number {
  let sum = 0;
  for (let i = regionIndices[region]!; i < regionIndices[region + 1]!; i += 3) {
    const [a, b, c] = [indices[i]! * 2, indices[i + 1]! * 2, indices[i + 2]! * 2];
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    sum += Math.abs(ux * vy - uy * vx) / 2;
  }
  return sum;
}

/** Distinct positions of a region's vertices. */
function positionsOf({ positions, vertexRegion }: RegionShapes, region: number): Set<string> {
  const distinct = new Set<string>();
  for (const [i, owner] of vertexRegion.entries()) {
    if (owner === region) distinct.add(`${positions[i * 2]},${positions[i * 2 + 1]}`);
  }
  return distinct;
}

describe('a coarse map', () => {
  it('has fewer vertices, the same areas within cell size, and the hole', async () => {
    const { flat } = await build(features);
    const coarse = (await coarsen(flat, options))!;
    expect(coarse.positions.length).toBeLessThan(flat.positions.length * 0.6);
    for (const region of [0, 1]) {
      const exact = areaOf(flat, region);
      const [minX, minY, maxX, maxY] = flat.regionBoxes.slice(region * 4, region * 4 + 4);
      // Half a cell all around, at most.
      const maxDifference = (maxX! - minX! + maxY! - minY!) * coarse.cell;
      expect(Math.abs(areaOf(coarse, region) - exact)).toBeLessThan(maxDifference);
    }
    // Outer ring and hole close, and nothing else does.
    const closings = coarse.vertexRegion.filter((owner) => owner === CLOSING_VERTEX).length;
    expect(closings).toBe(3);
  });

  it('keeps a border that two regions share', async () => {
    const { flat } = await build(features);
    const coarse = (await coarsen(flat, options))!;
    const west = positionsOf(coarse, 0);
    const east = positionsOf(coarse, 1);
    const border = [...west].filter((place) => {
      const x = Number(place.split(',')[0]);
      const [minX, maxX] = [flat.regionBoxes[4]!, flat.regionBoxes[2]!];
      return x > minX - coarse.cell && x < maxX + coarse.cell;
    });
    expect(border.length).toBeGreaterThan(20);
    expect(border.filter((place) => !east.has(place))).toEqual([]);
  });

  it('is not built for a small map, nor where it would save nothing', async () => {
    const { flat } = await build(features);
    expect(await coarsen(flat)).toBeNull();
    expect(await coarsen(flat, { cells: 1e6, minVertices: 10 })).toBeNull();
  });

  it('yields on request, and stops when its pause throws', async () => {
    const { flat } = await build(features);
    const stop = () => {
      throw new Error('enough');
    };
    await expect(coarsen(flat, { ...options, sliceMs: 0, pause: stop })).rejects.toThrow('enough');
  });

  it('is read from a region pack as it was written', async () => {
    const points = 30_000;
    // Jagged like a coast: triangulating a smooth ring of as many points would be slowest, and no real map
    // has one.
    const ring = Array.from({ length: points }, (_, i) => {
      const angle = (i / points) * Math.PI * 2;
      const radius = 1 + 0.1 * Math.sin(angle * 149) + 0.05 * Math.sin(angle * 997);
      return [105 + 4 * radius * Math.cos(angle), 33 + 3 * radius * Math.sin(angle)];
    });
    const file = bytesOf({
      type: 'FeatureCollection',
      features: ['甲', '乙'].map((name, i) =>
        feature(name, polygon([...ring, ring[0]!].map(([x, y]) => [x! + i * 10, y!]))),
      ),
    });
    const { pack } = await makeRegionPack(file);
    const map = readRegionPack(pack, describeProjection(createMercator()));
    const coarse = await coarsen(map.flat);
    expect(coarse).not.toBeNull();
    expect(map.coarse).toEqual(coarse);
  });
});
