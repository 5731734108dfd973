export { FarmError, type FarmErrorCode, type FarmErrorDetails } from '../core/errors.ts';
export type { Locale } from '../core/messages.ts';
export type { MapFault, SkippedFeature, SkipReason } from '../geo/faults.ts';
export { createMercator, type LngLat, type MapProjection } from '../geo/projection.ts';
export type { FlowLineOptions, FlowingLines } from './flowing-lines.ts';
export type { GraticuleOptions } from './graticule.ts';
export type { MapBearing } from './map-compass.ts';
export type { MapPick } from './map-pointer.ts';
export type { Padding } from '../core/padding.ts';
export type { PointMarkerOptions } from './point-marker-options.ts';
export type { PointMarkers } from './point-markers.ts';
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
export { DAY_STYLE, NIGHT_STYLE, type RegionStyle } from './region-style.ts';
export type { Legend, LegendItem, RegionValues, ValueScale, ValueStop } from './region-values.ts';
export type { RotatingRingOptions, RotatingRings } from './rotating-rings.ts';
export type { WeatherKind } from '../weather/kinds.ts';
