import type { RawCoordinates } from './geojson-reader.ts';
import type { ProjectionPlan } from './projection.ts';
import type { RegionBuilder } from './region-builder.ts';
import { cutIntoSheets, type Ring, unroll } from './rings.ts';
import { projectOnSphere } from './spherical.ts';
import { ringProperties } from './ring-properties.ts';

const QUARTER = Math.PI / 4;
const HALF_RADIAN = Math.PI / 360;
/** Limit of projected coordinates in scale units, exceeded for example near the far pole of a conic projection. */
const MAX_COORDINATE = 1e7;

/** Projects polygons into a builder; clips them first where the projection needs it. */
export class PolygonProjector {
  readonly #plan: ProjectionPlan;
  readonly #builder: RegionBuilder;

  constructor(plan: ProjectionPlan, builder: RegionBuilder) {
    this.#plan = plan;
    this.#builder = builder;
  }

  /**
   * Adds one polygon of a geometry.
   * @param firstRing, lastRing its rings, the outer one first
   * @returns false if (a part of) it cannot be projected
   */
  add(coordinates: RawCoordinates, firstRing: number, lastRing: number): boolean {
    if (firstRing === lastRing) return true;
    const { positions } = coordinates;
    const { rotation, latitudeLimit, stream } = this.#plan;
    let isPlain = stream === null;
    const starts: number[] = [];
    const ends: number[] = [];
    for (let ring = firstRing; ring < lastRing; ring++) {
      const start = ring === 0 ? 0 : coordinates.ringEnds[ring - 1]!;
      const end = coordinates.ringEnds[ring]!;
      const properties = ringProperties(positions, start, end, rotation, latitudeLimit);
      if (properties.isLine) {
        if (ring === firstRing) return true;
        continue;
      }
      isPlain = isPlain && properties.isPlain;
      starts.push(start);
      ends.push(end);
    }
    if (isPlain) return this.#addPlain(positions, starts, ends);
    if (stream) {
      const rings = starts.map((start, i) => Array.from(positions.subarray(start * 2, ends[i]! * 2)));
      return this.#addProjected(projectOnSphere(rings, stream));
    }
    const rings = starts.map((start, i) => unroll(positions, start, ends[i]!, rotation));
    const sheets = cutIntoSheets(rings, latitudeLimit);
    return sheets.map((sheet) => this.#addSheet(sheet)).every(Boolean) && sheets.length > 0;
  }

  #addPlain(positions: Float64Array, starts: readonly number[], ends: readonly number[]): boolean {
    this.#builder.startPolygon();
    for (const [i, start] of starts.entries()) {
      const isInside = this.#projectRing(positions, start, ends[i]!, 0);
      if (!isInside) {
        this.#builder.dropPolygon();
        return false;
      }
      if (!this.#builder.endRing() && i === 0) {
        this.#builder.dropPolygon();
        return true;
      }
    }
    this.#builder.endPolygon();
    return true;
  }

  #addSheet(rings: readonly Ring[]): boolean {
    this.#builder.startPolygon();
    for (const [i, ring] of rings.entries()) {
      const isInside = this.#projectRing(ring, 0, ring.length / 2, -this.#plan.rotation);
      if (!isInside) {
        this.#builder.dropPolygon();
        return false;
      }
      if (!this.#builder.endRing() && i === 0) {
        this.#builder.dropPolygon();
        return true;
      }
    }
    this.#builder.endPolygon();
    return true;
  }

  #addProjected(polygons: readonly Ring[][]): boolean {
    for (const rings of polygons) {
      this.#builder.startPolygon();
      let isAlive = true;
      for (const [i, ring] of rings.entries()) {
        for (let p = 0; p < ring.length; p += 2) this.#builder.point(ring[p]!, ring[p + 1]!);
        if (!this.#builder.endRing() && i === 0) isAlive = false;
        if (!isAlive) break;
      }
      if (isAlive) this.#builder.endPolygon();
      else this.#builder.dropPolygon();
    }
    return polygons.length > 0;
  }

  /** @param shift added to longitudes first. @returns false if a point cannot be projected */
  #projectRing(positions: ArrayLike<number>, start: number, end: number, shift: number): boolean {
    const builder = this.#builder;
    const { mercator, project, rotation } = this.#plan;
    if (mercator) {
      const { a, b, m } = mercator;
      const k = (mercator.k * Math.PI) / 180;
      const offset = shift + rotation;
      for (let i = start * 2; i < end * 2; i += 2) {
        const x = a + k * (positions[i]! + offset);
        const y = b + m * Math.log(Math.tan(QUARTER + positions[i + 1]! * HALF_RADIAN));
        builder.point(x, y);
      }
      return true;
    }
    const pair: [number, number] = [0, 0];
    for (let i = start * 2; i < end * 2; i += 2) {
      pair[0] = positions[i]! + shift;
      pair[1] = positions[i + 1]!;
      const projected = project(pair);
      // Written so that NaN is rejected too.
      if (
        !projected ||
        !(Math.abs(projected[0]) < MAX_COORDINATE) ||
        !(Math.abs(projected[1]) < MAX_COORDINATE)
      )
        return false;
      builder.point(projected[0], projected[1]);
    }
    return true;
  }
}
