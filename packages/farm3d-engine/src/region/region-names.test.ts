import { expect, test } from 'vitest';
import { RegionBuilder } from '../geo/region-builder.ts';
import type { LoadedMap } from './geojson.contract.ts';
import { emptyMap } from './region-entries.ts';
import { namedIn } from './region-names.ts';

function mapOf(...all: readonly Readonly<Record<string, unknown>>[]): LoadedMap {
  const builder = new RegionBuilder();
  for (const [index, properties] of all.entries()) {
    builder.startPolygon();
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [1, 1],
    ] as const)
      builder.point(x + index * 2, y);
    builder.endRing();
    builder.endPolygon();
    builder.endRegion({
      id: String(index),
      name: String(properties['name']),
      center: [0, 0],
      anchor: null,
      propertiesText: JSON.stringify(properties),
    });
  }
  return { ...emptyMap(), flat: builder.finish() };
}

test('regions have their names in the language of the map, in either form of the option', () => {
  const map = mapOf(
    { name: '麦浪省', name_en: 'Wheatwave' },
    { name: 'Köln', 'name:en': 'Cologne', 'name:zh': '科隆' },
    { name: '水城' },
    { name: '山城', name_en: ' ' },
  );
  expect(namedIn(map, 'en').flat.names).toEqual(['Wheatwave', 'Cologne', '水城', '山城']);
  expect(namedIn(map, 'zh-CN').flat.names).toEqual(['麦浪省', '科隆', '水城', '山城']);
});
