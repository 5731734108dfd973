import { type Box3, Vector3 } from 'three';
import type { CameraState } from '../document/records.ts';

/** Radians around the vertical, from the front of a scene (+Z). */
const AZIMUTH = 0.62;
/** Share of a wide viewport that the box takes across. */
const WIDE_FILL = 0.72;
/** Share of the width of a tall viewport that the box's corners may take. */
const TALL_FILL = 0.96;

/** Where a first view is composed. */
export interface FirstViewFrame {
  /** Tangent of half the vertical field of view. */
  readonly half: number;
  /** Width / height of the viewport. */
  readonly aspect: number;
  /** Shares of the width that panels cover. */
  readonly left: number;
  readonly right: number;
  /** Metres. */
  readonly minDistance: number;
  readonly maxDistance: number;
}

/**
 * The first view of a scene without a saved camera: three quarters from the front, the horizon in the upper third. On a wide
 * viewport the box is left of the middle; on a tall one all of it is seen.
 */
export function firstView(box: Box3, frame: FirstViewFrame): CameraState {
  const { half, aspect, left, right, minDistance, maxDistance } = frame;
  const size = box.getSize(new Vector3());
  // The horizon is at a third of the half height above the middle.
  const pitch = Math.atan(half / 3.2);
  const free = Math.min(1, Math.max(0.2, 1 - left - right));
  const rightward = new Vector3(Math.cos(AZIMUTH), 0, -Math.sin(AZIMUTH));
  const toEye = new Vector3(
    Math.sin(AZIMUTH) * Math.cos(pitch),
    Math.sin(pitch),
    Math.cos(AZIMUTH) * Math.cos(pitch),
  );
  const target = box.getCenter(new Vector3());
  target.y = box.min.y + size.y * 0.32;
  const within = (distance: number) => Math.min(maxDistance, Math.max(minDistance, distance));
  let distance: number;
  let shift: number;
  if (aspect > 1) {
    const width = size.x * Math.cos(AZIMUTH) + size.z * Math.sin(AZIMUTH);
    distance = within(width / (2 * half * aspect * WIDE_FILL * free) + size.z * 0.35);
    shift = distance * half * aspect * 0.2 * free;
  } else {
    const fit = fitAcross(box, target, rightward, toEye, half * aspect * TALL_FILL * free);
    distance = within(fit.distance);
    shift = fit.shift;
  }
  shift -= distance * half * aspect * (left - right);
  target.addScaledVector(rightward, shift);
  const eye = toEye.multiplyScalar(distance).add(target);
  return { position: xyz(eye), target: xyz(target) };
}

/** Least distance, and shift to the right, at which the sides of the view contain every corner of a box. */
function fitAcross(
  box: Box3,
  target: Vector3,
  rightward: Vector3,
  toEye: Vector3,
  slope: number,
): { readonly distance: number; readonly shift: number } {
  let [least, most] = [Infinity, -Infinity];
  for (let corner = 0; corner < 8; corner++) {
    const from = new Vector3(
      corner & 1 ? box.max.x : box.min.x,
      corner & 2 ? box.max.y : box.min.y,
      corner & 4 ? box.max.z : box.min.z,
    ).sub(target);
    const [across, near] = [from.dot(rightward), from.dot(toEye)];
    least = Math.min(least, across - near * slope);
    most = Math.max(most, across + near * slope);
  }
  return { distance: (most - least) / 2 / slope, shift: (most + least) / 2 };
}

const xyz = ({ x, y, z }: Vector3): CameraState['position'] => ({ x, y, z });
