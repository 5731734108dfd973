/** A point (metres), Euler angles (XYZ, radians) or a factor per axis. */
export interface Vec3 {
  x: number;
  y: number;
  z: number;
}
