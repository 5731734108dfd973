/** Counts the streams of authenticated clients, by user and all together. */
export class OpenStreams {
  readonly #total: number;
  readonly #perUser: number;
  /** Key of each stream: its user, or its embed token. */
  readonly #keys = new Map<object, string>();
  readonly #counts = new Map<string, number>();

  constructor(total: number, perUser: number) {
    this.#total = total;
    this.#perUser = perUser;
  }

  /** Counts a stream; false above a limit. */
  admit(stream: object, key: string): boolean {
    if (this.#keys.has(stream)) return true;
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#perUser || this.#keys.size >= this.#total) return false;
    this.#keys.set(stream, key);
    this.#counts.set(key, count + 1);
    return true;
  }

  remove(stream: object): void {
    const key = this.#keys.get(stream);
    if (key === undefined) return;
    this.#keys.delete(stream);
    const count = (this.#counts.get(key) ?? 1) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}
