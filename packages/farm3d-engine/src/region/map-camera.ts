import type { CameraState } from '../document/records.ts';

/** Angle from the vertical, radians: walls are visible and names are not compressed. */
export const TILT = 0.6;
/** Share of the viewport's half that the map may fill. */
const FILL = 0.9;
/** Minimum size of a view, for a map of one point. */
const MIN_SIZE = 1e-3;

/** Number of bands from north to south whose west and east ends form an outline. */
const BANDS = 24;

/** x, z, x, z, …: points around the area to be shown; empty if there is none. */
export type Outline = readonly number[];

export function outlineOfBox([minX, minZ, maxX, maxZ]: readonly [number, number, number, number]): Outline {
  return [minX, minZ, maxX, minZ, maxX, maxZ, minX, maxZ];
}

/**
 * Outline of many boxes: smaller than their common box if a country is not a rectangle.
 * @param boxes minX, minZ, maxX, maxZ each
 */
export function outlineOfBoxes(
  boxes: ArrayLike<number>,
  [x, z]: readonly [number, number],
  [minX, minZ, maxX, maxZ]: readonly [number, number, number, number],
): Outline {
  if (boxes.length === 0) return [];
  const step = (maxZ - minZ) / BANDS;
  if (!(step > 0)) return outlineOfBox([minX, minZ, maxX, maxZ]);
  const west = new Float64Array(BANDS).fill(Infinity);
  const east = new Float64Array(BANDS).fill(-Infinity);
  for (let i = 0; i < boxes.length; i += 4) {
    const first = Math.max(0, Math.floor((boxes[i + 1]! + z - minZ) / step));
    const last = Math.min(BANDS - 1, Math.floor((boxes[i + 3]! + z - minZ) / step));
    for (let band = first; band <= last; band++) {
      west[band] = Math.min(west[band]!, boxes[i]! + x);
      east[band] = Math.max(east[band]!, boxes[i + 2]! + x);
    }
  }
  const outline: number[] = [];
  for (let band = 0; band < BANDS; band++) {
    if (west[band]! > east[band]!) continue;
    for (const edge of [minZ + band * step, minZ + (band + 1) * step]) {
      outline.push(west[band]!, edge, east[band]!, edge);
    }
  }
  return outline;
}

/** Outline of some regions of a map. */
export function outlineOf(
  map: { regionBox(region: number): readonly [number, number, number, number] },
  regions: readonly number[],
): Outline {
  const boxes = regions.map((region) => map.regionBox(region));
  const extremeOf = (pick: (...values: number[]) => number, side: 0 | 1 | 2 | 3) =>
    pick(...boxes.map((box) => box[side]));
  return outlineOfBox([
    extremeOf(Math.min, 0),
    extremeOf(Math.min, 1),
    extremeOf(Math.max, 2),
    extremeOf(Math.max, 3),
  ]);
}

/** The nearest centred view from the south in which the whole outline fits. */
export function viewOf(
  outline: Outline,
  fieldOfViewDegrees: number,
  aspect: number,
  tilt = TILT,
): CameraState {
  const halfY = Math.tan((fieldOfViewDegrees * Math.PI) / 360);
  const halfX = halfY * aspect;
  const sin = Math.sin(tilt);
  const cos = Math.cos(tilt);
  const [x0 = 0, z0 = 0] = outline;
  const target = { x: x0, y: 0, z: z0 };
  let extent = MIN_SIZE;
  for (let i = 0; i < outline.length; i += 2) {
    extent = Math.max(extent, Math.hypot(outline[i]! - x0, outline[i + 1]! - z0));
  }
  let distance = (2 * extent) / Math.min(halfX, halfY);
  // Perspective enlarges the near half: approximated iteratively.
  for (let round = 0; round < 32; round++) {
    let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
    let nearest = -Infinity;
    for (let i = 0; i < outline.length; i += 2) {
      const z = outline[i + 1]! - target.z;
      const depth = Math.max(distance - z * sin, distance * 0.05);
      const x = (outline[i]! - target.x) / (depth * halfX);
      const y = (-z * cos) / (depth * halfY);
      left = Math.min(left, x);
      right = Math.max(right, x);
      bottom = Math.min(bottom, y);
      top = Math.max(top, y);
      nearest = Math.max(nearest, z * sin);
    }
    target.x += ((left + right) / 2) * distance * halfX * 0.8;
    target.z -= (((bottom + top) / 2) * distance * halfY * 0.8) / cos;
    const size = Math.max(right - left, top - bottom) / 2 / FILL;
    distance = Math.max(distance * (1 + (Math.min(size, 4) - 1) * 0.6), nearest * 1.05, MIN_SIZE);
  }
  return {
    target,
    position: { x: target.x, y: distance * cos, z: target.z + distance * sin },
  };
}
