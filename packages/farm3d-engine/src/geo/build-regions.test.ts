import {
  geoAlbers,
  geoArea,
  geoConicConformal,
  geoEquirectangular,
  geoMercator,
  geoNaturalEarth1,
  geoOrthographic,
  geoTransverseMercator,
} from 'd3-geo';
import { describe, expect, it, vi } from 'vitest';
import { buildRegions } from './build-regions.ts';
import { CLOSING_VERTEX, type FlatRegions, ROW_VERTICES, buffersOf } from './flat-regions.ts';
import { describeProjection, planProjection } from './projection.ts';
import { build, bytesOf, feature, polygon, square } from './test-maps.ts';

/** Degrees as plane coordinates, so that areas are easy to verify. */
const plain = () =>
  geoEquirectangular()
    .scale(180 / Math.PI)
    .translate([0, 0]);

const reasons = ({ stats }: Awaited<ReturnType<typeof build>>) =>
  stats.skipped.map(({ index, reason }) => [index, reason]);

describe('areas', () => {
  const cases: [string, unknown, number][] = [
    ['a square', polygon(square(100, 30, 2)), 4],
    ['a square with a hole', polygon(square(100, 30, 2), square(100.5, 30.5, 1).reverse()), 3],
    ['a hole that winds as its outer ring', polygon(square(100, 30, 2), square(100.5, 30.5, 1)), 3],
    ['a clockwise outer ring', polygon(square(100, 30, 2).reverse()), 4],
    ['an unclosed ring', polygon(square(100, 30, 2).slice(0, -1)), 4],
    ['repeated points', polygon(square(100, 30, 2).flatMap((point) => [point, point, point])), 4],
    [
      'two polygons, one with two holes',
      {
        type: 'MultiPolygon',
        coordinates: [[square(100, 30, 4), square(101, 31, 1), square(102.5, 32.5, 1)], [square(110, 30, 1)]],
      },
      15,
    ],
    ['altitudes', polygon(square(100, 30, 1).map((point) => [...point, 1234.5])), 1],
    // Across the antimeridian: whole, and cut as RFC 7946 requires.
    [
      'the antimeridian, unsplit',
      polygon([
        [178, 54],
        [-178, 54],
        [-178, 56],
        [178, 56],
        [178, 54],
      ]),
      8,
    ],
    [
      'the antimeridian, with a hole on it',
      polygon(
        [
          [178, 54],
          [-178, 54],
          [-178, 58],
          [178, 58],
          [178, 54],
        ],
        [
          [179, 55],
          [-179, 55],
          [-179, 57],
          [179, 57],
          [179, 55],
        ],
      ),
      12,
    ],
    [
      'the antimeridian, split',
      {
        type: 'MultiPolygon',
        coordinates: [
          [square(178, 50, 2)],
          [
            [
              [-180, 50],
              [-178, 50],
              [-178, 52],
              [-180, 52],
              [-180, 50],
            ],
          ],
        ],
      },
      8,
    ],
    // Around the pole: a ring of the 60th parallel, without and with an edge along the pole.
    [
      'a pole, as a ring round it',
      polygon([
        [-180, -60],
        [-90, -60],
        [0, -60],
        [90, -60],
        [179.999999999, -60],
      ]),
      360 * 30,
    ],
    [
      'a pole, with its edge',
      polygon([
        [-180, -60],
        [-90, -60],
        [0, -60],
        [90, -60],
        [180, -60],
        [180, -90],
        [-180, -90],
        [-180, -60],
      ]),
      360 * 30,
    ],
  ];

  it.each(cases)('%s', async (_, geometry, area) => {
    const { stats } = await build([feature('a', geometry)], plain());
    expect(stats.skipped).toEqual([]);
    expect(stats.regions).toBe(1);
    expect(stats.triangleArea / area).toBeCloseTo(1, 6);
    expect(stats.polygonArea / area).toBeCloseTo(1, 6);
  });

  it('in every kind of projection the triangles cover the area that the rings enclose', async () => {
    const wavy = Array.from({ length: 400 }, (_, i) => {
      const angle = (i / 400) * 2 * Math.PI;
      const radius = 6 + Math.sin(angle * 9) + 0.3 * Math.sin(angle * 57);
      return [104 + radius * Math.cos(angle), 32 + radius * Math.sin(angle)];
    });
    const island = [feature('a', polygon(wavy, square(103, 31, 2)))];
    const kinds = [
      geoMercator(),
      geoAlbers().rotate([-105, 0]).center([0, 35]).parallels([25, 47]),
      geoConicConformal().rotate([-105, 0]),
      geoNaturalEarth1(),
      geoTransverseMercator().rotate([-105, 0]),
      geoOrthographic().rotate([-105, -30]),
      geoMercator().rotate([-150, 20, 5]),
      geoMercator().reflectX(true).angle(30),
    ];
    for (const projection of kinds) {
      const { stats } = await build(island, projection);
      expect(stats.regions).toBe(1);
      expect(stats.selfIntersecting).toEqual([]);
      expect(Math.abs(stats.triangleArea / stats.polygonArea - 1)).toBeLessThan(1e-6);
    }
    // Against d3 itself: an equal-area projection shows spherical area.
    const { stats } = await build([feature('a', polygon(square(104, 32, 0.5)))], geoAlbers().scale(1000));
    const sphere = geoArea({
      type: 'Polygon',
      coordinates: [square(104, 32, 0.5).reverse()],
    });
    expect(stats.triangleArea / (sphere * 1e6)).toBeCloseTo(1, 3);
  });

  it('a globe shows its front side only', async () => {
    const globe = geoOrthographic().rotate([-105, -30]);
    const front = feature('front', polygon(square(100, 30, 10)));
    const back = feature('back', polygon(square(-80, -35, 10)));
    const edge = feature('edge', polygon(square(10, 0, 20)));
    const content = await build([front, back, edge], globe);
    expect(content.flat.names).toEqual(['front', 'edge']);
    expect(reasons(content)).toEqual([[1, 'outside-projection']]);
  });

  it('Mercator is clipped at its square; a region entirely outside it is reported', async () => {
    const content = await build([
      feature(
        'partly',
        polygon([
          [20, 84],
          [40, 84],
          [40, 89],
          [20, 89],
          [20, 84],
        ]),
      ),
      feature(
        'all beyond',
        polygon([
          [20, 86],
          [40, 86],
          [40, 89],
          [20, 89],
          [20, 86],
        ]),
      ),
    ]);
    expect(content.flat.names).toEqual(['partly']);
    expect(reasons(content)).toEqual([[1, 'outside-projection']]);
    // 85.05°: y of the square world.
    const top = Math.min(...content.flat.positions.filter((_, i) => i % 2 === 1)) + content.flat.origin[1];
    expect(Number.isFinite(top)).toBe(true);
  });
});

