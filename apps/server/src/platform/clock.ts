/** Longest delay of setTimeout, milliseconds. */
const MAX_TIMER_MS = 2_147_483_647;

/** Time as rights see it. Tests pass their own. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Calls `run` once, `waitMs` from now. Returns the function that cancels it. */
  after(waitMs: number, run: () => void): () => void;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(waitMs, run) {
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number): void => {
      const stepMs = Math.min(Math.max(0, leftMs), MAX_TIMER_MS);
      timer = setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : run()), stepMs);
    };
    wait(waitMs);
    return () => clearTimeout(timer);
  },
};
