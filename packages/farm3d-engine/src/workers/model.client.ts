import { transfer } from 'comlink';
import { FarmError } from '../core/errors.ts';
import { download } from './download.ts';
import type { DracoNeededMessage } from './draco.contract.ts';
import { sendDraco } from './draco-file.ts';
import type { Hierarchy } from './hierarchy.ts';
import { Ktx2Client } from './ktx2.client.ts';
import type { Ktx2NeededMessage } from './ktx2.contract.ts';
import type { HierarchyListener, ModelData } from './model.contract.ts';
import {
  type ModelProgressMessage,
  type ModelTreeMessage,
  type ModelWorkerApi,
  type WorkerKind,
  workerOf,
} from './model-worker.contract.ts';
import { packedFbx, packedGlb } from './packed-workers.ts';
import type { ModelPlace } from './resources.ts';
import type { ModelFormat } from './sniff.ts';
import type { WorkerScript } from './start-worker.ts';
import { WorkerLink } from './worker-link.ts';
import { type PooledWorker, WorkerPool } from './worker-pool.ts';

/** Number of workers. Spec §9: "draco worker pool 4". */
const MOST_WORKERS = 4;
/**
 * More workers than cores only compete: each is a script engine of its own that compiles the readers again, which is half
 * of what an FBX costs.
 */
const DEFAULT_WORKERS = Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency || MOST_WORKERS));

/** While a worker decodes one model it downloads the next ones: of small models, a single one would not be in time. */
const JOBS_PER_WORKER = 3;

const SCRIPTS: Readonly<Record<WorkerKind, WorkerScript>> = {
  glb: {
    file: 'glb.worker.js',
    isAddressed: true,
    name: 'farm3d-model',
    open: () =>
      new Worker(new URL('./glb.worker.ts', import.meta.url), { type: 'module', name: 'farm3d-model' }),
    packed: packedGlb,
  },
  fbx: {
    file: 'fbx.worker.js',
    isAddressed: false,
    name: 'farm3d-fbx',
    open: () =>
      new Worker(new URL('./fbx.worker.ts', import.meta.url), { type: 'module', name: 'farm3d-fbx' }),
    packed: packedFbx,
  },
};

/** A worker that does not answer in this time has failed, milliseconds. */
const WORKER_READY_TIMEOUT_MS = 5_000;

/** A worker that posts neither progress nor a result for this long is terminated, milliseconds. */
const SILENCE_TIMEOUT_MS = 30_000;

export interface ModelClientOptions {
  /** Maximum number of workers of all kinds; another one starts only when a model waits. Default {@link DEFAULT_WORKERS}. */
  readonly workers?: number | undefined;
  /**
   * URL of `glb.worker.js`; the other workers are beside it. Default: beside this package's own file. A URL of another
   * origin is imported through a small blob: worker, which the page's policy must allow (worker-src blob:).
   */
  readonly workerUrl?: string | URL | undefined;
  /** Folders besides the model's own from which its files are loaded. Default: none. */
  readonly resourceFolders?: readonly (string | URL)[] | undefined;
  /** Used on the main thread instead of fetch in the worker, e.g. to add a header. */
  readonly fetch?: typeof fetch | undefined;
  /** Default 5000 ms. */
  readonly readyTimeoutMs?: number | undefined;
  /** Default 30 s. */
  readonly silenceTimeoutMs?: number | undefined;
}

/** Received bytes and content length; 0 if unknown. */
export type ProgressListener = (loadedBytes: number, totalBytes: number) => void;

/** Called when the content hash is known; false: the content is decoded already. */
export type ClaimContent = (hash: string) => boolean;

/** Decodes models in a pool of workers, which start with the first load. */
export class ModelClient {
  readonly #pool: WorkerPool<ModelWorker>;
  readonly #fetch: typeof fetch | undefined;
  readonly #resourceFolders: readonly string[];
  #nextJob = 1;

