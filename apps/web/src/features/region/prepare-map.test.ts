import { makeRegionPack } from 'farm3d-engine/region/pack';
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

test('coordinates are rounded to a metre, and points that coincide are merged', () => {
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

test('the parent of a region is its parent property, else follows from the digits of its code', () => {
  const own = prepareMap(file(feature({ name: '甲', adcode: 510100, parent: { adcode: 7 } })));
  expect(own.parents[0]).toBe('7');
  expect(parentsByCode(['510104', '510105'])).toEqual(['510100', '510000']);
  expect(parentsByCode(['510100', '510700'])).toEqual(['510000']);
  expect(parentsByCode(['110000', '510000'])).toEqual([]);
  expect(parentsByCode(['a', 'b'])).toEqual([]);
});

test('a file that is not a map is refused with the reason', () => {
  expect(faultOf(new Uint8Array())).toBe('empty');
  expect(faultOf(new TextEncoder().encode('{"type":'))).toBe('invalid-json');
  expect(faultOf(Uint8Array.of(0x50, 0x4b, 3, 4))).toBe('archive');
  expect(
    faultOf(bytesOf({ type: 'Topology', objects: { a: { type: 'Polygon', arcs: [[7]] } }, arcs: [] })),
  ).toBe('invalid-topojson');
  expect(faultOf(bytesOf([1]))).toBe('not-geojson');
  expect(faultOf(file())).toBe('no-region');
  expect(faultOf(file(feature({ name: ' ' })))).toBe('no-name');
  const point = {
    type: 'Feature',
    properties: { name: '点' },
    geometry: { type: 'Point', coordinates: [1, 2] },
  };
  expect(faultOf(file(point))).toBe('no-polygon');
  expect(faultOf(new TextEncoder().encode('F3RP and nothing more'))).toBe('invalid-pack');
});

type Read = { features: { properties: { name: string }; geometry: { coordinates: number[][][] } }[] };
const read = ({ bytes }: { bytes: Uint8Array }) => JSON.parse(new TextDecoder().decode(bytes)) as Read;

test('of a TopoJSON file, the object with the most named areas is used, as GeoJSON', () => {
  const arcs = [
    [
      [0, 0],
      [100, 0],
      [0, 100],
      [-100, 0],
      [0, -100],
    ],
  ];
  const topology = {
    type: 'Topology',
    transform: { scale: [0.01, 0.01], translate: [100, 30] },
    objects: {
      land: { type: 'GeometryCollection', geometries: [{ type: 'Polygon', arcs: [[0]] }] },
      cities: {
        type: 'GeometryCollection',
        geometries: [{ type: 'Polygon', arcs: [[0]], properties: { name: '甲市', adcode: 510100 } }],
      },
    },
    arcs,
  };
  const map = prepareMap(bytesOf(topology));
  expect(map.codes).toEqual(['510100']);
  const [city] = read(map).features;
  expect(city?.geometry.coordinates[0]).toContainEqual([101, 31]);
});

test('a region pack is unpacked to the GeoJSON from which it was built', async () => {
  const { pack } = await makeRegionPack(file(feature({ name: '甲', adcode: 510100 })));
  const map = prepareMap(pack);
  expect(map.codes).toEqual(['510100']);
  expect(read(map).features[0]?.properties.name).toBe('甲');
});
