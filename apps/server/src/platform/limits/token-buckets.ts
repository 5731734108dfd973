import { DEFAULT_LIMITS, type LimitName } from '../config/settings.ts';

/** Who speaks over a connection that stays open. */
export type BucketKind = Extract<LimitName, 'device' | 'gateway'>;

const MINUTE_MS = 60_000;

interface Bucket {
  /** Messages that may still be said at once; below zero: as many too many were said. */
  tokens: number;
  /** When that was so, epoch ms. */
  updatedAt: number;
}

/**
 * How fast the messages of open connections are taken: the limits of a minute, as a bucket that fills steadily. Who
 * speaks faster is read later, and loses nothing. In memory: a restart forgives.
 */
export class TokenBuckets {
  readonly #limits: Readonly<Record<BucketKind, number>>;
  readonly #buckets = new Map<string, Bucket>();
  #swept = 0;

  constructor(limits: Partial<Record<LimitName, number>> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Messages of a minute. */
  limit(name: BucketKind): number {
    return this.#limits[name];
  }

  /** Counts one message. Milliseconds until the next should be read. */
  take(name: BucketKind, key: string, now: number): number {
    this.#sweep(now);
    const limit = this.#limits[name];
    const perMs = limit / MINUTE_MS;
    const bucket = this.#buckets.get(key) ?? { tokens: limit, updatedAt: now };
    bucket.tokens = Math.min(limit, bucket.tokens + (now - bucket.updatedAt) * perMs) - 1;
    bucket.updatedAt = now;
    this.#buckets.set(key, bucket);
    return bucket.tokens >= 0 ? 0 : Math.ceil(-bucket.tokens / perMs);
  }

  /** Forgets those who were silent for so long that their bucket is full. */
  #sweep(now: number): void {
    if (now - this.#swept < MINUTE_MS) return;
    this.#swept = now;
    for (const [key, { updatedAt: at, tokens: left }] of this.#buckets) {
      if (left >= 0 && now - at >= MINUTE_MS) this.#buckets.delete(key);
    }
  }
}
