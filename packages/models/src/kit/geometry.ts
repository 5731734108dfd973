import type { Colour } from './colour.ts';
import { cross, normalize, subtract, type Vec3 } from './vector.ts';

/** Indexed triangles, counter-clockwise from outside. Three numbers a vertex in each list; colours are linear. */
export interface Geometry {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly colours: Float32Array;
  readonly indices: Uint32Array;
}

/** Collects vertices and triangles; every shape of the kit is made with one. */
export class GeometryBuilder {
  readonly #positions: number[] = [];
  readonly #normals: number[] = [];
  readonly #colours: number[] = [];
  readonly #indices: number[] = [];

  /** Adds a vertex and returns its index. */
  vertex(position: Vec3, normal: Vec3, colour: Colour = WHITE): number {
    this.#positions.push(...position);
    this.#normals.push(...normal);
    this.#colours.push(...colour);
    return this.#positions.length / 3 - 1;
  }

  triangle(a: number, b: number, c: number): void {
    this.#indices.push(a, b, c);
  }

  /** Four corners, counter-clockwise from outside. */
  quad(a: number, b: number, c: number, d: number): void {
    this.#indices.push(a, b, c, a, c, d);
  }

  /** A flat polygon face with its own normal from its first three corners; convex corners only. */
  face(corners: readonly Vec3[], colour: Colour = WHITE): void {
    const [a, b, c] = corners;
    if (!a || !b || !c) return;
    const normal = normalize(cross(subtract(b, a), subtract(c, a)));
    const indices = corners.map((corner) => this.vertex(corner, normal, colour));
    for (let i = 2; i < indices.length; i++) this.triangle(indices[0]!, indices[i - 1]!, indices[i]!);
  }

  build(): Geometry {
    return {
      positions: Float32Array.from(this.#positions),
      normals: Float32Array.from(this.#normals),
      colours: Float32Array.from(this.#colours),
      indices: Uint32Array.from(this.#indices),
    };
  }
}

const WHITE: Colour = [1, 1, 1];

export const triangleCount = (geometry: Geometry): number => geometry.indices.length / 3;

/** Joins geometries into one. */
export function merge(parts: readonly Geometry[]): Geometry {
  const vertices = parts.reduce((sum, part) => sum + part.positions.length, 0);
  const merged = {
    positions: new Float32Array(vertices),
    normals: new Float32Array(vertices),
    colours: new Float32Array(vertices),
    indices: new Uint32Array(parts.reduce((sum, part) => sum + part.indices.length, 0)),
  };
  let offset = 0;
  let index = 0;
  for (const part of parts) {
    merged.positions.set(part.positions, offset);
    merged.normals.set(part.normals, offset);
    merged.colours.set(part.colours, offset);
    for (const i of part.indices) merged.indices[index++] = i + offset / 3;
    offset += part.positions.length;
  }
  return merged;
}

/** Gives every vertex one colour, or the colour that `by` answers for its place and normal. */
export function paint(
  geometry: Geometry,
  by: Colour | ((position: Vec3, normal: Vec3, old: Colour) => Colour),
): Geometry {
  const colours = new Float32Array(geometry.colours.length);
  for (let i = 0; i < colours.length; i += 3) {
    const colour =
      typeof by === 'function'
        ? by(at(geometry.positions, i), at(geometry.normals, i), at(geometry.colours, i))
        : by;
    colours.set(colour, i);
  }
  return { ...geometry, colours };
}

const at = (list: Float32Array, i: number): Vec3 => [list[i]!, list[i + 1]!, list[i + 2]!];

/**
 * Drops triangles without area and joins vertices that agree in place, normal and colour. Draco would
 * drop such triangles too, and then its counts would differ from the ones in the document.
 */
export function weld(geometry: Geometry): Geometry {
  const seen = new Map<string, number>();
  const remap = new Uint32Array(geometry.positions.length / 3);
  const kept: number[] = [];
  const round = (value: number, steps: number): number => Math.round(value * steps);
  for (let v = 0; v < remap.length; v++) {
    const i = v * 3;
    const p = at(geometry.positions, i);
    const n = at(geometry.normals, i);
    const c = at(geometry.colours, i);
    const key = [
      ...p.map((x) => round(x, 1e5)),
      ...n.map((x) => round(x, 500)),
      ...c.map((x) => round(x, 1000)),
    ].join(',');
    const known = seen.get(key);
    if (known === undefined) {
      seen.set(key, kept.length);
      remap[v] = kept.length;
      kept.push(v);
    } else remap[v] = known;
  }
  const indices: number[] = [];
  for (let t = 0; t < geometry.indices.length; t += 3) {
    const a = remap[geometry.indices[t]!]!;
    const b = remap[geometry.indices[t + 1]!]!;
    const c = remap[geometry.indices[t + 2]!]!;
    if (a !== b && b !== c && c !== a) indices.push(a, b, c);
  }
  const pick = (list: Float32Array): Float32Array => {
    const out = new Float32Array(kept.length * 3);
    kept.forEach((v, i) => out.set(list.subarray(v * 3, v * 3 + 3), i * 3));
    return out;
  };
  return {
    positions: pick(geometry.positions),
    normals: pick(geometry.normals),
    colours: pick(geometry.colours),
    indices: Uint32Array.from(indices),
  };
}
