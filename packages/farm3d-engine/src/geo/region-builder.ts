import earcut from 'earcut';
import { MapError, type SkipReason } from './faults.ts';
import { CLOSING_VERTEX, type FlatRegions, ROW_VERTICES } from './flat-regions.ts';
import { Growable } from './growable.ts';
import { doubleArea } from './rings.ts';

const float32 = (length: number) => new Float32Array(length);
const float64 = (length: number) => new Float64Array(length);
const uint16 = (length: number) => new Uint16Array(length);
const uint32 = (length: number) => new Uint32Array(length);

/** One less than a 16-bit number can hold, as CLOSING_VERTEX is reserved. */
const MAX_REGIONS = CLOSING_VERTEX;
/** A larger difference of areas is not rounding: the ring intersects itself. */
const AREA_TOLERANCE = 1e-6;

export interface RegionLabel {
  readonly id: string;
  readonly name: string;
  readonly propertiesText: string;
  /** Longitude and latitude, degrees. */
  readonly center: readonly [number, number];
  /** Plane coordinates of the centre; null: the centre of the region's box. */
  readonly anchor: readonly [number, number] | null;
}

/** Builds the flat arrays of a map from projected rings. Per region: `startPolygon`, `point`…, `endRing`…, `endRegion`. */
export class RegionBuilder {
  readonly #positions = new Growable(float32, 1 << 16);
  readonly #vertexRegion = new Growable(uint16, 1 << 15);
  readonly #indices = new Growable(uint32, 1 << 16);
  readonly #ringStarts = new Growable(uint32);
  readonly #polygonStarts = new Growable(uint32);
  readonly #regionStarts = new Growable(uint32);
  readonly #regionVertices = new Growable(uint32);
  readonly #regionIndices = new Growable(uint32);
  readonly #polygonBoxes = new Growable(float32);
  readonly #centers = new Growable(float64);
  readonly #anchors = new Growable(float32);
  readonly #regionBoxes = new Growable(float32);
  readonly #ids: string[] = [];
  readonly #names: string[] = [];
  readonly #propertiesTexts: string[] = [];
  readonly #selfIntersecting: string[] = [];
  #originX = 0;
  #originY = 0;
  #hasOrigin = false;
  #ringStart = 0;
  #polygonRing = 0;
  #regionPolygon = 0;
  #regionIndex = 0;
  #holes = 0;
  #polygonArea = 0;
  #triangleArea = 0;
  /** State of the present region. */
  #region = { polygonArea: 0, triangleArea: 0 };

  get regionCount(): number {
    return this.#ids.length;
  }

  get holes(): number {
    return this.#holes;
  }

  get polygons(): number {
    return this.#polygonStarts.length;
  }

  get triangles(): number {
    return this.#indices.length / 3;
  }

  get polygonArea(): number {
    return this.#polygonArea;
  }

  get triangleArea(): number {
    return this.#triangleArea;
  }

  get selfIntersecting(): readonly string[] {
    return this.#selfIntersecting;
  }

  startPolygon(): void {
    this.#polygonRing = this.#ringStarts.length;
    this.#ringStart = this.#positions.length / 2;
  }

  /** Adds a point to the present ring. A point equal to the previous one is skipped. */
  point(x: number, y: number): void {
    if (!this.#hasOrigin) {
      this.#originX = x;
      this.#originY = y;
      this.#hasOrigin = true;
    }
    const positions = this.#positions;
    const at = positions.length;
    if (at + 2 > positions.array.length) positions.reserve(2);
    const { array } = positions;
    array[at] = x - this.#originX;
    array[at + 1] = y - this.#originY;
    const isRepeated =
      at > this.#ringStart * 2 && array[at] === array[at - 2] && array[at + 1] === array[at - 1];
    if (!isRepeated) positions.length = at + 2;
  }

