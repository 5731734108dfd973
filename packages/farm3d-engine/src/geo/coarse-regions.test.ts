import { describe, expect, it, vi } from 'vitest';
import { coarsen } from './coarse-regions.ts';
import { CLOSING_VERTEX, ROW_VERTICES, type RegionShapes } from './flat-regions.ts';
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

const identity = (point: [number, number]): [number, number] => point;

/** A frame of 8 by 16 cells with the side 1, from many points. It begins in the middle of its right side. */
const FRAME = [
  [8, 10],
  ...Array.from({ length: 60 }, (_, i) => [8, 10 + i / 10]),
  [8, 16],
  ...Array.from({ length: 160 }, (_, i) => [0, 16 - i / 10]),
  [0, 0],
  [8, 0],
  [8, 10],
];

/** The rings of a coarse region of a map with the frame, in cells. */
async function ringsOf(...rings: number[][][]): Promise<number[][][]> {
  const features = [feature('frame', polygon(FRAME)), feature('a', polygon(...rings))];
  const { flat } = await build(features, identity);
  const { positions, vertexRegion, regionVertices, cell } = (await coarsen(flat, {
    cells: 16,
    minVertices: 1,
  }))!;
  expect(cell).toBe(1);
  const found: number[][][] = [[]];
  for (let vertex = regionVertices[1]!; vertex < regionVertices[2]!; vertex++) {
    const place = [
      positions[vertex * 2]! + flat.origin[0] - 0.5,
      positions[vertex * 2 + 1]! + flat.origin[1] - 0.5,
    ];
    if (vertexRegion[vertex] === 1) found.at(-1)!.push(place);
    else {
      expect(place).toEqual(found.at(-1)![0]);
      found.push([]);
    }
  }
  expect(found.pop()).toEqual([]);
  return found;
}