describe('features', () => {
  it('without a name are skipped; other features that cannot be shown have their own reason', async () => {
    const content = await build([
      feature('good', polygon(square(100, 30, 1))),
      feature('', polygon(square(100, 30, 1))),
      feature('   ', polygon(square(100, 30, 1))),
      feature(null, polygon(square(100, 30, 1))),
      { type: 'Feature', properties: null, geometry: polygon(square(100, 30, 1)) },
      feature('no geometry', null),
      feature('point', { type: 'Point', coordinates: [1, 2] }),
      feature('collection', { type: 'GeometryCollection', geometries: [] }),
      feature('empty', { type: 'MultiPolygon', coordinates: [] }),
      feature(
        'line',
        polygon([
          [107, 26],
          [108, 27],
          [109, 28],
          [107, 26],
        ]),
      ),
      feature(
        'two points',
        polygon([
          [107, 26],
          [108, 27],
          [107, 26],
        ]),
      ),
      feature(
        'holes in numbers',
        polygon([
          [120, 26],
          [null as never, 26],
          [121, 27],
          [120, 26],
        ]),
      ),
      feature(
        'strings',
        polygon([
          ['1' as never, '2' as never],
          [3, 4],
          [5, 6],
        ]),
      ),
      feature('beyond the pole', polygon(square(100, 89.5, 1))),
      null,
      { type: 'Featre', geometry: null },
      { type: 'Feature', properties: { name: 'no key' } },
      feature('a list as type', { ...(polygon(square(100, 30, 1)) as object), type: ['Polygon'] }),
      feature('unknown type', { type: 'Circle', coordinates: [] }),
      feature('no coordinates', { type: 'Polygon' }),
      feature(
        'an area inside a line',
        polygon(
          [
            [100, 30],
            [110, 30],
            [105, 30],
            [100, 30],
          ],
          square(101, 31, 1),
        ),
      ),
      { type: 'Feature', properties: ['name'], geometry: polygon(square(100, 30, 1)) },
    ]);
    expect(content.flat.names).toEqual(['good']);
    expect(reasons(content)).toEqual([
      [1, 'unnamed'],
      [2, 'unnamed'],
      [3, 'unnamed'],
      [4, 'unnamed'],
      [5, 'null-geometry'],
      [6, 'unsupported-geometry'],
      [7, 'unsupported-geometry'],
      [8, 'empty-geometry'],
      [9, 'degenerate'],
      [10, 'degenerate'],
      [11, 'bad-coordinates'],
      [12, 'bad-coordinates'],
      [13, 'out-of-range'],
      [14, 'not-a-feature'],
      [15, 'not-a-feature'],
      [16, 'not-a-feature'],
      [17, 'bad-coordinates'],
      [18, 'bad-coordinates'],
      [19, 'bad-coordinates'],
      [20, 'degenerate'],
      [21, 'not-a-feature'],
    ]);
  });

  it('are judged by their own positions, to the last one', async () => {
    const content = await build([
      feature(
        'north',
        polygon([
          [100, 30],
          [102, 30],
          [102, 32],
          [100, 32],
          [100, 95],
        ]),
      ),
      feature('good', polygon(square(100, 30, 2).slice(0, -1))),
    ]);
    expect(reasons(content)).toEqual([[0, 'out-of-range']]);
    expect(content.flat.names).toEqual(['good']);
  });

  it('have their name as text, without white space around it', async () => {
    const { flat } = await build([
      feature(7, polygon(square(100, 30, 1))),
      feature(' 甲 ', polygon(square(102, 30, 1))),
    ]);
    expect(flat.names).toEqual(['7', '甲']);
  });

  it('are counted', async () => {
    const { stats } = await build([
      feature('a', polygon(square(100, 30, 3), square(101, 31, 1))),
      feature('b', { type: 'MultiPolygon', coordinates: [[square(110, 30, 1)], [square(112, 30, 1)]] }),
      feature('', polygon(square(100, 30, 1))),
    ]);
    // A square with a square hole is eight triangles.
    expect(stats).toMatchObject({ regions: 2, polygons: 3, holes: 1, triangles: 12, points: 20 });
  });

  it('a ring that intersects itself is drawn, reported, and left out of the areas', async () => {
    const bow = polygon([
      [104, 26],
      [106, 28],
      [106, 26],
      [104, 28],
      [104, 26],
    ]);
    const { stats } = await build([feature('bow', bow), feature('a', polygon(square(100, 30, 2)))], plain());
    expect(stats.regions).toBe(2);
    expect(stats.selfIntersecting).toEqual(['feature-0']);
    expect(stats.triangleArea).toBeCloseTo(4, 6);
  });

  it('a small ring that intersects itself is reported, too; its centre is its first point', async () => {
    const bow = polygon([
      [104, 26],
      [104.002, 26.002],
      [104.002, 26],
      [104, 26.002],
      [104, 26],
    ]);
    const { flat, stats } = await build([feature('bow', bow)], plain());
    expect(stats.selfIntersecting).toEqual(['feature-0']);
    expect([...flat.centers]).toEqual([104, 26]);
  });

  it('have the declared centre, else their centroid, also across the antimeridian', async () => {
    const { flat } = await build([
      feature('given', polygon(square(100, 30, 2)), { center: [100.25, 31.75] }),
      feature('none', polygon(square(100, 30, 2))),
      feature('wrong', polygon(square(100, 30, 2)), { center: ['x'] }),
      feature(
        'seam',
        polygon([
          [178, 54],
          [-176, 54],
          [-176, 56],
          [178, 56],
          [178, 54],
        ]),
      ),
    ]);
    const centers = [0, 1, 2, 3].map((i) => [flat.centers[i * 2]!, flat.centers[i * 2 + 1]!]);
    expect(centers[0]).toEqual([100.25, 31.75]);
    expect(centers[1]![0]).toBeCloseTo(101, 9);
    expect(centers[1]![1]).toBeCloseTo(31, 9);
    expect(centers[2]![0]).toBeCloseTo(101, 9);
    expect(centers[3]![0]).toBeCloseTo(-179, 9);
  });

  it.each([
    [
      [100, 90],
      [100, 90],
    ],
    [
      [540, 31],
      [540, 31],
    ],
    [[100], [101, 31]],
    [
      ['100', 31],
      [101, 31],
    ],
    [
      [100, '31'],
      [101, 31],
    ],
    [
      [100, 91],
      [101, 31],
    ],
    [
      [100, -91],
      [101, 31],
    ],
    [
      [541, 31],
      [101, 31],
    ],
    [
      [-541, 31],
      [101, 31],
    ],
    ['100,31', [101, 31]],
  ])('with the declared centre %j have the centre %j', async (center, expected) => {
    const { flat } = await build([feature('a', polygon(square(100, 30, 2)), { center })], plain());
    expect([...flat.centers].map((value) => Math.round(value * 1e9) / 1e9)).toEqual(expected);
  });

  it('of several polygons have the centre of their area', async () => {
    const coordinates = [[square(100, 30, 3), square(101, 31, 1)], [square(110, 40, 1)]];
    const { flat } = await build([feature('a', { type: 'MultiPolygon', coordinates })]);
    expect(flat.centers[0]).toBeCloseTo((101.5 * 9 + 110.5) / 10, 9);
    expect(flat.centers[1]).toBeCloseTo((31.5 * 9 + 40.5) / 10, 9);
  });

  it('have unique ids: adcode, else id, else their index', async () => {
    const { flat } = await build([
      feature('a', polygon(square(100, 30, 1)), { adcode: 510_000 }),
      feature('b', polygon(square(102, 30, 1)), { adcode: 510_000 }),
      { ...(feature('c', polygon(square(104, 30, 1))) as object), id: 'c7' },
      feature('c', polygon(square(106, 30, 1))),
    ]);
    expect(flat.ids).toEqual(['510000', '510000-1', 'c7', 'feature-3']);
  });

  it('a file of broken features without a region is refused, one of points only is an empty map', async () => {
    await expect(build([{ type: 'Featre' }])).rejects.toMatchObject({ fault: 'no-region' });
    const broken = feature('a', { type: 'Polygon', coordinates: [7] });
    await expect(build([feature('', null), broken])).rejects.toMatchObject({
      fault: 'no-region',
      message: 'feature 1: bad-coordinates',
    });
    const { stats } = await build([feature('p', { type: 'Point', coordinates: [0, 0] })]);
    expect(stats.regions).toBe(0);
  });
});

