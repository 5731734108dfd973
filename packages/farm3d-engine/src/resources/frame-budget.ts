/** Main-thread work before it yields to the page, milliseconds. */
const BUILD_BUDGET_MS = 4;

/**
 * Splits building work: `await budget.yieldIfDue()` between steps continues at once while time is left, else
 * after input and frames were handled. Shared by all work that runs at the same time.
 */
export class FrameBudget {
  readonly #limitMs: number;
  readonly #now: () => number;
  readonly #pause: () => Promise<void>;
  #sliceStart = -Infinity;
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

  async yieldIfDue(): Promise<void> {
    while (this.#pausing || this.#now() - this.#sliceStart > this.#limitMs) {
      this.#pausing ??= this.#pause().then(() => {
        this.#sliceStart = this.#now();
        this.#pausing = undefined;
      });
      await this.#pausing;
    }
  }
}
