import { DEFAULT_LIMITS, type LimitName } from '../config/settings.ts';

/** Who speaks over a connection that stays open. */
export type PacedName = Extract<LimitName, 'device' | 'gateway'>;

const MINUTE_MS = 60_000;

interface Account {
  /** Messages that may still be said at once; below zero: as many too many were said. */
  left: number;
  /** When that was so, epoch ms. */
  at: number;
}

/**
 * How fast the messages of open connections are taken: the limits of a minute, as a bucket that fills steadily. Who
 * speaks faster is read later, and loses nothing. In memory: a restart forgives.
 */
export class MessagePace {
  readonly #limits: Readonly<Record<PacedName, number>>;
  readonly #accounts = new Map<string, Account>();
  #swept = 0;

  constructor(limits: Partial<Record<LimitName, number>> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Messages of a minute. */
  limit(name: PacedName): number {
    return this.#limits[name];
  }

  /** Counts one message. Milliseconds until the next should be read. */
  take(name: PacedName, key: string, now: number): number {
    this.#sweep(now);
    const limit = this.#limits[name];
    const perMs = limit / MINUTE_MS;
    const account = this.#accounts.get(key) ?? { left: limit, at: now };
    account.left = Math.min(limit, account.left + (now - account.at) * perMs) - 1;
    account.at = now;
    this.#accounts.set(key, account);
    return account.left >= 0 ? 0 : Math.ceil(-account.left / perMs);
  }

  /** Forgets those who were silent for so long that their bucket is full. */
  #sweep(now: number): void {
    if (now - this.#swept < MINUTE_MS) return;
    this.#swept = now;
    for (const [key, { at, left }] of this.#accounts) {
      if (left >= 0 && now - at >= MINUTE_MS) this.#accounts.delete(key);
    }
  }
}
