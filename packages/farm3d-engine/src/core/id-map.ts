/** A value of an {@link IdMap}. */
interface Chained<T> {
  readonly id: string;
  /** Set by the map: the value that was asked for after this one, the last time. */
  next: T | undefined;
}

/**
 * Values by id, made when an id is first asked for. A call about thousands of ids in the order of the last time finds each
 * by one comparison: a Map hashes every text, and looks for it in another place of the memory.
 */
export class IdMap<T extends Chained<T>> {
  readonly #values = new Map<string, T>();
  readonly #make: (id: string) => T;
  #last: T | undefined;

  constructor(make: (id: string) => T) {
    this.#make = make;
  }

  /** The value of an id; the same one at each call. */
  of(id: string): T {
    const last = this.#last;
    const next = last?.next;
    if (next?.id === id) return (this.#last = next);
    if (last?.id === id) return last;
    let value = this.#values.get(id);
    if (!value) this.#values.set(id, (value = this.#make(id)));
    if (last) last.next = value;
    return (this.#last = value);
  }

  /** The value of an id that was asked for before; it is not made. */
  get(id: string): T | undefined {
    return this.#values.get(id);
  }

  clear(): void {
    this.#values.clear();
    this.#last = undefined;
  }
}
