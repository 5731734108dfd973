import { check } from '../core/check.ts';
import { checkList, checkObject } from '../core/check-fields.ts';

/** Spec §9: "plot depth 4", metres. */
export const PLOT_DEPTH = 4;
/** Spec §9: "plot scale 5 times the model size ratio". */
const PLOT_SCALE = 5;
/** Default, at which a metre of ground is a metre of the scene. */
const MODEL_SIZE_RATIO = 0.2;

/** Mean radius of the earth, metres. */
const EARTH = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** x and z in metres: east and south of the plot's centre. */
export type PlotPoint = readonly [x: number, z: number];

/** A polygon: its outline and holes, open rings. */
export interface PlotPolygon {
  /** Without the closing point, metres. */
  readonly outline: readonly PlotPoint[];
  /** Holes; without the closing point. */
  readonly holes: readonly (readonly PlotPoint[])[];
}

/** A boundary in scene metres. */
export interface PlotShape {
  /** At least one. */
  readonly polygons: readonly PlotPolygon[];
  /** Geographic position of x = 0, z = 0, degrees; null for a boundary in metres. */
  readonly center: { readonly longitude: number; readonly latitude: number } | null;
  /** Minimum x and z of all polygons, metres. */
  readonly low: PlotPoint;
  /** Maximum x and z of all polygons, metres. */
  readonly high: PlotPoint;
  /** Area without holes, true m², whatever the scale. */
  readonly area: number;
}

/**
 * Converts a boundary to metres.
 * @param boundary longitude, latitude in degrees: one ring, a ring and its holes, or several of those; as such, as GeoJSON
 * Polygon or MultiPolygon, or as `{ coordinates }`; or `{ polygons }`, a list of {@link PlotPolygon} in scene metres
 * @param modelSizeRatio scene metres per metre of ground, divided by 5. Default 0.2: true to scale
 * @throws FarmError `invalid-argument`
 */
export function plotShape(boundary: unknown, modelSizeRatio = MODEL_SIZE_RATIO): PlotShape {
  check(modelSizeRatio > 0 && Number.isFinite(modelSizeRatio), 'modelSizeRatio', modelSizeRatio);
  if (typeof boundary === 'object' && boundary !== null && 'polygons' in boundary)
    return shapeOf(polygonsInMetres(boundary.polygons), null, 1, boundary);
  const polygons = polygonsOf(boundary);
  const all = polygons.flat(2);
  const middle = (axis: 0 | 1) => {
    const values = all.map((point) => point[axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  const center = { longitude: middle(0), latitude: middle(1) };
  const scale = PLOT_SCALE * modelSizeRatio;
  const meters = EARTH * RADIANS * scale;
  const shrink = Math.cos(center.latitude * RADIANS);
  const project = ([longitude, latitude]: readonly [number, number]): PlotPoint => [
    (longitude - center.longitude) * shrink * meters,
    (center.latitude - latitude) * meters,
  ];
  const pieces = polygons.map((rings) => {
    const [outline, ...holes] = rings.map((ring) => openRing(ring.map(project)));
    return { outline: outline!, holes };
  });
  return shapeOf(pieces, center, scale, boundary);
}

function shapeOf(
  pieces: readonly PlotPolygon[],
  center: PlotShape['center'],
  scale: number,
  boundary: unknown,
): PlotShape {
  const points = pieces.flatMap(({ outline }) => outline);
  const area = pieces.reduce(
    (sum, { outline, holes }) =>
      sum + ringArea(outline) - holes.reduce((hole, ring) => hole + ringArea(ring), 0),
    0,
  );
  check(area > 0, 'boundary', boundary);
  return {
    polygons: pieces,
    center,
    low: [Math.min(...points.map(([x]) => x)), Math.min(...points.map(([, z]) => z))],
    high: [Math.max(...points.map(([x]) => x)), Math.max(...points.map(([, z]) => z))],
    area: area / scale ** 2,
  };
}

/** @throws FarmError `invalid-argument` naming the ring */
function polygonsInMetres(polygons: unknown): PlotPolygon[] {
  checkList('boundary.polygons', polygons);
  return (polygons as Partial<PlotPolygon>[]).map((polygon, i) => {
    const field = `boundary.polygons[${i}]`;
    checkObject(field, polygon);
    const { outline, holes = [] } = polygon;
    checkList(`${field}.holes`, holes);
    return {
      outline: checkedRing(outline, `${field}.outline`),
      holes: holes.map((hole, h) => checkedRing(hole, `${field}.holes[${h}]`)),
    };
  });
}

function checkedRing(ring: unknown, field: string): readonly PlotPoint[] {
  const isPoint = (point: unknown) =>
    Array.isArray(point) && Number.isFinite(point[0]) && Number.isFinite(point[1]);
  check(Array.isArray(ring) && ring.length >= 3 && ring.every(isPoint), field, ring);
  return openRing(ring as PlotPoint[]);
}

/** Whether a position is inside a plot: in an outline and in no hole. */
export function isOnPlot({ polygons: pieces }: PlotShape, x: number, z: number): boolean {
  return pieces.some(
    ({ outline, holes }) => isInside(outline, x, z) && !holes.some((hole) => isInside(hole, x, z)),
  );
}

function polygonsOf(boundary: unknown): [number, number][][][] {
  const input =
    typeof boundary === 'object' && boundary !== null && 'coordinates' in boundary
      ? boundary.coordinates
      : boundary;
  const depth = depthOf(input);
  const polygons = depth === 2 ? [[input]] : depth === 3 ? [input] : depth === 4 ? input : [];
  const isRight = (polygons as unknown[][][]).every(
    (rings) =>
      rings.length > 0 &&
      rings.every((ring) => Array.isArray(ring) && ring.length >= 3 && ring.every(isPosition)),
  );
  check((polygons as unknown[]).length > 0 && isRight, 'boundary', boundary);
  return polygons as [number, number][][][];
}

function depthOf(value: unknown): number {
  return Array.isArray(value) ? 1 + depthOf(value[0]) : 0;
}

function isPosition(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    Number.isFinite(value[0]) &&
    Math.abs(value[0] as number) <= 180 &&
    Number.isFinite(value[1]) &&
    Math.abs(value[1] as number) <= 90
  );
}

function openRing(ring: readonly PlotPoint[]): readonly PlotPoint[] {
  const [first, last] = [ring[0]!, ring.at(-1)!];
  return ring.length > 3 && first[0] === last[0] && first[1] === last[1] ? ring.slice(0, -1) : ring;
}

function ringArea(ring: readonly PlotPoint[]): number {
  let twice = 0;
  for (const [i, [x, z]] of ring.entries()) {
    const [nextX, nextZ] = ring[(i + 1) % ring.length]!;
    twice += x * nextZ - nextX * z;
  }
  return Math.abs(twice) / 2;
}

function isInside(ring: readonly PlotPoint[], x: number, z: number): boolean {
  let inside = false;
  for (const [i, [ax, az]] of ring.entries()) {
    const [bx, bz] = ring[(i + 1) % ring.length]!;
    if (az > z !== bz > z && x < ((bx - ax) * (z - az)) / (bz - az) + ax) inside = !inside;
  }
  return inside;
}
