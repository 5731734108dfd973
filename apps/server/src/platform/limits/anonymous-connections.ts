/** Silent clients of all addresses together. */
const TOTAL = 4_000;
/**
 * How long a client may be silent before it counts, ms. After an outage hundreds of devices behind one address connect
 * in the same moment: none of them may lose its connection before its login has arrived and was read.
 */
const GRACE_MS = 2_000;

/**
 * Connections on which no login has arrived. Above the limit of an address, or of all, the oldest silent one is closed:
 * clients with a token send it at once.
 */
export class AnonymousConnections {
  readonly #perSource: number;
  readonly #total: number;
  /** Waiting for the end of their grace, by their close function. */
  readonly #young = new Map<() => void, NodeJS.Timeout>();
  /** Close functions of the silent ones by source, in the order of arrival. */
  readonly #sources = new Map<string, Set<() => void>>();
  readonly #silent = new Map<() => void, string>();

  constructor(perSource: number, total: number = TOTAL) {
    this.#perSource = perSource;
    this.#total = total;
  }

  /** How many there are, silent or new. */
  get size(): number {
    return this.#young.size + this.#silent.size;
  }

  /** Counts a connection from `source`; call the returned function when its login has arrived or it has closed. */
  add(source: string, close: () => void): () => void {
    const timer = setTimeout(() => {
      // Behind what has arrived meanwhile: after a long task timers run before sockets are read.
      setImmediate(() => this.#grown(source, close));
    }, GRACE_MS);
    timer.unref();
    this.#young.set(close, timer);
    return () => this.#remove(close);
  }

  #grown(source: string, close: () => void): void {
    if (!this.#young.delete(close)) return;
    const own = this.#sources.get(source) ?? new Set();
    this.#sources.set(source, own.add(close));
    this.#silent.set(close, source);
    if (own.size > this.#perSource) this.#closeOldest(own);
    else if (this.#silent.size > this.#total) this.#closeOldest(this.#silent.keys());
  }

  #closeOldest(connections: Iterable<() => void>): void {
    for (const close of connections) {
      this.#remove(close);
      close();
      return;
    }
  }

  #remove(close: () => void): void {
    clearTimeout(this.#young.get(close));
    this.#young.delete(close);
    const source = this.#silent.get(close);
    if (source === undefined) return;
    this.#silent.delete(close);
    const own = this.#sources.get(source);
    own?.delete(close);
    if (own?.size === 0) this.#sources.delete(source);
  }
}
