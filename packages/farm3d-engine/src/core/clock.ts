/** Time as an argument, so that tests can hold it. */
export interface Clock {
  /** Milliseconds since any fixed point, never going back. */
  now(): number;
  /** Calls once, with the next frame. @returns a handle for `cancelFrame` */
  requestFrame(callback: (timeMs: number) => void): number;
  /** Takes back what `requestFrame` gave; harmless when the frame has come. */
  cancelFrame(handle: number): void;
}

/** The browser's own time and frames. */
export const browserClock: Clock = {
  now: () => performance.now(),
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
};
