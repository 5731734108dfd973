import { buildRegions } from './build-regions.ts';
import { coarsen } from './coarse-regions.ts';
import { MapError } from './faults.ts';
import type { RegionStats } from './flat-regions.ts';
import {
  createMercator,
  createProjection,
  describeProjection,
  type MapProjection,
  planProjection,
} from './projection.ts';
import { projectionOfPack, readRegionPack, writeRegionPack } from './region-pack.ts';

export type { MapProjection, RegionStats };

/**
 * Makes a region pack of a GeoJSON file, for maps that are loaded often: loading one takes no parsing and no
 * triangulation. Needs no browser.
 * @param projection one of d3-geo's, the one that the map will have; default the engine's own Mercator
 * @throws MapError when the file is no map; RangeError for a projection that is not of d3-geo
 */
export async function makeRegionPack(
  geojson: Uint8Array,
  projection: MapProjection = createMercator(),
): Promise<{ readonly pack: Uint8Array<ArrayBuffer>; readonly stats: RegionStats }> {
  const spec = describeProjection(projection);
  if (!spec) throw new RangeError('A region pack needs a projection of d3-geo.');
  const content = await buildRegions(geojson, planProjection(projection, spec));
  const coarse = await coarsen(content.flat);
  return { pack: writeRegionPack(content, coarse, spec), stats: content.stats };
}

export { isRegionPack } from './region-pack.ts';

/** A region of a pack as GeoJSON has it. */
export interface UnpackedFeature {
  /** Always this. */
  readonly type: 'Feature';
  /** As the map names it: its `adcode` or `id`, else its place in the first file. */
  readonly id: string;
  /** Of the first file. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Longitude and latitude, degrees; every ring is closed. */
  readonly geometry: { readonly type: 'MultiPolygon'; readonly coordinates: [number, number][][][] };
}

/**
 * The way back: the GeoJSON of a region pack, for a system that keeps maps as GeoJSON. Places are as exact as the pack's
 * 32-bit numbers: about a metre in a country. What the first file had besides named regions is not in a pack.
 * @throws MapError `invalid-pack`, and `other-projection` for a projection without a way back
 */
export function unpackRegionPack(pack: Uint8Array<ArrayBuffer>): {
  readonly type: 'FeatureCollection';
  readonly features: readonly UnpackedFeature[];
} {
  const spec = projectionOfPack(pack);
  const projection = createProjection(spec);
  const { flat } = readRegionPack(pack, spec);
  const { positions, origin, ringStarts, polygonStarts, regionStarts } = flat;
  const placeOf = (vertex: number): [number, number] => {
    const place = projection.invert?.([
      positions[vertex * 2]! + origin[0],
      positions[vertex * 2 + 1]! + origin[1],
    ]);
    if (!place) throw new MapError('other-projection', `${spec.kind} has no way back`);
    return place;
  };
  const between = <T>(starts: Uint32Array, index: number, read: (at: number) => T): T[] =>
    Array.from({ length: starts[index + 1]! - starts[index]! }, (_, i) => read(starts[index]! + i));
  const features = flat.ids.map((id, region): UnpackedFeature => {
    const properties = (JSON.parse(flat.propertiesTexts[region]!) ?? {}) as Record<string, unknown>;
    const coordinates = between(regionStarts, region, (polygon) =>
      between(polygonStarts, polygon, (ring) => between(ringStarts, ring, placeOf)),
    );
    return { type: 'Feature', id, properties, geometry: { type: 'MultiPolygon', coordinates } };
  });
  return { type: 'FeatureCollection', features };
}
