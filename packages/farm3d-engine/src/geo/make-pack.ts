import { buildRegions } from './build-regions.ts';
import { coarsen } from './coarse-regions.ts';
import type { RegionStats } from './flat-regions.ts';
import { createMercator, describeProjection, type MapProjection, planProjection } from './projection.ts';
import { writeRegionPack } from './region-pack.ts';

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
