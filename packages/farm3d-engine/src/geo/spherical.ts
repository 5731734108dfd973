import { geoArea, geoStream, type GeoStream, type GeoStreamWrapper } from 'd3-geo';
import { doubleArea, type Ring } from './rings.ts';

/** A polygon for d3: closed rings of longitude and latitude. */
type Rings = [number, number][][];

/**
 * Clips and projects a polygon on the sphere with d3: for globes, oblique maps and other projections whose edge is not a
 * meridian. Rings may wind either way: each is read as the smaller part of the sphere.
 * @param rings flat rings in degrees, unrotated; outer ring first
 * @returns polygons in the plane, outer ring first
 */
export function projectOnSphere(rings: readonly Ring[], projection: GeoStreamWrapper): Ring[][] {
  const coordinates: Rings = [];
  for (const [i, ring] of rings.entries()) {
    const closed = closedPairs(ring);
    if (closed.length < 4) continue;
    // d3 expects clockwise outer rings; the other direction means the rest of the world.
    const isMoreThanHalf = geoArea({ type: 'Polygon', coordinates: [closed] }) > 2 * Math.PI;
    if (isMoreThanHalf === (i === 0)) closed.reverse();
    coordinates.push(closed);
  }
  if (coordinates.length === 0) return [];
  const sink = new RingSink();
  geoStream({ type: 'Polygon', coordinates }, projection.stream(sink));
  return nest(sink.rings);
}

function closedPairs(ring: Ring): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < ring.length; i += 2) pairs.push([ring[i]!, ring[i + 1]!]);
  const first = pairs[0];
  const last = pairs.at(-1);
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) pairs.push([...first]);
  return pairs;
}

class RingSink implements GeoStream {
  readonly rings: Ring[] = [];
  #ring: Ring = [];

  point(x: number, y: number): void {
    this.#ring.push(x, y);
  }

  lineStart(): void {
    this.#ring = [];
  }

  lineEnd(): void {
    if (this.#ring.length >= 6) this.rings.push(this.#ring);
  }

  polygonStart(): void {}

  polygonEnd(): void {}
}

/** Clipping may split an outer ring: rings inside no other one are outer rings, the rest are their holes. */
function nest(rings: readonly Ring[]): Ring[][] {
  const bySize = rings.toSorted((a, b) => Math.abs(doubleArea(b)) - Math.abs(doubleArea(a)));
  const polygons: Ring[][] = [];
  for (const ring of bySize) {
    const shell = polygons.find(([outer]) => isMostlyInside(outer!, ring));
    if (shell) shell.push(ring);
    else polygons.push([ring]);
  }
  return polygons;
}

/** Corners that are looked at to tell whether a ring lies in another one; odd, so that they decide. */
const PROBES = 5;

/** Corners on the edge of the projection may lie a rounding outside: most of them decide. */
function isMostlyInside(outer: Ring, ring: Ring): boolean {
  const corners = ring.length / 2;
  let inside = 0;
  for (let i = 0; i < PROBES; i++) {
    const at = 2 * Math.floor((i * corners) / PROBES);
    if (contains(outer, ring[at]!, ring[at + 1]!)) inside++;
  }
  return inside > PROBES / 2;
}

function contains(ring: Ring, x: number, y: number): boolean {
  let isInside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const yi = ring[i + 1]!;
    const yj = ring[j + 1]!;
    if (yi > y === yj > y) continue;
    if (x < ((ring[j]! - ring[i]!) * (y - yi)) / (yj - yi) + ring[i]!) isInside = !isInside;
  }
  return isInside;
}
