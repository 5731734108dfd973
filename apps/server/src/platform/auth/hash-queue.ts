/** Attempts without a known device that wait, of all sources; each takes little memory until its turn. */
const WAITING_LIMIT = 200;

type Start = (starts: boolean) => void;

/**
 * Runs few password hashes at once, since each takes a core and 19 MiB. Known devices come first; then each source (an
 * address) in turn, of one source the newest: what one source asks for does not delay the others by more than one hash
 * each, and a person behind the same address as a guessing program is served next.
 */
export class HashQueue {
  readonly #atOnce: number;
  #running = 0;
  readonly #known: Start[] = [];
  /** By source, the one whose turn is next first. */
  readonly #sources = new Map<string, Start[]>();
  #waiting = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Result of `work`; null when newer attempts took its place. */
  async run<T>(source: string, isKnown: boolean, work: () => Promise<T>): Promise<T | null> {
    if (!(await this.#enter(source, isKnown))) return null;
    try {
      return await work();
    } finally {
      // The slot is passed to the next attempt, so that no other one takes it.
      const next = this.#next();
      if (next) next(true);
      else this.#running -= 1;
    }
  }

  async #enter(source: string, isKnown: boolean): Promise<boolean> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return true;
    }
    return new Promise<boolean>((start) => {
      if (isKnown) {
        this.#known.push(start);
        return;
      }
      const own = this.#sources.get(source);
      if (own) own.push(start);
      else this.#sources.set(source, [start]);
      this.#waiting += 1;
      if (this.#waiting > WAITING_LIMIT) this.#displace();
    });
  }

  #next(): Start | undefined {
    const known = this.#known.shift();
    if (known) return known;
    const [first] = this.#sources;
    if (!first) return undefined;
    const [source, own] = first;
    const start = own.pop();
    this.#sources.delete(source);
    if (own.length > 0) this.#sources.set(source, own);
    this.#waiting -= 1;
    return start;
  }

  /** The oldest of the source that has most. */
  #displace(): void {
    let most: [string, Start[]] | undefined;
    for (const entry of this.#sources) if (!most || entry[1].length > most[1].length) most = entry;
    if (!most) return;
    const [source, own] = most;
    const oldest = own.shift();
    if (own.length === 0) this.#sources.delete(source);
    this.#waiting -= 1;
    oldest?.(false);
  }
}
