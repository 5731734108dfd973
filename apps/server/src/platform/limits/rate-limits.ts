import type { Pool } from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { DEFAULT_LIMITS, type LimitName } from '../config/settings.ts';

const MINUTE_SECONDS = 60;

/** Rate limits of calls by name and key: in memory, so that a restart resets them, or of several servers in their database. */
export class RateLimits {
  readonly #limiters = new Map<LimitName, RateLimiterAbstract>();
  readonly #inMemory: RateLimiterMemory[] = [];
  #ended = false;

  /** @param shared the database of several servers; while it is away each counts for itself. Default: one server */
  constructor(limits: Partial<Record<LimitName, number>> = {}, shared?: Pool) {
    for (const [name, points] of Object.entries({ ...DEFAULT_LIMITS, ...limits }) as [LimitName, number][]) {
      const own = new RateLimiterMemory({ points, duration: MINUTE_SECONDS, keyPrefix: name });
      this.#inMemory.push(own);
      this.#limiters.set(name, shared ? together(name, own, shared) : own);
    }
  }

  /** Counts one call. Returns milliseconds until the next is allowed; 0 when this one is. */
  async take(name: LimitName, key: string): Promise<number> {
    // A connection that is being closed may still end in a refusal.
    if (this.#ended) return 0;
    try {
      await this.#limiters.get(name)?.consume(key);
      return 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return Math.max(1, error.msBeforeNext);
      throw error;
    }
  }

  /** Forgets what was counted in memory: each key has a timer of its own. */
  async end(): Promise<void> {
    this.#ended = true;
    for (const limiter of this.#inMemory)
      await Promise.all(limiter.dump().storage.map(({ key }) => limiter.delete(key)));
  }
}

function together(name: LimitName, own: RateLimiterMemory, pool: Pool): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: true,
    keyPrefix: name,
    points: own.points,
    duration: own.duration,
    // Whoever is above it is refused without asking the database again.
    inMemoryBlockOnConsumed: own.points + 1,
    insuranceLimiter: own,
  });
}