describe('a coarse ring', () => {
  const corners = [
    [2, 2],
    [6, 2],
    [6, 6],
    [2, 6],
  ];
  const right = [
    [2.1, 2.2],
    [6.5, 2.9],
    [6.2, 6.1],
  ];
  const cases: [string, number[][], number[][]][] = [
    ['has the cells of its points', [...right, [2.6, 6.8]], corners],
    ['has a cell once', [[2.9, 2.9], ...right, [6.3, 6.6], [2.6, 6.8], [2.1, 6.1]], corners],
    [
      'has the cell once in which it begins and ends',
      [...right, [2.6, 6.8], [2.9, 2.6], [2.6, 2.3]],
      corners,
    ],
    ['may go the other way', [...right, [2.6, 6.8]].toReversed(), corners.toReversed()],
    [
      'may go up first',
      [
        [2.5, 2.5],
        [2.5, 6.5],
        [6.5, 6.5],
        [6.5, 2.5],
      ],
      [
        [2, 2],
        [2, 6],
        [6, 6],
        [6, 2],
      ],
    ],
    [
      'has no point within a straight edge',
      [
        [2.5, 2.5],
        [4.5, 2.5],
        [6.5, 2.5],
        [6.5, 4.5],
        [6.5, 6.5],
        [2.5, 6.5],
      ],
      corners,
    ],
    [
      'may begin within an edge',
      [
        [4.5, 2.5],
        [6.5, 2.5],
        [6.5, 6.5],
        [2.5, 6.5],
        [2.5, 2.5],
      ],
      [...corners.slice(1), corners[0]!],
    ],
    [
      'may end within an edge',
      [
        [2.5, 2.5],
        [6.5, 2.5],
        [6.5, 6.5],
        [2.5, 6.5],
        [2.5, 4.5],
      ],
      corners,
    ],
    [
      'may have slanting edges',
      [
        [2.5, 2.5],
        [4.5, 3.5],
        [6.5, 4.5],
        [2.5, 6.5],
      ],
      [
        [2, 2],
        [6, 4],
        [2, 6],
      ],
    ],
    [
      'keeps a spike',
      [
        [2.5, 2.5],
        [7.5, 2.5],
        [6.5, 2.51],
        [6.5, 6.5],
        [2.5, 6.5],
      ],
      [
        [2, 2],
        [7, 2],
        [6, 2],
        [6, 6],
        [2, 6],
      ],
    ],
  ];
  it.each(cases)('%s', async (_, ring, expected) => {
    expect(await ringsOf(ring)).toEqual([expected]);
  });

  it('is left out where it is smaller than three cells: a hole alone, an outer ring with its polygon', async () => {
    const outer = [
      [1.5, 1.5],
      [6.5, 1.5],
      [6.5, 6.5],
      [1.5, 6.5],
    ];
    const small = [
      [3.1, 3.1],
      [3.9, 3.1],
      [3.5, 3.9],
    ];
    const thin = [
      [3.1, 3.1],
      [4.9, 3.1],
      [4.9, 3.9],
    ];
    const large = [
      [5.5, 5.5],
      [4.5, 5.5],
      [4.5, 4.5],
    ];
    const shown = [
      [
        [1, 1],
        [6, 1],
        [6, 6],
        [1, 6],
      ],
      [
        [5, 5],
        [4, 5],
        [4, 4],
      ],
    ];
    expect(await ringsOf(outer, small, thin, large)).toEqual(shown);
    expect(await ringsOf(small)).toEqual([]);
    expect(await ringsOf(thin)).toEqual([]);
    expect(await ringsOf(small, large)).toEqual([]);
  });
});

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
    expect(await coarsen(flat, { cells: 16 })).toBeNull();
    const vertices = flat.positions.length / 2;
    expect(await coarsen(flat, { cells: 16, minVertices: vertices + 1 })).toBeNull();
    expect(await coarsen(flat, { cells: 16, minVertices: vertices })).not.toBeNull();
    const { flat: empty } = await build([]);
    expect(await coarsen(empty, { minVertices: 0 })).toBeNull();
  });

  it('is built if it saves two fifths of the vertices', async () => {
    const corners = [
      [0, 0],
      [10, 0],
      [10, 10],
      [5, 16],
      [0, 10],
    ];
    const more = [
      [0, 8],
      [0, 6],
      [0, 4],
      [0, 2],
    ];
    for (const [points, isBuilt] of [
      [more, true],
      [more.slice(1), false],
    ] as const) {
      const { flat } = await build([feature('a', polygon([...corners, ...points]))], identity);
      const coarse = await coarsen(flat, { cells: 16, minVertices: 1 });
      expect(coarse !== null).toBe(isBuilt);
    }
  });

  it('has the vertices of each region together, in whole rows of a texture', async () => {
    const { flat } = await build(features);
    const { positions, vertexRegion, regionVertices } = (await coarsen(flat, options))!;
    expect(regionVertices).toHaveLength(3);
    expect([regionVertices[0], regionVertices[2]]).toEqual([0, positions.length / 2]);
    for (const region of [0, 1]) {
      const owners = new Set(vertexRegion.subarray(regionVertices[region], regionVertices[region + 1]));
      expect(owners).toEqual(new Set([region, CLOSING_VERTEX]));
    }
    expect(positions.buffer.byteLength).toBe(ROW_VERTICES * 2 * 4);
    expect(vertexRegion.buffer.byteLength).toBe(ROW_VERTICES * 2);
  });

  it('yields on request, and stops when its pause throws', async () => {
    const { flat } = await build(features);
    const stop = () => {
      throw new Error('enough');
    };
    await expect(coarsen(flat, { ...options, sliceMs: 0, pause: stop })).rejects.toThrow('enough');
  });

  it('does not rest before its time is over', async () => {
    const { flat } = await build(features);
    // Time stands still.
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const pause = vi.fn();
    await coarsen(flat, { ...options, pause });
    expect(pause).not.toHaveBeenCalled();
    await coarsen(flat, { ...options, sliceMs: 0, pause });
    expect(pause).toHaveBeenCalledTimes(2);
    now.mockRestore();
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
