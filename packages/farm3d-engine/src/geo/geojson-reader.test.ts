import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MapError } from './faults.ts';
import { GeoJsonReader } from './geojson-reader.ts';
import { bytesOf } from './test-maps.ts';

function read(text: string) {
  const found = [];
  for (const { geometry, ...feature } of new GeoJsonReader(bytesOf(text)).features()) {
    const c = geometry?.coordinates;
    // Copied: the next feature reuses the arrays.
    found.push({
      ...feature,
      type: geometry?.type,
      depth: c?.depth,
      numbers: c ? [...c.positions.subarray(0, c.positionCount * 2)] : null,
      ringEnds: c?.ringEnds,
      polygonEnds: c?.polygonEnds,
    });
  }
  return found;
}

function faultOf(text: string): string | undefined {
  try {
    read(text);
    return undefined;
  } catch (error) {
    return (error as MapError).fault;
  }
}

const geometry = (coordinates: string, type = 'Polygon') => `{"type":"${type}","coordinates":${coordinates}}`;

describe('GeoJsonReader', () => {
  it('reads the same numbers as JSON.parse, in every notation', () => {
    const number = fc.oneof(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.integer({ min: -180, max: 180 }),
      fc.constantFrom(-0, 1e-7, 1.5e-300, 123456789.12345678),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { minLength: 1 }), (points) => {
        const [found] = read(geometry(JSON.stringify(points), 'LineString'));
        const expected = points.flat();
        expect(found!.numbers).toHaveLength(expected.length);
        for (const [i, value] of expected.entries()) {
          expect(Math.abs(found!.numbers![i]! - value)).toBeLessThanOrEqual(1e-13 * (1 + Math.abs(value)));
        }
      }),
    );
  });

  it('reports the ends of rings and polygons, for any order of keys and any white space', () => {
    const [found] = read(
      ' { "coordinates" :\n[[[[0,0],[1,0],[1,1]],[[2,2],[3,3],[4,4],[2,2]]],[[[9,9,700],[8,8],[7,7]]]] , "type": "MultiPolygon" }\n',
    );
    expect(found).toMatchObject({
      type: 'MultiPolygon',
      depth: 4,
      ringEnds: [3, 7, 10],
      polygonEnds: [2, 3],
    });
    expect(found!.numbers!.slice(-6)).toEqual([9, 9, 8, 8, 7, 7]);
  });

  it('keeps ids and properties, also with brackets and quotes in strings', () => {
    const properties = { name: '重"名\\"}]', nested: { a: [1, { b: '[' }] } };
    const text = JSON.stringify({
      type: 'FeatureCollection',
      crs: { properties: { name: '}' } },
      features: [{ type: 'Feature', id: 7, properties, geometry: null }],
    });
    const [found] = read(text);
    expect(found).toMatchObject({ id: 7, properties, isFeature: true });
    expect(JSON.parse(found!.propertiesText)).toEqual(properties);
  });

  it.each([
    ['["a",0]', -1],
    ['[[[0,null],[1,1]]]', -1],
    ['[[0,0],[[1,1]]]', -1],
    ['[0]', -1],
    ['[]', 0],
    ['{}', -1],
    ['7', -1],
  ])('reports the nesting depth of %s', (coordinates, depth) => {
    expect(read(geometry(coordinates))[0]!.depth).toBe(depth);
  });

  it.each([
    '',
    '{',
    '{"type":"Feature"',
    '{"type" "Feature"}',
    '{"type":"FeatureCollection","features":[{}',
    '{"type":"FeatureCollection","features":[{},]}',
    '{"type":"Point","coordinates":[1,2}',
    '{"type":"Point","coordinates":[01,2]}',
    '{"type":"Point","coordinates":[1.,2]}',
    '{"type":"Point","coordinates":[1,2]} x',
    '{"type":"Feature","properties":{"name":tru}}',
    'not json',
  ])('refuses %j as invalid JSON', (text) => {
    expect(faultOf(text)).toBe('invalid-json');
  });

  it.each([
    ['null', 'not-geojson'],
    ['[]', 'not-geojson'],
    ['{}', 'not-geojson'],
    ['{"type":"featurecollection","features":[]}', 'not-geojson'],
    ['{"type":"FeatureCollection"}', 'not-geojson'],
    ['{"type":"FeatureCollection","features":{}}', 'not-geojson'],
    ['{"type":"Topology","objects":{}}', 'topojson'],
  ])('refuses %s as %s', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  it('ends with a result or a MapError wherever a file is cut or damaged', () => {
    const validText = `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"a\\n"},"geometry":${geometry('[[[0,0],[1,0.5],[1e0,1],[0,0]]]')}}]}`;
    fc.assert(
      fc.property(
        fc.nat(validText.length),
        fc.constantFrom('', '{', ']', '"', '\\', ',', '9', '\0'),
        (at, mark) => {
          try {
            read(validText.slice(0, at) + mark + validText.slice(at + 1));
          } catch (error) {
            expect(error).toBeInstanceOf(MapError);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('accepts byte order marks and UTF-16', () => {
    const text = geometry('[[[0,0],[1,0],[1,1]]]');
    expect(read(`\uFEFF${text}`)[0]!.type).toBe('Polygon');
    const utf16 = new Uint8Array(2 + text.length * 2);
    utf16.set([0xff, 0xfe]);
    for (let i = 0; i < text.length; i++) utf16[2 + i * 2] = text.charCodeAt(i);
    const [found] = [...new GeoJsonReader(utf16).features()];
    expect(found!.geometry!.type).toBe('Polygon');
  });
});
