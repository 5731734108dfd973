import type { Colour } from './colour.ts';
import { GeometryBuilder, type Geometry } from './geometry.ts';
import type { Vec2 } from './vector.ts';

const area2 = (a: Vec2, b: Vec2, c: Vec2): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Cuts a simple counter-clockwise polygon into triangles by clipping ears. */
export function triangulate(polygon: readonly Vec2[]): [number, number, number][] {
  const left = polygon.map((_, i) => i);
  const triangles: [number, number, number][] = [];
  while (left.length > 2) {
    const ear = left.findIndex((_, i) => isEar(polygon, left, i));
    // No ear means that the outline crosses itself; a fan of the rest is the least surprising answer.
    const i = Math.max(ear, 0);
    const [a, b, c] = around(left, i);
    triangles.push([a, b, c]);
    left.splice(i, 1);
  }
  return triangles;
}

const around = (ring: readonly number[], i: number): [number, number, number] => [
  ring[(i + ring.length - 1) % ring.length]!,
  ring[i]!,
  ring[(i + 1) % ring.length]!,
];

function isEar(polygon: readonly Vec2[], ring: readonly number[], i: number): boolean {
  const [ia, ib, ic] = around(ring, i);
  const [a, b, c] = [polygon[ia]!, polygon[ib]!, polygon[ic]!];
  if (area2(a, b, c) <= 0) return false;
  return ring.every((j) => {
    if (j === ia || j === ib || j === ic) return true;
    const p = polygon[j]!;
    return !(area2(a, b, p) >= 0 && area2(b, c, p) >= 0 && area2(c, a, p) >= 0);
  });
}

/** A plate: a counter-clockwise outline in XY, `depth` metres thick along Z, centred on z = 0. */
export function extrude(outline: readonly Vec2[], depth: number, colour: Colour): Geometry {
  const builder = new GeometryBuilder();
  const z = depth / 2;
  const triangles = triangulate(outline);
  const front = outline.map(([x, y]) => builder.vertex([x, y, z], [0, 0, 1], colour));
  const back = outline.map(([x, y]) => builder.vertex([x, y, -z], [0, 0, -1], colour));
  for (const [a, b, c] of triangles) {
    builder.triangle(front[a]!, front[b]!, front[c]!);
    builder.triangle(back[c]!, back[b]!, back[a]!);
  }
  outline.forEach(([x, y], i) => {
    const [nx, ny] = outline[(i + 1) % outline.length]!;
    builder.face(
      [
        [x, y, -z],
        [nx, ny, -z],
        [nx, ny, z],
        [x, y, z],
      ],
      colour,
    );
  });
  return builder.build();
}

/** A flat sheet with a counter-clockwise outline in XY, facing +Z; for surfaces drawn on both sides. */
export function panel(outline: readonly Vec2[], colour: Colour): Geometry {
  const builder = new GeometryBuilder();
  const corners = outline.map(([x, y]) => builder.vertex([x, y, 0], [0, 0, 1], colour));
  for (const [a, b, c] of triangulate(outline)) builder.triangle(corners[a]!, corners[b]!, corners[c]!);
  return builder.build();
}
