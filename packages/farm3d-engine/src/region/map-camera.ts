import type { CameraState } from '../document/records.ts';

/** Away from straight down, radians: walls are seen, names are not squeezed. */
const TILT = 0.6;
/** Share of the picture's half that the map may fill. */
const FILL = 0.9;
/** A map of one point still has a view. */
const LEAST_SIZE = 1e-3;

/** Where the box's edges come to lie, as shares of the half picture. */
interface Outline {
  readonly top: number;
  readonly bottom: number;
  readonly side: number;
}

/** A view from the south onto a part of the map (minX, minZ, maxX, maxZ), as near as it all fits. */
export function viewOf(
  box: readonly [number, number, number, number],
  fieldOfViewDegrees: number,
  aspect: number,
  tilt = TILT,
): CameraState {
  const [minX, minZ, maxX, maxZ] = box;
  const half = Math.tan((fieldOfViewDegrees * Math.PI) / 360);
  const width = Math.max(LEAST_SIZE, maxX - minX) / 2;
  const depth = Math.max(LEAST_SIZE, maxZ - minZ) / 2;
  const sin = Math.sin(tilt);
  const cos = Math.cos(tilt);
  /** z: of a point on the ground, from the target. */
  const heightOnScreen = (z: number, distance: number) => (-z * cos) / ((distance - z * sin) * half);
  const outline = (distance: number, shift: number): Outline => ({
    top: heightOnScreen(-depth - shift, distance),
    bottom: heightOnScreen(depth - shift, distance),
    side: width / ((distance - (depth - shift) * sin) * half * aspect),
  });
  let distance = (width + depth) / half;
  let shift = 0;
  // Perspective shows the near half larger: nearer and nearer, moving the target so that the room above and below is equal.
  for (let i = 0; i < 24; i++) {
    const { top, bottom, side } = outline(distance, shift);
    const size = Math.max((top - bottom) / 2, side) / FILL;
    distance *= 1 + (size - 1) * 0.7;
    distance = Math.max(distance, (depth - shift) * sin * 1.05 + 1e-9);
    shift -= (((top + bottom) / 2) * distance * half) / cos / 1.4;
    shift = Math.min(depth, Math.max(-depth, shift));
  }
  const target = { x: (minX + maxX) / 2, y: 0, z: (minZ + maxZ) / 2 + shift };
  return {
    target,
    position: { x: target.x, y: distance * cos, z: target.z + distance * sin },
  };
}
