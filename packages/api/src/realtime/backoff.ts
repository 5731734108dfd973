export interface BackoffOptions {
  /** First wait, milliseconds. Default 500. */
  baseMs?: number;
  /** Longest wait, milliseconds. Default 30,000. */
  maxMs?: number;
  /** 0 ≤ x < 1. Default Math.random. */
  random?: () => number;
}

/**
 * Delays between reconnection attempts: doubled each time, and random in the upper half, so that a thousand pages do
 * not reconnect at the same moment.
 */
export function createBackoff({ baseMs = 500, maxMs = 30_000, random = Math.random }: BackoffOptions = {}): {
  next(): number;
  reset(): void;
} {
  let attempt = 0;
  return {
    next() {
      const step = Math.min(maxMs, baseMs * 2 ** Math.min(attempt, 30));
      attempt += 1;
      return step / 2 + random() * (step / 2);
    },
    reset() {
      attempt = 0;
    },
  };
}
