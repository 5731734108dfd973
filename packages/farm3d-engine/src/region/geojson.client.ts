import { FarmError } from '../core/errors.ts';
import type { MapProjection, ProjectionSpec } from '../geo/projection.ts';
import { WorkerCalls } from '../workers/calls.ts';
import { type PooledWorker, WorkerPool } from '../workers/worker-pool.ts';
import type {
  GeoJsonProgressMessage,
  GeoJsonWorkerApi,
  LoadedMap,
  MapLoadPhase,
} from './geojson.contract.ts';
import { buildMap, downloadMap } from './load-map.ts';

/** Maps at a time; one more starts only when a map waits. */
export const DEFAULT_MAP_WORKERS = 2;
/** A worker that has not answered by then is given up, milliseconds. */
const READY_TIMEOUT_MS = 5_000;

export interface GeoJsonClientOptions {
  readonly workers?: number | undefined;
  /** Where the worker's script is. Default: beside this package's own file. */
  readonly workerUrl?: string | URL | undefined;
}

export type MapProgressListener = (phase: MapLoadPhase, ratio: number) => void;

export interface MapRequest {
  /** Address relative to the page, or the file's bytes (GeoJSON or a region pack); the caller keeps its copy. */
  readonly source: string | URL | ArrayBuffer | Uint8Array;
  readonly projection: MapProjection;
  readonly spec: ProjectionSpec | null;
  readonly onProgress: MapProgressListener;
  readonly signal: AbortSignal;
}

/** Loads maps in a pool of workers. Nothing starts before the first load. */
export class GeoJsonClient {
  readonly #pool: WorkerPool<GeoJsonWorker>;
  #nextJob = 1;

  constructor(options: GeoJsonClientOptions = {}) {
    this.#pool = new WorkerPool({
      size: Math.max(1, options.workers ?? DEFAULT_MAP_WORKERS),
      spawn: () => new GeoJsonWorker(options.workerUrl),
    });
  }

  get workerCount(): number {
    return this.#pool.workerCount;
  }

  /** @throws FarmError `aborted`, `disposed`, `map-…`, `worker-failed` or `worker-timeout` */
  async load(request: MapRequest): Promise<LoadedMap> {
    const { source, spec, signal } = request;
    const isAddress = typeof source === 'string' || source instanceof URL;
    const url = isAddress ? new URL(source, document.baseURI).href : '';
    try {
      if (!spec) {
        // A function does not travel. The same work on the page, in slices.
        const bytes = isAddress ? await downloadMap(url, request) : toBytes(source);
        return await buildMap(bytes, request);
      }
      const bytes = isAddress ? null : toBytes(source).slice();
      const job = this.#nextJob++;
      const result = await this.#pool.run((worker) => worker.load(job, url, bytes, spec, request), signal);
      if (result.ok) return result.map;
      throw new FarmError(result.code, result.details);
    } catch (error) {
      if (error instanceof FarmError && error.code === 'map-invalid') {
        throw new FarmError('map-invalid', { ...error.details, path: url }, { cause: error });
      }
      throw error;
    }
  }

  dispose(): void {
    this.#pool.dispose();
  }
}

function toBytes(source: ArrayBuffer | Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(source instanceof ArrayBuffer ? source : source.slice().buffer);
}

class GeoJsonWorker implements PooledWorker {
  readonly ready: Promise<void>;
  readonly failed: Promise<never>;
  readonly #worker: Worker;
  readonly #calls: WorkerCalls<GeoJsonWorkerApi>;
  readonly #progress = new Map<number, MapProgressListener>();
  #readyTimer: ReturnType<typeof setTimeout> | undefined;
  #isTerminated = false;

  constructor(workerUrl: string | URL | undefined) {
    const worker = workerUrl === undefined ? startOwn() : startAt(workerUrl);
    this.#worker = worker;
    this.failed = new Promise((_, reject) => {
      worker.addEventListener('error', (event) =>
        reject(new FarmError('worker-failed', { reason: event.message || 'the script did not load' })),
      );
      worker.addEventListener('messageerror', () =>
        reject(new FarmError('worker-failed', { reason: 'messageerror' })),
      );
    });
    worker.addEventListener('message', (event: MessageEvent<Partial<GeoJsonProgressMessage> | null>) => {
      const message = event.data;
      if (message?.type !== 'farm3d-map-progress') return;
      this.#progress.get(message.job!)?.(message.phase!, message.ratio!);
    });
    this.#calls = new WorkerCalls(worker);
    const late = new Promise<never>((_, reject) => {
      this.#readyTimer = setTimeout(
        () => reject(new FarmError('worker-timeout', { seconds: READY_TIMEOUT_MS / 1000 })),
        READY_TIMEOUT_MS,
      );
    });
    this.ready = Promise.race([this.#calls.call('ready', []), late]).then(() =>
      clearTimeout(this.#readyTimer),
    );
  }

  async load(
    job: number,
    url: string,
    bytes: Uint8Array<ArrayBuffer> | null,
    spec: ProjectionSpec,
    { signal, onProgress }: MapRequest,
  ) {
    const abort = () => {
      if (!this.#isTerminated) void this.#calls.call('abort', [job]);
    };
    signal.addEventListener('abort', abort, { once: true });
    this.#progress.set(job, onProgress);
    try {
      return await this.#calls.call('load', [job, url, bytes, spec], bytes ? [bytes.buffer] : []);
    } finally {
      signal.removeEventListener('abort', abort);
      this.#progress.delete(job);
    }
  }

  terminate(): void {
    if (this.#isTerminated) return;
    this.#isTerminated = true;
    clearTimeout(this.#readyTimer);
    this.#worker.terminate();
  }
}

/** Bundlers know a worker by this literal form only. */
function startOwn(): Worker {
  return new Worker(new URL('./geojson.worker.ts', import.meta.url), { type: 'module', name: 'farm3d-map' });
}

function startAt(workerUrl: string | URL): Worker {
  return new Worker(new URL(workerUrl, document.baseURI), { type: 'module', name: 'farm3d-map' });
}
