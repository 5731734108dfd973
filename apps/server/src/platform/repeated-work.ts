/** Repeats a piece of work at an interval, and at once while it answers that there is more; never twice at a time. */
export class RepeatedWork {
  readonly #work: () => Promise<boolean>;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #run: Promise<void> = Promise.resolve();
  #isRunning = false;
  #isWanted = false;
  #isStopped = false;

  constructor(work: () => Promise<boolean>, onError: (error: unknown) => void) {
    this.#work = work;
    this.#onError = onError;
  }

  start(intervalMs: number): void {
    this.#timer = setInterval(() => this.wake(), intervalMs);
    this.#timer.unref();
  }

  /** Does not wait for the interval; while the work is done, it is done once more afterwards. */
  wake(): void {
    this.#isWanted = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#run = this.#repeat().catch(this.#onError);
  }

  /** Waits for the piece of work that is being done, and for no further one. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#run;
  }

  async #repeat(): Promise<void> {
    try {
      while (this.#isWanted && !this.#isStopped) {
        this.#isWanted = false;
        if (await this.#work()) this.#isWanted = true;
      }
    } finally {
      // In the same step as the last look at what is wanted: a wake in between would be lost.
      this.#isRunning = false;
    }
  }
}
