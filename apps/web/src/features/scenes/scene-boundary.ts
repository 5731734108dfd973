import { decodePlot, encodePlot, type DrawnPlot } from '@farm3d/ui';

type Position = readonly [longitude: number, latitude: number];

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number';

/** The first ring in nested lists of positions: of a polygon its outline. */
function firstRing(value: unknown): readonly Position[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.every(isPosition)) return value;
  return firstRing(value[0]);
}

/** A scene's boundary as the drawing field shows it: its outline; null: there is none. */
export function boundaryPlot(boundary: unknown): DrawnPlot | null {
  const coordinates =
    typeof boundary === 'object' && boundary !== null && 'coordinates' in boundary
      ? boundary.coordinates
      : boundary;
  const ring = firstRing(coordinates);
  if (!ring || ring.length < 3) return null;
  const [first, last] = [ring[0]!, ring.at(-1)!];
  const isClosed = first[0] === last[0] && first[1] === last[1];
  const points = (isClosed ? ring.slice(0, -1) : ring).map(
    ([longitude, latitude]) => [longitude, latitude] as const,
  );
  return encodePlot({ kind: 'polygon', points });
}

/** Whether what was drawn encloses ground. */
export const isOutline = (plot: DrawnPlot): boolean => decodePlot(plot)?.kind === 'polygon';

/** What was drawn as the boundary of a scene, GeoJSON. */
export const boundaryOf = ({ feature }: DrawnPlot): object =>
  (JSON.parse(feature) as { geometry: object }).geometry;
