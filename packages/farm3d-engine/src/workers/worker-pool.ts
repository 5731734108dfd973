import { FarmError } from '../core/errors.ts';

/** One started worker, as the pool sees it. */
export interface PooledWorker {
  /** What jobs it can do; one kind only, '' when there is but one. */
  readonly kind?: string;
  /** Resolves when it answers; rejects when it cannot be started. */
  readonly ready: Promise<void>;
  /** Never resolves; rejects when the worker dies. */
  readonly failed: Promise<never>;
  terminate(): void;
}

export interface WorkerPoolOptions<W extends PooledWorker> {
  /** Most workers at a time. */
  readonly size: number;
  readonly spawn: (kind: string) => W;
  /**
   * Most jobs of one worker at a time, once all workers are started: while one waits for its download or for a picture, the
   * other computes. Default 1.
   */
  readonly jobsPerWorker?: number;
}

interface Job<W> {
  readonly kind: string;
  readonly run: (worker: W) => Promise<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  isSettled: boolean;
  attempts: number;
  /** It was on a worker that died under several jobs: tried again by itself, it shows whether it was the one. */
  isAlone: boolean;
}

/** A worker that does not start takes its job with it only after this many tries. */
const START_ATTEMPTS = 2;

/**
 * Runs jobs on at most `size` workers. An idle worker takes the oldest waiting job; one more starts only when a job
 * waits and none is idle; where all are started, an idle one of another kind makes room, or a busy one takes a second job. Every job settles: with its result, its signal's abort, its worker's death or dispose.
 */
export class WorkerPool<W extends PooledWorker> {
  readonly #options: WorkerPoolOptions<W>;
  readonly #waiting: Job<W>[] = [];
  readonly #running = new Set<Job<W>>();
  /** Workers alive, with what they do; longest started first. */
  readonly #all = new Map<W, Set<Job<W>>>();
  /** Workers that died under several jobs. */
  readonly #sharedDeaths = new WeakSet<W>();
  #disposed = false;
  #hasStarted = false;
  /** Why no worker can be started at all: no script, or a policy that forbids it. */
  #broken: { readonly error: unknown } | undefined;

  constructor(options: WorkerPoolOptions<W>) {
    this.#options = options;
  }

  /** Workers alive now, idle ones too. */
  get workerCount(): number {
    return this.#all.size;
  }

  /** Jobs that no worker has taken yet. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /**
   * Queues a job. On abort the promise rejects at once; a job that already runs is left to end by itself
   * (whoever wrote it stops its own work), its result is dropped.
   */
  run<T>(run: (worker: W) => Promise<T>, signal?: AbortSignal, kind = ''): Promise<T> {
    if (this.#disposed) return Promise.reject(new FarmError('disposed'));
    if (signal?.aborted) return Promise.reject(new FarmError('aborted', {}, { cause: signal.reason }));
    if (this.#broken) return Promise.reject(this.#broken.error);
    return new Promise<T>((resolve, reject) => {
      const abort = () => {
        const at = this.#waiting.indexOf(job);
        if (at >= 0) this.#waiting.splice(at, 1);
        job.reject(new FarmError('aborted', {}, { cause: signal?.reason }));
      };
      const settle =
        <V>(done: (value: V) => void) =>
        (value: V) => {
          if (job.isSettled) return;
          job.isSettled = true;
          signal?.removeEventListener('abort', abort);
          done(value);
        };
      const job: Job<W> = {
        kind,
        run,
        resolve: settle(resolve as (value: never) => void),
        reject: settle(reject),
        isSettled: false,
        attempts: 0,
        isAlone: false,
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.push(job);
      this.#pull();
    });
  }

  /** Ends every worker; jobs waiting or running reject with `disposed`. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const worker of this.#all.keys()) worker.terminate();
    this.#all.clear();
    const error = new FarmError('disposed');
    for (const job of [...this.#waiting.splice(0), ...this.#running]) job.reject(error);
    this.#running.clear();
  }

  #pull(): void {
    // Where there was no worker for one job there is none for the next of its kind.
    const full = new Set<string>();
    for (let i = 0; i < this.#waiting.length;) {
      const job = this.#waiting[i]!;
      const worker = full.has(job.kind) ? undefined : this.#workerFor(job);
      if (!worker && !job.isAlone) full.add(job.kind);
      if (worker) {
        this.#waiting.splice(i, 1);
        void this.#work(worker, job);
      } else i++;
    }
  }

  #workerFor({ kind, isAlone }: Job<W>): W | undefined {
    const ofKind = [...this.#all].filter(([worker]) => (worker.kind ?? '') === kind);
    const idle = ofKind.findLast(([, jobs]) => jobs.size === 0);
    if (idle) return idle[0];
    if (this.#all.size < this.#options.size) return this.#start(kind);
    const other = [...this.#all].find(([, jobs]) => jobs.size === 0);
    if (other) {
      this.#drop(other[0]);
      return this.#start(kind);
    }
    if (isAlone) return undefined;
    const most = this.#options.jobsPerWorker ?? 1;
    return ofKind
      .filter(([, jobs]) => jobs.size < most && ![...jobs].some((job) => job.isAlone))
      .toSorted(([, a], [, b]) => a.size - b.size)[0]?.[0];
  }

  #start(kind: string): W {
    const worker = this.#options.spawn(kind);
    this.#all.set(worker, new Set());
    // Read in #work; this only keeps a death between two jobs from being an unhandled rejection.
    worker.failed.catch(() => this.#drop(worker));
    worker.ready.catch(() => {});
    return worker;
  }

  #drop(worker: W): void {
    const jobs = this.#all.get(worker);
    if (!jobs) return;
    if (jobs.size > 1) this.#sharedDeaths.add(worker);
    this.#all.delete(worker);
    worker.terminate();
  }

  /** Not one worker ever ran: the others would only make everybody wait for the same answer. */
  #breakDown(error: unknown): void {
    this.#broken = { error };
    for (const job of this.#waiting.splice(0)) job.reject(error);
  }

  async #work(worker: W, job: Job<W>): Promise<void> {
    this.#running.add(job);
    const jobs = this.#all.get(worker)!;
    jobs.add(job);
    let started = false;
    try {
      await Promise.race([worker.ready, worker.failed]);
      started = true;
      this.#hasStarted = true;
      if (!job.isSettled) {
        const work = job.run(worker);
        job.resolve((await Promise.race([work, worker.failed])) as never);
      }
    } catch (error) {
      // A job's own error leaves a healthy worker; a worker's error leaves none.
      const isHealthy = started && this.#all.has(worker) && !(await isFailed(worker));
      if (!isHealthy) this.#drop(worker);
      job.attempts++;
      const isSuspect = started && !isHealthy && this.#sharedDeaths.has(worker) && !job.isAlone;
      const isUnstarted = !started && job.attempts < START_ATTEMPTS;
      if ((isUnstarted || isSuspect) && !job.isSettled && !this.#disposed) {
        job.isAlone ||= isSuspect;
        this.#waiting.unshift(job);
      } else {
        job.reject(error);
        if (!started && !this.#hasStarted) this.#breakDown(error);
      }
    } finally {
      jobs.delete(job);
      this.#running.delete(job);
      if (!this.#disposed) this.#pull();
    }
  }
}

/** Whether `failed` has rejected by now. */
async function isFailed(worker: PooledWorker): Promise<boolean> {
  const alive = Symbol();
  try {
    return (await Promise.race([worker.failed, Promise.resolve(alive)])) !== alive;
  } catch {
    return true;
  }
}