  /**
   * Closes the ring. The first ring of a polygon is the outer one.
   * @returns false if fewer than three points are left
   */
  endRing(): boolean {
    const positions = this.#positions;
    const start = this.#ringStart;
    const { array } = positions;
    let end = positions.length / 2;
    // A ring that is one point loses it too.
    while (array[(end - 1) * 2] === array[start * 2] && array[(end - 1) * 2 + 1] === array[start * 2 + 1])
      end--;
    if (end - start < 3) {
      positions.length = start * 2;
      return false;
    }
    positions.length = end * 2;
    positions.push(array[start * 2]!);
    positions.push(array[start * 2 + 1]!);
    this.#ringStarts.push(start);
    this.#ringStart = end + 1;
    return true;
  }

  /** Discards the present polygon. */
  dropPolygon(): void {
    const firstRing = this.#polygonRing;
    const start = firstRing < this.#ringStarts.length ? this.#ringStarts.array[firstRing]! : this.#ringStart;
    this.#ringStarts.length = firstRing;
    this.#positions.length = start * 2;
    this.#ringStart = start;
  }

  /** Triangulates the polygon; discards it if it has no area. */
  endPolygon(): void {
    const firstRing = this.#polygonRing;
    const lastRing = this.#ringStarts.length;
    if (lastRing === firstRing) return;
    const start = this.#ringStarts.array[firstRing]!;
    const end = this.#positions.length / 2;
    const flat = this.#positions.array.subarray(start * 2, end * 2);
    const holeStarts: number[] = [];
    const closings = new Map<number, number>();
    let area = 0;
    for (let ring = firstRing; ring < lastRing; ring++) {
      const from = this.#ringStarts.array[ring]! - start;
      const to = (ring + 1 < lastRing ? this.#ringStarts.array[ring + 1]! : end) - start - 1;
      closings.set(to, from);
      const ringArea = Math.abs(doubleArea(flat, from, to)) / 2;
      if (ring === firstRing) area += ringArea;
      else {
        area -= ringArea;
        holeStarts.push(from);
      }
    }
    const triangles =
      holeStarts.length > 0
        ? earcut(flat, holeStarts, 2)
        : earcut(flat.subarray(0, flat.length - 2), null, 2);
    if (holeStarts.length > 0) reopen(triangles, closings);
    const covered = this.#append(triangles, flat, start);
    const box = boxOf(flat);
    const [minX, minY, maxX, maxY] = box;
    // Too thin for 32-bit floats.
    const isFlat = covered <= 1e-7 * ((maxX - minX) ** 2 + (maxY - minY) ** 2);
    if (isFlat) {
      this.#indices.length -= triangles.length;
      this.dropPolygon();
      return;
    }
    this.#region.polygonArea += area;
    this.#region.triangleArea += covered;
    this.#holes += holeStarts.length;
    this.#polygonStarts.push(firstRing);
    for (const value of box) this.#polygonBoxes.push(value);
  }

  /** Ends the region. @returns null, or why it is skipped */
  endRegion(label: RegionLabel): SkipReason | null {
    const first = this.#regionPolygon;
    const last = this.#polygonStarts.length;
    if (first === last) return 'degenerate';
    const region = this.#ids.length;
    if (region >= MAX_REGIONS) throw new MapError('too-many-regions', `more than ${MAX_REGIONS} regions`);
    this.#regionStarts.push(first);
    this.#regionVertices.push(this.#vertexRegion.length);
    this.#regionIndices.push(this.#regionIndex);
    this.#regionIndex = this.#indices.length;
    this.#nameVertices(region);
    this.#ids.push(label.id);
    this.#names.push(label.name);
    this.#propertiesTexts.push(label.propertiesText);
    const box = this.#uniteBoxes(first, last);
    for (const value of box) this.#regionBoxes.push(value);
    this.#centers.push(label.center[0]);
    this.#centers.push(label.center[1]);
    this.#anchors.push(label.anchor ? label.anchor[0] - this.#originX : (box[0] + box[2]) / 2);
    this.#anchors.push(label.anchor ? label.anchor[1] - this.#originY : (box[1] + box[3]) / 2);
    const { polygonArea, triangleArea } = this.#region;
    if (Math.abs(polygonArea - triangleArea) > AREA_TOLERANCE * triangleArea) {
      this.#selfIntersecting.push(label.id);
    } else {
      this.#polygonArea += polygonArea;
      this.#triangleArea += triangleArea;
    }
    this.#regionPolygon = last;
    this.#region = { polygonArea: 0, triangleArea: 0 };
    return null;
  }

  finish(): FlatRegions {
    this.#ringStarts.push(this.#positions.length / 2);
    const rings = this.#ringStarts.length - 1;
    this.#polygonStarts.push(rings);
    this.#regionStarts.push(this.#polygonStarts.length - 1);
    this.#regionVertices.push(this.#vertexRegion.length);
    this.#regionIndices.push(this.#indices.length);
    return {
      origin: [this.#originX, this.#originY],
      positions: this.#positions.finish(ROW_VERTICES * 2),
      vertexRegion: this.#vertexRegion.finish(ROW_VERTICES),
      indices: this.#indices.finish(),
      regionVertices: this.#regionVertices.finish(),
      regionIndices: this.#regionIndices.finish(),
      ringStarts: this.#ringStarts.finish(),
      polygonStarts: this.#polygonStarts.finish(),
      regionStarts: this.#regionStarts.finish(),
      polygonBoxes: this.#polygonBoxes.finish(),
      centers: this.#centers.finish(),
      anchors: this.#anchors.finish(),
      regionBoxes: this.#regionBoxes.finish(),
      ids: this.#ids,
      names: this.#names,
      propertiesTexts: this.#propertiesTexts,
    };
  }

  /** @returns area of the triangles */
  #append(triangles: readonly number[], flat: Float32Array, base: number): number {
    const indices = this.#indices;
    indices.reserve(triangles.length);
    const { array } = indices;
    let at = indices.length;
    let sum = 0;
    for (let i = 0; i < triangles.length; i += 3) {
      const a = triangles[i]!;
      const b = triangles[i + 1]!;
      const c = triangles[i + 2]!;
      array[at++] = base + a;
      array[at++] = base + b;
      array[at++] = base + c;
      const ax = flat[a * 2]!;
      const ay = flat[a * 2 + 1]!;
      sum += Math.abs(
        (flat[b * 2]! - ax) * (flat[c * 2 + 1]! - ay) - (flat[c * 2]! - ax) * (flat[b * 2 + 1]! - ay),
      );
    }
    indices.length = at;
    return sum / 2;
  }

  #nameVertices(region: number): void {
    const vertices = this.#vertexRegion;
    const end = this.#positions.length / 2;
    const start = vertices.length;
    vertices.reserve(end - start);
    vertices.array.fill(region, start, end);
    vertices.length = end;
    const firstRing = this.#polygonStarts.array[this.#regionPolygon]!;
    for (let ring = firstRing + 1; ring <= this.#ringStarts.length; ring++) {
      const next = ring < this.#ringStarts.length ? this.#ringStarts.array[ring]! : end;
      vertices.array[next - 1] = CLOSING_VERTEX;
    }
  }

  #uniteBoxes(first: number, last: number): [number, number, number, number] {
    const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    const { array } = this.#polygonBoxes;
    for (let i = first * 4; i < last * 4; i += 4) {
      box[0] = Math.min(box[0], array[i]!);
      box[1] = Math.min(box[1], array[i + 1]!);
      box[2] = Math.max(box[2], array[i + 2]!);
      box[3] = Math.max(box[3], array[i + 3]!);
    }
    return box;
  }
}

/** earcut may use either of a ring's two equal ends: triangles must use the first; the last one is only for edges. */
function reopen(triangles: number[], closings: ReadonlyMap<number, number>): void {
  for (const [i, vertex] of triangles.entries()) {
    const first = closings.get(vertex);
    if (first !== undefined) triangles[i] = first;
  }
}

function boxOf(flat: Float32Array): [number, number, number, number] {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < flat.length; i += 2) {
    minX = Math.min(minX, flat[i]!);
    minY = Math.min(minY, flat[i + 1]!);
    maxX = Math.max(maxX, flat[i]!);
    maxY = Math.max(maxY, flat[i + 1]!);
  }
  return [minX, minY, maxX, maxY];
}
