/** Failures in a row of one name from one address before waiting begins. */
const FREE_FAILURES = 5;
/** First wait, milliseconds; each further failure doubles it. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15 * 60_000;
/** Failures are forgotten after this time without another one, milliseconds. */
const FORGET_MS = 30 * 60_000;
/** Failures of one address with any names: many names with one password each. */
const ADDRESS_FAILURES = 60;
const ADDRESS_WINDOW_MS = 60_000;
/** Cached entries; the oldest leave first. */
const ENTRY_LIMIT = 20_000;
/** Password hashes computed at once, and queued: each takes 19 MiB. */
const HASHES_AT_ONCE = 2;
const HASHES_WAITING = 50;

interface Failures {
  count: number;
  last: number;
  blockedUntil: number;
}

/**
 * Slows down password guessing. Only failures count, so people and scripts with the right password are never delayed;
 * the memory of hashing is bounded.
 */
export class LoginGuard {
  readonly #enabled: boolean;
  readonly #now: () => number;
  readonly #failures = new Map<string, Failures>();
  readonly #addresses = new Map<string, { count: number; since: number }>();
  #hashing = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(enabled = true, now: () => number = Date.now) {
    this.#enabled = enabled;
    this.#now = now;
  }

  /** Milliseconds until this name may be tried again from this address; 0: now. */
  waitMs(username: string, address: string): number {
    if (!this.#enabled) return 0;
    const now = this.#now();
    const source = this.#addresses.get(address);
    const addressWait =
      source && source.count >= ADDRESS_FAILURES ? source.since + ADDRESS_WINDOW_MS - now : 0;
    const failures = this.#failures.get(key(username, address));
    return Math.max(0, addressWait, failures ? failures.blockedUntil - now : 0);
  }

  failed(username: string, address: string): void {
    const now = this.#now();
    const name = key(username, address);
    const before = this.#failures.get(name);
    const count = before && now - before.last < FORGET_MS ? before.count + 1 : 1;
    const over = count - FREE_FAILURES;
    const wait = over < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** Math.min(over, 30), MAX_WAIT_MS);
    this.#failures.delete(name);
    this.#failures.set(name, { count, last: now, blockedUntil: now + wait });
    trim(this.#failures);
    const source = this.#addresses.get(address);
    if (source && now - source.since < ADDRESS_WINDOW_MS) source.count += 1;
    else this.#addresses.set(address, { count: 1, since: now });
    trim(this.#addresses);
  }

  succeeded(username: string, address: string): void {
    this.#failures.delete(key(username, address));
  }

  /** Runs one password check in its turn; null when the queue is full. */
  async hash<T>(check: () => Promise<T>): Promise<T | null> {
    if (this.#hashing >= HASHES_AT_ONCE) {
      if (this.#waiting.length >= HASHES_WAITING) return null;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#hashing += 1;
    }
    try {
      return await check();
    } finally {
      // The slot is passed on, not freed and raced for.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#hashing -= 1;
    }
  }
}

function key(username: string, address: string): string {
  return `${address} ${username.toLowerCase()}`;
}

function trim(map: Map<string, unknown>): void {
  if (map.size <= ENTRY_LIMIT) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}
