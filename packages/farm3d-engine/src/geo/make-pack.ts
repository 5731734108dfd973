import { buildRegions } from './build-regions.ts';
import { coarsen } from './coarse-regions.ts';
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
 * Makes a region pack from a GeoJSON file: loading it needs no parsing and no triangulation. Runs without a browser.
 * @param projection a projection of d3-geo, the same as the map's. Default: the engine's Mercator
 * @throws MapError if the file is not a map; RangeError for a projection that is not of d3-geo
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

/** A region of a pack as a GeoJSON feature. */
export interface UnpackedFeature {
  /** Always `Feature`. */
  readonly type: 'Feature';
  /** The region's id: its `adcode` or `id`, else its index in the original file. */
  readonly id: string;
  /** Properties of the original feature. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Longitude and latitude, degrees; rings are closed. */
  readonly geometry: { readonly type: 'MultiPolygon'; readonly coordinates: [number, number][][][] };
}

/**
 * Converts a region pack back to GeoJSON. Coordinates have the precision of 32-bit floats: about a metre in a country.
 * Other features of the original file are not in a pack.
 * @throws MapError `invalid-pack`
 */
export function unpackRegionPack(pack: Uint8Array<ArrayBuffer>): {
  readonly type: 'FeatureCollection';
  readonly features: readonly UnpackedFeature[];
} {
  const spec = projectionOfPack(pack);
  const projection = createProjection(spec);
  const { flat } = readRegionPack(pack, spec);
  const { positions, origin, ringStarts, polygonStarts, regionStarts } = flat;
  const positionOf = (vertex: number): [number, number] => {
    const [x, y] = [positions[vertex * 2]! + origin[0], positions[vertex * 2 + 1]! + origin[1]];
    // Each projection that a pack can have has a way back.
    return projection.invert!([x, y])!;
  };
  const between = <T>(starts: Uint32Array, index: number, read: (at: number) => T): T[] =>
    Array.from({ length: starts[index + 1]! - starts[index]! }, (_, i) => read(starts[index]! + i));
  const features = flat.ids.map((id, region): UnpackedFeature => {
    const properties = (JSON.parse(flat.propertiesTexts[region]!) ?? {}) as Record<string, unknown>;
    const coordinates = between(regionStarts, region, (polygon) =>
      between(polygonStarts, polygon, (ring) => between(ringStarts, ring, positionOf)),
    );
    return { type: 'Feature', id, properties, geometry: { type: 'MultiPolygon', coordinates } };
  });
  return { type: 'FeatureCollection', features };
}
