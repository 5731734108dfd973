import { describe, expect, test } from 'vitest';
import { areaAndCentroid, ringProperties } from './ring-properties.ts';
import { cutIntoSheets, doubleArea, isJump, unroll, type Ring } from './rings.ts';

/** A square, clockwise. */
const square = (west: number, south: number, size: number): Ring => [
  west,
  south,
  west,
  south + size,
  west + size,
  south + size,
  west + size,
  south,
];
const unrolled = (ring: Ring, rotation = 0) => unroll(ring, 0, ring.length / 2, rotation);
const range = (ring: Ring, axis: 0 | 1) => {
  const values = ring.filter((_, i) => i % 2 === axis);
  return [Math.min(...values), Math.max(...values)].map((value) => Math.round(value * 1e6) / 1e6);
};

describe('a ring', () => {
  test('jumps where its longitudes are more than half the world apart, not at a pole', () => {
    expect(isJump(-90, 0, 90, 0)).toBe(false);
    expect(isJump(-91, 0, 90, 0)).toBe(true);
    expect(isJump(179, 0, -179, 0)).toBe(true);
    expect(isJump(179, 90, -179, 90)).toBe(false);
    expect(isJump(179, 90, -179, 89)).toBe(true);
    expect(isJump(179, 89, -179, 90)).toBe(true);
    expect(isJump(179, -90, -179, -90)).toBe(false);
  });

  test('across the antimeridian is unrolled without a jump', () => {
    expect(unrolled([170, 0, -170, 0, -170, 10, 170, 10])).toEqual([170, 0, 190, 0, 190, 10, 170, 10]);
    expect(unrolled([-170, 0, 170, 0, 170, 10])).toEqual([-170, 0, -190, 0, -190, 10]);
    expect(unrolled(square(10, 0, 5))).toEqual(square(10, 0, 5));
  });

  test('is unrolled from its rotated start', () => {
    expect(unrolled(square(170, 0, 20), 20)).toEqual(square(-170, 0, 20));
    expect(unroll([0, 0, 1, 1, 2, 2, 3, 3], 1, 3, 10)).toEqual([11, 1, 12, 2]);
  });

  test.each([
    ['north', 70, 90],
    ['south', -70, -90],
  ])('around the pole in the %s is closed along it', (_, latitude, pole) => {
    const ring = unrolled([0, latitude, 90, latitude, 180, latitude, -90, latitude]);
    expect(ring.slice(0, 10)).toEqual([
      0,
      latitude,
      90,
      latitude,
      180,
      latitude,
      270,
      latitude,
      360,
      latitude,
    ]);
    const along = ring.slice(10);
    expect(along.filter((_value, i) => i % 2 === 1).every((value) => value === pole)).toBe(true);
    expect([along[0], along.at(-2)]).toEqual([360, 0]);
    expect(along).toHaveLength(2 * (360 / 5 + 1));
  });

  test('around a pole that is closed in the file is closed once', () => {
    const ring = unrolled([-180, 70, -60, 70, 60, 70, 180, 70]);
    expect(ring.slice(0, 10)).toEqual([-180, 70, -60, 70, 60, 70, 180, 70, 180, 90]);
  });
});

describe('a polygon cut into sheets', () => {
  test('within one sheet stays as it is, with its holes', () => {
    expect(cutIntoSheets([square(0, 0, 30), square(10, 10, 5)], 90)).toEqual([
      [square(0, 0, 30), square(10, 10, 5)],
    ]);
    expect(cutIntoSheets([], 90)).toEqual([]);
    expect(cutIntoSheets([[0, 0, 1, 1]], 90)).toEqual([]);
  });

  test('across the antimeridian is two, each with its part of the hole', () => {
    const sheets = cutIntoSheets([square(170, 0, 20), square(175, 5, 10)], 90);
    expect(sheets.map((rings) => rings.map((ring) => range(ring, 0)))).toEqual([
      [
        [170, 180],
        [175, 180],
      ],
      [
        [-180, -170],
        [-180, -175],
      ],
    ]);
    expect(sheets.map(([outer]) => Math.abs(doubleArea(outer!)) / 2)).toEqual([
      expect.closeTo(200, 5),
      expect.closeTo(200, 5),
    ]);
  });

  test('to the west of the antimeridian, too; a hole that lies in one part is in that alone', () => {
    const sheets = cutIntoSheets([square(-190, 0, 20), square(-175, 5, 2)], 90);
    expect(sheets.map((rings) => rings.map((ring) => range(ring, 0)))).toEqual([
      [[170, 180]],
      [
        [-180, -170],
        [-175, -173],
      ],
    ]);
  });

  test('has its holes in the same turn of the world', () => {
    const [[outer, hole] = []] = cutIntoSheets([square(190, 0, 20), square(-165, 5, 5)], 90);
    expect([range(outer!, 0), range(hole!, 0), range(hole!, 1)]).toEqual([
      [-170, -150],
      [-165, -160],
      [5, 10],
    ]);
  });

  test('ends at the limit of latitude', () => {
    expect(cutIntoSheets([square(0, 60, 30)], 85).map(([ring]) => range(ring!, 1))).toEqual([[60, 85]]);
    expect(cutIntoSheets([square(0, -90, 30)], 85).map(([ring]) => range(ring!, 1))).toEqual([[-85, -60]]);
    expect(cutIntoSheets([square(0, 86, 4)], 85)).toEqual([]);
    // A slope is cut where it crosses the limit.
    const [[ring] = []] = cutIntoSheets([[0, 0, 0, 80, 80, 80]], 40);
    expect(ring).toEqual([0, 0, 0, 40, 40, 40]);
  });
});

