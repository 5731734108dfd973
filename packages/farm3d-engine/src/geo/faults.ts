/** Why a map could not be read. */
export type MapFault =
  /** Invalid JSON. */
  | 'invalid-json'
  /** JSON, but not GeoJSON (RFC 7946). */
  | 'not-geojson'
  /** TopoJSON, which must be converted. */
  | 'topojson'
  /** Malformed features and no region. */
  | 'no-region'
  /** More regions than a map can contain. */
  | 'too-many-regions'
  /** A truncated region pack, or of another version. */
  | 'invalid-pack'
  /** A region pack for another projection. */
  | 'other-projection';

/** Why a feature was skipped. */
export type SkipReason =
  /** `name` is missing or empty: the specification leaves such features out. */
  | 'unnamed'
  | 'null-geometry'
  /** Not a Polygon or MultiPolygon. */
  | 'unsupported-geometry'
  | 'empty-geometry'
  /** Not an object of type Feature. */
  | 'not-a-feature'
  /** Coordinates that are not numbers, or with wrong nesting. */
  | 'bad-coordinates'
  /** A latitude beyond ±90°. */
  | 'out-of-range'
  /** No area: a line, or smaller than the resolution of the map. */
  | 'degenerate'
  /** The projection is undefined there. */
  | 'outside-projection';

/** Reasons that mean a malformed file; the others are valid GeoJSON without a region. */
export const MALFORMED: ReadonlySet<SkipReason> = new Set(['not-a-feature', 'bad-coordinates']);

/** A feature that is not a region. */
export interface SkippedFeature {
  /** Index in the file, from 0. */
  readonly index: number;
  /** `name` of the feature; empty if it has none. */
  readonly name: string;
  /** Why it was skipped. */
  readonly reason: SkipReason;
}

/** Error of the map readers; converted to a FarmError by the caller. */
export class MapError extends Error {
  override readonly name = 'MapError';
  readonly fault: MapFault;

  constructor(fault: MapFault, detail: string) {
    super(detail);
    this.fault = fault;
  }
}