describe('the flat arrays', () => {
  it('close every ring, also holes, and give the region of every vertex at which a wall starts', async () => {
    const { flat } = await build([
      feature('a', polygon(square(100, 30, 2), square(100.5, 30.5, 1))),
      feature('b', { type: 'MultiPolygon', coordinates: [[square(110, 30, 1)], [square(112, 30, 1)]] }),
    ]);
    expect([...flat.vertexRegion]).toEqual(
      [0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 1, 1, 1, 1, -1, 1, 1, 1, 1, -1].map((r) =>
        r < 0 ? CLOSING_VERTEX : r,
      ),
    );
    for (let ring = 0; ring + 1 < flat.ringStarts.length; ring++) {
      const first = flat.ringStarts[ring]!;
      const last = flat.ringStarts[ring + 1]! - 1;
      expect(pointOf(flat, last)).toEqual(pointOf(flat, first));
    }
    // No triangle touches a closing vertex or leaves its region.
    for (let i = 0; i < flat.indices.length; i += 3) {
      const owners = [0, 1, 2].map((corner) => flat.vertexRegion[flat.indices[i + corner]!]!);
      expect(new Set(owners).size).toBe(1);
      expect(owners[0]).not.toBe(CLOSING_VERTEX);
    }
    expect([...flat.regionStarts]).toEqual([0, 1, 3]);
    expect([...flat.polygonStarts]).toEqual([0, 2, 3, 4]);
  });

  it('have boxes of each polygon and region', async () => {
    const coordinates = [[square(110, 40, 1)], [square(120, 30, 2)]];
    const { flat } = await build(
      [feature('a', polygon(square(100, 30, 2))), feature('b', { type: 'MultiPolygon', coordinates })],
      identity,
    );
    const absolute = (boxes: Float32Array) => [...boxes].map((value, i) => value + flat.origin[i % 2]!);
    expect(absolute(flat.polygonBoxes)).toEqual([100, 30, 102, 32, 110, 40, 111, 41, 120, 30, 122, 32]);
    expect(absolute(flat.regionBoxes)).toEqual([100, 30, 102, 32, 110, 30, 122, 41]);
  });

  it('have room for whole rows of a texture', async () => {
    const { flat } = await build([feature('a', polygon(square(100, 30, 2)))]);
    expect(flat.positions.buffer.byteLength).toBe(ROW_VERTICES * 2 * 4);
    expect(flat.vertexRegion.buffer.byteLength).toBe(ROW_VERTICES * 2);
  });

  it('can be sent to another thread without a copy', async () => {
    const { flat } = await build([feature('a', polygon(square(100, 30, 2)))]);
    const before = structuredClone(flat);
    expect(structuredClone(flat, { transfer: buffersOf(flat) })).toEqual(before);
    for (const value of Object.values(flat)) if (ArrayBuffer.isView(value)) expect(value.byteLength).toBe(0);
  });
});

