import { expect, test } from 'vitest';
import { backdropOf, boundsOf, curveBetween, groupedLabels, lengthText, scaleBar } from './map-geometry.ts';

const at = (lng: number, lat: number) => ({ lng, lat });

test('the ground encloses every site with a margin, and is a closed ring', () => {
  const positions = [at(100, 30), at(110, 40)];
  const { west, east, south, north } = boundsOf(positions);
  expect([west < 100, east > 110, south < 30, north > 40]).toEqual([true, true, true, true]);
  const ground = JSON.parse(new TextDecoder().decode(backdropOf(positions, '农场'))) as {
    features: [{ properties: { name: string }; geometry: { coordinates: [[number, number][]] } }];
  };
  const [{ properties, geometry }] = ground.features;
  const [ring] = geometry.coordinates;
  expect(properties.name).toBe('农场');
  expect(ring.at(-1)).toEqual(ring[0]);
  expect(ring.every(([x, y]) => x >= west && x <= east && y >= south && y <= north)).toBe(true);
});

test('a curved line starts and ends at its endpoints', () => {
  const line = curveBetween(at(0, 0), at(10, 0), 4);
  expect([line[0], line.at(-1)]).toEqual([
    [0, 0],
    [10, 0],
  ]);
  expect(line[2]?.[1]).toBeGreaterThan(0.5);
});

test('a cluster of nearby points has the name of the first', () => {
  const [a, b, c] = [
    { at: at(100, 30), name: '甲' },
    { at: at(100.5, 30.2), name: '乙' },
    { at: at(120, 30), name: '丙' },
  ];
  expect([...groupedLabels([a, b, c], 1).values()]).toEqual(['甲 +1', '丙']);
  expect([...groupedLabels([a, b, c], 0.1).values()]).toEqual(['甲', '乙', '丙']);
});

test('the scale bar has a round length and is 48 to 120 pixels wide', () => {
  for (const metresPerPixel of [0.3, 1, 7.7, 95, 1234, 20_000]) {
    const { metres, pixels } = scaleBar(metresPerPixel);
    expect(pixels).toBeLessThanOrEqual(120);
    expect(pixels).toBeGreaterThanOrEqual(48);
    expect(String(metres).replace(/0+$/, '')).toMatch(/^[125]$/);
  }
  expect([lengthText(500), lengthText(20_000)]).toEqual(['500 m', '20 km']);
});
