import type { FarmErrorCode, FarmErrorDetails } from '../core/errors.ts';
import type { BoxIndex } from '../geo/box-index.ts';
import type { CoarseRegions } from '../geo/coarse-regions.ts';
import type { RegionMapContent } from '../geo/flat-regions.ts';
import type { ProjectionSpec } from '../geo/projection.ts';

/** A map ready to be drawn, and how the work was spent. */
export interface LoadedMap extends RegionMapContent {
  readonly index: BoxIndex;
  /** For views from far away; null for a small map. */
  readonly coarse: CoarseRegions | null;
  readonly format: 'geojson' | 'region-pack';
  /** Of the file. */
  readonly sizeBytes: number;
  /** Reading, projecting and triangulating, without the download, milliseconds. */
  readonly workMs: number;
}

export type GeoJsonResult =
  | { readonly ok: true; readonly map: LoadedMap }
  | { readonly ok: false; readonly code: FarmErrorCode; readonly details: FarmErrorDetails };

/** What a map worker answers to. */
export interface GeoJsonWorkerApi {
  /** Resolves once the worker runs. */
  ready(): true;
  /** Downloads (unless `bytes` are given) and builds one map. Never rejects for a bad file. */
  load(
    job: number,
    url: string,
    bytes: Uint8Array<ArrayBuffer> | null,
    spec: ProjectionSpec,
  ): Promise<GeoJsonResult>;
  /** Stops the job; its `load` then answers `aborted`. */
  abort(job: number): void;
}

/** Posted beside the answers. */
export interface GeoJsonProgressMessage {
  readonly type: 'farm3d-map-progress';
  readonly job: number;
  readonly phase: MapLoadPhase;
  /** 0 to 1; while downloading 0 when the server does not tell the length. */
  readonly ratio: number;
}

/** `build` is parsing, projecting and triangulating in one go. */
export type MapLoadPhase = 'download' | 'build';
