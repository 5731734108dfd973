import type { Disposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { ProgressListener } from '../workers/glb.client.ts';
import type { ModelData } from '../workers/model.contract.ts';
import { FrameBudget } from './frame-budget.ts';
import { Model } from './model.ts';
import { plainBox } from './plain-box.ts';

/** Address of the model that is always there. */
export const PLAIN_BOX_PATH = 'farm3d:plain-box';

/** What turns an address into decoded data: the worker pool, or a test's own. */
export interface ModelDecoder {
  load(path: string, onProgress: ProgressListener, signal?: AbortSignal): Promise<ModelData>;
}

interface Entry {
  readonly path: string;
  readonly controller: AbortController;
  readonly listeners: Set<ProgressListener>;
  readonly promise: Promise<Model>;
  users: number;
  model?: Model;
}

/** Keeps one Model alive until released. */
export interface ModelHandle {
  readonly model: Model;
  /** Harmless when called twice. */
  release(): void;
}

/**
 * Models by address, then by content: decoded once for any number of placements, disposed with the last user.
 * A download goes on while anybody waits for it and stops when the last one gives up.
 */
export class ModelLibrary implements Disposable {
  readonly #decoder: ModelDecoder;
  readonly #budget: FrameBudget;
  readonly #entries = new Map<string, Entry>();
  /** Two addresses with the same bytes share one model. */
  readonly #byHash = new Map<string, { model: Model; users: number }>();
  #disposed = false;

  constructor(decoder: ModelDecoder, budget = new FrameBudget()) {
    this.#decoder = decoder;
    this.#budget = budget;
  }

  /** Distinct models on the GPU. */
  get modelCount(): number {
    return this.#byHash.size;
  }

  /** Waits for the page's next breath when this turn's time is used up: call it before each piece of building. */
  turn(): Promise<void> {
    return this.#budget.turn();
  }

  /** @throws FarmError, see GlbClient.load. The caller releases the handle. */
  async acquire(
    path: string,
    options: { signal?: AbortSignal | undefined; onProgress?: ProgressListener } = {},
  ): Promise<ModelHandle> {
    const { signal, onProgress } = options;
    if (this.#disposed) throw new FarmError('disposed');
    if (signal?.aborted) throw new FarmError('aborted', { path }, { cause: signal.reason });
    const entry = this.#entries.get(path) ?? this.#start(path);
    entry.users++;
    if (onProgress) entry.listeners.add(onProgress);
    try {
      const model = await (signal ? raceAbort(entry.promise, signal, path) : entry.promise);
      let isReleased = false;
      return {
        model,
        release: () => {
          if (isReleased) return;
          isReleased = true;
          this.#leave(entry);
        },
      };
    } catch (error) {
      this.#leave(entry);
      throw error;
    } finally {
      if (onProgress) entry.listeners.delete(onProgress);
    }
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const entry of this.#entries.values()) entry.controller.abort();
    for (const { model } of this.#byHash.values()) model.dispose();
    this.#entries.clear();
    this.#byHash.clear();
  }

  #start(path: string): Entry {
    const controller = new AbortController();
    const listeners = new Set<ProgressListener>();
    const promise = this.#build(path, controller.signal, (loaded, total) => {
      for (const listener of listeners) listener(loaded, total);
    });
    const entry: Entry = { path, controller, listeners, promise, users: 0 };
    this.#entries.set(path, entry);
    promise.then(
      (model) => (entry.model = model),
      // A failure is not kept: the next acquire tries again.
      () => this.#entries.get(path) === entry && this.#entries.delete(path),
    );
    return entry;
  }

  async #build(path: string, signal: AbortSignal, onProgress: ProgressListener): Promise<Model> {
    const source = path === PLAIN_BOX_PATH ? plainBox() : await this.#decoder.load(path, onProgress, signal);
    const known = this.#byHash.get(source.hash);
    if (known) {
      known.users++;
      for (const image of source.images) if ('close' in image) image.close();
      return known.model;
    }
    const model = await Model.build(source, this.#budget);
    if (this.#disposed || signal.aborted) {
      model.dispose();
      throw new FarmError('aborted', { path });
    }
    const raced = this.#byHash.get(model.hash);
    if (raced) {
      raced.users++;
      model.dispose();
      return raced.model;
    }
    this.#byHash.set(model.hash, { model, users: 1 });
    return model;
  }

  #leave(entry: Entry): void {
    if (--entry.users > 0 || this.#disposed) return;
    if (this.#entries.get(entry.path) === entry) this.#entries.delete(entry.path);
    if (entry.model) this.#drop(entry.model);
    else {
      entry.controller.abort();
      // It may have finished at this very moment.
      entry.promise.then(
        (model) => this.#drop(model),
        () => {},
      );
    }
  }

  #drop(model: Model): void {
    const shared = this.#byHash.get(model.hash);
    if (!shared || shared.model !== model || --shared.users > 0) return;
    this.#byHash.delete(model.hash);
    model.dispose();
  }
}

function raceAbort<T>(promise: Promise<T>, signal: AbortSignal, path: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new FarmError('aborted', { path }, { cause: signal.reason }));
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
