import type { FarmErrorCode, FarmErrorDetails } from '../core/errors.ts';
import type { Hierarchy } from './hierarchy.ts';
import type { ModelData } from './model.contract.ts';
import type { ModelPlace } from './resources.ts';
import type { ModelFormat } from './sniff.ts';

/** A kind of worker, one script each. GLB and glTF are one format in two containers. */
export type WorkerKind = 'glb' | 'fbx';

/** The worker that reads a format. */
export function workerOf(format: ModelFormat): WorkerKind {
  return format === 'fbx' ? 'fbx' : 'glb';
}

interface Failure {
  readonly ok: false;
  readonly code: FarmErrorCode;
  readonly details: FarmErrorDetails;
}

type OpenResult =
  | {
      readonly ok: true;
      readonly format: ModelFormat;
      /** Content hash of all parts of the model. */
      readonly hash: string;
    }
  /** The file has a format of another worker; its bytes are returned. */
  | { readonly ok: true; readonly format: ModelFormat; readonly bytes: ArrayBuffer }
  | Failure;

export type ModelResult = { readonly ok: true; readonly model: ModelData } | Failure;

/** Methods of a model worker. */
export interface ModelWorkerApi {
  /** Resolves when the worker runs, which proves that its script was found and allowed. */
  ready(): true;
  /** Downloads (unless `bytes` are given) one model with all its parts. An invalid file is reported by the result. */
  open(job: number, place: ModelPlace, bytes: ArrayBuffer | null): Promise<OpenResult>;
  /** Decodes what `open` loaded. An invalid file is reported by the result. */
  decode(job: number): Promise<ModelResult>;
  /** Discards what `open` loaded: the content is decoded already. */
  drop(job: number): void;
  /** Aborts the job's downloads; its `open` returns `aborted`. */
  abort(job: number): void;
}

/** Posted while a job runs: progress, and a sign that the worker is alive. */
export interface ModelProgressMessage {
  readonly type: 'farm3d-progress';
  readonly job: number;
  readonly loadedBytes: number;
  /** 0 if unknown. */
  readonly totalBytes: number;
}

/** Posted for each primitive that rays can hit, after its model was returned. */
export interface ModelTreeMessage {
  readonly type: 'farm3d-tree';
  readonly job: number;
  /** Index in the model's `primitives`. */
  readonly primitive: number;
  readonly made: Hierarchy;
}
