import type { Colour } from './colour.ts';
import { thinned } from './detail.ts';
import { GeometryBuilder, type Geometry } from './geometry.ts';
import { add, cross, dot, length, normalize, scale, subtract, type Vec3 } from './vector.ts';

export interface TubeOptions {
  /** Sides of the section. Default 8. */
  sides?: number;
  /** Radius at the end of the path, of 1. Default 1. */
  taper?: number;
  /** Closes both ends. Default true. */
  caps?: boolean;
}

/** A round tube along a path. Each corner is mitred; round sharp bends first with `bend`. */
export function tube(
  path: readonly Vec3[],
  radius: number,
  colour: Colour,
  options: TubeOptions = {},
): Geometry {
  const sides = thinned(options.sides ?? 8, 3);
  const taper = options.taper ?? 1;
  const builder = new GeometryBuilder();
  const tangents = path.map((point, i) => {
    const before = path[i - 1];
    const after = path[i + 1];
    const into = before ? normalize(subtract(point, before)) : undefined;
    const out = after ? normalize(subtract(after, point)) : undefined;
    return normalize(into && out ? add(into, out) : (into ?? out ?? [0, 1, 0]));
  });
  const first = tangents[0] ?? [0, 1, 0];
  let normal = normalize(cross(first, Math.abs(first[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
  const rings = path.map((point, i) => {
    const tangent = tangents[i]!;
    // Carry the last frame along without twist: take off what lies along the new tangent.
    normal = normalize(subtract(normal, scale(tangent, dot(normal, tangent))));
    const binormal = cross(tangent, normal);
    const ring = Array.from({ length: sides + 1 }, (_, s) => {
      const a = (s / sides) * Math.PI * 2;
      const outward = add(scale(normal, Math.cos(a)), scale(binormal, Math.sin(a)));
      return {
        outward,
        position: add(point, scale(outward, radius * (1 + (taper - 1) * (i / Math.max(1, path.length - 1))))),
      };
    });
    return { tangent, ring };
  });
  const indices = rings.map(({ ring }) =>
    ring.map(({ position, outward }) => builder.vertex(position, outward, colour)),
  );
  for (let r = 1; r < indices.length; r++)
    for (let s = 0; s < sides; s++) {
      const [low, high] = [indices[r - 1]!, indices[r]!];
      builder.quad(low[s]!, low[s + 1]!, high[s + 1]!, high[s]!);
    }
  if (options.caps ?? true) {
    const [start, end] = [rings[0], rings.at(-1)];
    for (const [cap, sign] of [
      [start, -1],
      [end, 1],
    ] as const) {
      if (!cap) continue;
      const facing = scale(cap.tangent, sign);
      const rim = cap.ring.slice(0, sides).map(({ position }) => builder.vertex(position, facing, colour));
      if (sign < 0) rim.reverse();
      for (let s = 2; s < rim.length; s++) builder.triangle(rim[0]!, rim[s - 1]!, rim[s]!);
    }
  }
  return builder.build();
}

/**
 * Replaces each inner corner of a path by an arc that starts `radius` metres before it, or where the
 * segment is too short for two such arcs, just before its middle.
 */
export function bend(path: readonly Vec3[], radius: number, smoothness = 4): Vec3[] {
  const steps = thinned(smoothness, 1);
  const out: Vec3[] = [];
  path.forEach((corner, i) => {
    const before = path[i - 1];
    const after = path[i + 1];
    if (!before || !after) {
      out.push(corner);
      return;
    }
    const toward = (neighbour: Vec3): Vec3 => {
      const way = subtract(neighbour, corner);
      return add(corner, scale(normalize(way), Math.min(radius, length(way) * 0.48)));
    };
    const [from, to] = [toward(before), toward(after)];
    for (let s = 0; s <= steps; s++) {
      const t = s / steps;
      const a = add(scale(from, (1 - t) ** 2), scale(corner, 2 * t * (1 - t)));
      out.push(add(a, scale(to, t * t)));
    }
  });
  return out;
}

/** A cubic curve from `a` to `d`, leaving toward `b` and arriving from `c`: a hanging cable. */
export function curve(a: Vec3, b: Vec3, c: Vec3, d: Vec3, smoothness = 12): Vec3[] {
  const steps = thinned(smoothness, 3);
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = i / steps;
    const s = 1 - t;
    const [wa, wb, wc, wd] = [s ** 3, 3 * s * s * t, 3 * s * t * t, t ** 3];
    return [0, 1, 2].map((k) => wa * a[k]! + wb * b[k]! + wc * c[k]! + wd * d[k]!) as [
      number,
      number,
      number,
    ];
  });
}
