import { transfer } from 'comlink';
import { FarmError } from '../core/errors.ts';
import type { MapProjection, ProjectionSpec } from '../geo/projection.ts';
import { packedGeojson } from '../workers/packed-workers.ts';
import type { WorkerScript } from '../workers/start-worker.ts';
import { WorkerLink } from '../workers/worker-link.ts';
import { type PooledWorker, WorkerPool } from '../workers/worker-pool.ts';
import type {
  GeoJsonProgressMessage,
  GeoJsonResult,
  GeoJsonWorkerApi,
  LoadedMap,
  MapLoadPhase,
} from './geojson.contract.ts';
import { buildMap, downloadMap } from './load-map.ts';

/** Default number of workers; another one starts only when a map waits. */
const DEFAULT_MAP_WORKERS = 2;
/** A worker that does not answer in this time has failed, milliseconds. */
const READY_TIMEOUT_MS = 5_000;

const GEOJSON_SCRIPT: WorkerScript = {
  file: 'geojson.worker.js',
  isAddressed: true,
  name: 'farm3d-map',
  open: () =>
    new Worker(new URL('./geojson.worker.ts', import.meta.url), { type: 'module', name: 'farm3d-map' }),
  packed: packedGeojson,
};

export interface GeoJsonClientOptions {
  readonly workers?: number | undefined;
  /** URL of the worker's script. Default: beside this package's own file. */
  readonly workerUrl?: string | URL | undefined;
}

export type MapProgressListener = (phase: MapLoadPhase, ratio: number) => void;

export interface MapRequest {
  /** URL relative to the page, or the file's bytes (GeoJSON or a region pack), which are copied. */
  readonly source: string | URL | ArrayBuffer | Uint8Array;
  readonly projection: MapProjection;
  readonly spec: ProjectionSpec | null;
  readonly onProgress: MapProgressListener;
  readonly signal: AbortSignal;
}

/** Loads maps in a pool of workers, which start with the first load. */
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
        // A custom projection function cannot be sent to a worker: build on the main thread, in slices.
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
  readonly #link: WorkerLink<GeoJsonWorkerApi>;
  readonly #progress = new Map<number, MapProgressListener>();

  constructor(workerUrl: string | URL | undefined) {
    this.#link = new WorkerLink({
      script: GEOJSON_SCRIPT,
      workerUrl,
      readyTimeoutMs: READY_TIMEOUT_MS,
      onMessage: (posted) => {
        const message = posted as Partial<GeoJsonProgressMessage> | null;
        if (message?.type !== 'farm3d-map-progress') return;
        this.#progress.get(message.job!)?.(message.phase!, message.ratio!);
      },
    });
  }

  get ready(): Promise<void> {
    return this.#link.ready;
  }

  get failed(): Promise<never> {
    return this.#link.failed;
  }

  async load(
    job: number,
    url: string,
    bytes: Uint8Array<ArrayBuffer> | null,
    spec: ProjectionSpec,
    { signal, onProgress }: MapRequest,
  ): Promise<GeoJsonResult> {
    const { calls } = this.#link;
    const abort = () => {
      if (!this.#link.isTerminated) void calls.abort(job);
    };
    signal.addEventListener('abort', abort, { once: true });
    this.#progress.set(job, onProgress);
    try {
      return await calls.load(job, url, bytes && transfer(bytes, [bytes.buffer]), spec);
    } finally {
      signal.removeEventListener('abort', abort);
      this.#progress.delete(job);
    }
  }

  terminate(): void {
    this.#link.terminate();
  }
}
