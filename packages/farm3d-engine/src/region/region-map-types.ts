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

/** Options of a {@link RegionMap}; every one may be left out. */
export interface RegionMapOptions {
  /** Any projection of d3-geo, or a function of that form. May be set later with `setProjection`, but before a map is loaded. */
  readonly projection?: MapProjection;
  /** Parts of a style; the rest is the specification's (DAY_STYLE). */
  readonly style?: Partial<RegionStyle>;
  /**
   * Of what the map says, and of the names of regions where their properties have several: `name:en` or `name_en` in
   * English, `name:zh` or `name_zh` in Chinese, else `name`. Default `zh-CN`.
   */
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
  /** Time and frames. Default: the browser's own. A test gives one that it holds. */
  readonly clock?: Clock;
  /** Plays flights and transitions. Default: the engine's own, cubic in-out. */
  readonly tween?: TweenAdapter;
}

/** A region as it was loaded. */
export interface RegionEntry {
  /** Unique in its map: the feature's `adcode` or `id`, else its place in the file. */
  readonly id: string;
  /** In the map's language where the file has it, else the feature's `name`; never blank. */
  readonly name: string;
  /** Degrees: the feature's `center`, else its centroid. */
  readonly center: { readonly lat: number; readonly lng: number };
  /** Of the feature. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** How many pieces it has. */
  readonly polygons: number;
}

/** What a map file held. */
export interface MapLoadResult {
  /** By the bytes, not by the name. */
  readonly format: 'geojson' | 'region-pack';
  /** In the order of the file. */
  readonly regions: readonly RegionEntry[];
  /** Features that are no regions, and why. */
  readonly skipped: readonly SkippedFeature[];
  /** Of all regions. */
  readonly polygons: number;
  /** Rings that are cut out of polygons. */
  readonly holes: number;
  /** Of the tops. */
  readonly triangles: number;
  /** Ids of regions whose rings cross themselves. */
  readonly selfIntersecting: readonly string[];
  /** Sums over all regions but the self-intersecting ones, square map units. Equal but for rounding. */
  readonly polygonArea: number;
  /** Sum over the triangles of all regions but the self-intersecting ones, square map units. */
  readonly triangleArea: number;
  /** Work in the worker, milliseconds. */
  readonly workMs: number;
}

/** What a {@link RegionMap} tells. Payloads are plain and name regions by their ids. */
export interface RegionMapEvents {
  /** Of the map that loads; `ratio` 0 … 1. */
  'load-progress': { readonly phase: MapLoadPhase; readonly ratio: number };
  /** A map was loaded and is shown; ids of its regions. */
  load: { readonly ids: readonly string[] };
  /** The region under the resting pointer; null: none. */
  hover: { readonly id: string | null };
  /** Other regions are chosen; all ids. */
  select: { readonly ids: readonly string[] };
  /** A click on a region, and where: degrees. */
  'region-click': {
    readonly id: string;
    readonly lng: number;
    readonly lat: number;
    readonly pointerType: string;
  };
  /** A click on a point marker, by its number. */
  'marker-click': { readonly marker: number; readonly pointerType: string };
  /** A click beside all regions. */
  'background-click': Record<string, never>;
  /** The level changed: the region drilled into (null: back to the top) and how deep we are, 0 at the top. */
  drill: { readonly id: string | null; readonly depth: number };
  /** The map is seen from elsewhere, and who moved it. */
  'camera-changed': { readonly source: 'user' | 'api' | 'tween' };
  /** A frame was drawn. */
  render: {
    readonly frame: number;
    readonly draws: number;
    readonly triangles: number;
    readonly reason: string;
  };
  /** The browser has taken the drawing context away; the picture comes back by itself. */
  'context-lost': Record<string, never>;
  /** The picture is there again. */
  'context-restored': Record<string, never>;
  /** Something failed that no call waits for. */
  error: { readonly error: FarmError };
}

/** Every event by name: others are refused. */
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

/** Exact numbers of a map, of its last frame and of what it holds. */
export interface RegionMapStats {
  /** Drawn since the map was made. */
  readonly frames: number;
  /** Draw calls of the last frame. */
  readonly draws: number;
  /** Of the last frame. */
  readonly triangles: number;
  /** On the graphics card now. */
  readonly geometries: number;
  /** On the graphics card now. */
  readonly textures: number;
  /** Map workers alive now. */
  readonly workers: number;
  /** Of the present level. */
  readonly regions: number;
  /** Names on screen. */
  readonly labels: number;
  /** In the arrays of all levels, bytes; the GPU holds the same once more and the vertices twice. */
  readonly bytes: number;
}
