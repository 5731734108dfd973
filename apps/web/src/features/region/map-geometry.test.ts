import { expect, test } from 'vitest';
import { curveBetween, boundsOf, backdropOf, groupedLabels } from './map-geometry.ts';

const at = (lng: number, lat: number) => ({ lng, lat });

test('the ground lies around every place, with room at the edges, and is closed', () => {
  const places = [at(100, 30), at(110, 40)];
  const { west, east, south, north } = boundsOf(places);
  expect([west < 100, east > 110, south < 30, north > 40]).toEqual([true, true, true, true]);
  const ground = JSON.parse(new TextDecoder().decode(backdropOf(places, '农场'))) as {
    features: [{ properties: { name: string }; geometry: { coordinates: [[number, number][]] } }];
  };
  const [{ properties, geometry }] = ground.features;
  const [ring] = geometry.coordinates;
  expect(properties.name).toBe('农场');
  expect(ring.at(-1)).toEqual(ring[0]);
  expect(ring.every(([x, y]) => x >= west && x <= east && y >= south && y <= north)).toBe(true);
});

test('a line bends, and begins and ends where it should', () => {
  const line = curveBetween(at(0, 0), at(10, 0), 4);
  expect([line[0], line.at(-1)]).toEqual([
    [0, 0],
    [10, 0],
  ]);
  expect(line[2]?.[1]).toBeGreaterThan(0.5);
});

test('of things near each other the first is named for all', () => {
  const [a, b, c] = [
    { at: at(100, 30), name: '甲' },
    { at: at(100.5, 30.2), name: '乙' },
    { at: at(120, 30), name: '丙' },
  ];
  expect([...groupedLabels([a, b, c], 1).values()]).toEqual(['甲 +1', '丙']);
  expect([...groupedLabels([a, b, c], 0.1).values()]).toEqual(['甲', '乙', '丙']);
});
