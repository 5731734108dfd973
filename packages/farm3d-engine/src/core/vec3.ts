/** A vector in metres, radians or factors, as its use says. */
export interface Vec3 {
  /** East, or about that axis. */
  readonly x: number;
  /** Up, or about that axis. */
  readonly y: number;
  /** South, or about that axis. */
  readonly z: number;
}
