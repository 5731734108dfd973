import type { LngLat } from '../geo/projection.ts';

/**
 * Default size, map units. Spec §9: "Point markers: size 0.1, colour #C59115, floating range 0.2, 2 s float cycle, 4 s
 * spin".
 */
export const MARKER_SIZE = 0.1;
/** Default colour. Spec §9. */
export const MARKER_COLOR = '#C59115';
/** Default distance between the lowest and the highest position, map units. Spec §9. */
export const MARKER_FLOATING_RANGE = 0.2;
/** Period of floating, seconds. Spec §9. */
export const MARKER_FLOAT_SECONDS = 2;
/** Period of spinning, seconds. Spec §9. */
export const MARKER_SPIN_SECONDS = 4;

/** Options of a point marker (Spec §3). */
export interface PointMarkerOptions {
  /** Longitude and latitude, degrees. */
  readonly position: LngLat;
  /** Size, map units. Default 0.1. */
  readonly size?: number;
  /** Colour, #rrggbb. Default `#C59115`. */
  readonly color?: string;
  /** Distance that it floats up and down, map units; 0: none. Default 0.2. */
  readonly floatingRange?: number;
  /** Height above the ground or the region's top, map units. Default 0. */
  readonly elevation?: number;
  /** `id` of an element of the page that is the label. */
  readonly labelId?: string;
  /** The label: a text or an element. */
  readonly labelElement?: string | HTMLElement;
  /** Position of the label relative to the marker, map units. Default: just above it. */
  readonly labelPosition?: { readonly x: number; readonly y: number; readonly z: number };
  /** Whether the label is shown. Default true. */
  readonly showLabel?: boolean;
  /** Whether the label floats with its marker. Default false. */
  readonly labelAnimation?: boolean;
}
