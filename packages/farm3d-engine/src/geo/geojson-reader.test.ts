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

function errorOf(text: string): MapError | undefined {
  try {
    read(text);
    return undefined;
  } catch (error) {
    return error as MapError;
  }
}

const faultOf = (text: string) => errorOf(text)?.fault;

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

  it.each([
    '0.1234567890123456789012345',
    '-0.10000000000000000000000000001',
    '123456789012345678901234',
    '1e+2',
    '1.5E1',
    '-2.5e-1',
    '-0.5',
    '7',
  ])('reads %s', (text) => {
    expect(read(geometry(`[${text},0]`, 'Point'))[0]!.numbers).toEqual([Number(text), 0]);
  });

  it('reports the ends of rings and polygons, for any order of keys and any white space', () => {
    const [found] = read(
      ' { "coordinates" :\r\n[[[[0,0],\t[1,0],[1,1]],[[2,2],[3,3] , [4,4],[2,2]]],[[[9,9,700],[8,8],[7,7]]]] , "type": "MultiPolygon" }\n',
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
    const properties = { name: '重"名\\"}]', odd: '"]', nested: { a: [1, { b: '[' }] } };
    const text = JSON.stringify({
      type: 'FeatureCollection',
      crs: { properties: { name: '}' } },
      features: [{ type: 'Feature', id: 7, properties, geometry: null }],
    });
    const [found] = read(text);
    expect(found).toMatchObject({ id: 7, properties, isFeature: true });
    expect(JSON.parse(found!.propertiesText)).toEqual(properties);
  });

  it('reads a document that is one feature', () => {
    const text = `{"bbox":[0,0,1,1],"type":"Feature","id":7,"geometry":${geometry('[1,2]', 'Point')},"properties": {"name":"a"} ,"crs":null}`;
    expect(read(text)).toEqual([
      expect.objectContaining({
        index: 0,
        isFeature: true,
        id: 7,
        properties: { name: 'a' },
        propertiesText: '{"name":"a"}',
        type: 'Point',
        numbers: [1, 2],
      }),
    ]);
    expect(read('{"type":"Feature","geometry":null}')).toMatchObject([
      { isFeature: true, id: undefined, properties: null, propertiesText: 'null' },
    ]);
  });

  it.each([
    'Point',
    'MultiPoint',
    'LineString',
    'MultiLineString',
    'Polygon',
    'MultiPolygon',
    'GeometryCollection',
  ])('reads a document that is one %s', (type) => {
    expect(read(`{"type":"${type}"}`)).toMatchObject([
      { isFeature: true, id: undefined, properties: null, propertiesText: 'null', type },
    ]);
  });

  it('passes over what it does not know, in every place', () => {
    const known = geometry('[1,2]', 'Point').slice(0, -1);
    const text = `{"type":"FeatureCollection","bbox":[0],"features":[{"type":"Feature","geometry":${known},"bbox":[9]},"bbox":[9],"vendor":{"a":1}}]}`;
    expect(read(text)).toMatchObject([
      { isFeature: true, properties: null, propertiesText: 'null', type: 'Point', numbers: [1, 2] },
    ]);
  });

  it.each([
    ['7', null],
    ['[]', null],
    ['{"type":"Featre","properties":{"a":1}}', { a: 1 }],
    ['{"type":"Feature","properties":[1]}', null],
    ['{"type":"Feature","properties":"a"}', null],
  ])('gives %s as what is no feature', (text, properties) => {
    const found = read(
      `{"type":"FeatureCollection","features":[${text} , {"type":"Feature","properties" :\tnull }]}`,
    );
    expect(found).toMatchObject([
      { index: 0, isFeature: false, properties },
      { index: 1, isFeature: true, properties: null, propertiesText: 'null' },
    ]);
  });

  it('gives the properties of what is no object as null', () => {
    const [found] = read('{"type":"FeatureCollection","features":[7]}');
    expect(found!.propertiesText).toBe('null');
  });

  it('says how far it has read', () => {
    const text = `{"type":"FeatureCollection","features":[{},{},{}]}  `;
    const reader = new GeoJsonReader(bytesOf(text));
    expect([reader.offsetBytes, reader.sizeBytes]).toEqual([0, text.length]);
    const offsets = Array.from(reader.features(), () => reader.offsetBytes);
    expect(offsets).toEqual([1, 2, 3].map((n) => text.indexOf('[') + 3 * n));
    expect(reader.offsetBytes).toBe(text.length);
  });

  it.each([
    ['["a",0]', -1],
    ['[[[0,null],[1,1]]]', -1],
    ['[[0,0],[[1,1]]]', -1],
    ['[0]', -1],
    ['[[0,0],7]', -1],
    ['[[0,0], 7]', -1],
    ['[[[0,0]],[]]', 3],
    ['[[],[[0,0]]]', 3],
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
    '{"type":"Point","coordinates":[-,2]}',
    '{"type":"Point","coordinates":[-.5,2]}',
    '{"type":"Point","coordinates":[1,2]} x',
    '{"type":"Point","coordinates":[1;2]}',
    '{"type":"LineString","coordinates":[[1,2];[3,4]]}',
    '{"type";"Point","coordinates":[1,2]}',
    '{"type":"Point";"coordinates":[1,2]}',
    '{[7]:8,"type":"Point","coordinates":[1,2]}',
    '{"type":"FeatureCollection","features":[{};{}]}',
    '{"type":"Feature","properties":{"name":tru}}',
    '{"type":"Feature","properties":{"name":1',
    '{"type":"Feature","properties":"name',
    '{"type":"Feature","properties":,"id":1}',
    '{"type":"Feature","properties":}',
    '{"type":"Feature","properties":7]}',
    '[] x',
    'not json',
  ])('refuses %j as invalid JSON', (text) => {
    expect(faultOf(text)).toBe('invalid-json');
  });

  it.each([
    ['null', 'not-geojson', 'root is not an object'],
    ['[]', 'not-geojson', 'root is not an object'],
    ['{}', 'not-geojson', 'type is missing'],
    ['{"type":7}', 'not-geojson', 'type is 7'],
    ['{"type":["Polygon"]}', 'not-geojson', 'type is ["Polygon"]'],
    ['{"type":"featurecollection","features":[]}', 'not-geojson', 'type is "featurecollection"'],
    ['{"type":"FeatureCollection"}', 'not-geojson', 'without features'],
    ['{"type":"FeatureCollection","features":{}}', 'not-geojson', 'without features'],
    ['{"type":"Topology","objects":{}}', 'topojson', 'Topology'],
    ['{"type":x}', 'invalid-json', 'near byte 9'],
  ])('refuses %s as %s, and says why', (text, fault, reason) => {
    const error = errorOf(text);
    expect(error).toMatchObject({ name: 'MapError', fault });
    expect(error!.message).toContain(reason);
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
    for (const [mark, low] of [
      [[0xff, 0xfe], 0],
      [[0xfe, 0xff], 1],
    ] as const) {
      const utf16 = new Uint8Array(2 + text.length * 2);
      utf16.set(mark);
      for (let i = 0; i < text.length; i++) utf16[2 + i * 2 + low] = text.charCodeAt(i);
      const [found] = [...new GeoJsonReader(utf16).features()];
      expect(found!.geometry!.type).toBe('Polygon');
    }
  });

  it.each([
    [0x20, 0x20, 0xbf],
    [0x20, 0xbb, 0xbf],
    [0xef, 0x20, 0xbf],
    [0xef, 0xbb, 0x20],
    [0xff, 0xfe, 0x20],
    [0xfe, 0xff, 0x20],
  ])('does not take %i %i %i for a byte order mark', (...mark) => {
    const bytes = Uint8Array.from([...mark, ...bytesOf(geometry('[1,2]', 'Point'))]);
    expect(() => [...new GeoJsonReader(bytes).features()]).toThrow(MapError);
  });
});
