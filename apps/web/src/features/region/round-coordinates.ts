/**
 * Five decimals of a degree are at most a metre: finer than any map of areas is drawn, and a
 * third of the file. Neighbours share their border points, so rounding moves both alike and opens no gap.
 */
const PRECISION = 1e5;
/** Least number of points of a closed ring. */
const MIN_RING_POINTS = 4;

/** Rounds in place, at every depth. Equal neighbours are merged, unless the ring would be too short. */
export function roundCoordinates(coordinates: unknown[]): void {
  if (!Array.isArray(coordinates[0])) {
    for (const [at, value] of coordinates.entries()) {
      if (typeof value === 'number') coordinates[at] = Math.round(value * PRECISION) / PRECISION;
    }
    return;
  }
  for (const inner of coordinates) if (Array.isArray(inner)) roundCoordinates(inner as unknown[]);
  const points = coordinates as unknown[][];
  if (typeof points[0]?.[0] !== 'number') return;
  const kept = points.filter(
    (point, at) => at === 0 || point[0] !== points[at - 1]?.[0] || point[1] !== points[at - 1]?.[1],
  );
  if (kept.length >= MIN_RING_POINTS) coordinates.splice(0, coordinates.length, ...kept);
}
