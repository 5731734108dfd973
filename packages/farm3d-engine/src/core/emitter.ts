import { invalidArgument } from './check.ts';

/** Options of {@link TypedEmitter.on}. */
export interface ListenOptions {
  /** Aborting it removes the listener. */
  readonly signal?: AbortSignal | undefined;
}

type Listener = (payload: never) => void;

/**
 * Events with one typed map: `class X extends TypedEmitter<XEvents>`.
 * A listener that throws does not keep the others from hearing the event; its error goes to `reportError`.
 */
export class TypedEmitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener>>();
  readonly #known: ReadonlySet<keyof Events> | undefined;

  /** @param known every event there is: listening to another is refused. Default: any name is taken. */
  constructor(known?: Readonly<Record<keyof Events, true>>) {
    this.#known = known && new Set(Object.keys(known) as (keyof Events)[]);
    // Vue's own mark for what it leaves as it is: behind its proxy an object of private fields does not work.
    Object.defineProperty(this, '__v_skip', { value: true });
  }

  /**
   * Calls `listener` for every event of this type, in order of registration.
   * @returns the function that stops it (harmless when called twice).
   * @throws FarmError `invalid-argument` for an event that there is not, and for a listener that is no function
   */
  on<Type extends keyof Events>(
    type: Type,
    listener: (payload: Events[Type]) => void,
    options: ListenOptions = {},
  ): () => void {
    if (this.#known && !this.#known.has(type)) throw invalidArgument('event', type);
    if (typeof listener !== 'function') throw invalidArgument('listener', listener);
    const { signal } = options;
    if (signal?.aborted) return () => {};
    // A wrapper each time: the same function registered twice is two listeners, each with its own off.
    const entry: Listener = (payload) => listener(payload);
    const set = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, set);
    set.add(entry);
    const off = () => {
      set.delete(entry);
      signal?.removeEventListener('abort', off);
    };
    signal?.addEventListener('abort', off, { once: true });
    return off;
  }

  /** Resolves with the next event of this type; rejects with the signal's reason when aborted first. */
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

  /** How many listeners hear this type. */
  listenerCount(type: keyof Events): number {
    return this.#listeners.get(type)?.size ?? 0;
  }

  /** Tells every listener. An `error` event that nobody hears goes to the console: nothing is lost. */
  emit<Type extends keyof Events>(type: Type, payload: Events[Type]): void {
    const set = this.#listeners.get(type);
    if (!set || set.size === 0) {
      if (type === 'error') console.error((payload as { error?: unknown }).error ?? payload);
      return;
    }
    // A copy: a listener may add or remove others while it runs.
    for (const listener of Array.from(set)) {
      try {
        listener(payload as never);
      } catch (error) {
        if (typeof reportError === 'function') reportError(error);
        else console.error(error);
      }
    }
  }

  /** Forgets every listener. For dispose. */
  removeAllListeners(): void {
    this.#listeners.clear();
  }
}
