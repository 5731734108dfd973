import { invalidArgument } from './check.ts';

/** Options of {@link TypedEmitter.on}. */
export interface ListenOptions {
  /** Aborting it removes the listener. */
  readonly signal?: AbortSignal | undefined;
}

type Listener = (payload: never) => void;

/**
 * Event emitter with one typed map of events: `class X extends TypedEmitter<XEvents>`.
 * If a listener throws, the others are called all the same and the error goes to `reportError`.
 */
export class TypedEmitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener>>();
  readonly #types: ReadonlySet<keyof Events> | undefined;

  /** @param types all event names; `on` throws for any other. Default: any name is accepted. */
  constructor(types?: Readonly<Record<keyof Events, true>>) {
    this.#types = types && new Set(Object.keys(types) as (keyof Events)[]);
    // Vue does not wrap an object with this mark in a proxy: a proxy cannot access private fields.
    Object.defineProperty(this, '__v_skip', { value: true });
  }

  /**
   * Calls `listener` for every event of this type, in order of registration.
   * @returns a function that removes the listener (a second call has no effect).
   * @throws FarmError `invalid-argument` for an unknown event or a listener that is not a function
   */
  on<Type extends keyof Events>(
    type: Type,
    listener: (payload: Events[Type]) => void,
    options: ListenOptions = {},
  ): () => void {
    if (this.#types && !this.#types.has(type)) throw invalidArgument('event', type);
    if (typeof listener !== 'function') throw invalidArgument('listener', listener);
    const { signal } = options;
    if (signal?.aborted) return () => {};
    // A new wrapper each time: a function registered twice is called twice and removed separately.
    const entry: Listener = (payload) => listener(payload);
    const set = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, set);
    set.add(entry);
    const off = () => {
      set.delete(entry);
      signal?.removeEventListener('abort', off);
    };
    signal?.addEventListener('abort', off);
    return off;
  }

  /** Resolves with the next event of this type; rejects with the reason of the signal if it is aborted first. */
  once<Type extends keyof Events>(type: Type, options: ListenOptions = {}): Promise<Events[Type]> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const abort = () => {
        off();
        reject(signal?.reason as Error);
      };
      const off = this.on(type, (payload) => {
        off();
        signal?.removeEventListener('abort', abort);
        resolve(payload);
      });
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** Number of listeners for this type. */
  listenerCount(type: keyof Events): number {
    return this.#listeners.get(type)?.size ?? 0;
  }

  /** Calls all listeners. An `error` event without a listener is written to the console. */
  emit<Type extends keyof Events>(type: Type, payload: Events[Type]): void {
    const set = this.#listeners.get(type);
    if (!set || set.size === 0) {
      if (type === 'error') console.error((payload as { error?: unknown }).error ?? payload);
      return;
    }
    // A copy: a listener may add or remove listeners while it runs.
    for (const listener of Array.from(set)) {
      try {
        listener(payload as never);
      } catch (error) {
        if (typeof reportError === 'function') reportError(error);
        else console.error(error);
      }
    }
  }

  /** Removes all listeners. */
  removeAllListeners(): void {
    this.#listeners.clear();
  }
}
