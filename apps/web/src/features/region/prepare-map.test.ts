import { expect, test } from 'vitest';
import { MapFileError, parentsByCode, prepareMap } from './prepare-map.ts';

const RING = [
  [100, 30],
  [101.123456789, 30],
  [101.1234571, 30.0000001],
  [101, 31],
  [100, 30],
];
const feature = (properties: object) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: [RING] },
});
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const file = (...features: object[]) => bytesOf({ type: 'FeatureCollection', features });

function faultOf(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    prepareMap(bytes);
  } catch (error) {
    if (error instanceof MapFileError) return error.fault;
  }
  return 'none';
}

test('coordinates keep a metre, and points that fall together are one', () => {
  const { bytes } = prepareMap(file(feature({ name: '甲', adcode: 1 })));
  const read = JSON.parse(new TextDecoder().decode(bytes)) as {
    features: { geometry: { coordinates: unknown } }[];
  };
  expect(read.features[0]?.geometry.coordinates).toEqual([
    [
      [100, 30],
      [101.12346, 30],
      [101, 31],
      [100, 30],
    ],
  ]);
});

test('a file says whose inside it is: by its own word, else by the digits of its codes', () => {
  const own = prepareMap(file(feature({ name: '甲', adcode: 510100, parent: { adcode: 7 } })));
  expect(own.parents[0]).toBe('7');
  expect(parentsByCode(['510104', '510105'])).toEqual(['510100', '510000']);
  expect(parentsByCode(['510100', '510700'])).toEqual(['510000']);
  expect(parentsByCode(['110000', '510000'])).toEqual([]);
  expect(parentsByCode(['a', 'b'])).toEqual([]);
});

test('what is no map says why', () => {
  expect(faultOf(new TextEncoder().encode('{"type":'))).toBe('invalid-json');
  expect(faultOf(bytesOf({ type: 'Topology' }))).toBe('topojson');
  expect(faultOf(bytesOf([1]))).toBe('not-geojson');
  expect(faultOf(file(feature({ name: ' ' })))).toBe('no-region');
});
