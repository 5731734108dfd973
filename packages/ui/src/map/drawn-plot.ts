import type { LineString, Polygon } from 'geojson';

/** Radius of the sphere of equal area to the Earth, metres. */
const EARTH_RADIUS = 6_371_007.2;
const RADIAN = Math.PI / 180;

/** Longitude and latitude, degrees, WGS 84. */
export type LngLatPair = readonly [longitude: number, latitude: number];

/** A drawn plot as it is stored (readings 18). */
export interface DrawnPlot {
  /** WKT of the geometry: POLYGON or LINESTRING. */
  readonly geometry: string;
  /** The GeoJSON feature as text. */
  readonly feature: string;
  /** Path of the preview image; empty while there is none. */
  readonly preview: string;
  /** Square metres; 0 of a line. */
  readonly area: number;
  /** Metres; the perimeter of a polygon. */
  readonly length: number;
  /** Centre of its bounding box, degrees. */
  readonly longitude: number;
  readonly latitude: number;
}

/** A ring or line of a plot; a ring is closed when it is stored, not here. */
export interface PlotShape {
  readonly kind: 'polygon' | 'line';
  readonly points: readonly LngLatPair[];
}

/** Great-circle length of a path, metres. */
function pathLength(points: readonly LngLatPair[]): number {
  let length = 0;
  for (let at = 1; at < points.length; at += 1) {
    const [lng1, lat1] = points[at - 1]!;
    const [lng2, lat2] = points[at]!;
    const half =
      Math.sin(((lat2 - lat1) * RADIAN) / 2) ** 2 +
      Math.cos(lat1 * RADIAN) * Math.cos(lat2 * RADIAN) * Math.sin(((lng2 - lng1) * RADIAN) / 2) ** 2;
    length += 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(half)));
  }
  return length;
}

/** Area of a ring on the sphere, square metres, whatever its direction. */
function ringArea(points: readonly LngLatPair[]): number {
  let sum = 0;
  for (let at = 0; at < points.length; at += 1) {
    const [lng1, lat1] = points[at]!;
    const [lng2, lat2] = points[(at + 1) % points.length]!;
    sum += (lng2 - lng1) * RADIAN * (2 + Math.sin(lat1 * RADIAN) + Math.sin(lat2 * RADIAN));
  }
  return Math.abs((sum * EARTH_RADIUS ** 2) / 2);
}

const closed = (points: readonly LngLatPair[]): readonly LngLatPair[] =>
  points.length > 0 ? [...points, points[0]!] : points;

/** Whether there are enough points for an area or a line. */
export const isComplete = ({ kind, points }: PlotShape): boolean =>
  points.length >= (kind === 'polygon' ? 3 : 2);

/** Area and length of a shape. */
export function measure({ kind, points }: PlotShape): { area: number; length: number } {
  return kind === 'polygon'
    ? { area: ringArea(points), length: pathLength(closed(points)) }
    : { area: 0, length: pathLength(points) };
}

/** GeoJSON of a shape. */
export function geometryOf({ kind, points }: PlotShape): Polygon | LineString {
  return kind === 'polygon'
    ? { type: 'Polygon', coordinates: [closed(points).map(([lng, lat]) => [lng, lat])] }
    : { type: 'LineString', coordinates: points.map(([lng, lat]) => [lng, lat]) };
}

/** Encodes a shape. @param preview path of its stored image */
export function encodePlot(shape: PlotShape, preview = ''): DrawnPlot {
  const geometry = geometryOf(shape);
  const positions = shape.kind === 'polygon' ? closed(shape.points) : shape.points;
  const text = positions.map((pair) => pair.join(' ')).join(', ');
  const middle = (numbers: readonly number[]): number =>
    Math.round(((Math.min(...numbers) + Math.max(...numbers)) / 2) * 1e7) / 1e7;
  const { area, length } = measure(shape);
  return {
    geometry: shape.kind === 'polygon' ? `POLYGON((${text}))` : `LINESTRING(${text})`,
    feature: JSON.stringify({ type: 'Feature', properties: {}, geometry }),
    preview,
    area: Math.round(area * 100) / 100,
    length: Math.round(length * 100) / 100,
    longitude: middle(shape.points.map(([lng]) => lng)),
    latitude: middle(shape.points.map(([, lat]) => lat)),
  };
}

/** The outer ring or the line of a stored plot; null when its WKT is not understood. */
export function decodePlot({ geometry }: Pick<DrawnPlot, 'geometry'>): PlotShape | null {
  const found = /^\s*(POLYGON|LINESTRING)\s*\(\s*\(?([^()]+)\)/i.exec(geometry);
  if (!found) return null;
  const points = parsePoints(found[2]!.replaceAll(',', '\n'));
  if (!points) return null;
  const kind = found[1]!.toUpperCase() === 'POLYGON' ? 'polygon' : 'line';
  const [first, last] = [points[0], points.at(-1)];
  const isClosed = kind === 'polygon' && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return { kind, points: isClosed ? points.slice(0, -1) : points };
}

/** Points from lines of 'longitude latitude' or 'longitude, latitude'; null when a line is none. */
export function parsePoints(text: string): LngLatPair[] | null {
  const points: LngLatPair[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const [longitude, latitude, ...more] = line.split(/[\s,，]+/).map(Number);
    const isPlace =
      longitude !== undefined &&
      latitude !== undefined &&
      more.length === 0 &&
      Math.abs(longitude) <= 180 &&
      Math.abs(latitude) <= 90;
    if (!isPlace) return null;
    points.push([longitude, latitude]);
  }
  return points;
}