describe('the properties of a ring', () => {
  const of = (ring: Ring, rotation = 0, limit = 90) =>
    ringProperties(ring, 0, ring.length / 2, rotation, limit);

  test('is plain within the sheet and the limit', () => {
    expect(of(square(160, 60, 20))).toEqual({ isPlain: true, isLine: false });
    expect(of(square(-180, -80, 20))).toEqual({ isPlain: true, isLine: false });
    expect(of(square(170, 0, 11)).isPlain).toBe(false);
    expect(of(square(-181, 0, 11)).isPlain).toBe(false);
    expect(of(square(160, 0, 20), 1).isPlain).toBe(false);
    expect(of(square(-180, 0, 20), -1).isPlain).toBe(false);
    expect(of(square(170, 0, 11), -1).isPlain).toBe(true);
    expect(of([170, 0, -170, 0, -170, 10, 170, 10]).isPlain).toBe(false);
    expect(of([-170, 0, 170, 0, 170, 10, -170, 10]).isPlain).toBe(false);
    expect(of(square(0, 60, 20), 0, 80).isPlain).toBe(true);
    expect(of(square(0, 60, 21), 0, 80).isPlain).toBe(false);
    expect(of(square(0, -81, 20), 0, 80).isPlain).toBe(false);
  });

  test('is a line when all points are in one, in any direction', () => {
    for (const line of [
      [0, 0, 1, 2, 3, 6, 2, 4],
      [5, 5, 5, 9, 5, 7],
      [1, 3, 9, 3, 4, 3],
      [7, 7, 7, 7, 7, 7],
    ])
      expect([line, of(line).isLine]).toEqual([line, true]);
    for (const area of [
      [0, 0, 1, 2, 3, 6.001],
      // It crosses itself, so that its area is 0.
      [0, 0, 10, 10, 10, 0, 0, 10],
      // Around a pole.
      [-180, 80, -60, 80, 60, 80, 180, 80].map((value, i) => (i === 6 ? -180 : value)),
    ])
      expect([area, of(area).isLine]).toEqual([area, false]);
  });

  test('is measured from any part of a list, and across the antimeridian', () => {
    const list = [99, 99, ...square(175, 10, 10).map((value) => (value > 180 ? value - 360 : value)), 50, 50];
    const { area, centroid } = areaAndCentroid(list, 1, 5, 0);
    expect(area).toBeCloseTo(100, 9);
    expect(centroid[0]).toBeCloseTo(180, 9);
    expect(centroid[1]).toBeCloseTo(15, 9);
    expect(areaAndCentroid(square(10, 10, 4), 0, 4, 30).centroid).toEqual([
      expect.closeTo(12, 9),
      expect.closeTo(12, 9),
    ]);
    expect(areaAndCentroid([0, 0, 6, 0, 0, 3], 0, 3, 0)).toEqual({
      area: 9,
      centroid: [expect.closeTo(2, 9), expect.closeTo(1, 9)],
    });
    expect(areaAndCentroid([3, 4, 5, 6], 0, 2, 1)).toEqual({ area: 0, centroid: [3, 4] });
    expect(doubleArea([9, 9, 0, 0, 2, 0, 0, 2, 9, 9], 1, 4)).toBe(4);
    expect(doubleArea([0, 0, 0, 2, 2, 0])).toBe(-4);
  });
});
