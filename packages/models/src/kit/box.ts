import type { Colour } from './colour.ts';
import { detail } from './detail.ts';
import { GeometryBuilder, type Geometry } from './geometry.ts';
import type { Vec3 } from './vector.ts';

/**
 * A box centred at the origin. With a bevel its edges are cut at 45° and shaded from face to face
 * ("face weighted normals"): 44 triangles that read as a rounded, powder-coated casting.
 *
 * @param cut metres cut off each edge, at most 0.4 of the shortest side; 0 gives 12 triangles.
 */
export function box(size: Vec3, colour: Colour, cut = 0): Geometry {
  const bevel = detail().hasBevels ? Math.min(cut, 0.4 * Math.min(...size)) : 0;
  const half: Vec3 = [size[0] / 2, size[1] / 2, size[2] / 2];
  const builder = new GeometryBuilder();
  const corners = new Map<string, number>();
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const sign of [1, -1]) {
      const normal: [number, number, number] = [0, 0, 0];
      normal[axis] = sign;
      const face = (
        [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
        ] as const
      ).map(([a, b]) => {
        const p: [number, number, number] = [0, 0, 0];
        p[axis] = sign * half[axis]!;
        p[u] = a * (half[u]! - bevel);
        p[v] = b * (half[v]! - bevel);
        const signs = [0, 0, 0];
        [signs[axis], signs[u], signs[v]] = [sign, a, b];
        const index = builder.vertex(p, normal, colour);
        corners.set(`${axis}:${signs.join()}`, index);
        return index;
      });
      const [a, b, c, d] = face as [number, number, number, number];
      if (sign > 0) builder.quad(a, b, c, d);
      else builder.quad(d, c, b, a);
    }
  }
  if (bevel > 0) bevelEdges(builder, (axis, signs) => corners.get(`${axis}:${signs.join()}`)!);
  return builder.build();
}

function bevelEdges(
  builder: GeometryBuilder,
  corner: (axis: number, signs: readonly number[]) => number,
): void {
  for (let along = 0; along < 3; along++) {
    const [u, v] = [(along + 1) % 3, (along + 2) % 3];
    for (const su of [1, -1])
      for (const sv of [1, -1]) {
        const signs = (end: number): number[] => {
          const s = [0, 0, 0];
          [s[along], s[u], s[v]] = [end, su, sv];
          return s;
        };
        const strip = [corner(u, signs(-1)), corner(v, signs(-1)), corner(v, signs(1)), corner(u, signs(1))];
        if (su * sv < 0) strip.reverse();
        // u × v points along the edge, so the strip from the u face to the v face faces outward when reversed.
        const [a, b, c, d] = strip as [number, number, number, number];
        builder.quad(a, b, c, d);
      }
  }
  for (const x of [1, -1])
    for (const y of [1, -1])
      for (const z of [1, -1]) {
        const s = [x, y, z];
        const [a, b, c] = [corner(0, s), corner(1, s), corner(2, s)];
        if (x * y * z > 0) builder.triangle(a, b, c);
        else builder.triangle(a, c, b);
      }
}
