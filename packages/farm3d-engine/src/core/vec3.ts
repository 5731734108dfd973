/** Metres, radians or factors, as its place says. */
export interface Vec3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
