import type { FarmError } from '../core/errors.ts';
import type { Locale } from '../core/messages.ts';
import type { SkippedFeature } from '../geo/faults.ts';
import type { MapProjection } from '../geo/projection.ts';
import type { TweenAdapter } from '../render/tween.ts';
import type { Clock } from '../core/clock.ts';
import type { MapLoadPhase } from './geojson.contract.ts';
import type { RegionStyle } from './region-style.ts';

/** GeoJSON or a region pack: an address relative to the page, or the file's bytes. */
export type MapSource = string | URL | ArrayBuffer | Uint8Array;

export interface RegionMapOptions {
  /** Any projection of d3-geo, or a function of that form. May be set later with `setProjection`, but before a map is loaded. */
  readonly projection?: MapProjection;
  /** Parts of a style; the rest is the specification's (DAY_STYLE). */
  readonly style?: Partial<RegionStyle>;
  /** Default `zh-CN`. */
  readonly locale?: Locale;
  /** Whether names of regions are shown. Default true. */
  readonly labels?: boolean;
  /**
   * The map inside a region, for drilling down by double click, Enter or `drillDown`; null when there is none.
   * Default: there is none.
   */
  readonly child?: (region: RegionEntry) => MapSource | null | Promise<MapSource | null>;
  /** Whether nothing flies, floats or flows. Default `auto`: as the system says. */
  readonly reducedMotion?: 'auto' | boolean;
  /** Upper limit of device pixels for one CSS pixel. Default 2. */
  readonly maxPixelRatio?: number;
  /** Most map workers at a time. Default 2; one starts only when a map is loaded. */
  readonly workers?: number;
  /** Address of the map worker's script. Default: beside the engine's own file. */
  readonly workerUrl?: string | URL;
  readonly clock?: Clock;
  /** Plays flights and transitions. Default: the engine's own, cubic in-out. */
  readonly tween?: TweenAdapter;
}

/** A region as it was loaded. */
export interface RegionEntry {
  /** Unique in its map: the feature's `adcode` or `id`, else its place in the file. */
  readonly id: string;
  readonly name: string;
  /** Degrees: the feature's `center`, else its centroid. */
  readonly center: { readonly lat: number; readonly lng: number };
  /** Of the feature. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly polygons: number;
}

export interface MapLoadResult {
  readonly format: 'geojson' | 'region-pack';
  readonly regions: readonly RegionEntry[];
  readonly skipped: readonly SkippedFeature[];
  readonly polygons: number;
  readonly holes: number;
  readonly triangles: number;
  /** Ids of regions whose rings cross themselves. */
  readonly selfIntersecting: readonly string[];
  /** Sums over all regions but the self-intersecting ones, square map units. Equal but for rounding. */
  readonly polygonArea: number;
  readonly triangleArea: number;
  /** Work in the worker, milliseconds. */
  readonly workMs: number;
}

export interface RegionMapEvents {
  'load-progress': { readonly phase: MapLoadPhase; readonly ratio: number };
  load: { readonly ids: readonly string[] };
  hover: { readonly id: string | null };
  select: { readonly ids: readonly string[] };
  'region-click': {
    readonly id: string;
    readonly lng: number;
    readonly lat: number;
    readonly pointerType: string;
  };
  'marker-click': { readonly marker: number; readonly pointerType: string };
  'background-click': Record<string, never>;
  /** The level changed: the region drilled into (null: back to the top) and how deep we are, 0 at the top. */
  drill: { readonly id: string | null; readonly depth: number };
  'camera-changed': { readonly source: 'user' | 'api' | 'tween' };
  render: {
    readonly frame: number;
    readonly draws: number;
    readonly triangles: number;
    readonly reason: string;
  };
  'context-lost': Record<string, never>;
  'context-restored': Record<string, never>;
  error: { readonly error: FarmError };
}

export interface RegionMapStats {
  readonly frames: number;
  /** Of the last frame. */
  readonly draws: number;
  readonly triangles: number;
  readonly geometries: number;
  readonly textures: number;
  readonly workers: number;
  readonly regions: number;
  /** Names on screen. */
  readonly labels: number;
  /** In the arrays of all levels, bytes; the GPU holds the same once more and the vertices twice. */
  readonly bytes: number;
}
