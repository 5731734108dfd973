import { type Remote, wrap } from 'comlink';
import { FarmError } from '../core/errors.ts';
import { failureOf, startWorker, type WorkerScript } from './start-worker.ts';

/** What every worker answers to. */
export interface PingableWorker {
  /** Resolves once the worker runs: proves that its script was found and allowed. */
  ready(): true;
}

export interface WorkerLinkOptions {
  readonly script: WorkerScript;
  readonly workerUrl: string | URL | undefined;
  readonly readyTimeoutMs: number;
  /** Hears what the worker posts beside its answers. */
  readonly onMessage: (message: unknown) => void;
}

/** A worker that is being started or runs: Comlink carries its calls, and its death is told. */
export class WorkerLink<Api extends PingableWorker> {
  /** Resolves when it answers; rejects when it cannot be started. */
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

  /** Ended: no answer will come any more. */
  get isTerminated(): boolean {
    return this.#lifetime.signal.aborted;
  }

  /**
   * The worker's calls, once it is ready. A call stays open for ever when the worker dies: whoever calls races it with
   * `failed`.
   */
  get calls(): Remote<Api> {
    if (!this.#remote) throw new FarmError('worker-failed', { reason: 'not started' });
    return this.#remote;
  }

  /** Counts as the worker's death. */
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
    worker.addEventListener('message', (event: MessageEvent<unknown>) => onMessage(event.data), { signal });
    failureOf(worker, signal).catch(this.#fail);
  }
}
