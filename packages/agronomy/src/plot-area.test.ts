import { describe, expect, test } from 'vitest';
import { plotArea } from './plot-area.ts';

/** A degree of a meridian, m; a degree of the equator is as long on a sphere. */
const DEGREE = 111_195;
/** A square from the south-west corner, counter-clockwise, with sides in degrees. */
const square = (lon: number, lat: number, side: number) => [
  [lon, lat],
  [lon + side, lat],
  [lon + side, lat + side],
  [lon, lat + side],
  [lon, lat],
];
const atEquator = square(100, 0, 0.01);
const AREA = (0.01 * DEGREE) ** 2;

describe('plotArea', () => {
  test('a hundredth of a degree is 123.6 ha on the equator and half of it at 60° north', () => {
    expect(plotArea(atEquator) / AREA).toBeCloseTo(1, 4);
    expect(AREA).toBeCloseTo(1_236_432, -2);
    expect(plotArea(square(100, 60, 0.01)) / AREA).toBeCloseTo(0.5, 3);
    expect(plotArea(square(-100, -60, 0.01)) / AREA).toBeCloseTo(0.5, 3);
  });

  test('does not depend on the sense of the ring or its closing point', () => {
    expect(plotArea([...atEquator].reverse())).toBeCloseTo(plotArea(atEquator), 3);
    expect(plotArea(atEquator.slice(0, 4))).toBeCloseTo(plotArea(atEquator), 3);
    // Half of the square is a triangle of three points.
    expect(plotArea(atEquator.slice(0, 3)) / AREA).toBeCloseTo(0.5, 4);
    expect(plotArea(atEquator.map(([lon, lat]) => [lon, lat, 5]))).toBe(plotArea(atEquator));
  });

  test('the octant of the earth is an eighth of it', () => {
    const earth = 4 * Math.PI * 6_371_008.8 ** 2;
    expect(
      plotArea([
        [0, 0],
        [90, 0],
        [90, 90],
        [0, 90],
      ]) / earth,
    ).toBeCloseTo(1 / 8, 9);
  });

  test('holes are taken off, parts are added', () => {
    const hole = square(100.002, 0.002, 0.005);
    const polygon = [atEquator, hole];
    expect(plotArea(polygon) / AREA).toBeCloseTo(0.75, 3);
    expect(plotArea([polygon, [square(101, 0, 0.01)]]) / AREA).toBeCloseTo(1.75, 3);
  });

  test('a part without rings adds nothing and makes no hole of the others', () => {
    const whole = plotArea(atEquator);
    expect(plotArea({ type: 'MultiPolygon', coordinates: [[], [atEquator]] })).toBe(whole);
    expect(plotArea({ type: 'MultiPolygon', coordinates: [[atEquator], [], [atEquator]] })).toBe(2 * whole);
  });

  test('a broken ring makes no area of the others', () => {
    const hole = square(100.002, 0.002, 0.005);
    const refusal = expect.objectContaining({
      reason: expect.objectContaining({ code: 'no_plot_area', field: 'boundary' }),
    });
    for (const broken of [
      [[Number.NaN, 1], ...hole.slice(1)],
      [...hole.slice(0, 4), null],
      hole.slice(0, 2),
    ]) {
      expect(() => plotArea([atEquator, broken, hole])).toThrow(refusal);
      expect(() => plotArea([atEquator, hole, broken])).toThrow(refusal);
      expect(() => plotArea([[atEquator], [atEquator, broken]])).toThrow(refusal);
    }
    expect(() => plotArea([[[200, 0], ...atEquator.slice(1)], hole])).toThrow(refusal);
  });

  test('a plot across the date line is as large as elsewhere', () => {
    const across = square(179.995, 0, 0.01).map(([lon = 0, lat]) => [lon > 180 ? lon - 360 : lon, lat]);
    expect(plotArea(across) / AREA).toBeCloseTo(1, 4);
  });

  test('points and lines enclose nothing; among other shapes they add nothing', () => {
    const line = { type: 'LineString', coordinates: atEquator.slice(0, 3) };
    expect(() => plotArea(line)).toThrow(/plot|outline|面积|边界/);
    const polygon = { type: 'Polygon', coordinates: [atEquator] };
    const point = { type: 'Point', coordinates: [100, 0] };
    const collection = { type: 'GeometryCollection', geometries: [point, polygon, line] };
    expect(plotArea(collection)).toBe(plotArea(atEquator));
    expect(plotArea({ type: 'Feature', geometry: collection })).toBe(plotArea(atEquator));
    expect(plotArea({ coordinates: [atEquator] })).toBe(plotArea(atEquator));
  });

  test('takes each form of GeoJSON', () => {
    const polygon = { type: 'Polygon', coordinates: [atEquator] };
    const whole = plotArea(atEquator);
    expect(plotArea(polygon)).toBe(whole);
    expect(plotArea({ type: 'MultiPolygon', coordinates: [[atEquator], [atEquator]] })).toBe(2 * whole);
    expect(plotArea({ type: 'Feature', geometry: polygon })).toBe(whole);
    const feature = { type: 'Feature', geometry: polygon };
    expect(plotArea({ type: 'FeatureCollection', features: [feature, feature] })).toBe(2 * whole);
  });

  test.each([
    ['nothing', null],
    ['a text', 'Polygon'],
    ['no coordinates', {}],
    ['no ring', []],
    [
      'two points',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      'a line',
      [
        [1, 2],
        [1, 3],
        [1, 4],
      ],
    ],
    [
      'latitude beyond 90',
      [
        [1, 2],
        [1, 91],
        [2, 4],
      ],
    ],
    [
      'longitude beyond 180',
      [
        [1, 2],
        [181, 3],
        [2, 4],
      ],
    ],
    ['one number a point', [[1], [2], [3]]],
    ['points that are null', [null, null, null]],
    ['points that are missing', [undefined, undefined, undefined]],
    ['rings that are null', { type: 'Polygon', coordinates: [null, null, null] }],
    [
      'texts',
      [
        ['1', 2],
        [2, 3],
        [3, 5],
      ],
    ],
    [
      'texts of latitude',
      [
        [1, '2'],
        [2, 3],
        [3, 5],
      ],
    ],
    ['a geometry that is null', { type: 'Feature', geometry: null }],
  ])('refuses %s', (_, boundary) =>
    expect(() => plotArea(boundary)).toThrow(
      expect.objectContaining({
        reason: expect.objectContaining({ code: 'no_plot_area', field: 'boundary' }),
      }),
    ),
  );

  test('the poles and the date line are places', () => {
    expect(
      plotArea([
        [179, 89],
        [180, 89],
        [180, 90],
      ]),
    ).toBeGreaterThan(0);
    expect(
      plotArea([
        [-180, -90],
        [-179, -89],
        [-180, -89],
      ]),
    ).toBeGreaterThan(0);
  });
});
