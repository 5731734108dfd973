import { type BoxIndex, searchBoxes } from './box-index.ts';
import type { FlatRegions } from './flat-regions.ts';

/** A hit of a ray with the map. Plane coordinates are relative to the map's origin; y of the plane is z of the world. */
export interface RegionHit {
  readonly region: number;
  /** Distance along the ray. */
  readonly distance: number;
}

/** A ray over the map: x, height, y. */
export interface MapRay {
  readonly origin: { readonly x: number; readonly y: number; readonly z: number };
  readonly direction: { readonly x: number; readonly y: number; readonly z: number };
}

/** Finds regions by position: by box, then by ring. Uses no triangles. */
export class RegionFinder {
  readonly #flat: FlatRegions;
  readonly #index: BoxIndex;
  readonly #polygonRegion: Uint16Array;
  // State of a search; fields, so that hovering allocates nothing.
  #x = 0;
  #y = 0;
  #found = -1;

  constructor(flat: FlatRegions, index: BoxIndex) {
    this.#flat = flat;
    this.#index = index;
    const { regionStarts } = flat;
    this.#polygonRegion = new Uint16Array(regionStarts.at(-1)!);
    // The last entry is the end: nothing is left to fill.
    for (const [region, start] of regionStarts.entries())
      this.#polygonRegion.fill(region, start, regionStarts[region + 1]);
  }

  /** The region at a position of the plane; -1: none. */
  at(x: number, y: number): number {
    this.#x = x;
    this.#y = y;
    this.#found = -1;
    searchBoxes(this.#index, x, y, x, y, this.#test);
    return this.#found;
  }

  /**
   * The first region on a ray from above.
   * @param heightOf height of a region's top
   * @param maxHeight maximum height
   */
  cast(ray: MapRay, heightOf: (region: number) => number, maxHeight: number): RegionHit | null {
    const { origin: o, direction: d } = ray;
    if (d.y >= 0 || o.y <= 0) return null;
    const near = Math.max(0, (maxHeight - o.y) / d.y);
    const far = -o.y / d.y;
    const x1 = o.x + d.x * near;
    const y1 = o.z + d.z * near;
    const x2 = o.x + d.x * far;
    const y2 = o.z + d.z * far;
    let best: RegionHit | null = null;
    const visit = (polygon: number) => {
      const region = this.#polygonRegion[polygon]!;
      const top = (heightOf(region) - o.y) / d.y;
      if (best && top >= best.distance) return;
      if (top >= 0 && this.#isInside(polygon, o.x + d.x * top, o.z + d.z * top)) {
        best = { region, distance: top };
      } else if (!best && this.#isInside(polygon, x2, y2)) {
        // Not through the top: the ray entered through a wall. Nothing is farther than the ground.
        best = { region, distance: far };
      }
    };
    searchBoxes(this.#index, Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2), visit);
    return best;
  }

  readonly #test = (polygon: number): void => {
    if (this.#found < 0 && this.#isInside(polygon, this.#x, this.#y)) {
      this.#found = this.#polygonRegion[polygon]!;
    }
  };

  /** Even-odd rule over all rings of the polygon: a hole is outside. */
  #isInside(polygon: number, x: number, y: number): boolean {
    const { positions, ringStarts, polygonStarts, polygonBoxes } = this.#flat;
    const box = polygon * 4;
    if (x < polygonBoxes[box]! || y < polygonBoxes[box + 1]!) return false;
    if (x > polygonBoxes[box + 2]! || y > polygonBoxes[box + 3]!) return false;
    let isInside = false;
    for (let ring = polygonStarts[polygon]!; ring < polygonStarts[polygon + 1]!; ring++) {
      const end = (ringStarts[ring + 1]! - 1) * 2;
      let i = ringStarts[ring]! * 2;
      let isAbove = positions[i + 1]! > y;
      for (; i < end; i += 2) {
        const isNextAbove = positions[i + 3]! > y;
        if (isAbove === isNextAbove) continue;
        isAbove = isNextAbove;
        const yi = positions[i + 1]!;
        const t = (y - yi) / (positions[i + 3]! - yi);
        if (x < positions[i]! + t * (positions[i + 2]! - positions[i]!)) isInside = !isInside;
      }
    }
    return isInside;
  }
}
