import type { RegionMapContent } from './flat-regions.ts';
import { buildRegions } from './build-regions.ts';
import { createMercator, describeProjection, type MapProjection, planProjection } from './projection.ts';

/** A feature for tests. */
export function feature(name: unknown, geometry: unknown, properties: object = {}): unknown {
  return { type: 'Feature', properties: { name, ...properties }, geometry };
}

export function polygon(...rings: number[][][]): unknown {
  return { type: 'Polygon', coordinates: rings };
}

/** A closed square ring, counter-clockwise. */
export function square(west: number, south: number, size: number): number[][] {
  const east = west + size;
  const north = south + size;
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

export function bytesOf(document: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(typeof document === 'string' ? document : JSON.stringify(document));
}

/** Builds the regions of a collection of features, or of a whole document. */
export function build(
  document: unknown,
  projection: MapProjection = createMercator(),
): Promise<RegionMapContent> {
  const content = Array.isArray(document) ? { type: 'FeatureCollection', features: document } : document;
  return buildRegions(bytesOf(content), planProjection(projection, describeProjection(projection)));
}
