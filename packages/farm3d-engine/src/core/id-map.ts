/** A value of an {@link IdMap}. */
interface Chained<T> {
  readonly id: string;
  /** Set by the map: the value that was asked for after this one, the last time. */
  next: T | undefined;
}

/** After so many, the next one is looked up first and compared afterwards. */
const MAX_MISSES = 8;

/**
 * Values by id, made when an id is first asked for. A call about thousands of ids in the order of the last time finds each
 * by one comparison: a Map hashes every text, and looks for it in another place of the memory.
 */
export class IdMap<T extends Chained<T>> {
  readonly #values = new Map<string, T>();
  readonly #make: (id: string) => T;
  #last: T | undefined;
  /** How often in a row it was another than the expected one. */
  #misses = 0;

  constructor(make: (id: string) => T) {
    this.#make = make;
  }

  /** The value of an id; the same one at each call. */
  of(id: string): T {
    const last = this.#last;
    const next = last?.next;
    // In a new order the expected one is not worth a look: it lies far away.
    if (this.#misses < MAX_MISSES && next?.id === id) return this.#found(next);
    if (last?.id === id) return last;
    let value = this.#values.get(id);
    if (!value) this.#values.set(id, (value = this.#make(id)));
    if (next === value) return this.#found(value);
    this.#misses++;
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
  #found(value: T): T {
    this.#misses = 0;
    this.#last = value;
    return value;
  }
}
