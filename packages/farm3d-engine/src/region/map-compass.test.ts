import { expect, it } from 'vitest';
import { createMercator } from '../geo/projection.ts';
import { bearingOf } from './map-compass.ts';

const projection = createMercator();
const [x, z] = projection([118, 36])!;
const target = { x, y: 0, z };
/** A kilometre of latitude, map units. */
const step = (projection([118, 36])![1] - projection([118, 36.1])![1]) / 11.12;

it('seen from the south, north is up and the scale is in metres per map unit', () => {
  const bearing = bearingOf({ target, position: { x, y: 3, z: z + 2 } }, projection, step)!;
  expect(bearing.northDegrees).toBeCloseTo(0, 3);
  expect(bearing.metresPerPixel).toBeGreaterThan(990);
  expect(bearing.metresPerPixel).toBeLessThan(1010);
});

it('seen from the west, north is to the left', () => {
  const bearing = bearingOf({ target, position: { x: x - 2, y: 3, z } }, projection, step)!;
  expect(bearing.northDegrees).toBeCloseTo(-90, 1);
});

it('a projection without an inverse has no scale', () => {
  const forward = (point: [number, number]) => projection(point);
  expect(bearingOf({ target, position: { x, y: 3, z: z + 2 } }, forward, step)).toBeNull();
});
