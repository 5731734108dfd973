import { doubleArea, isJump, unroll } from './rings.ts';

/** Properties of a ring that decide how it is projected. */
export interface RingProperties {
  /** It does not cross the antimeridian or the latitude limit: no cut is needed. */
  readonly isPlain: boolean;
  /** All its points are collinear in longitude and latitude. */
  readonly isLine: boolean;
}

/**
 * Computes the properties in one pass.
 * @param start, end in positions
 * @param rotation degrees added to longitudes
 * @param latitudeLimit degrees
 */
export function ringProperties(
  positions: ArrayLike<number>,
  start: number,
  end: number,
  rotation: number,
  latitudeLimit: number,
): RingProperties {
  let west = Infinity;
  let east = -Infinity;
  let north = 0;
  let hasJump = false;
  let area = 0;
  const x0 = positions[start * 2]!;
  const y0 = positions[start * 2 + 1]!;
  let lastX = positions[(end - 1) * 2]!;
  let lastY = positions[(end - 1) * 2 + 1]!;
  for (let i = start * 2; i < end * 2; i += 2) {
    const x = positions[i]!;
    const y = positions[i + 1]!;
    if (x < west) west = x;
    if (x > east) east = x;
    if (y > north) north = y;
    else if (-y > north) north = -y;
    if ((x - lastX > 180 || lastX - x > 180) && isJump(lastX, lastY, x, y)) hasJump = true;
    area += (lastX - x0) * (y - y0) - (x - x0) * (lastY - y0);
    lastX = x;
    lastY = y;
  }
  west += rotation;
  east += rotation;
  const isPlain = !hasJump && west >= -180 && east <= 180 && north <= latitudeLimit;
  // A parallel around the world is not a line: it contains a pole.
  const isLine =
    !hasJump && Math.abs(area) <= 1e-9 * (east - west) ** 2 && isCollinear(positions, start, end);
  return { isPlain, isLine };
}

/** A self-intersecting ring may have no area either: only the distance from the longest segment shows a line. */
function isCollinear(positions: ArrayLike<number>, start: number, end: number): boolean {
  const x0 = positions[start * 2]!;
  const y0 = positions[start * 2 + 1]!;
  let dx = 0;
  let dy = 0;
  for (let i = start; i < end; i++) {
    const x = positions[i * 2]! - x0;
    const y = positions[i * 2 + 1]! - y0;
    if (x * x + y * y > dx * dx + dy * dy) [dx, dy] = [x, y];
  }
  const length = Math.hypot(dx, dy);
  for (let i = start; i < end; i++) {
    const cross = (positions[i * 2]! - x0) * dy - (positions[i * 2 + 1]! - y0) * dx;
    if (Math.abs(cross) > 1e-9 * length * length) return false;
  }
  return true;
}

/** Area in square degrees and centroid in degrees of one ring, unrolled across the antimeridian. */
export function areaAndCentroid(
  positions: ArrayLike<number>,
  start: number,
  end: number,
  rotation: number,
): { readonly area: number; readonly centroid: readonly [number, number] } {
  const ring = unroll(positions, start, end, rotation);
  const x0 = ring[0]!;
  const y0 = ring[1]!;
  let x = 0;
  let y = 0;
  let sum = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    const ax = ring[i]! - x0;
    const ay = ring[i + 1]! - y0;
    const bx = ring[j]! - x0;
    const by = ring[j + 1]! - y0;
    const cross = ax * by - bx * ay;
    sum += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  if (sum === 0) return { area: 0, centroid: [x0 - rotation, y0] };
  return {
    area: Math.abs(doubleArea(ring)) / 2,
    centroid: [x0 + x / (3 * sum) - rotation, y0 + y / (3 * sum)],
  };
}