  constructor(options: ModelClientOptions = {}) {
    this.#fetch = options.fetch;
    this.#resourceFolders = (options.resourceFolders ?? []).map(folderUrl);
    const readyMs = options.readyTimeoutMs ?? WORKER_READY_TIMEOUT_MS;
    const silenceMs = options.silenceTimeoutMs ?? SILENCE_TIMEOUT_MS;
    this.#pool = new WorkerPool({
      size: Math.max(1, options.workers ?? DEFAULT_WORKERS),
      jobsPerWorker: JOBS_PER_WORKER,
      spawn: (kind) => new ModelWorker(kind as WorkerKind, options.workerUrl, readyMs, silenceMs),
    });
  }

  get workerCount(): number {
    return this.#pool.workerCount;
  }

  /**
   * @param path URL of the model, relative to the page
   * @param claim see {@link ClaimContent}; without it everything is decoded
   * @returns null if `claim` returned false
   * @throws FarmError `aborted`, `disposed`, `model-…`, `worker-failed` or `worker-timeout`
   */
  async load(
    path: string,
    onProgress: ProgressListener,
    signal?: AbortSignal,
    claim: ClaimContent = () => true,
  ): Promise<ModelData | null> {
    const url = new URL(path, document.baseURI).href;
    try {
      let bytes = this.#fetch
        ? await download(url, onProgress, signal ?? new AbortController().signal, this.#fetch)
        : null;
      // Guessed by the name, so that most downloads run in the worker that decodes; the bytes decide.
      let kind = guess(url);
      for (;;) {
        const result = await this.#pool.run(
          (worker) => {
            // The bytes are lost with a worker that died: the next one downloads them again.
            const given = bytes?.detached ? null : bytes;
            const place = { url, resourceFolders: this.#resourceFolders };
            return worker.load(this.#nextJob++, place, given, onProgress, claim, signal);
          },
          signal,
          kind,
        );
        if (!result || !('bytes' in result)) return result;
        kind = workerOf(result.format);
        bytes = result.bytes;
      }
    } catch (error) {
      const { code, details } = FarmError.from(error, 'model-invalid');
      throw new FarmError(code, { ...details, path }, { cause: error });
    }
  }

  dispose(): void {
    this.#pool.dispose();
  }
}

/** Absolute, with a slash at the end: `/textures` must not allow `/textures-of-others`. */
function folderUrl(folder: string | URL): string {
  const url = new URL(folder, document.baseURI);
  return url.pathname.endsWith('/') ? url.href : new URL(`${url.pathname}/`, url).href;
}

function guess(url: string): WorkerKind {
  return new URL(url).pathname.toLowerCase().endsWith('.fbx') ? 'fbx' : 'glb';
}

class ModelWorker implements PooledWorker {
  readonly kind: WorkerKind;
  readonly #link: WorkerLink<ModelWorkerApi>;
  readonly #ktx2: Ktx2Client;
  readonly #progress = new Map<number, ProgressListener>();
  readonly #trees = new Map<number, HierarchyInbox>();
  readonly #silenceMs: number;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    kind: WorkerKind,
    workerUrl: string | URL | undefined,
    readyTimeoutMs: number,
    silenceTimeoutMs: number,
  ) {
    this.kind = kind;
    this.#silenceMs = silenceTimeoutMs;
    this.#ktx2 = new Ktx2Client(workerUrl, readyTimeoutMs);
    this.#link = new WorkerLink({
      script: SCRIPTS[kind],
      workerUrl,
      readyTimeoutMs,
      onMessage: (message) => this.#hear(message as Posted | null),
    });
  }

  get ready(): Promise<void> {
    return this.#link.ready;
  }

  get failed(): Promise<never> {
    return this.#link.failed;
  }

  /** The model, null if it was not claimed, or the bytes for a worker of another kind. */
  async load(
    job: number,
    place: ModelPlace,
    bytes: ArrayBuffer | null,
    onProgress: ProgressListener,
    claim: ClaimContent,
    signal?: AbortSignal,
  ): Promise<ModelData | null | { readonly format: ModelFormat; readonly bytes: ArrayBuffer }> {
    const { calls } = this.#link;
    const abort = () => {
      if (!this.#link.isTerminated) void calls.abort(job);
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#progress.set(job, onProgress);
    try {
      this.#listen();
      const opened = await calls.open(job, place, bytes && transfer(bytes, [bytes]));
      if (!opened.ok) throw new FarmError(opened.code, opened.details);
      if ('bytes' in opened) return opened;
      if (signal?.aborted || !claim(opened.hash)) {
        await calls.drop(job);
        return null;
      }
      this.#listen();
      const result = await calls.decode(job);
      if (!result.ok) throw new FarmError(result.code, result.details);
      const { model } = result;
      if (signal?.aborted) {
        closeImages(model);
        return model;
      }
      const inbox = new HierarchyInbox(model.primitives.filter(({ triangles }) => triangles > 0).length);
      if (this.#link.isTerminated) inbox.end();
      else this.#trees.set(job, inbox);
      return { ...model, onHierarchy: (listener) => inbox.listen(listener) };
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#progress.delete(job);
      if (this.#progress.size > 0) this.#listen();
      else {
        clearTimeout(this.#silenceTimer);
        this.#silenceTimer = undefined;
      }
    }
  }

  #hear(message: Posted | null): void {
    if (message?.type === 'farm3d-draco') void sendDraco(message.port);
    if (message?.type === 'farm3d-ktx2') void this.#ktx2.connect(message.port);
    if (message?.type === 'farm3d-tree') this.#deliver(message);
    if (message?.type !== 'farm3d-progress') return;
    if (this.#silenceTimer !== undefined) this.#listen();
    this.#progress.get(message.job)?.(message.loadedBytes, message.totalBytes);
  }

  #deliver({ job, primitive, made }: ModelTreeMessage): void {
    if (this.#trees.get(job)?.put(primitive, made)) this.#trees.delete(job);
  }

  /** Restarts the timeout after each message. It ends endless loops caused by invalid files. */
  #listen(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(
      () => this.#link.fail(new FarmError('model-timeout', { seconds: this.#silenceMs / 1000 })),
      this.#silenceMs,
    );
  }

  terminate(): void {
    if (this.#link.isTerminated) return;
    clearTimeout(this.#silenceTimer);
    this.#link.terminate();
    this.#ktx2.terminate();
    for (const inbox of this.#trees.values()) inbox.end();
    this.#trees.clear();
  }
}

type Posted = ModelProgressMessage | ModelTreeMessage | DracoNeededMessage | Ktx2NeededMessage;

/** Ray trees of a model, until the model's builder takes them. */
class HierarchyInbox {
  #left: number;
  #listener: HierarchyListener | undefined;
  readonly #early: (readonly [number | null, Hierarchy | null])[] = [];

  constructor(count: number) {
    this.#left = count;
  }

  /** @returns whether it was the last one */
  put(primitive: number | null, made: Hierarchy | null): boolean {
    if (this.#listener) this.#listener(primitive, made);
    else this.#early.push([primitive, made]);
    return --this.#left <= 0;
  }

  /** No more will come. */
  end(): void {
    this.put(null, null);
  }

  listen(listener: HierarchyListener): void {
    this.#listener = listener;
    for (const [primitive, made] of this.#early.splice(0)) listener(primitive, made);
  }
}

function closeImages({ images }: ModelData): void {
  for (const image of images) if ('close' in image) image.close();
}
