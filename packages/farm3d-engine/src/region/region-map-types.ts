import type { FarmError } from '../core/errors.ts';
import type { Locale } from '../core/messages.ts';
import type { SkippedFeature } from '../geo/faults.ts';
import type { MapProjection } from '../geo/projection.ts';
import type { TweenAdapter } from '../render/tween.ts';
import type { Clock } from '../core/clock.ts';
import type { MapLoadPhase } from './geojson.contract.ts';
import type { RegionStyle } from './region-style.ts';

/** GeoJSON or a region pack: a URL relative to the page, or the file's bytes. */
export type MapSource = string | URL | ArrayBuffer | Uint8Array;

/** Options of a {@link RegionMap}. */
export interface RegionMapOptions {
  /** A projection of d3-geo, or a function of that form. Required before a map is loaded; see `setProjection`. */
  readonly projection?: MapProjection;
  /** Parts of a style. Default: DAY_STYLE. */
  readonly style?: Partial<RegionStyle>;
  /**
   * Language of messages, and of region names if the properties have several: `name:en` or `name_en` in English, `name:zh`
   * or `name_zh` in Chinese, else `name`. Default `zh-CN`.
   */
  readonly locale?: Locale;
  /** Whether names of regions are shown. Default true. */
  readonly labels?: boolean;
  /**
   * Returns the map inside a region, for a drill-down by double click, Enter or `drillDown`; null: there is none. Default:
   * no maps inside.
   */
  readonly child?: (region: RegionEntry) => MapSource | null | Promise<MapSource | null>;
  /** Whether all animation is off. Default `auto`: as the system setting. */
  readonly reducedMotion?: 'auto' | boolean;
  /** Upper limit of device pixels per CSS pixel. Default 2. */
  readonly maxPixelRatio?: number;
  /** Maximum number of map workers. Default 2; one starts only when a map is loaded. */
  readonly workers?: number;
  /** URL of the map worker's script. Default: beside the engine's own file. */
  readonly workerUrl?: string | URL;
  /** Source of time and frames. Default: the browser's. Tests pass their own. */
  readonly clock?: Clock;
  /** Plays camera moves and transitions. Default: the engine's own tween, cubic in-out. */
  readonly tween?: TweenAdapter;
}

/** A region of a loaded map. */
export interface RegionEntry {
  /** Unique in the map: the feature's `adcode` or `id`, else its index in the file. */
  readonly id: string;
  /** The name in the map's language if there is one, else the feature's `name`; never empty. */
  readonly name: string;
  /** Degrees: the feature's `center`, else its centroid. */
  readonly center: { readonly lat: number; readonly lng: number };
  /** Properties of the feature. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Number of its polygons. */
  readonly polygons: number;
}

/** Result of {@link RegionMap.load}. */
export interface MapLoadResult {
  /** Detected from the bytes. */
  readonly format: 'geojson' | 'region-pack';
  /** In the order of the file. */
  readonly regions: readonly RegionEntry[];
  /** Features that are not regions, and why. */
  readonly skipped: readonly SkippedFeature[];
  /** Number of polygons of all regions. */
  readonly polygons: number;
  /** Number of holes of all polygons. */
  readonly holes: number;
  /** Number of triangles of the tops. */
  readonly triangles: number;
  /** Ids of self-intersecting regions. */
  readonly selfIntersecting: readonly string[];
  /**
   * Sum of the polygons' areas without self-intersecting regions, square map units. Equals `triangleArea` but for rounding.
   */
  readonly polygonArea: number;
  /** Sum of the triangles' areas without self-intersecting regions, square map units. */
  readonly triangleArea: number;
  /** Time of the worker, milliseconds. */
  readonly workMs: number;
}

/** Events of a {@link RegionMap}. Payloads are plain and refer to regions by id. */
export interface RegionMapEvents {
  /** Progress of loading; `ratio` 0 … 1. */
  'load-progress': { readonly phase: MapLoadPhase; readonly ratio: number };
  /** A map was loaded; ids of its regions. */
  load: { readonly ids: readonly string[] };
  /** The hovered region changed; null: none. */
  hover: { readonly id: string | null; readonly originalEvent: PointerEvent | null };
  /** The selection changed; all selected ids. */
  select: { readonly ids: readonly string[] };
  /** A region was clicked; position in degrees. */
  'region-click': {
    readonly id: string;
    readonly lng: number;
    readonly lat: number;
    readonly pointerType: string;
    readonly originalEvent: PointerEvent;
  };
  /** A point marker was clicked; its handle. */
  'marker-click': {
    readonly marker: number;
    readonly pointerType: string;
    readonly originalEvent: PointerEvent;
  };
  /** A click outside all regions. */
  'background-click': { readonly originalEvent: PointerEvent };
  /** The level changed: the region of the new level (null: the top) and its depth, 0 at the top. */
  drill: { readonly id: string | null; readonly depth: number };
  /** The camera moved, and what moved it. */
  'camera-changed': { readonly source: 'user' | 'api' | 'tween' };
  /** A frame was drawn. */
  render: {
    readonly frame: number;
    readonly draws: number;
    readonly triangles: number;
    readonly reason: string;
  };
  /** The graphics context was lost; it is restored automatically. */
  'context-lost': Record<string, never>;
  /** The context was restored. */
  'context-restored': Record<string, never>;
  /** An error that no call reports. */
  error: { readonly error: FarmError };
}

/** Names of all events; `on` throws for others. */
export const REGION_MAP_EVENTS: Readonly<Record<keyof RegionMapEvents, true>> = {
  'load-progress': true,
  load: true,
  hover: true,
  select: true,
  'region-click': true,
  'marker-click': true,
  'background-click': true,
  drill: true,
  'camera-changed': true,
  render: true,
  'context-lost': true,
  'context-restored': true,
  error: true,
};

/** Statistics of a map. */
export interface RegionMapStats {
  /** Frames drawn since the map was created. */
  readonly frames: number;
  /** Draw calls of the last frame. */
  readonly draws: number;
  /** Triangles of the last frame. */
  readonly triangles: number;
  /** Geometries on the graphics card. */
  readonly geometries: number;
  /** Textures on the graphics card. */
  readonly textures: number;
  /** Running map workers. */
  readonly workers: number;
  /** Regions of the present level. */
  readonly regions: number;
  /** Visible names. */
  readonly labels: number;
  /** Size of the arrays of all levels, bytes; the GPU has a copy, and the vertices twice. */
  readonly bytes: number;
}
