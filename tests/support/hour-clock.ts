import type { Clock } from '../../apps/server/src/platform/clock.ts';

const HOUR_MS = 3_600_000;
/** A longer one is due in none of these tests. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The system's clock, which a test moves ahead by hours. */
export class HourClock implements Clock {
  readonly #waiting = new Set<{ readonly dueAt: number; fire(): void }>();
  /** How many hours it is ahead. */
  hoursAhead = 0;

  now(): number {
    return Date.now() + this.hoursAhead * HOUR_MS;
  }

  after(waitMs: number, run: () => void): () => void {
    const stop = (): void => {
      clearTimeout(timeout);
      this.#waiting.delete(timer);
    };
    const timer = {
      dueAt: this.now() + waitMs,
      fire: () => {
        stop();
        run();
      },
    };
    const timeout = setTimeout(timer.fire, Math.min(Math.max(0, waitMs), LONGEST_TIMER_MS));
    this.#waiting.add(timer);
    return stop;
  }

  /** Moves it ahead by an hour and runs what is due by then. */
  anHourLater(): void {
    this.hoursAhead += 1;
    for (const timer of this.#waiting) if (timer.dueAt <= this.now()) timer.fire();
  }
}
