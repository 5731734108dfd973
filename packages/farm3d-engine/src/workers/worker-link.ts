import { type Remote, wrap } from 'comlink';
import { FarmError } from '../core/errors.ts';
import { failureOf, startWorker, type WorkerScript } from './start-worker.ts';

/** The method that every worker has. */
export interface PingableWorker {
  /** Resolves when the worker runs, which proves that its script was found and allowed. */
  ready(): true;
}

export interface WorkerLinkOptions {
  readonly script: WorkerScript;
  readonly workerUrl: string | URL | undefined;
  readonly readyTimeoutMs: number;
  /** Receives messages that are not responses. */
  readonly onMessage: (message: unknown) => void;
}

/** A worker with its Comlink proxy; reports its failure. */
export class WorkerLink<Api extends PingableWorker> {
  /** Resolves when it answers; rejects if it cannot be started. */
  readonly ready: Promise<void>;
  /** Never resolves; rejects when the worker dies, or by {@link WorkerLink.fail}. */
  readonly failed: Promise<never>;
  readonly #lifetime = new AbortController();
  readonly #fail: (error: FarmError) => void;
  #worker: Worker | undefined;
  #remote: Remote<Api> | undefined;

  constructor(options: WorkerLinkOptions) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.failed = promise;
    this.#fail = reject;
    this.ready = this.#start(options);
  }

  /** Whether it was terminated: no response will come. */
  get isTerminated(): boolean {
    return this.#lifetime.signal.aborted;
  }

  /** The worker's methods, once it is ready. A call never settles if the worker dies: race it with `failed`. */
  get calls(): Remote<Api> {
    if (!this.#remote) throw new FarmError('worker-failed', { reason: 'not started' });
    return this.#remote;
  }

  /** Treats the worker as dead. */
  fail(error: FarmError): void {
    this.#fail(error);
  }

  terminate(): void {
    this.#lifetime.abort(new FarmError('disposed'));
    this.#worker?.terminate();
  }

  async #start({ script, workerUrl, readyTimeoutMs, onMessage }: WorkerLinkOptions): Promise<void> {
    const { signal } = this.#lifetime;
    const worker = await startWorker(script, {
      workerUrl,
      readyTimeoutMs,
      signal,
      ping: async (candidate) => {
        const remote = wrap<PingableWorker>(candidate);
        await remote.ready();
        this.#remote = remote as unknown as Remote<Api>;
      },
    });
    this.#worker = worker;
    if (signal.aborted) worker.terminate();
    worker.addEventListener('message', (event: MessageEvent<unknown>) => onMessage(event.data), { signal });
    failureOf(worker, signal).catch(this.#fail);
  }
}
