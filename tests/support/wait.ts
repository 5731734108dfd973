import { setTimeout as pause } from 'node:timers/promises';

/**
 * Deadline of waits, milliseconds: far longer than any normal duration, so that a busy machine causes no
 * failure. The absence of an event is proven by a later event.
 */
export const PATIENCE_MS = 180_000;

/** Polls `question` until its result is truthy; fails after the deadline with the text of `what`. */
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
