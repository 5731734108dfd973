/** Attempts without a known device that wait, of all sources; each takes little memory until its turn. */
const WAITING_LIMIT = 200;
/** Those of one account; from wherever they come, they delay logins to others by so many hashes at most. */
const ACCOUNT_LIMIT = 60;

interface Waiting {
  readonly account: string;
  readonly start: (starts: boolean) => void;
}

/**
 * Runs few password hashes at once, since each takes a core and 19 MiB. Known devices come first; then each source (an
 * address) in turn, of one source the newest: what one source asks for does not delay the others by more than one hash
 * each, and a person behind the same address as a guessing program is served next. What many sources ask for of one
 * account is bounded: above it the oldest of the source that has most leaves.
 */
export class HashQueue {
  readonly #atOnce: number;
  #running = 0;
  readonly #known: Waiting[] = [];
  /** By source, the one whose turn is next first. */
  readonly #sources = new Map<string, Waiting[]>();
  readonly #ofAccount = new Map<string, number>();
  #waiting = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Result of `work`; null when newer attempts took its place. */
  async run<T>(
    { account, source }: { readonly account: string; readonly source: string },
    isKnown: boolean,
    work: () => Promise<T>,
  ): Promise<T | null> {
    if (!(await this.#enter(account, source, isKnown))) return null;
    try {
      return await work();
    } finally {
      // The slot is passed to the next attempt, so that no other one takes it.
      const next = this.#next();
      if (next) next.start(true);
      else this.#running -= 1;
    }
  }

  async #enter(account: string, source: string, isKnown: boolean): Promise<boolean> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return true;
    }
    return new Promise<boolean>((start) => {
      const waiting = { account, start };
      if (isKnown) {
        this.#known.push(waiting);
        return;
      }
      const own = this.#sources.get(source);
      if (own) own.push(waiting);
      else this.#sources.set(source, [waiting]);
      const ofAccount = this.#count(account, 1);
      if (ofAccount > ACCOUNT_LIMIT) this.#displace((one) => one.account === account);
      else if (this.#waiting > WAITING_LIMIT) this.#displace(() => true);
    });
  }

  /** Counts one that waits, or waits no longer; returns how many wait of its account. */
  #count(account: string, change: 1 | -1): number {
    this.#waiting += change;
    const ofAccount = (this.#ofAccount.get(account) ?? 0) + change;
    if (ofAccount > 0) this.#ofAccount.set(account, ofAccount);
    else this.#ofAccount.delete(account);
    return ofAccount;
  }

  #next(): Waiting | undefined {
    const known = this.#known.shift();
    if (known) return known;
    const [first] = this.#sources;
    if (!first) return undefined;
    const [source, own] = first;
    const newest = own.pop();
    this.#sources.delete(source);
    if (own.length > 0) this.#sources.set(source, own);
    if (newest) this.#count(newest.account, -1);
    return newest;
  }

  /** The oldest of these, of the source that has most. */
  #displace(isOf: (waiting: Waiting) => boolean): void {
    let most: [string, Waiting[], Waiting] | undefined;
    for (const [source, own] of this.#sources) {
      const oldest = own.find(isOf);
      if (oldest && (!most || own.length > most[1].length)) most = [source, own, oldest];
    }
    if (!most) return;
    const [source, own, oldest] = most;
    own.splice(own.indexOf(oldest), 1);
    if (own.length === 0) this.#sources.delete(source);
    this.#count(oldest.account, -1);
    oldest.start(false);
  }
}
