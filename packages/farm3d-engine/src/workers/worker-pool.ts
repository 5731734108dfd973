import { FarmError } from '../core/errors.ts';

/** A started worker. */
export interface PooledWorker {
  /** Kind of jobs that it runs; '' if there is only one. */
  readonly kind?: string;
  /** Resolves when it answers; rejects if it cannot be started. */
  readonly ready: Promise<void>;
  /** Never resolves; rejects when the worker dies. */
  readonly failed: Promise<never>;
  terminate(): void;
}

export interface WorkerPoolOptions<W extends PooledWorker> {
  /** Maximum number of workers. */
  readonly size: number;
  readonly spawn: (kind: string) => W;
  /**
   * Maximum concurrent jobs per worker, once all workers are started: while one waits for a download, the other computes.
   * Default 1.
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
  /** It was on a worker that died with several jobs: it is retried alone, to find the cause. */
  isAlone: boolean;
}

/** A job fails after this many workers that do not start. */
const START_ATTEMPTS = 2;

/**
 * Runs jobs on at most `size` workers. An idle worker takes the oldest waiting job; another worker starts only when a job
 * waits and none is idle; if all are started, an idle one of another kind is replaced, or a busy one takes a second job.
 * Every job settles: with its result, its signal's abort, its worker's death or dispose.
 */
export class WorkerPool<W extends PooledWorker> {
  readonly #options: WorkerPoolOptions<W>;
  readonly #waiting: Job<W>[] = [];
  readonly #running = new Set<Job<W>>();
  /** Running workers with their jobs, in the order of their start. */
  readonly #all = new Map<W, Set<Job<W>>>();
  /** Workers that died with several jobs. */
  readonly #sharedDeaths = new WeakSet<W>();
  #disposed = false;
  #hasStarted = false;
  /** Why no worker can be started: no script, or a policy that forbids it. */
  #broken: { readonly error: unknown } | undefined;

  constructor(options: WorkerPoolOptions<W>) {
    this.#options = options;
  }

  /** Number of running workers, idle ones too. */
  get workerCount(): number {
    return this.#all.size;
  }

  /** Number of waiting jobs. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /**
   * Queues a job. On abort the promise rejects at once; a running job is not stopped (its author does that), and its result
   * is dropped.
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

  /** Terminates all workers; waiting and running jobs reject with `disposed`. */
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
    // If there was no worker for one job, there is none for the next of its kind.
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
    const idleOfOtherKind = [...this.#all].find(([, jobs]) => jobs.size === 0);
    if (idleOfOtherKind) {
      this.#drop(idleOfOtherKind[0]);
      return this.#start(kind);
    }
    if (isAlone) return undefined;
    const maxJobs = this.#options.jobsPerWorker ?? 1;
    return ofKind
      .filter(([, jobs]) => jobs.size < maxJobs && ![...jobs].some((job) => job.isAlone))
      .toSorted(([, a], [, b]) => a.size - b.size)[0]?.[0];
  }

  #start(kind: string): W {
    const worker = this.#options.spawn(kind);
    this.#all.set(worker, new Set());
    // Handled in #work; this avoids an unhandled rejection for a death between two jobs.
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

  /** No worker ever ran: the other jobs would only wait for the same error. */
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
      // After a job's own error the worker is reused; after a worker's error it is not.
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

/** Whether `failed` has rejected. */
async function isFailed(worker: PooledWorker): Promise<boolean> {
  const alive = Symbol();
  try {
    return (await Promise.race([worker.failed, Promise.resolve(alive)])) !== alive;
  } catch {
    return true;
  }
}
