import { MALFORMED, MapError, type SkippedFeature, type SkipReason } from './faults.ts';
import type { RegionMapContent } from './flat-regions.ts';
import { GeoJsonReader, type RawCoordinates, type RawFeature } from './geojson-reader.ts';
import { PolygonProjector } from './polygon-projector.ts';
import type { ProjectionPlan } from './projection.ts';
import { RegionBuilder } from './region-builder.ts';
import { areaAndCentroid } from './ring-properties.ts';

export interface BuildOptions {
  /** Called periodically with the progress, 0 to 1; may wait, or throw to abort. */
  readonly pause?: ((ratio: number) => Promise<void> | void) | undefined;
  /** Time between two calls of `pause`, milliseconds. Default 12. */
  readonly sliceMs?: number;
}

/** Nesting depth of a geometry's coordinates. */
const DEPTHS: Readonly<Record<string, number>> = {
  Point: 1,
  MultiPoint: 2,
  LineString: 2,
  MultiLineString: 3,
  Polygon: 3,
  MultiPolygon: 4,
};

/**
 * Builds the regions of a GeoJSON file: parses, projects, clips and triangulates.
 * @throws MapError if the file is not a map of regions; single features are skipped with a reason
 */
export async function buildRegions(
  bytes: Uint8Array,
  plan: ProjectionPlan,
  options: BuildOptions = {},
): Promise<RegionMapContent> {
  const reader = new GeoJsonReader(bytes);
  const maker = new RegionMaker(plan);
  const sliceMs = options.sliceMs ?? 12;
  let sliceStart = performance.now();
  for (const feature of reader.features()) {
    maker.add(feature);
    if (!options.pause || performance.now() - sliceStart < sliceMs) continue;
    await options.pause(reader.offsetBytes / reader.sizeBytes);
    sliceStart = performance.now();
  }
  return maker.finish();
}

class RegionMaker {
  readonly #builder = new RegionBuilder();
  readonly #projector: PolygonProjector;
  readonly #plan: ProjectionPlan;
  readonly #skipped: SkippedFeature[] = [];
  readonly #ids = new Set<string>();
  #points = 0;

  constructor(plan: ProjectionPlan) {
    this.#plan = plan;
    this.#projector = new PolygonProjector(plan, this.#builder);
  }

  add(feature: RawFeature): void {
    const name = nameOf(feature);
    const reason = this.#refuse(feature, name) ?? this.#build(feature, name);
    if (reason) this.#skipped.push({ index: feature.index, name, reason });
  }

  finish(): RegionMapContent {
    const builder = this.#builder;
    const broken = this.#skipped.find(({ reason }) => MALFORMED.has(reason));
    if (builder.regionCount === 0 && broken) {
      throw new MapError('no-region', `feature ${broken.index}: ${broken.reason}`);
    }
    const { regionCount: regions, polygons, holes, triangles, selfIntersecting } = builder;
    const { polygonArea, triangleArea } = builder;
    const stats = { regions, polygons, holes, triangles, points: this.#points, selfIntersecting };
    return {
      flat: builder.finish(),
      stats: { ...stats, skipped: this.#skipped, polygonArea, triangleArea },
    };
  }

  #refuse({ isFeature, geometry }: RawFeature, name: string): SkipReason | null {
    if (!isFeature || geometry === undefined) return 'not-a-feature';
    if (geometry === null) return 'null-geometry';
    const { type, coordinates } = geometry;
    if (type === 'GeometryCollection') return 'unsupported-geometry';
    const depth = typeof type === 'string' ? DEPTHS[type] : undefined;
    if (depth === undefined || !coordinates) return 'bad-coordinates';
    if (coordinates.depth !== depth && coordinates.depth !== 0) return 'bad-coordinates';
    if (type !== 'Polygon' && type !== 'MultiPolygon') return 'unsupported-geometry';
    if (name === '') return 'unnamed';
    if (coordinates.positionCount === 0) return 'empty-geometry';
    return null;
  }

  #build({ index, id, properties, propertiesText, geometry }: RawFeature, name: string): SkipReason | null {
    const coordinates = geometry!.coordinates!;
    if (isBeyondPole(coordinates)) return 'out-of-range';
    const center = centerOf(properties) ?? centroidOf(coordinates, this.#plan.rotation);
    let isOutside = false;
    let ring = 0;
    for (const lastRing of coordinates.polygonEnds) {
      isOutside = !this.#projector.add(coordinates, ring, lastRing) || isOutside;
      ring = lastRing;
    }
    const projected = this.#plan.project([center[0], center[1]]);
    const anchor =
      projected && Number.isFinite(projected[0]) && Number.isFinite(projected[1]) ? projected : null;
    const region = { id: this.#idOf(properties, id, index), name, propertiesText, center, anchor };
    const reason = this.#builder.endRegion(region);
    if (reason) return isOutside ? 'outside-projection' : reason;
    this.#ids.add(region.id);
    this.#points += coordinates.positionCount;
    return null;
  }

  #idOf(properties: RawFeature['properties'], featureId: unknown, index: number): string {
    const candidate = [properties?.['adcode'], properties?.['id'], featureId].find(
      (value) => (typeof value === 'string' && value !== '') || typeof value === 'number',
    ) as string | number | undefined;
    const id = candidate === undefined ? `feature-${index}` : String(candidate);
    return this.#ids.has(id) ? `${id}-${index}` : id;
  }
}

function nameOf({ properties }: RawFeature): string {
  const name = properties?.['name'];
  if (typeof name === 'number') return String(name);
  return typeof name === 'string' ? name.trim() : '';
}

function centerOf(properties: RawFeature['properties']): readonly [number, number] | null {
  const center = properties?.['center'];
  if (!Array.isArray(center)) return null;
  const [longitude, latitude] = center as unknown[];
  const isPosition =
    typeof longitude === 'number' &&
    typeof latitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 540;
  return isPosition ? [longitude, latitude] : null;
}

function isBeyondPole({ positions, positionCount }: RawCoordinates): boolean {
  for (let i = 0; i < positionCount; i++) if (Math.abs(positions[i * 2 + 1]!) > 90) return true;
  return false;
}

/** Centroid of the outer rings, weighted by their areas in degrees. */
function centroidOf(coordinates: RawCoordinates, rotation: number): readonly [number, number] {
  let weight = 0;
  let x = 0;
  let y = 0;
  let ring = 0;
  for (const lastRing of coordinates.polygonEnds) {
    const start = ring === 0 ? 0 : coordinates.ringEnds[ring - 1]!;
    const properties = areaAndCentroid(coordinates.positions, start, coordinates.ringEnds[ring]!, rotation);
    weight += properties.area;
    x += properties.centroid[0] * properties.area;
    y += properties.centroid[1] * properties.area;
    ring = lastRing;
  }
  if (weight > 0) return [wrap(x / weight), y / weight];
  return [coordinates.positions[0]!, coordinates.positions[1]!];
}

function wrap(longitude: number): number {
  return longitude - 360 * Math.round(longitude / 360);
}
