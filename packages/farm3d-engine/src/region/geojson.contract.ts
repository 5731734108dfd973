import type { FarmErrorCode, FarmErrorDetails } from '../core/errors.ts';
import type { BoxIndex } from '../geo/box-index.ts';
import type { CoarseRegions } from '../geo/coarse-regions.ts';
import type { RegionMapContent } from '../geo/flat-regions.ts';
import type { ProjectionSpec } from '../geo/projection.ts';

/** A map ready to draw, with statistics of its loading. */
export interface LoadedMap extends RegionMapContent {
  readonly index: BoxIndex;
  /** For distant views; null for a small map. */
  readonly coarse: CoarseRegions | null;
  readonly format: 'geojson' | 'region-pack';
  /** Size of the file. */
  readonly sizeBytes: number;
  /** Time for parsing, projecting and triangulating, without the download, milliseconds. */
  readonly workMs: number;
}

export type GeoJsonResult =
  | { readonly ok: true; readonly map: LoadedMap }
  | { readonly ok: false; readonly code: FarmErrorCode; readonly details: FarmErrorDetails };

/** Methods of a map worker. */
export interface GeoJsonWorkerApi {
  /** Resolves when the worker runs. */
  ready(): true;
  /** Downloads (unless `bytes` are given) and builds one map. An invalid file is reported by the result. */
  load(
    job: number,
    url: string,
    bytes: Uint8Array<ArrayBuffer> | null,
    spec: ProjectionSpec,
  ): Promise<GeoJsonResult>;
  /** Aborts a job; its `load` returns `aborted`. */
  abort(job: number): void;
}

/** A progress message, besides the responses. */
export interface GeoJsonProgressMessage {
  readonly type: 'farm3d-map-progress';
  readonly job: number;
  readonly phase: MapLoadPhase;
  /** 0 to 1; 0 during a download whose length is unknown. */
  readonly ratio: number;
}

/** `build`: parsing, projecting and triangulating. */
export type MapLoadPhase = 'download' | 'build';
