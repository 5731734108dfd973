import * as Comlink from 'comlink';
import { FarmError } from '../core/errors.ts';
import { download } from './download.ts';
import type { GlbProgressMessage, GlbWorkerApi, ModelData } from './model.contract.ts';
import { type PooledWorker, WorkerPool } from './worker-pool.ts';

/** Draco workers. Spec §9: "draco worker pool 4". */
export const DEFAULT_WORKERS = 4;

/** A worker that has not answered by then is given up, milliseconds. */
export const WORKER_READY_TIMEOUT_MS = 5_000;

export interface GlbClientOptions {
  /** Most workers at a time. Default 4; one more starts only when a model waits. */
  readonly workers?: number | undefined;
  /**
   * Where the worker's script is. Default: beside this package's own file. An address of another origin is imported
   * through a small blob: worker, which the page's policy must allow (worker-src blob:).
   */
  readonly workerUrl?: string | URL | undefined;
  /** Used on the page instead of fetch in the worker, e.g. to add a header. */
  readonly fetch?: typeof fetch | undefined;
  readonly readyTimeoutMs?: number | undefined;
}

/** Received bytes and the announced length, 0 when the server does not say. */
export type ProgressListener = (loadedBytes: number, totalBytes: number) => void;

/** Decodes models in a pool of workers. Nothing starts before the first load. */
export class GlbClient {
  readonly #pool: WorkerPool<GlbWorker>;
  readonly #fetch: typeof fetch | undefined;
  #nextJob = 1;

  constructor(options: GlbClientOptions = {}) {
    this.#fetch = options.fetch;
    const timeout = options.readyTimeoutMs ?? WORKER_READY_TIMEOUT_MS;
    this.#pool = new WorkerPool({
      size: Math.max(1, options.workers ?? DEFAULT_WORKERS),
      spawn: () => new GlbWorker(options.workerUrl, timeout),
    });
  }

  get workerCount(): number {
    return this.#pool.workerCount;
  }

  /**
   * @param path address of the model, relative to the page
   * @throws FarmError `aborted`, `disposed`, `model-…`, `worker-failed` or `worker-timeout`
   */
  async load(path: string, onProgress: ProgressListener, signal?: AbortSignal): Promise<ModelData> {
    const url = new URL(path, document.baseURI).href;
    const bytes = this.#fetch
      ? await download(url, onProgress, signal ?? new AbortController().signal, this.#fetch)
      : null;
    const result = await this.#pool.run(
      (worker) => worker.load(this.#nextJob++, url, bytes, onProgress, signal),
      signal,
    );
    if (result.ok) return result.model;
    throw new FarmError(result.code, { ...result.details, path });
  }

  dispose(): void {
    this.#pool.dispose();
  }
}

class GlbWorker implements PooledWorker {
  readonly ready: Promise<void>;
  readonly failed: Promise<never>;
  readonly #worker: Worker;
  readonly #api: Comlink.Remote<GlbWorkerApi>;
  readonly #progress = new Map<number, ProgressListener>();
  #readyTimer: ReturnType<typeof setTimeout> | undefined;
  #isTerminated = false;

  constructor(workerUrl: string | URL | undefined, readyTimeoutMs: number) {
    const worker = workerUrl === undefined ? startOwn() : startAt(workerUrl);
    this.#worker = worker;
    this.failed = new Promise((_, reject) => {
      worker.addEventListener('error', (event) => {
        reject(new FarmError('worker-failed', { reason: event.message || 'the script did not load' }));
      });
      worker.addEventListener('messageerror', () =>
        reject(new FarmError('worker-failed', { reason: 'messageerror' })),
      );
    });
    worker.addEventListener('message', (event: MessageEvent<Partial<GlbProgressMessage> | null>) => {
      const message = event.data;
      if (message?.type !== 'farm3d-progress') return;
      this.#progress.get(message.job!)?.(message.loadedBytes!, message.totalBytes!);
    });
    this.#api = Comlink.wrap<GlbWorkerApi>(worker);
    const late = new Promise<never>((_, reject) => {
      this.#readyTimer = setTimeout(
        () => reject(new FarmError('worker-timeout', { seconds: readyTimeoutMs / 1000 })),
        readyTimeoutMs,
      );
    });
    this.ready = Promise.race([this.#api.ready(), late]).then(() => clearTimeout(this.#readyTimer));
  }

  async load(
    job: number,
    url: string,
    bytes: ArrayBuffer | null,
    onProgress: ProgressListener,
    signal?: AbortSignal,
  ) {
    const abort = () => {
      if (!this.#isTerminated) void this.#api.abort(job);
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#progress.set(job, onProgress);
    try {
      return await this.#api.load(job, url, bytes && Comlink.transfer(bytes, [bytes]));
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#progress.delete(job);
    }
  }

  terminate(): void {
    if (this.#isTerminated) return;
    this.#isTerminated = true;
    clearTimeout(this.#readyTimer);
    // Comlink's finalisation registry holds the worker, whose listeners hold the proxy that it waits for: a ring that
    // is never collected unless the proxy is released by hand (Comlink 4.4.2; 20 listeners and 100 KB a viewer).
    this.#api[Comlink.releaseProxy]();
    this.#worker.terminate();
  }
}

/** Bundlers know a worker by this literal form only. */
function startOwn(): Worker {
  return new Worker(new URL('./glb.worker.ts', import.meta.url), { type: 'module', name: 'farm3d-model' });
}

function startAt(workerUrl: string | URL): Worker {
  const url = new URL(workerUrl, document.baseURI);
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
