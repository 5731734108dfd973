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
import { describe, expect, it } from 'vitest';
import { CLOSING_VERTEX, type FlatRegions } from './flat-regions.ts';
import { build, feature, polygon, square } from './test-maps.ts';

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
    ]);
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
});

function pointOf({ positions }: FlatRegions, vertex: number): number[] {
  return [positions[vertex * 2]!, positions[vertex * 2 + 1]!];
}
