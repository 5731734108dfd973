/** Time as an argument, so that tests can hold it. */
export interface Clock {
  /** Milliseconds since any fixed point, never going back. */
  now(): number;
  requestFrame(callback: (timeMs: number) => void): number;
  cancelFrame(handle: number): void;
}

/** The browser's own time and frames. */
export const browserClock: Clock = {
  now: () => performance.now(),
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
};
