import { setTimeout as pause } from 'node:timers/promises';

/**
 * Longest wait for a fact, milliseconds: far beyond what anything takes, so that a busy machine is no failure. What must
 * not come at all is judged by what comes after it.
 */
export const PATIENCE_MS = 180_000;

/** Asks again and again until the answer is truthy; fails after the deadline, saying what it waited for. */
export async function waitFor<T>(
  question: () => T | Promise<T>,
  options: { timeoutMs?: number; intervalMs?: number; what?: string | (() => string) } = {},
): Promise<NonNullable<T>> {
  const { timeoutMs = PATIENCE_MS, intervalMs = 25, what = 'a condition' } = options;
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await question();
    if (answer) return answer;
    if (Date.now() > deadline) {
      throw new Error(`waited ${timeoutMs} ms for ${typeof what === 'function' ? what() : what}`);
    }
    await pause(intervalMs);
  }
}

/** The result of a promise, or 'timeout'; the timer does not outlive it. */
export async function withDeadline<T>(promise: Promise<T>, timeoutMs: number): Promise<T | 'timeout'> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      promise,
      pause(timeoutMs, 'timeout' as const, { signal: timer.signal, ref: true }).catch(
        () => 'timeout' as const,
      ),
    ]);
  } finally {
    timer.abort();
  }
}
