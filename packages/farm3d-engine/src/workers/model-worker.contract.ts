import type { FarmErrorCode, FarmErrorDetails } from '../core/errors.ts';
import type { Hierarchy } from './hierarchy.ts';
import type { ModelData } from './model.contract.ts';
import type { ModelFormat } from './sniff.ts';

/** A kind of worker: one script for each. GLB and glTF are one format in two wrappings. */
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
      /** Of everything that the model is made of: equal content has equal hashes. */
      readonly hash: string;
    }
  /** The bytes are of a format that another worker reads: here they are. */
  | { readonly ok: true; readonly format: ModelFormat; readonly bytes: ArrayBuffer }
  | Failure;

export type ModelResult = { readonly ok: true; readonly model: ModelData } | Failure;

/** What a model worker answers to. */
export interface ModelWorkerApi {
  /** Resolves once the worker runs: proves that its script was found and allowed. */
  ready(): true;
  /** Downloads (unless `bytes` are given) one model with all it is made of. Never rejects for a bad file. */
  open(job: number, url: string, bytes: ArrayBuffer | null): Promise<OpenResult>;
  /** Decodes what `open` fetched. Never rejects for a bad file. */
  decode(job: number): Promise<ModelResult>;
  /** Forgets what `open` fetched: somebody has decoded the same already. */
  drop(job: number): void;
  /** Stops the job's downloads. Its `open` then answers `aborted`. */
  abort(job: number): void;
}

/** Posted beside the answers while a job works: shows that it lives, and how much it has. */
export interface ModelProgressMessage {
  readonly type: 'farm3d-progress';
  readonly job: number;
  readonly loadedBytes: number;
  /** 0 when the server does not say. */
  readonly totalBytes: number;
}

/** Posted for each primitive that can be pointed at, some time after its model was handed over. */
export interface ModelTreeMessage {
  readonly type: 'farm3d-tree';
  readonly job: number;
  /** Its place in the model's `primitives`. */
  readonly primitive: number;
  readonly made: Hierarchy;
}
