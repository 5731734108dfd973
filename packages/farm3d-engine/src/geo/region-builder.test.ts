import { expect, test } from 'vitest';
import { RegionBuilder } from './region-builder.ts';

test('a map has no more regions than the number of a vertex can say', () => {
  const builder = new RegionBuilder();
  const add = (region: number) => {
    builder.startPolygon();
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [0, 1],
    ] as const)
      builder.point(region + x, y);
    builder.endRing();
    builder.endPolygon();
    return builder.endRegion({
      id: `${region}`,
      name: '',
      propertiesText: '{}',
      center: [0, 0],
      anchor: null,
    });
  };
  for (let region = 0; region < 0xffff; region++) add(region);
  expect(builder.regionCount).toBe(65_535);
  expect(() => add(65_535)).toThrow(
    expect.objectContaining({ fault: 'too-many-regions', message: 'more than 65535 regions' }),
  );
});