/** Longitudes and latitudes as they are: x to the east, y to the north. */
const identity = (point: [number, number]): [number, number] => point;

/** A region's x, y of the plane, vertex by vertex. */
function placesOf({ positions, origin, regionVertices }: FlatRegions, region: number): number[][] {
  const [first, last] = [regionVertices[region]!, regionVertices[region + 1]!];
  return Array.from({ length: last - first }, (_, i) => [
    positions[(first + i) * 2]! + origin[0],
    positions[(first + i) * 2 + 1]! + origin[1],
  ]);
}

/** Area of a map's triangles, from its arrays. */
function areaOf({ positions, indices }: FlatRegions): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i]! * 2, indices[i + 1]! * 2, indices[i + 2]! * 2];
    const [ux, uy] = [positions[b]! - positions[a]!, positions[b + 1]! - positions[a + 1]!];
    const [vx, vy] = [positions[c]! - positions[a]!, positions[c + 1]! - positions[a + 1]!];
    sum += Math.abs(ux * vy - uy * vx) / 2;
  }
  return sum;
}

describe('a ring', () => {
  it('has each of its points once, and its first one again at its end', async () => {
    const corners = square(100, 30, 2).slice(0, -1);
    const { flat } = await build(
      [
        feature('a', polygon(corners.flatMap((point) => [point, point, point]))),
        feature('b', polygon([...corners, corners[0]!, corners[0]!])),
        feature(
          'c',
          polygon([
            [100, 30],
            [101, 31],
            [102, 30],
          ]),
        ),
      ],
      identity,
    );
    expect(placesOf(flat, 0)).toEqual(square(100, 30, 2));
    expect(placesOf(flat, 1)).toEqual(square(100, 30, 2));
    expect(placesOf(flat, 2)).toEqual([
      [100, 30],
      [101, 31],
      [102, 30],
      [100, 30],
    ]);
    expect(flat.origin).toEqual([100, 30]);
  });

  it('may begin where the one before it ended', async () => {
    const east = [
      [101, 31],
      [102, 31],
      [102, 32],
      [101, 32],
      [101, 31],
    ];
    const west = [
      [101, 31],
      [100, 31],
      [100, 30],
      [101, 30],
      [101, 31],
    ];
    const { flat } = await build(
      [feature('a', { type: 'MultiPolygon', coordinates: [[east], [west]] })],
      identity,
    );
    expect(placesOf(flat, 0)).toEqual([...east, ...west]);
    expect(areaOf(flat)).toBe(2);
  });

  it.each([
    [
      'horizontal',
      [
        [90, 30],
        [110, 30],
        [110, 30.000002],
      ],
    ],
    [
      'vertical',
      [
        [100, 20],
        [100, 40],
        [100.000002, 40],
      ],
    ],
  ])('that is too thin is left out: %s', async (_, thin) => {
    // The origin is in the middle of it.
    const first = feature('origin', polygon(square(100, 30, 0.01)));
    const coordinates = [[thin], [square(101, 31, 1)]];
    const content = await build(
      [first, feature('thin', polygon(thin)), feature('part', { type: 'MultiPolygon', coordinates })],
      identity,
    );
    expect(reasons(content)).toEqual([[1, 'degenerate']]);
    const { flat, stats } = content;
    expect(placesOf(flat, 1)).toEqual(square(101, 31, 1));
    expect(stats).toMatchObject({ regions: 2, polygons: 2, triangles: 4 });
    expect([...flat.regionIndices]).toEqual([0, 6, 12]);
    expect(areaOf(flat)).toBeCloseTo(1.0001, 6);
  });

  it('that is smaller than the numbers can tell is left out: an outer one with its polygon, a hole alone', async () => {
    const tiny = (x: number, y: number) => [
      [x, y],
      [x + 1e-7, y],
      [x, y + 1e-7],
    ];
    const lineHole = [
      [101, 31],
      [102, 31],
      [101.5, 31],
      [101, 31],
    ];
    const content = await build(
      [
        feature('origin', polygon(square(0, 0, 1))),
        feature('tiny', polygon(tiny(100, 30), square(100, 30, 1))),
        feature('holes', polygon(square(100, 30, 4), tiny(101, 31), lineHole, square(102, 32, 1))),
        feature('islands', { type: 'MultiPolygon', coordinates: [[tiny(90, 30)], [square(110, 30, 1)]] }),
      ],
      identity,
    );
    expect(reasons(content)).toEqual([[1, 'degenerate']]);
    expect(placesOf(content.flat, 1)).toEqual([...square(100, 30, 4), ...square(102, 32, 1)]);
    expect(placesOf(content.flat, 2)).toEqual(square(110, 30, 1));
    expect(areaOf(content.flat)).toBe(1 + 15 + 1);
    expect(content.stats).toMatchObject({ polygons: 3, holes: 1 });
  });

  it('is closed and drawn beyond what the first buffers hold', async () => {
    const squares = (count: number, south: number) => ({
      type: 'MultiPolygon',
      coordinates: Array.from({ length: count }, (_, i) => [
        square((i % 100) - 50, south + Math.floor(i / 100) / 2, 0.25),
      ]),
    });
    const octagon = [
      [9, -60],
      [6, -54],
      [1, -51],
      [-6, -54],
      [-9, -60],
      [-6, -66],
      [1, -69],
      [6, -66],
    ];
    const { flat } = await build(
      // The octagon is closed by the vertex with the number 2¹⁵.
      [feature('a', squares(6552, 0)), feature('b', polygon(octagon)), feature('c', squares(4448, 40))],
      identity,
    );
    expect(placesOf(flat, 1)).toEqual([...octagon, octagon[0]]);
    expect(placesOf(flat, 2).slice(-5)).toEqual(square(-3, 62, 0.25));
    expect(areaOf(flat)).toBe(11_000 / 16 + 216);
    expect(flat.vertexRegion.filter((region) => region === 2)).toHaveLength(4448 * 4);
    expect(flat.vertexRegion.filter((region) => region === CLOSING_VERTEX)).toHaveLength(11_001);
  });
});

