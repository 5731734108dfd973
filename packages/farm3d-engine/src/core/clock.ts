/** Source of time and frames, injected so that tests can control it. */
export interface Clock {
  /** Milliseconds since a fixed point; monotonic. */
  now(): number;
  /** Calls `callback` once, at the next frame. @returns a handle for `cancelFrame` */
  requestFrame(callback: (timeMs: number) => void): number;
  /** Cancels a frame request; no effect after the frame. */
  cancelFrame(handle: number): void;
}

/** The clock of the browser: `performance.now` and `requestAnimationFrame`. */
export const browserClock: Clock = {
  now: () => performance.now(),
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
};
