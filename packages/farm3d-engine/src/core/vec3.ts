/** A vector; its unit (metres, radians or factors) depends on its use. */
export interface Vec3 {
  /** East, or about that axis. */
  readonly x: number;
  /** Up, or about that axis. */
  readonly y: number;
  /** South, or about that axis. */
  readonly z: number;
}
