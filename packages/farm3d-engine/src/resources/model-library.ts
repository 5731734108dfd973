import type { IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { ClaimContent, ProgressListener } from '../workers/model.client.ts';
import type { ModelData } from '../workers/model.contract.ts';
import { FrameBudget } from './frame-budget.ts';
import type { Model } from './model.ts';

/** Path of the built-in model. */
export const PLAIN_BOX_PATH = 'farm3d:plain-box';

/** Decoded models without users are kept up to this size, bytes. */
const RETAINED_BYTES = 128 * 2 ** 20;

/** Loads and decodes a path: the worker pool, or a fake in tests. */
export interface ModelDecoder {
  /** null: `claim` returned that the content is known. */
  load(
    path: string,
    onProgress: ProgressListener,
    signal?: AbortSignal,
    claim?: ClaimContent,
  ): Promise<ModelData | null>;
}

interface Entry {
  readonly path: string;
  readonly controller: AbortController;
  readonly listeners: Set<ProgressListener>;
  readonly promise: Promise<Model>;
  users: number;
  model?: Model;
}

/** A decoded file: decoding, in use, or retained. */
interface Content {
  readonly model: Promise<Model>;
  built?: Model;
  /** Number of entries that use it. */
  users: number;
}

/** Options of a {@link ModelLibrary}. */
interface ModelLibraryOptions {
  readonly budget?: FrameBudget;
  /** Default {@link RETAINED_BYTES}. */
  readonly retainedBytes?: number;
  /** Called for each model that is acquired, with the names of what is left out of it. */
  readonly onAcquired?: (path: string, leftOut: readonly string[]) => void;
}

/** Keeps a Model alive until it is released. */
export interface ModelHandle {
  readonly model: Model;
  /** A second call has no effect. */
  release(): void;
}

/**
 * Models by path, then by content hash: each content is decoded once. When its last user releases a model, it leaves the
 * graphics card; its decoded data is retained up to {@link RETAINED_BYTES}, least recently used out first. A download
 * continues while anybody waits for it.
 */
export class ModelLibrary implements IDisposable {
  readonly #decoder: ModelDecoder;
  readonly #budget: FrameBudget;
  readonly #entries = new Map<string, Entry>();
  /** By hash; those without users in the order of their release. */
  readonly #contents = new Map<string, Content>();
  readonly #retainedLimit: number;
  readonly #onAcquired: NonNullable<ModelLibraryOptions['onAcquired']>;
  #disposed = false;

  constructor(
    decoder: ModelDecoder,
    { budget = new FrameBudget(), retainedBytes = RETAINED_BYTES, onAcquired }: ModelLibraryOptions = {},
  ) {
    this.#decoder = decoder;
    this.#budget = budget;
    this.#retainedLimit = retainedBytes;
    this.#onAcquired = onAcquired ?? (() => {});
  }

  /** Number of models in use. */
  get modelCount(): number {
    let count = 0;
    for (const { built, users } of this.#contents.values()) if (built && users > 0) count++;
    return count;
  }

  /** Size of retained models without users. */
  get retainedBytes(): number {
    let bytes = 0;
    for (const { built, users } of this.#contents.values())
      if (built && users === 0) bytes += built.sizeBytes;
    return bytes;
  }

  /** Yields to the page if the time slice is used up: call it before each piece of building. */
  yieldIfDue(): Promise<void> {
    return this.#budget.yieldIfDue();
  }

  /** @throws FarmError, see ModelClient.load. The caller releases the handle. */
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
      this.#onAcquired(path, model.leftOut);
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
    for (const { built } of this.#contents.values()) built?.dispose();
    this.#entries.clear();
    this.#contents.clear();
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
      // A failure is not cached: the next acquire tries again.
      () => this.#entries.get(path) === entry && this.#entries.delete(path),
    );
    return entry;
  }

  async #build(path: string, signal: AbortSignal, onProgress: ProgressListener): Promise<Model> {
    for (;;) {
      let known: Content | undefined;
      let own: { readonly hash: string; readonly settle: PromiseWithResolvers<Model> } | undefined;
      const claim = (hash: string) => {
        known = this.#contents.get(hash);
        if (known) {
          known.users++;
          return false;
        }
        const settle = Promise.withResolvers<Model>();
        // Requests that share it receive the failure; without any it is handled below.
        settle.promise.catch(() => {});
        own = { hash, settle };
        this.#contents.set(hash, { model: settle.promise, users: 1 });
        return true;
      };
      try {
        const source = await this.#decode(path, signal, onProgress, claim).catch((error: unknown) => {
          // Aborted after the claim: release it here.
          known?.model.then(
            (model) => this.#drop(model),
            () => {},
          );
          throw error;
        });
        // A decoder that does not call `claim` before decoding: claim now.
        if (source && !own && !known && !claim(source.hash)) closeImages(source);
        if (known) {
          const model = await known.model.catch(() => undefined);
          // The request that decoded it was aborted or failed: this one tries again.
          if (!model && !signal.aborted) continue;
          if (model && !this.#disposed && !signal.aborted) return model;
          if (model) this.#drop(model);
          throw new FarmError('aborted', { path });
        }
        if (!source || !own) throw new FarmError('aborted', { path });
        // Loaded with the first model, not with the viewer's code.
        const module = await import('./model.ts');
        const model = await module.Model.build(source, this.#budget);
        if (this.#disposed || signal.aborted) {
          model.dispose();
          throw new FarmError('aborted', { path });
        }
        this.#contents.get(own.hash)!.built = model;
        own.settle.resolve(model);
        return model;
      } catch (error) {
        if (own) {
          this.#contents.delete(own.hash);
          own.settle.reject(error);
        }
        throw error;
      }
    }
  }

  async #decode(
    path: string,
    signal: AbortSignal,
    onProgress: ProgressListener,
    claim: ClaimContent,
  ): Promise<ModelData | null> {
    if (path !== PLAIN_BOX_PATH) return this.#decoder.load(path, onProgress, signal, claim);
    const { plainBox } = await import('./plain-box.ts');
    const box = plainBox();
    return claim(box.hash) ? box : null;
  }

  #leave(entry: Entry): void {
    if (--entry.users > 0 || this.#disposed) return;
    if (this.#entries.get(entry.path) === entry) this.#entries.delete(entry.path);
    if (entry.model) this.#drop(entry.model);
    else {
      entry.controller.abort();
      // It may have finished meanwhile.
      entry.promise.then(
        (model) => this.#drop(model),
        () => {},
      );
    }
  }

  #drop(model: Model): void {
    const content = this.#contents.get(model.hash);
    if (!content || content.built !== model || --content.users > 0) return;
    model.leaveGpu();
    // Moves it to the end: the map is in the order of release.
    this.#contents.delete(model.hash);
    this.#contents.set(model.hash, content);
    let excess = this.retainedBytes - this.#retainedLimit;
    for (const [hash, { built, users }] of this.#contents) {
      if (excess <= 0) return;
      if (!built || users > 0) continue;
      excess -= built.sizeBytes;
      this.#contents.delete(hash);
      built.dispose();
    }
  }
}

function closeImages({ images }: ModelData): void {
  for (const image of images) if ('close' in image) image.close();
}

function raceAbort<T>(promise: Promise<T>, signal: AbortSignal, path: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new FarmError('aborted', { path }, { cause: signal.reason }));
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
