import type { LngLat } from '../geo/projection.ts';

/**
 * Of a point marker, map units. Spec §9: "Point markers: size 0.1, colour #C59115, floating range 0.2, 2 s float cycle, 4 s spin".
 */
export const MARKER_SIZE = 0.1;
/** Of a point marker. Spec §9. */
export const MARKER_COLOR = '#C59115';
/** From its lowest to its highest place, map units. Spec §9. */
export const MARKER_FLOATING_RANGE = 0.2;
/** Once up and down, seconds. Spec §9. */
export const MARKER_FLOAT_SECONDS = 2;
/** Once around, seconds. Spec §9. */
export const MARKER_SPIN_SECONDS = 4;

/** Spec §3, point marker options. */
export interface PointMarkerOptions {
  /** Longitude and latitude, degrees. */
  readonly position: LngLat;
  /** Map units. Default 0.1. */
  readonly size?: number;
  /** #rrggbb. Default `#C59115`. */
  readonly color?: string;
  /** How far it floats up and down, map units; 0: it stands. Default 0.2. */
  readonly floatingRange?: number;
  /** Over the ground under it (a region's top), map units. Default 0: it stands on it. */
  readonly elevation?: number;
  /** `id` of the label's element on the page. */
  readonly labelId?: string;
  /** The label: text, or an element of the page's own. */
  readonly labelElement?: string | HTMLElement;
  /** Where the label is, from the marker, map units. Default just above it. */
  readonly labelPosition?: { readonly x: number; readonly y: number; readonly z: number };
  /** Default true when there is a label. */
  readonly showLabel?: boolean;
  /** Whether the label floats with its marker. Default false. */
  readonly labelAnimation?: boolean;
}
