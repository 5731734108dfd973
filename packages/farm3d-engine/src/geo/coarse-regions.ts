import earcut from 'earcut';
import { CLOSING_VERTEX, type FlatRegions, type RegionShapes, ROW_VERTICES } from './flat-regions.ts';
import { Growable } from './growable.ts';

/** Cells along the longer side of the map: about one per pixel when the whole map is visible. */
const CELLS = 1_024;
/** Smaller maps are not simplified. */
const MIN_VERTICES = 50_000;
/** A simplified map has at most this share of the vertices; otherwise it is not worth its memory. */
const MAX_SHARE = 0.6;

/**
 * Simplified regions for distant views: each coordinate is snapped to the centre of a cell of a common grid, and duplicate
 * and collinear points are removed. Regions with a common border still share it.
 */
export interface CoarseRegions extends RegionShapes {
  /** Side of a cell, map units: no vertex moves by more than 0.71 of it. */
  readonly cell: number;
}

export interface CoarsenOptions {
  /** Called periodically; may wait, or throw to abort. */
  readonly pause?: (() => Promise<void> | void) | undefined;
  /** Time between two calls of `pause`, milliseconds. Default 12. */
  readonly sliceMs?: number;
  /** Cells along the longer side. Default 1024. */
  readonly cells?: number;
  /** Minimum number of vertices of a map that is simplified. Default 50,000. */
  readonly minVertices?: number;
}

/** @returns null for a map that is too small or gains too little */
export async function coarsen(
  flat: FlatRegions,
  options: CoarsenOptions = {},
): Promise<CoarseRegions | null> {
  const { pause, sliceMs = 12, cells = CELLS, minVertices = MIN_VERTICES } = options;
  const vertices = flat.positions.length / 2;
  const [minX, minY, maxX, maxY] = extentOf(flat.regionBoxes);
  const cell = Math.max(maxX - minX, maxY - minY) / cells;
  if (vertices < minVertices || !(cell > 0)) return null;
  const coarser = new Coarser(flat, minX, minY, cell);
  let sliceStart = performance.now();
  for (const region of flat.ids.keys()) {
    coarser.add(region);
    if (!pause || performance.now() - sliceStart < sliceMs) continue;
    await pause();
    sliceStart = performance.now();
  }
  const shapes = coarser.finish();
  return shapes.positions.length / 2 > vertices * MAX_SHARE ? null : { ...shapes, cell };
}

class Coarser {
  readonly #flat: FlatRegions;
  readonly #minX: number;
  readonly #minY: number;
  readonly #cell: number;
  readonly #positions = new Growable((length) => new Float32Array(length), 1 << 16);
  readonly #vertexRegion = new Growable((length) => new Uint16Array(length), 1 << 15);
  readonly #indices = new Growable((length) => new Uint32Array(length), 1 << 16);
  readonly #regionVertices: Uint32Array<ArrayBuffer>;
  readonly #regionIndices: Uint32Array<ArrayBuffer>;

  constructor(flat: FlatRegions, minX: number, minY: number, cell: number) {
    this.#flat = flat;
    this.#minX = minX;
    this.#minY = minY;
    this.#cell = cell;
    this.#regionVertices = new Uint32Array(flat.ids.length + 1);
    this.#regionIndices = new Uint32Array(flat.ids.length + 1);
  }

  add(region: number): void {
    const { regionStarts, polygonStarts } = this.#flat;
    for (let polygon = regionStarts[region]!; polygon < regionStarts[region + 1]!; polygon++) {
      this.#addPolygon(region, polygonStarts[polygon]!, polygonStarts[polygon + 1]!);
    }
    this.#regionVertices[region + 1] = this.#positions.length / 2;
    this.#regionIndices[region + 1] = this.#indices.length;
  }

  finish(): RegionShapes {
    return {
      positions: this.#positions.finish(ROW_VERTICES * 2),
      vertexRegion: this.#vertexRegion.finish(ROW_VERTICES),
      indices: this.#indices.finish(),
      regionVertices: this.#regionVertices,
      regionIndices: this.#regionIndices,
    };
  }

  #addPolygon(region: number, firstRing: number, lastRing: number): void {
    const base = this.#positions.length / 2;
    const corners: number[] = [];
    const holes: number[] = [];
    /** Vertex index of each corner: the buffer contains closing vertices as well. */
    const vertexOf: number[] = [];
    for (let ring = firstRing; ring < lastRing; ring++) {
      const cells = this.#snap(ring);
      if (cells.length < 6) {
        if (ring === firstRing) return;
        continue;
      }
      if (ring > firstRing) holes.push(corners.length / 2);
      for (let i = 0; i < cells.length; i += 2) {
        vertexOf.push(base + corners.length / 2 + holes.length);
        corners.push(cells[i]!, cells[i + 1]!);
        this.#vertex(cells[i]!, cells[i + 1]!, region);
      }
      this.#vertex(cells[0]!, cells[1]!, CLOSING_VERTEX);
    }
    for (const corner of earcut(corners, holes, 2)) this.#indices.push(vertexOf[corner]!);
  }

  #vertex(x: number, y: number, region: number): void {
    this.#positions.push(this.#minX + (x + 0.5) * this.#cell);
    this.#positions.push(this.#minY + (y + 0.5) * this.#cell);
    this.#vertexRegion.push(region);
  }

  /** The ring's cells, x, y, x, y, …, without duplicates and collinear points. */
  #snap(ring: number): number[] {
    const { positions, ringStarts } = this.#flat;
    const cells: number[] = [];
    const end = ringStarts[ring + 1]! * 2;
    for (let at = ringStarts[ring]! * 2; at < end; at += 2) {
      const x = Math.floor((positions[at]! - this.#minX) / this.#cell);
      const y = Math.floor((positions[at + 1]! - this.#minY) / this.#cell);
      if (cells.at(-2) === x && cells.at(-1) === y) continue;
      cells.push(x, y);
    }
    // The last vertex repeats the first.
    cells.length -= 2;
    return withoutStraight(cells);
  }
}

function withoutStraight(cells: readonly number[]): number[] {
  const count = cells.length;
  const kept: number[] = [];
  for (let at = 0; at < count; at += 2) {
    const before = at === 0 ? count - 2 : at - 2;
    const after = at === count - 2 ? 0 : at + 2;
    const inX = cells[at]! - cells[before]!;
    const inY = cells[at + 1]! - cells[before + 1]!;
    const outX = cells[after]! - cells[at]!;
    const outY = cells[after + 1]! - cells[at + 1]!;
    const isStraight = inX * outY === inY * outX && inX * outX + inY * outY > 0;
    if (!isStraight) kept.push(cells[at]!, cells[at + 1]!);
  }
  return kept;
}

function extentOf(boxes: Float32Array): readonly [number, number, number, number] {
  const extent: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < boxes.length; i += 4) {
    extent[0] = Math.min(extent[0], boxes[i]!);
    extent[1] = Math.min(extent[1], boxes[i + 1]!);
    extent[2] = Math.max(extent[2], boxes[i + 2]!);
    extent[3] = Math.max(extent[3], boxes[i + 3]!);
  }
  return extent;
}
