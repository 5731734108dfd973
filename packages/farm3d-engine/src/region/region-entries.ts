import type { LoadedMap } from './geojson.contract.ts';
import type { MapLoadResult, RegionEntry } from './region-map-types.ts';

/** A region as callers see it. Its properties are parsed only when they are asked for. */
export function entryOf({ flat }: LoadedMap, region: number): RegionEntry {
  const { ids, names, centers, propertiesTexts, regionStarts } = flat;
  let properties: Readonly<Record<string, unknown>> | undefined;
  return {
    id: ids[region]!,
    name: names[region]!,
    center: { lng: centers[region * 2]!, lat: centers[region * 2 + 1]! },
    polygons: regionStarts[region + 1]! - regionStarts[region]!,
    get properties() {
      properties ??= (JSON.parse(propertiesTexts[region]!) ?? {}) as Readonly<Record<string, unknown>>;
      return properties;
    },
  };
}

export function resultOf(map: LoadedMap): MapLoadResult {
  const { stats, format, workMs } = map;
  const { skipped, polygons, holes, triangles, selfIntersecting, polygonArea, triangleArea } = stats;
  let regions: readonly RegionEntry[] | undefined;
  return {
    format,
    skipped,
    polygons,
    holes,
    triangles,
    selfIntersecting,
    polygonArea,
    triangleArea,
    workMs,
    // Thousands of entries are made only for who asks.
    get regions() {
      regions ??= map.flat.ids.map((_, region) => entryOf(map, region));
      return regions;
    },
  };
}
