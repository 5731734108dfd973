import type { CameraState } from '../document/records.ts';
import type { MapProjection } from '../geo/projection.ts';

/** Scale and direction of a map view, for a scale bar and a compass. */
export interface MapBearing {
  /** Ground metres per CSS px, horizontally in the middle of the viewport. */
  readonly metresPerPixel: number;
  /** Direction of north on the screen, degrees clockwise from up. */
  readonly northDegrees: number;
}

/** Mean radius of the earth, metres. */
const EARTH_RADIUS = 6_371_009;
/** Share of the camera's distance within which the map counts as plane. */
const NEAR = 1e-3;

/**
 * @param unitsPerPixel map units per CSS px in the middle of the viewport
 * @returns null if the projection cannot be inverted
 */
export function bearingOf(
  { position, target }: CameraState,
  projection: MapProjection,
  unitsPerPixel: number,
): MapBearing | null {
  const distance = Math.hypot(position.x - target.x, position.y - target.y, position.z - target.z);
  const step = distance * NEAR;
  // The direction on the ground that is to the right on the screen.
  const ahead = Math.hypot(target.x - position.x, target.z - position.z);
  const forward = ahead > 0 ? [(target.x - position.x) / ahead, (target.z - position.z) / ahead] : [0, -1];
  const right = [-forward[1]!, forward[0]!];
  const targetLngLat = projection.invert?.([target.x, target.z]);
  const sideways = projection.invert?.([target.x + right[0]! * step, target.z + right[1]! * step]);
  if (!targetLngLat || !sideways) return null;
  const north = projection([targetLngLat[0], Math.min(89.9, targetLngLat[1] + 0.01)]);
  if (!north) return null;
  const [nx, nz] = [north[0] - target.x, north[1] - target.z];
  const across = nx * right[0]! + nz * right[1]!;
  const along = nx * forward[0]! + nz * forward[1]!;
  return {
    metresPerPixel: (metresBetween(targetLngLat, sideways) / step) * unitsPerPixel,
    northDegrees: (Math.atan2(across, along) * 180) / Math.PI,
  };
}

function metresBetween(
  [lng1, lat1]: readonly [number, number],
  [lng2, lat2]: readonly [number, number],
): number {
  const radians = Math.PI / 180;
  const dLat = (lat2 - lat1) * radians;
  const dLng = (lng2 - lng1) * radians;
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}
