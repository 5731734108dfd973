import { expect, test } from 'vitest';
import { mapAreas } from './map-file.ts';

const SQUARE = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
];
const HOLE = [
  [1, 1],
  [2, 1],
  [2, 2],
  [1, 1],
];
const feature = (properties: object | null, coordinates: unknown = [SQUARE], type = 'Polygon') => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
});
const file = (...features: object[]): string => JSON.stringify({ type: 'FeatureCollection', features });

test('an area is named as the map screen names it: by adcode, else id, else its place in the file', () => {
  const areas = mapAreas(
    file(
      feature({ name: '甲', adcode: 510000, id: 'x' }),
      feature({ name: '乙', id: 'x' }),
      { ...feature({ name: '丙' }), id: 'z' },
      feature({ name: '丁' }),
      feature({ name: '戊', adcode: 510000 }),
    ),
  );
  expect(areas?.map(({ code }) => code)).toEqual(['510000', 'x', 'z', 'feature-3', '510000-4']);
});

test('holes and the parts of a multipolygon are rings of one area', () => {
  const [area] = mapAreas(file(feature({ name: '甲' }, [[SQUARE, HOLE], [SQUARE]], 'MultiPolygon'))) ?? [];
  expect(area?.rings.map(({ length }) => length)).toEqual([5, 4, 5]);
});

test('what has no name, no polygon, or something else than numbers is left out', () => {
  const areas = mapAreas(
    file(
      feature({ name: ' ' }),
      feature(null),
      feature({ name: '线' }, SQUARE, 'LineString'),
      feature({ name: '坏' }, [
        [
          [0, 0],
          ['1', 0],
          [1, 1],
        ],
      ]),
      feature({ name: '好' }),
    ),
  );
  expect(areas?.map(({ name }) => name)).toEqual(['好']);
});

test.each([
  ['no JSON', '{"type":'],
  ['TopoJSON', '{"type":"Topology","objects":{}}'],
  ['no area', file(feature({ name: '' }))],
  ['a list', '[]'],
])('%s is no map', (_what, text) => {
  expect(mapAreas(text)).toBeNull();
});

test('one feature alone is a map, with or without a byte order mark', () => {
  const text = JSON.stringify(feature({ name: '甲', adcode: '51' }));
  for (const file of [text, `\uFEFF${text}`])
    expect(mapAreas(file)).toEqual([{ code: '51', name: '甲', rings: [SQUARE] }]);
});

test('a number is a name and a code; an empty code is none', () => {
  const areas = mapAreas(
    file(
      feature({ name: 12, adcode: 0 }),
      feature({ name: ' 乙 ', adcode: '', id: '' }),
      feature({ name: '丙', adcode: null, id: { x: 1 } }),
      feature({ name: true }),
    ),
  );
  expect(areas?.map(({ code, name }) => [code, name])).toEqual([
    ['0', '12'],
    ['feature-1', '乙'],
    ['feature-2', '丙'],
  ]);
});

test('of two areas with one code the later one has its place in the file behind it', () => {
  const areas = mapAreas(
    file(feature({ name: '甲', id: 'x' }), feature({ name: '' }), feature({ name: '乙', id: 'x' })),
  );
  expect(areas?.map(({ code }) => code)).toEqual(['x', 'x-2']);
});

test.each<[string, unknown, string]>([
  [
    'too few points',
    [
      [
        [0, 0],
        [1, 1],
      ],
    ],
    'Polygon',
  ],
  ['points that are none', [[0, 1, 2]], 'Polygon'],
  ['points without a latitude', [[[0], [1], [2]]], 'Polygon'],
  ['no list', { a: 1 }, 'Polygon'],
  ['polygons that are no list', 'x', 'MultiPolygon'],
  ['parts that are no list', [1, 'x', null], 'MultiPolygon'],
])('a ring with %s is left out', (_what, coordinates, type) => {
  const areas = mapAreas(file(feature({ name: '坏' }, coordinates, type), feature({ name: '好' })));
  expect(areas?.map(({ name }) => name)).toEqual(['好']);
});

test('three points are a ring; further coordinates of a point are not used', () => {
  const triangle = [
    [0, 0, 7],
    [1, 0, 7],
    [1, 1, 7],
  ];
  expect(mapAreas(file(feature({ name: '甲' }, [triangle])))?.[0]?.rings).toEqual([
    [
      [0, 0],
      [1, 0],
      [1, 1],
    ],
  ]);
});

test('features that are no objects, and none at all, are no areas', () => {
  expect(mapAreas('{"type":"FeatureCollection","features":[null,7,"x"]}')).toBeNull();
  expect(mapAreas('{"type":"FeatureCollection","features":{}}')).toBeNull();
  expect(mapAreas('{"features":[]}')).toBeNull();
  expect(mapAreas('null')).toBeNull();
  expect(mapAreas(file({ type: 'Feature', properties: { name: '甲' }, geometry: null }))).toBeNull();
});

test('a position beyond every number makes no ring', () => {
  const endless = JSON.stringify(feature({ name: '甲' })).replace('[4,0]', '[1e999,0]');
  expect(endless).toContain('1e999');
  expect(mapAreas(endless)).toBeNull();
});
