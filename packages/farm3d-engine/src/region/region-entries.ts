import { buildBoxIndex } from '../geo/box-index.ts';
import { RegionBuilder } from '../geo/region-builder.ts';
import type { LoadedMap } from './geojson.contract.ts';
import type { MapLoadResult, RegionEntry } from './region-map-types.ts';

/** The public form of a region. Its properties are parsed on access. */
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
    // A getter: thousands of entries are only created on access.
    get regions() {
      regions ??= map.flat.ids.map((_, region) => entryOf(map, region));
      return regions;
    },
  };
}

/** An empty map, for compiling shaders before the first one is loaded. */
export function emptyMap(): LoadedMap {
  const flat = new RegionBuilder().finish();
  const none = { regions: 0, polygons: 0, holes: 0, triangles: 0, points: 0 };
  return {
    flat,
    index: buildBoxIndex(flat.polygonBoxes),
    coarse: null,
    format: 'geojson',
    sizeBytes: 0,
    workMs: 0,
    stats: { ...none, skipped: [], selfIntersecting: [], polygonArea: 0, triangleArea: 0 },
  };
}
