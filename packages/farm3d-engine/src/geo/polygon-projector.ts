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

/** A ring within a list of longitude, latitude, … */
interface RingPart {
  readonly positions: ArrayLike<number>;
  /** In positions. */
  readonly start: number;
  readonly end: number;
}

const wholeRing = (positions: Ring): RingPart => ({ positions, start: 0, end: positions.length / 2 });

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
    if (isPlain) {
      return this.#addRings(
        starts.map((start, i) => ({ positions, start, end: ends[i]! })),
        0,
      );
    }
    if (stream) {
      const rings = starts.map((start, i) => Array.from(positions.subarray(start * 2, ends[i]! * 2)));
      return this.#addProjected(projectOnSphere(rings, stream));
    }
    const rings = starts.map((start, i) => unroll(positions, start, ends[i]!, rotation));
    const sheets = cutIntoSheets(rings, latitudeLimit);
    const areShown = sheets.map((sheet) => this.#addRings(sheet.map(wholeRing), -rotation));
    return areShown.every(Boolean) && sheets.length > 0;
  }

  /**
   * @param rings the outer one first
   * @param shift added to longitudes first
   * @returns false if a point cannot be projected
   */
  #addRings(rings: readonly RingPart[], shift: number): boolean {
    this.#builder.startPolygon();
    for (const [i, ring] of rings.entries()) {
      if (!this.#projectRing(ring, shift)) {
        this.#builder.dropPolygon();
        return false;
      }
      if (!this.#builder.endRing() && i === 0) return true;
    }
    this.#builder.endPolygon();
    return true;
  }

  #addProjected(polygons: readonly Ring[][]): boolean {
    for (const rings of polygons) {
      this.#builder.startPolygon();
      for (const ring of rings) {
        for (let p = 0; p < ring.length; p += 2) this.#builder.point(ring[p]!, ring[p + 1]!);
        this.#builder.endRing();
      }
      this.#builder.endPolygon();
    }
    return polygons.length > 0;
  }

  /** @param shift added to longitudes first. @returns false if a point cannot be projected */
  #projectRing({ positions, start, end }: RingPart, shift: number): boolean {
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
