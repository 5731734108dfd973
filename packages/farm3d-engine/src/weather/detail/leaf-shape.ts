import { BufferAttribute, type BufferGeometry } from 'three';

/** Corners nearer to one another than this are one, metres. */
const WELD = 1e-4;

/**
 * Where on its blade each vertex of a plant is, for veins and an outline that its few triangles do not have: how far from
 * stalk to tip (0 … 1), from midrib to rim (0 … 1), width over length (0: no blade), and length, metres.
 * A blade is a flat piece with a midrib: stems have two open ends, ribbons no inner vertex, fruits more inner than outer ones.
 */
export function leafShape({ attributes, index }: BufferGeometry): BufferAttribute {
  const { position } = attributes;
  const count = position?.count ?? 0;
  const shape = new Float32Array(count * 4);
  const result = new BufferAttribute(shape, 4);
  if (!position) return result;
  const corner = Array.from({ length: index?.count ?? count }, (_, i) => index?.getX(i) ?? i);
  const at = (i: number): readonly [number, number, number] => [
    position.getX(i),
    position.getY(i),
    position.getZ(i),
  ];
  const points = new Map<string, number>();
  const pointOf = Array.from({ length: count }, (_, i) => {
    const key = at(i)
      .map((value) => Math.round(value / WELD))
      .join();
    if (!points.has(key)) points.set(key, i);
    return points.get(key)!;
  });

  for (const piece of piecesOf(corner.map((i) => pointOf[i]!))) {
    const blade = bladeOf(piece.points, piece.rim, at);
    if (!blade) continue;
    for (const triangle of piece.triangles)
      for (const i of corner.slice(triangle * 3, triangle * 3 + 3)) {
        const isRim = piece.rim.has(pointOf[i]!);
        shape.set([blade.along(at(i)), isRim ? 1 : 0, blade.width, blade.length], i * 4);
      }
  }
  return result;
}

type Point = readonly [x: number, y: number, z: number];

/** Triangles that hang together by their edges. */
interface Piece {
  readonly triangles: readonly number[];
  readonly points: readonly number[];
  /** Points at an edge of only one triangle; empty if these are not one closed line. */
  readonly rim: ReadonlySet<number>;
}

function piecesOf(corners: readonly number[]): Piece[] {
  const edges = new Map<string, { readonly ends: readonly [number, number]; readonly of: number[] }>();
  for (const [i, a] of corners.entries()) {
    const b = corners[i % 3 === 2 ? i - 2 : i + 1]!;
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const edge = edges.get(key) ?? { ends: [a, b] as const, of: [] };
    edge.of.push(Math.floor(i / 3));
    edges.set(key, edge);
  }
  const pieces = new Groups(corners.length / 3);
  for (const { of } of edges.values()) if (of.length === 2) pieces.join(of[0]!, of[1]!);
  const found = new Map<number, number[]>();
  for (let i = 0; i < corners.length / 3; i++) {
    const first = pieces.of(i);
    found.set(first, [...(found.get(first) ?? []), i]);
  }
  const rims = new Map<number, (readonly [number, number])[]>();
  for (const { ends, of } of edges.values())
    if (of.length === 1) {
      const first = pieces.of(of[0]!);
      rims.set(first, [...(rims.get(first) ?? []), ends]);
    }
  return [...found].map(([first, triangles]) => ({
    triangles,
    points: [...new Set(triangles.flatMap((i) => corners.slice(i * 3, i * 3 + 3)))],
    rim: closedLine(rims.get(first) ?? []),
  }));
}

/** Points of edges that are one closed line. */
function closedLine(edges: readonly (readonly [number, number])[]): Set<number> {
  const points = [...new Set(edges.flat())];
  const lines = new Groups(points.length);
  for (const [a, b] of edges) lines.join(points.indexOf(a), points.indexOf(b));
  const isOne = points.every((_, i) => lines.of(i) === lines.of(0));
  return new Set(isOne ? points : []);
}

/** Numbers 0 … count − 1 that are joined to groups. */
class Groups {
  readonly #above: number[];

  constructor(count: number) {
    this.#above = Array.from({ length: count }, (_, i) => i);
  }

  of(number: number): number {
    let at = number;
    while (this.#above[at] !== at) at = this.#above[at]!;
    return at;
  }

  join(a: number, b: number): void {
    this.#above[this.of(b)] = this.of(a);
  }
}

function bladeOf(points: readonly number[], rim: ReadonlySet<number>, at: (i: number) => Point) {
  const inner = points.filter((i) => !rim.has(i)).map(at);
  if (inner.length === 0 || inner.length >= rim.size) return undefined;
  const outer = [...rim].map(at);
  const middle = [0, 1, 2].map(
    (k) => inner.reduce((sum, p) => sum + p[k]!, 0) / inner.length,
  ) as never as Point;
  const farthest = (from: Point): Point =>
    outer.reduce((best, p) => (distance(p, from) > distance(best, from) ? p : best));
  const end = farthest(middle);
  const other = farthest(end);
  // A leaf springs from where the plant is.
  const [stalk, tip] =
    Math.hypot(end[0], end[2]) < Math.hypot(other[0], other[2]) ? [end, other] : [other, end];
  const length = distance(stalk, tip);
  const way = [0, 1, 2].map((k) => (tip[k]! - stalk[k]!) / length) as never as Point;
  const along = (p: Point): number =>
    ((p[0] - stalk[0]) * way[0] + (p[1] - stalk[1]) * way[1] + (p[2] - stalk[2]) * way[2]) / length;
  const aside = (p: Point): number =>
    Math.sqrt(Math.max(0, (distance(p, stalk) / length) ** 2 - along(p) ** 2));
  return { along, length, width: Math.max(...outer.map(aside)) * 2 };
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
