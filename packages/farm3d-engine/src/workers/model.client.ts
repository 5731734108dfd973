import { FarmError } from '../core/errors.ts';
import { WorkerCalls } from './calls.ts';
import { download } from './download.ts';
import type { Hierarchy } from './hierarchy.ts';
import type { HierarchyListener, ModelData } from './model.contract.ts';
import {
  type ModelProgressMessage,
  type ModelTreeMessage,
  type ModelWorkerApi,
  type WorkerKind,
  workerOf,
} from './model-worker.contract.ts';
import type { ModelFormat } from './sniff.ts';
import { type PooledWorker, WorkerPool } from './worker-pool.ts';

/** Model workers. Spec §9: "draco worker pool 4". */
export const DEFAULT_WORKERS = 4;

/** While a worker decodes one model it already downloads the next ones: of small models, one would not be in time. */
const JOBS_PER_WORKER = 3;

/** A worker that has not answered by then is given up, milliseconds. */
export const WORKER_READY_TIMEOUT_MS = 5_000;

/** A worker that says nothing for this long, neither bytes received nor a result, is ended with its job, milliseconds. */
export const SILENCE_TIMEOUT_MS = 30_000;

export interface ModelClientOptions {
  /** Most workers at a time, of all kinds together. Default 4; one more starts only when a model waits. */
  readonly workers?: number | undefined;
  /**
   * Where `glb.worker.js` is; the other workers are beside it. Default: beside this package's own file. An address of
   * another origin is imported through a small blob: worker, which the page's policy must allow (worker-src blob:).
   */
  readonly workerUrl?: string | URL | undefined;
  /** Used on the page instead of fetch in the worker, e.g. to add a header. */
  readonly fetch?: typeof fetch | undefined;
  /** Default 5000 ms. */
  readonly readyTimeoutMs?: number | undefined;
  /** Default 30 s. */
  readonly silenceTimeoutMs?: number | undefined;
}

/** Received bytes and the announced length, 0 when the server does not say. */
export type ProgressListener = (loadedBytes: number, totalBytes: number) => void;

/** Asked once the content is known; false: somebody has it already, and it need not be decoded again. */
export type ClaimContent = (hash: string) => boolean;

/** Decodes models in a pool of workers. Nothing starts before the first load. */
export class ModelClient {
  readonly #pool: WorkerPool<ModelWorker>;
  readonly #fetch: typeof fetch | undefined;
  #nextJob = 1;

