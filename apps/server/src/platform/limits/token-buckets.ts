import { DEFAULT_LIMITS, type LimitName } from '../config/settings.ts';

/** Kind of the sender of a connection. */
export type BucketKind = Extract<LimitName, 'device' | 'gateway'>;

const MINUTE_MS = 60_000;

interface Bucket {
  /** Messages that may still be sent at once; negative: messages above the limit. */
  tokens: number;
  /** Time of this value, epoch ms. */
  updatedAt: number;
}

/**
 * Token buckets for the messages of open connections, by the limits of a minute. A device above its limit is read
 * later and loses nothing. In memory: a restart resets them.
 */
export class TokenBuckets {
  readonly #limits: Readonly<Record<BucketKind, number>>;
  readonly #buckets = new Map<string, Bucket>();
  #swept = 0;

  constructor(limits: Partial<Record<LimitName, number>> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Messages a minute. */
  limit(name: BucketKind): number {
    return this.#limits[name];
  }

  /** Senders that are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Counts one message. Returns milliseconds until the next should be read. */
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

  /** Removes full buckets. */
  #sweep(now: number): void {
    if (now - this.#swept < MINUTE_MS) return;
    this.#swept = now;
    for (const [key, { updatedAt: at, tokens: left }] of this.#buckets) {
      if (left >= 0 && now - at >= MINUTE_MS) this.#buckets.delete(key);
    }
  }
}
