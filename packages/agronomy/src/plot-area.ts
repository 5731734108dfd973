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
    total += (after[0] - before[0]) * radians * Math.sin(own[1] * radians);
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

function areaOf(value: unknown): number {
  if (Array.isArray(value)) {
    if (value.length >= 3 && value.every(isPosition)) return ringArea(value);
    // Rings of a polygon, or polygons: holes are taken off, parts are added up.
    const isPolygon = value.every((ring: unknown) => Array.isArray(ring) && ring.every(isPosition));
    return value.reduce((total: number, part: unknown, index: number) => {
      const own = areaOf(part);
      return total + (isPolygon && index > 0 ? -own : own);
    }, 0);
  }
  if (typeof value !== 'object' || value === null) return 0;
  if ('features' in value) return areaOf(value.features);
  if ('geometry' in value) return areaOf(value.geometry);
  return 'coordinates' in value ? areaOf(value.coordinates) : 0;
}
