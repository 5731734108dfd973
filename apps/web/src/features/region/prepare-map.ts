import { isRegionPack, unpackRegionPack } from 'farm3d-engine/region/pack';
import { feature as featuresOfObject } from 'topojson-client';

/** Why a file is not a valid map. */
export type MapFileFault =
  | 'empty'
  | 'invalid-json'
  | 'not-geojson'
  | 'invalid-topojson'
  | 'no-region'
  | 'no-name'
  | 'no-polygon'
  | 'invalid-pack'
  | 'other-projection'
  | 'archive'
  | 'too-large';

/** A file that may be uploaded. */
export interface PreparedMap {
  /** GeoJSON, with coordinates of a metre's precision. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Codes of the areas in it. */
  readonly codes: readonly string[];
  /** Possible parent areas, the nearest first. */
  readonly parents: readonly string[];
}

export class MapFileError extends Error {
  override readonly name = 'MapFileError';
  readonly fault: MapFileFault;

  constructor(fault: MapFileFault) {
    super(fault);
    this.fault = fault;
  }
}

type Json = Record<string, unknown>;
type Topology = Parameters<typeof featuresOfObject>[0];
type Geometry = Parameters<typeof featuresOfObject>[1] & object;

/**
 * Reads a map file (GeoJSON, TopoJSON or a region pack of the engine): its areas, its possible parents, and its
 * content as GeoJSON with rounded coordinates.
 * @throws {MapFileError}
 */
export function prepareMap(
  bytes: Uint8Array<ArrayBuffer>,
  onProgress: (ratio: number) => void = () => {},
): PreparedMap {
  const root = parse(bytes);
  const features = featuresOf(root);
  const codes: string[] = [];
  const parents = new Set<string>();
  let areas = 0;
  for (const [index, feature] of features.entries()) {
    const properties = asObject(feature['properties']);
    const geometry = asObject(feature['geometry']);
    const isArea = geometry['type'] === 'Polygon' || geometry['type'] === 'MultiPolygon';
    if (isArea) areas += 1;
    if (isArea && hasName(properties)) {
      const code = properties['adcode'] ?? properties['id'] ?? feature['id'];
      codes.push(typeof code === 'string' || typeof code === 'number' ? String(code) : `feature-${index}`);
      const parent = asObject(properties['parent'])['adcode'];
      if (typeof parent === 'string' || typeof parent === 'number') parents.add(String(parent));
    }
    if (Array.isArray(geometry['coordinates'])) roundCoordinates(geometry['coordinates'] as unknown[]);
    onProgress((index + 1) / features.length);
  }
  if (codes.length === 0) throw new MapFileError(faultOf(features.length, areas));
  const own = parents.size === 1 ? [...parents] : [];
  return {
    bytes: new TextEncoder().encode(JSON.stringify(root)),
    codes,
    parents: [...own, ...parentsByCode(codes)],
  };
}

/** Fault of a file without named areas. */
function faultOf(features: number, areas: number): MapFileFault {
  if (features === 0) return 'no-region';
  return areas === 0 ? 'no-polygon' : 'no-name';
}

function hasName({ name }: Json): boolean {
  return typeof name === 'number' || (typeof name === 'string' && name.trim() !== '');
}

function parse(bytes: Uint8Array<ArrayBuffer>): Json {
  if (bytes.length === 0) throw new MapFileError('empty');
  if (isRegionPack(bytes)) return unpack(bytes);
  // A ZIP archive, such as a shapefile or KMZ.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) throw new MapFileError('archive');
  let root: unknown;
  try {
    root = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new MapFileError('invalid-json');
  }
  const object = asObject(root);
  return object['type'] === 'Topology' ? collectionOf(object) : object;
}

function unpack(bytes: Uint8Array<ArrayBuffer>): Json {
  try {
    return { ...unpackRegionPack(bytes) };
  } catch (error) {
    const { fault } = error as { fault?: unknown };
    throw new MapFileError(fault === 'other-projection' ? fault : 'invalid-pack');
  }
}

/** The object of a topology with the most named areas: a topology may have several levels. */
function collectionOf(topology: Json): Json {
  let best: Json | null = null;
  let max = -1;
  try {
    for (const object of Object.values(asObject(topology['objects']))) {
      const candidate = featuresOfObject(
        topology as unknown as Topology,
        object as Geometry,
      ) as unknown as Json;
      const collection: Json =
        candidate['type'] === 'Feature' ? { type: 'FeatureCollection', features: [candidate] } : candidate;
      const namedCount = featuresOf(collection).filter((one) => hasName(asObject(one['properties']))).length;
      if (namedCount > max) [best, max] = [collection, namedCount];
    }
  } catch {
    throw new MapFileError('invalid-topojson');
  }
  if (!best) throw new MapFileError('no-region');
  return best;
}

function featuresOf(root: Json): Json[] {
  if (root['type'] === 'Feature') return [root];
  if (root['type'] !== 'FeatureCollection' || !Array.isArray(root['features'])) {
    throw new MapFileError('not-geojson');
  }
  return (root['features'] as unknown[]).map(asObject);
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** Parents by administrative code: 510104 is in 510100, which is in 510000. */
export function parentsByCode(codes: readonly string[]): string[] {
  if (!codes.every((code) => /^\d{6}$/.test(code))) return [];
  const shared = (digits: number): string | null => {
    const head = codes[0]?.slice(0, digits) ?? '';
    return codes.every((code) => code.startsWith(head)) ? head.padEnd(6, '0') : null;
  };
  return [...new Set([shared(4), shared(2)])].filter(
    (code): code is string => code !== null && !codes.includes(code),
  );
}

/**
 * Five decimals of a degree are at most a metre: finer than any map of areas is drawn, and a
 * third of the file. Neighbours share their border points, so rounding moves both alike and opens no gap.
 */
const PRECISION = 1e5;
/** Least number of points of a closed ring. */
const MIN_RING_POINTS = 4;

/** Rounds in place, at every depth. Equal neighbours are merged, unless the ring would be too short. */
function roundCoordinates(coordinates: unknown[]): void {
  if (!Array.isArray(coordinates[0])) {
    for (const [at, value] of coordinates.entries()) {
      if (typeof value === 'number') coordinates[at] = Math.round(value * PRECISION) / PRECISION;
    }
    return;
  }
  for (const inner of coordinates) if (Array.isArray(inner)) roundCoordinates(inner as unknown[]);
  const points = coordinates as unknown[][];
  if (typeof points[0]?.[0] !== 'number') return;
  const kept = points.filter(
    (point, at) => at === 0 || point[0] !== points[at - 1]?.[0] || point[1] !== points[at - 1]?.[1],
  );
  if (kept.length >= MIN_RING_POINTS) coordinates.splice(0, coordinates.length, ...kept);
}
