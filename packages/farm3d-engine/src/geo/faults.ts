/** Why a whole map could not be read. */
export type MapFault =
  /** Not JSON at all. */
  | 'invalid-json'
  /** JSON, but nothing that RFC 7946 knows. */
  | 'not-geojson'
  /** TopoJSON: convert it first. */
  | 'topojson'
  /** Broken features and not one region. */
  | 'no-region'
  /** More regions than one map can hold. */
  | 'too-many-regions'
  /** A region pack that is cut off or of another version. */
  | 'invalid-pack'
  /** A region pack made for another projection. */
  | 'other-projection';

/** Why one feature of a map is not shown. */
export type SkipReason =
  /** Its `name` is missing or blank: the specification leaves such features out. */
  | 'unnamed'
  | 'null-geometry'
  /** Only Polygon and MultiPolygon are regions. */
  | 'unsupported-geometry'
  | 'empty-geometry'
  /** Not an object, or not of type Feature. */
  | 'not-a-feature'
  /** Something else than numbers, or the wrong number of brackets. */
  | 'bad-coordinates'
  /** A latitude beyond ±90°. */
  | 'out-of-range'
  /** No area is left of it: a line, or smaller than the map can show. */
  | 'degenerate'
  /** The projection has no place for it. */
  | 'outside-projection';

/** Reasons that speak of a broken file; the others are valid GeoJSON that holds no region. */
export const MALFORMED: ReadonlySet<SkipReason> = new Set(['not-a-feature', 'bad-coordinates']);

/** A feature of a map's file that is no region. */
export interface SkippedFeature {
  /** Place in the file, from 0. */
  readonly index: number;
  /** As the file has it; empty when it has none. */
  readonly name: string;
  /** Why it was left out. */
  readonly reason: SkipReason;
}

/** Thrown by the readers of maps; the facade turns it into a FarmError. */
export class MapError extends Error {
  override readonly name = 'MapError';
  readonly fault: MapFault;

  constructor(fault: MapFault, detail: string) {
    super(detail);
    this.fault = fault;
  }
}
