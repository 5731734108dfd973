import { AgronomyError } from './reason.ts';

/** Mean radius of the earth, m (IUGG). */
const EARTH_RADIUS = 6_371_008.8;

type Position = readonly [longitude: number, latitude: number];

function isPosition(value: unknown): value is Position {
  return (
    Array.isArray(value) &&
    value.length >= 2 &&
    typeof value[0] === 'number' &&
    typeof value[1] === 'number' &&
    Math.abs(value[0]) <= 180 &&
    Math.abs(value[1]) <= 90
  );
}

/** Area enclosed by a ring on the sphere, m² (Chamberlain and Duquette 2007, JPL 07-03). */
function ringArea(ring: readonly Position[]): number {
  const radians = Math.PI / 180;
  let total = 0;
  for (let index = 0; index < ring.length; index++) {
    const before = ring[(index + ring.length - 1) % ring.length];
    const own = ring[index];
    const after = ring[(index + 1) % ring.length];
    if (!before || !own || !after) continue;
    // The shorter way around: a plot may lie across the date line.
    const width = ((after[0] - before[0] + 540) % 360) - 180;
    total += width * radians * Math.sin(own[1] * radians);
  }
  return Math.abs((total * EARTH_RADIUS ** 2) / 2);
}

/**
 * Area of a plot's outline in m²: a GeoJSON Polygon, MultiPolygon or Feature of one, `{coordinates}`, or a bare ring
 * of `[longitude, latitude]`. The first ring of a polygon is its outline, the others are holes.
 * @throws AgronomyError `no_plot_area` when there is no outline in it
 */
export function plotArea(boundary: unknown): number {
  const area = areaOf(boundary);
  if (!(area > 0)) throw new AgronomyError('no_plot_area', 'boundary');
  return area;
}

/** NaN for a ring with a fault: without its hole a plot would be larger, without its outline another one. */
function areaOf(value: unknown): number {
  if (Array.isArray(value)) {
    if (isRing(value)) return value.length >= 3 && value.every(isPosition) ? ringArea(value) : Number.NaN;
    // Rings of a polygon, or polygons: holes are taken off, parts are added up.
    const isPolygon = value.some(isRing);
    return value.reduce((total: number, part: unknown, index: number) => {
      const own = areaOf(part);
      return total + (isPolygon && index > 0 ? -own : own);
    }, 0);
  }
  if (typeof value !== 'object' || value === null) return 0;
  if ('features' in value) return areaOf(value.features);
  if ('geometry' in value) return areaOf(value.geometry);
  if ('geometries' in value) return areaOf(value.geometries);
  // Points and lines enclose nothing.
  if ('type' in value && value.type !== 'Polygon' && value.type !== 'MultiPolygon') return 0;
  return 'coordinates' in value ? areaOf(value.coordinates) : 0;
}

/** Whether a list is one of positions, as far as it can be read. */
const isRing = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.some((position) => Array.isArray(position) && typeof position[0] === 'number');
