import { geoEqualEarth, geoOrthographic, geoPath } from 'd3-geo';
import { describe, expect, test } from 'vitest';
import { doubleArea, type Ring } from './rings.ts';
import { projectOnSphere } from './spherical.ts';

const globe = () => geoOrthographic().scale(1000).translate([0, 0]).precision(0);
const areasOf = (...rings: Ring[]) =>
  projectOnSphere(rings, globe()).map((polygon) => polygon.map((ring) => Math.abs(doubleArea(ring)) / 2));

/** Turns a flat ring round. */
const turned = (ring: Ring): Ring =>
  ring.flatMap((_, i) => (i % 2 === 0 ? [ring.slice(-2 - i)[0]!, ring.slice(-2 - i)[1]!] : []));
const closed = (ring: Ring): Ring => [...ring, ring[0]!, ring[1]!];
const square: Ring = [0, 0, 20, 0, 20, 20, 0, 20];
const hole: Ring = [5, 5, 10, 5, 10, 10, 5, 10];
const small: Ring = [12, 12, 14, 12, 14, 14];

describe('a polygon on the sphere', () => {
  const expected = areasOf(square, hole, small)[0]!.map((area) => expect.closeTo(area, 6));

  test('has its rings, the outer one first', () => {
    const [outer, inner, last] = areasOf(square, hole, small)[0]!;
    // Near the middle of a globe, a degree is 17.5 units long, and shorter away from it.
    expect(outer! / (350 * 350)).toBeCloseTo(0.95, 1);
    expect(inner! / (87 * 87)).toBeCloseTo(1, 1);
    expect(last! / (35 * 17.5)).toBeCloseTo(0.92, 1);
  });

  test.each<[string, ...Ring[]]>([
    ['closed', closed(square), closed(hole), closed(small)],
    ['turned round', turned(square), turned(hole), turned(small)],
    ['with holes that go round like it', square, turned(hole), small],
    ['with holes in another order', square, small, hole],
    ['from another corner', [20, 0, 20, 20, 0, 20, 0, 0], [10, 5, 10, 10, 5, 10, 5, 5], small],
    ['with a hole that is a line', square, hole, [1, 1, 2, 2], small],
  ])('is the same: %s', (_, ...rings) => {
    expect(areasOf(...rings)).toEqual([expected]);
  });

  test('keeps a hole that the edge of the map cuts, though a corner of it is a rounding outside', () => {
    const projection = geoEqualEarth().rotate([-150, 20, 5]);
    const big: Ring = [-30, -4, -22, -4, -22, 4, -30, 4];
    const cut: Ring = [-28, -2, -25, -2, -25, 1, -28, 1];
    const pairs = (ring: Ring) =>
      Array.from({ length: ring.length / 2 + 1 }, (__, i) => [
        ring[(2 * i) % ring.length]!,
        ring[(2 * i + 1) % ring.length]!,
      ]);
    const area = (rings: Ring[]) =>
      rings.map((ring) => Math.abs(doubleArea(ring)) / 2).reduce((left, hole) => left - hole);
    const drawn = projectOnSphere([big, cut], projection)
      .map(area)
      .reduce((sum, one) => sum + one, 0);
    // d3 expects outer rings clockwise.
    const coordinates = [pairs(big).toReversed(), pairs(cut)];
    expect(drawn).toBeCloseTo(geoPath(projection).area({ type: 'Polygon', coordinates }), 3);
  });

  test('without an area is none', () => {
    expect(areasOf([0, 0, 10, 10])).toEqual([]);
    expect(areasOf()).toEqual([]);
  });

  test('on the other side of the globe is none', () => {
    expect(areasOf([170, 0, 190, 0, 190, 20, 170, 20])).toEqual([]);
  });
});
