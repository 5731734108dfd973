export { FarmError, type FarmErrorCode, type FarmErrorDetails } from '../core/errors.ts';
export type { Locale } from '../core/messages.ts';
export type { MapFault, SkippedFeature, SkipReason } from '../geo/faults.ts';
export {
  createMercator,
  DEFAULT_CENTER,
  DEFAULT_SCALE,
  type LngLat,
  type MapProjection,
} from '../geo/projection.ts';
export {
  FLOW_HEIGHT,
  FLOW_PROPORTION,
  FLOW_SIZE,
  FLOW_SPEED,
  type FlowLineOptions,
} from './flowing-lines.ts';
export type { GraticuleOptions } from './graticule.ts';
export type { MapBearing } from './map-compass.ts';
export type { MapPick } from './map-pointer.ts';
export type { Padding } from '../core/padding.ts';
export {
  MARKER_COLOR,
  MARKER_FLOAT_SECONDS,
  MARKER_FLOATING_RANGE,
  MARKER_SIZE,
  MARKER_SPIN_SECONDS,
  type PointMarkerOptions,
} from './point-marker-options.ts';
export type { PointMarkers } from './point-markers.ts';
export type { RotatingRings } from './rotating-rings.ts';
export type { FlowingLines } from './flowing-lines.ts';
export type { MapLoadPhase } from './geojson.contract.ts';
export { RegionMap } from './region-map.ts';
export type {
  MapLoadResult,
  MapSource,
  RegionEntry,
  RegionMapEvents,
  RegionMapOptions,
  RegionMapStats,
} from './region-map-types.ts';
export {
  BORDER_COLOR,
  DAY_STYLE,
  EXTRUSION_DEPTH,
  NIGHT_STYLE,
  type RegionStyle,
  SIDE_COLOR,
  TOP_COLOR,
  TRANSITION_MS,
} from './region-style.ts';
export type { Legend, LegendItem, RegionValues, ValueScale, ValueStop } from './region-values.ts';
export { RING_OPACITY, RING_ROTATION_SPEED, type RotatingRingOptions } from './rotating-rings.ts';
export type { WeatherKind } from '../weather/kinds.ts';
