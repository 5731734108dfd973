import { expose, transfer } from 'comlink';
import { FarmError } from '../core/errors.ts';
import { download } from './download.ts';
import type { Flattened } from './flatten.ts';
import type {
  ModelProgressMessage,
  ModelResult,
  ModelTreeMessage,
  ModelWorkerApi,
  WorkerKind,
} from './model-worker.contract.ts';
import { workerOf } from './model-worker.contract.ts';
import type { ModelPlace, ResourceFetch } from './resources.ts';
import { contentHash, type ModelFormat, sniffFormat } from './sniff.ts';
import { TreeQueue } from './tree-queue.ts';

/** A model with all its parts loaded. */
interface OpenedModel {
  /** Bytes of other files, for the hash. */
  readonly outside: readonly Uint8Array<ArrayBuffer>[];
  /** What else its content depends on. */
  readonly variant?: string | null;
  decode(): Promise<Flattened>;
}

/** Loads the other parts of one kind of file. */
export type OpenModel = (
  bytes: ArrayBuffer,
  format: ModelFormat,
  place: ModelPlace,
  request: ResourceFetch,
  signal: AbortSignal,
) => Promise<OpenedModel>;

/** Minimum time between progress messages. */
const PROGRESS_INTERVAL_MS = 50;

interface Opened {
  readonly model: OpenedModel;
  readonly url: string;
  readonly format: ModelFormat;
  readonly sizeBytes: number;
  readonly hash: string;
}

/** Makes this worker serve models of one kind. */
export function serveModels(kind: WorkerKind, openModel: OpenModel): void {
  const running = new Map<number, AbortController>();
  const opened = new Map<number, Opened>();
  const trees = new TreeQueue((job, primitive, made) => {
    const message: ModelTreeMessage = { type: 'farm3d-tree', job, primitive, made };
    postMessage(message, { transfer: [made.root, made.index.buffer] });
  });
  /** Between the two calls the main thread decides whether it needs the model; no trees are built then. */
  const forget = (job: number) => {
    if (opened.delete(job)) trees.leave();
  };

  const api: ModelWorkerApi = {
    ready: () => true,

    async open(job, place, given) {
      const { url } = place;
      const controller = new AbortController();
      running.set(job, controller);
      trees.enter();
      try {
        const postProgress = progressOf(job);
        const bytes = given ?? (await download(url, postProgress, controller.signal));
        const format = sniffFormat(bytes, url);
        if (workerOf(format) !== kind) return transfer({ ok: true, format, bytes } as const, [bytes]);
        let outsideBytes = 0;
        const request: ResourceFetch = async (address, signal) => {
          const part = await download(
            address,
            () => postProgress(bytes.byteLength + outsideBytes, 0),
            signal,
          );
          outsideBytes += part.byteLength;
          return new Uint8Array(part);
        };
        const model = await openModel(bytes, format, place, request, controller.signal);
        const hash = [
          await contentHash(new Uint8Array(bytes)),
          ...(await Promise.all(model.outside.map((part) => contentHash(part)))),
          ...(typeof model.variant === 'string' ? [`variant ${model.variant}`] : []),
        ].join('+');
        const sizeBytes = bytes.byteLength + outsideBytes;
        trees.enter();
        opened.set(job, { model, url, format, sizeBytes, hash });
        return { ok: true, format, hash };
      } catch (error) {
        return failure(error, url);
      } finally {
        running.delete(job);
        trees.leave();
      }
    },

    async decode(job) {
      const { model: source, url, format, sizeBytes, hash } = opened.get(job)!;
      try {
        const { model, transfer: moved } = await source.decode();
        trees.add(job, model.primitives);
        const result: ModelResult = { ok: true, model: { ...model, format, sizeBytes, hash } };
        return transfer(result, [...moved]);
      } catch (error) {
        return failure(error, url);
      } finally {
        forget(job);
      }
    },

    drop: forget,

    abort: (job) => running.get(job)?.abort(),
  };
  expose(api);
}

function failure(error: unknown, path: string) {
  const { code, details } = FarmError.from(error, 'model-invalid', { path });
  return { ok: false, code, details: { path, ...details } } as const;
}

function progressOf(job: number): (loadedBytes: number, totalBytes: number) => void {
  let last = -Infinity;
  return (loadedBytes, totalBytes) => {
    const now = performance.now();
    if (loadedBytes < totalBytes && now - last < PROGRESS_INTERVAL_MS) return;
    last = now;
    postMessage({ type: 'farm3d-progress', job, loadedBytes, totalBytes } satisfies ModelProgressMessage);
  };
}