describe('a projection of any kind', () => {
  const east = square(100, 30, 1);
  const west = square(-100, 30, 1);
  const both = { type: 'MultiPolygon', coordinates: [[west], [east]] };

  it.each<[string, (point: [number, number]) => [number, number] | null]>([
    ['is not defined', () => null],
    ['is not a number in x', ([, y]) => [Number.NaN, y]],
    ['is not a number in y', ([x]) => [x, Number.NaN]],
    ['is at infinity', ([x]) => [x, Infinity]],
    ['is too far in x', ([, y]) => [-1e7, y]],
    ['is too far in y', ([x]) => [x, 1e7]],
  ])('that %s in the west shows what lies in the east', async (_, western) => {
    const content = await build(
      [
        feature('west', polygon(west)),
        feature('both', both),
        // Its outer ring is in the east.
        feature(
          'hole',
          polygon(square(90, 20, 4), [
            [91, 21],
            [92, 21],
            [-10, 22],
          ]),
        ),
        feature('east', polygon(east)),
        feature(
          'across',
          polygon([
            [170, 0],
            [-170, 0],
            [-170, 10],
            [170, 10],
          ]),
        ),
      ],
      (point) => (point[0] < 0 ? western(point) : point),
    );
    expect(reasons(content)).toEqual([
      [0, 'outside-projection'],
      [2, 'outside-projection'],
    ]);
    const { flat } = content;
    expect(placesOf(flat, 0)).toEqual(east);
    expect(placesOf(flat, 1)).toEqual(east);
    expect(flat.regionBoxes.slice(8)).toEqual(Float32Array.of(170 - 100, 0 - 30, 180 - 100, 10 - 30));
    expect([...flat.polygonStarts]).toEqual([0, 1, 2, 3]);
    expect([...flat.ringStarts].slice(0, 3)).toEqual([0, 5, 10]);
  });

  it('that is a line shows no area', async () => {
    const across = polygon([
      [170, 0],
      [-170, 0],
      [-170, 10],
      [170, 10],
    ]);
    const content = await build([feature('a', polygon(east)), feature('across', across)], ([x]) => [x, 0]);
    expect(reasons(content)).toEqual([
      [0, 'degenerate'],
      [1, 'degenerate'],
    ]);
  });

  it('that shows a part as a point and is not defined in the other is undefined', async () => {
    const across = polygon([
      [170, 0],
      [-170, 0],
      [-170, 10],
      [170, 10],
    ]);
    const content = await build([feature('across', across)], ([x]) => (x < 0 ? null : [0, 0]));
    expect(reasons(content)).toEqual([[0, 'outside-projection']]);
  });

  it.each<[string, [number, number] | null]>([
    ['is not defined', null],
    ['is not a number in x', [Number.NaN, 31]],
    ['is not a number in y', [100, Number.NaN]],
    ['is at infinity', [Infinity, 31]],
  ])('that %s at the declared centre has the anchor in the middle', async (_, place) => {
    const { flat } = await build(
      [
        feature('origin', polygon(square(90, 20, 1))),
        feature('a', polygon(square(100, 30, 4)), { center: [120, 31] }),
        feature('b', polygon(square(110, 30, 4)), { center: [111, 31] }),
      ],
      (point) => (point[0] === 120 ? place : point),
    );
    expect([...flat.anchors]).toEqual(
      [90.5, 20.5, 102, 32, 111, 31].map((value, i) => value - [90, 20][i % 2]!),
    );
  });
});

