/** How much background work is done in one transaction. */
interface Settings {
  readonly first: number;
  readonly most: number;
  /** How long a step should take at most, milliseconds: others wait for it. */
  readonly ms: number;
}

/** Fits the size of steps to the time that they take: halved after one that took too long, doubled after a short one. */
export class StepSize {
  readonly #most: number;
  readonly #ms: number;
  #size: number;

  constructor({ first, most, ms }: Settings) {
    this.#size = first;
    this.#most = most;
    this.#ms = ms;
  }

  /** Runs a step, which returns how much it did. */
  async time(step: (size: number) => Promise<number>): Promise<number> {
    const started = performance.now();
    const done = await step(this.#size);
    const tookMs = performance.now() - started;
    if (tookMs > this.#ms) this.#size = Math.max(1, Math.floor(this.#size / 2));
    else if (tookMs < this.#ms / 4 && done >= this.#size) this.#size = Math.min(this.#most, this.#size * 2);
    return done;
  }
}
