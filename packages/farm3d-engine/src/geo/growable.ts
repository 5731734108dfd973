/** A typed array that grows by doubling. */
export class Growable<A extends Float32Array | Float64Array | Uint16Array | Uint32Array> {
  readonly #create: (length: number) => A;
  #length = 0;
  /** The array with spare capacity. Replaced when it grows: do not keep it. */
  array: A;

  constructor(create: (length: number) => A, capacity = 1024) {
    this.#create = create;
    this.array = create(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Truncates, or after `reserve` extends, the length. */
  set length(length: number) {
    this.#length = length;
  }

  push(value: number): void {
    if (this.#length === this.array.length) this.reserve(1);
    this.array[this.#length++] = value;
  }

  /** Reserves capacity for `count` more elements. */
  reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.array.length) return;
    const larger = this.#create(Math.max(needed, this.array.length * 2));
    larger.set(this.array.subarray(0, this.#length));
    this.array = larger;
  }

  /**
   * A copy of exact length, with its own buffer.
   * @param multiple the buffer is padded with zeros to a multiple of this
   */
  finish(multiple = 1): A {
    const copy = this.#create(Math.ceil(this.#length / multiple) * multiple);
    copy.set(this.array.subarray(0, this.#length));
    return copy.subarray(0, this.#length) as A;
  }
}