describe('a build', () => {
  const bytes = bytesOf({
    type: 'FeatureCollection',
    features: [1, 2, 3].map((i) => feature(`${i}`, polygon(square(i * 10, 30, 1)))),
  });
  const plan = planProjection(plain(), describeProjection(plain()));

  it('rests after each feature when there is no time, and says how far it is', async () => {
    const ratios: number[] = [];
    await buildRegions(bytes, plan, { sliceMs: 0, pause: (ratio) => void ratios.push(ratio) });
    expect(ratios).toHaveLength(3);
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b));
    expect(ratios[0]).toBeGreaterThan(0.2);
    expect(ratios[0]).toBeLessThan(0.5);
    expect(ratios[2]).toBeGreaterThan(0.9);
    expect(ratios[2]).toBeLessThan(1);
  });

  it('does not rest before its time is over', async () => {
    // Time stands still.
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const pause = vi.fn();
    await buildRegions(bytes, plan, { pause });
    await buildRegions(bytes, plan, { sliceMs: 1, pause });
    expect(pause).not.toHaveBeenCalled();
    await buildRegions(bytes, plan, { sliceMs: 0, pause });
    expect(pause).toHaveBeenCalledTimes(3);
    now.mockRestore();
  });

  it('ends when its pause throws', async () => {
    const pause = () => Promise.reject(new Error('enough'));
    await expect(buildRegions(bytes, plan, { sliceMs: 0, pause })).rejects.toThrow('enough');
  });
});

function pointOf({ positions }: FlatRegions, vertex: number): number[] {
  return [positions[vertex * 2]!, positions[vertex * 2 + 1]!];
}
