import { DEFAULT_LIMITS, type LimitName } from '../config/settings.ts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const MINUTE_SECONDS = 60;

/** Rate limits of calls by name and key, in memory: a restart resets them. */
export class RateLimits {
  readonly #limiters = new Map<LimitName, RateLimiterMemory>();

  constructor(limits: Partial<Record<LimitName, number>> = {}) {
    for (const [name, points] of Object.entries({ ...DEFAULT_LIMITS, ...limits }) as [LimitName, number][]) {
      this.#limiters.set(name, new RateLimiterMemory({ points, duration: MINUTE_SECONDS }));
    }
  }

  /** Counts one call. Returns milliseconds until the next is allowed; 0 when this one is. */
  async take(name: LimitName, key: string): Promise<number> {
    try {
      await this.#limiters.get(name)?.consume(key);
      return 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return Math.max(1, error.msBeforeNext);
      throw error;
    }
  }
}