  constructor(options: ModelClientOptions = {}) {
    this.#fetch = options.fetch;
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
   * @param path address of the model, relative to the page
   * @param claim see {@link ClaimContent}; without it everything is decoded
   * @returns null when `claim` answered false
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
      // A guess by the name, so that most downloads happen in the worker that decodes; the bytes decide.
      let kind = guess(url);
      for (;;) {
        const result = await this.#pool.run(
          (worker) => {
            // After a worker's death its bytes are gone with it: the next one asks for them itself.
            const given = bytes?.detached ? null : bytes;
            return worker.load(this.#nextJob++, url, given, onProgress, claim, signal);
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

function guess(url: string): WorkerKind {
  return new URL(url).pathname.toLowerCase().endsWith('.fbx') ? 'fbx' : 'glb';
}

class ModelWorker implements PooledWorker {
  readonly kind: WorkerKind;
  readonly ready: Promise<void>;
  readonly failed: Promise<never>;
  readonly #worker: Worker;
  readonly #calls: WorkerCalls<ModelWorkerApi>;
  readonly #progress = new Map<number, ProgressListener>();
  readonly #trees = new Map<number, TreeMail>();
  readonly #silenceMs: number;
  #fail!: (error: FarmError) => void;
  #readyTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #isTerminated = false;

  constructor(
    kind: WorkerKind,
    workerUrl: string | URL | undefined,
    readyTimeoutMs: number,
    silenceTimeoutMs: number,
  ) {
    this.kind = kind;
    this.#silenceMs = silenceTimeoutMs;
    const worker = workerUrl === undefined ? OWN[kind]() : startAt(workerUrl, kind);
    this.#worker = worker;
    this.failed = new Promise((_, reject) => {
      this.#fail = reject;
      worker.addEventListener('error', (event) => {
        reject(new FarmError('worker-failed', { reason: event.message || 'the script did not load' }));
      });
      worker.addEventListener('messageerror', () =>
        reject(new FarmError('worker-failed', { reason: 'messageerror' })),
      );
    });
    worker.addEventListener('message', (event: MessageEvent<Partial<Posted> | null>) => {
      const message = event.data;
      if (message?.type === 'farm3d-tree') this.#deliver(message as ModelTreeMessage);
      if (message?.type !== 'farm3d-progress') return;
      if (this.#silenceTimer !== undefined) this.#listen();
      this.#progress.get(message.job!)?.(message.loadedBytes!, message.totalBytes!);
    });
    this.#calls = new WorkerCalls(worker);
    const late = new Promise<never>((_, reject) => {
      this.#readyTimer = setTimeout(
        () => reject(new FarmError('worker-timeout', { seconds: readyTimeoutMs / 1000 })),
        readyTimeoutMs,
      );
    });
    this.ready = Promise.race([this.#calls.call('ready', []), late]).then(() =>
      clearTimeout(this.#readyTimer),
    );
  }

  /** The model, null when it was not claimed, or the bytes for a worker of another kind. */
  async load(
    job: number,
    url: string,
    bytes: ArrayBuffer | null,
    onProgress: ProgressListener,
    claim: ClaimContent,
    signal?: AbortSignal,
  ): Promise<ModelData | null | { readonly format: ModelFormat; readonly bytes: ArrayBuffer }> {
    const abort = () => {
      if (!this.#isTerminated) void this.#calls.call('abort', [job]);
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#progress.set(job, onProgress);
    try {
      this.#listen();
      const opened = await this.#calls.call('open', [job, url, bytes], bytes ? [bytes] : []);
      if (!opened.ok) throw new FarmError(opened.code, opened.details);
      if ('bytes' in opened) return opened;
      if (signal?.aborted || !claim(opened.hash)) {
        await this.#calls.call('drop', [job]);
        return null;
      }
      this.#listen();
      const result = await this.#calls.call('decode', [job]);
      if (!result.ok) throw new FarmError(result.code, result.details);
      const { model } = result;
      if (signal?.aborted) {
        closePictures(model);
        return model;
      }
      const mail = new TreeMail(model.primitives.filter(({ triangles }) => triangles > 0).length);
      if (this.#isTerminated) mail.end();
      else this.#trees.set(job, mail);
      return { ...model, onHierarchy: (listener) => mail.listen(listener) };
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

  #deliver({ job, primitive, made }: ModelTreeMessage): void {
    if (this.#trees.get(job)?.put(primitive, made)) this.#trees.delete(job);
  }

  /** Waits for the next sign of life. A loop that a damaged file leads into ends here, and its worker with it. */
  #listen(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(
      () => this.#fail(new FarmError('model-timeout', { seconds: this.#silenceMs / 1000 })),
      this.#silenceMs,
    );
  }

  terminate(): void {
    if (this.#isTerminated) return;
    this.#isTerminated = true;
    clearTimeout(this.#readyTimer);
    clearTimeout(this.#silenceTimer);
    this.#worker.terminate();
    for (const mail of this.#trees.values()) mail.end();
    this.#trees.clear();
  }
}

type Posted = ModelProgressMessage | ModelTreeMessage;

/** A model's ray trees on their way to whoever builds the model. */
class TreeMail {
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

function closePictures({ images }: ModelData): void {
  for (const image of images) if ('close' in image) image.close();
}

/** Bundlers know a worker by this literal form only. */
const OWN: Readonly<Record<WorkerKind, () => Worker>> = {
  glb: () =>
    new Worker(new URL('./glb.worker.ts', import.meta.url), { type: 'module', name: 'farm3d-model' }),
  fbx: () => new Worker(new URL('./fbx.worker.ts', import.meta.url), { type: 'module', name: 'farm3d-fbx' }),
};

function startAt(workerUrl: string | URL, kind: WorkerKind): Worker {
  const given = new URL(workerUrl, document.baseURI);
  const url = kind === 'glb' ? given : new URL(`${kind}.worker.js`, given);
  if (url.origin === location.origin) return new Worker(url, { type: 'module', name: 'farm3d-model' });
  // A worker's script must be of the page's origin; a module it imports need not be.
  const shim = URL.createObjectURL(
    new Blob([`import ${JSON.stringify(url.href)}`], { type: 'text/javascript' }),
  );
  const worker = new Worker(shim, { type: 'module', name: 'farm3d-model' });
  const free = () => URL.revokeObjectURL(shim);
  worker.addEventListener('message', free, { once: true });
  worker.addEventListener('error', free, { once: true });
  return worker;
}
