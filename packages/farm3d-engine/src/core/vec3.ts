/** Metres, radians or factors, as its place says. */
export interface Vec3 {
  /** To the east, or about that axis. */
  readonly x: number;
  /** Up, or about that axis. */
  readonly y: number;
  /** To the south, or about that axis. */
  readonly z: number;
}
