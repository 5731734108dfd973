/** Why a file is no map. */
export type MapFileFault = 'invalid-json' | 'not-geojson' | 'topojson' | 'no-region';

/** A file that may be uploaded. */
export interface PreparedMap {
  /** GeoJSON, with coordinates of a metre's precision. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Codes of its areas. */
  readonly codes: readonly string[];
  /** Areas that it may be the inside of, the nearest first. */
  readonly parents: readonly string[];
}

export type PrepareAnswer =
  | { readonly type: 'progress'; readonly ratio: number }
  | { readonly type: 'done'; readonly map: PreparedMap }
  | { readonly type: 'fault'; readonly fault: MapFileFault };

export class MapFileError extends Error {
  override readonly name = 'MapFileError';
  readonly fault: MapFileFault;

  constructor(fault: MapFileFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Five places of a degree are a metre: finer than any map of areas. */
const PRECISION = 1e5;

type Json = Record<string, unknown>;

/**
 * Reads a GeoJSON file: which areas it has, whose inside it is, and its coordinates without false precision.
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
  for (const [index, feature] of features.entries()) {
    const properties = asObject(feature['properties']);
    const geometry = asObject(feature['geometry']);
    const isArea = geometry['type'] === 'Polygon' || geometry['type'] === 'MultiPolygon';
    const name = properties['name'];
    if (isArea && (typeof name === 'number' || (typeof name === 'string' && name.trim() !== ''))) {
      const code = properties['adcode'] ?? properties['id'] ?? feature['id'];
      codes.push(typeof code === 'string' || typeof code === 'number' ? String(code) : `feature-${index}`);
      const parent = asObject(properties['parent'])['adcode'];
      if (typeof parent === 'string' || typeof parent === 'number') parents.add(String(parent));
    }
    if (Array.isArray(geometry['coordinates'])) coarsen(geometry['coordinates'] as unknown[]);
    onProgress((index + 1) / features.length);
  }
  if (codes.length === 0) throw new MapFileError('no-region');
  const own = parents.size === 1 ? [...parents] : [];
  return {
    bytes: new TextEncoder().encode(JSON.stringify(root)),
    codes,
    parents: [...own, ...parentsByCode(codes)],
  };
}

function parse(bytes: Uint8Array): Json {
  let root: unknown;
  try {
    root = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new MapFileError('invalid-json');
  }
  return asObject(root);
}

function featuresOf(root: Json): Json[] {
  if (root['type'] === 'Topology') throw new MapFileError('topojson');
  if (root['type'] === 'Feature') return [root];
  if (root['type'] !== 'FeatureCollection' || !Array.isArray(root['features'])) {
    throw new MapFileError('not-geojson');
  }
  return (root['features'] as unknown[]).map(asObject);
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** In place, at every depth. Neighbours that become the same place are one, unless the ring would be too short. */
function coarsen(coordinates: unknown[]): void {
  if (!Array.isArray(coordinates[0])) {
    for (const [at, value] of coordinates.entries()) {
      if (typeof value === 'number') coordinates[at] = Math.round(value * PRECISION) / PRECISION;
    }
    return;
  }
  for (const inner of coordinates) if (Array.isArray(inner)) coarsen(inner as unknown[]);
  const points = coordinates as unknown[][];
  if (typeof points[0]?.[0] !== 'number') return;
  const kept = points.filter(
    (point, at) => at === 0 || point[0] !== points[at - 1]?.[0] || point[1] !== points[at - 1]?.[1],
  );
  if (kept.length >= 4) coordinates.splice(0, coordinates.length, ...kept);
}

/** Administrative codes name the area above them in their first digits: 510104 lies in 510100, that in 510000. */
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
