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
