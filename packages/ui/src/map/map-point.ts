/** A point of a map of many. */
export interface MapPoint {
  readonly id: string;
  /** Degrees, WGS 84. */
  readonly longitude: number;
  readonly latitude: number;
  /** Drawn in green; the others in grey. */
  readonly isActive: boolean;
}
