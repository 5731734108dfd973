import type { Colour } from './colour.ts';
import { thinned } from './detail.ts';
import { GeometryBuilder, type Geometry } from './geometry.ts';
import { add, cross, normalize, subtract, type Vec3 } from './vector.ts';

/**
 * A smooth surface over a grid of (u, v), both 0–1. It faces the side where u runs right and v runs up.
 * Normals are the sums of the faces around each point, so folds stay soft and flat parts flat.
 */
export function sheet(
  at: (u: number, v: number) => Vec3,
  columnsNear: number,
  rowsNear: number,
  colour: Colour | ((u: number, v: number, position: Vec3) => Colour),
): Geometry {
  const [columns, rows] = [thinned(columnsNear, 1), thinned(rowsNear, 1)];
  const width = columns + 1;
  const points: Vec3[] = [];
  for (let r = 0; r <= rows; r++) for (let c = 0; c <= columns; c++) points.push(at(c / columns, r / rows));
  const sums: Vec3[] = points.map(() => [0, 0, 0]);
  const faces: [number, number, number][] = [];
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const a = r * width + c;
      faces.push([a, a + 1, a + width + 1], [a, a + width + 1, a + width]);
    }
  for (const face of faces) {
    const [a, b, c] = face.map((i) => points[i]!) as [Vec3, Vec3, Vec3];
    const area = cross(subtract(b, a), subtract(c, a));
    for (const i of face) sums[i] = add(sums[i]!, area);
  }
  const builder = new GeometryBuilder();
  points.forEach((point, i) => {
    const [u, v] = [(i % width) / columns, Math.floor(i / width) / rows];
    builder.vertex(point, normalize(sums[i]!), typeof colour === 'function' ? colour(u, v, point) : colour);
  });
  for (const face of faces) builder.triangle(...face);
  return builder.build();
}
