/** Main-thread work per turn before the page gets a breath, milliseconds. */
const BUILD_BUDGET_MS = 4;

/**
 * Cuts building work into turns: `await budget.turn()` between steps goes on at once while the turn has time left,
 * and else waits until input and frames have had theirs. Shared by everything that builds at the same time.
 */
export class FrameBudget {
  readonly #limitMs: number;
  readonly #now: () => number;
  readonly #pause: () => Promise<void>;
  #turnStart = -Infinity;
  #pausing: Promise<void> | undefined;

  constructor(
    limitMs = BUILD_BUDGET_MS,
    now: () => number = () => performance.now(),
    pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, 0)),
  ) {
    this.#limitMs = limitMs;
    this.#now = now;
    this.#pause = pause;
  }

  async turn(): Promise<void> {
    while (this.#pausing || this.#now() - this.#turnStart > this.#limitMs) {
      this.#pausing ??= this.#pause().then(() => {
        this.#turnStart = this.#now();
        this.#pausing = undefined;
      });
      await this.#pausing;
    }
  }
}
