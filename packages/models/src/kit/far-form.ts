import type { Colour } from './colour.ts';
import { GeometryBuilder, type Geometry } from './geometry.ts';
import { add, cross, dot, length, normalize, scale, subtract, type Vec3 } from './vector.ts';

/** Triangles of one cluster: two crossed diamonds. */
const TRIANGLES_EACH = 4;
/** How much a difference of colour counts against one of place, so that fruits keep clusters of their own. */
const COLOUR_WEIGHT = 0.9;
const ROUNDS = 8;
/** A diamond reaches this many standard deviations along and across: the whole of a line, most of a patch. */
const ALONG = 1.9;
const ACROSS = 2;
/** A group's diamonds over its own area: they overlap, and one of each two is seen edge-on. */
const COVER = 1.7;

interface Patch {
  readonly corners: readonly [Vec3, Vec3, Vec3];
  readonly centre: Vec3;
  readonly normal: Vec3;
  readonly colour: Colour;
  readonly area: number;
}

const sum = (list: readonly Vec3[]): Vec3 => list.reduce(add, [0, 0, 0]);

function patchesOf({ positions, normals, colours, indices }: Geometry): Patch[] {
  const patches: Patch[] = [];
  const read = (list: Float32Array, i: number): Vec3 => [list[i * 3]!, list[i * 3 + 1]!, list[i * 3 + 2]!];
  for (let t = 0; t < indices.length; t += 3) {
    const own = [indices[t]!, indices[t + 1]!, indices[t + 2]!];
    const [a, b, c] = own.map((i) => read(positions, i)) as [Vec3, Vec3, Vec3];
    patches.push({
      corners: [a, b, c],
      centre: scale(sum([a, b, c]), 1 / 3),
      normal: normalize(sum(own.map((i) => read(normals, i)))),
      colour: scale(sum(own.map((i) => read(colours, i))), 1 / 3),
      area: length(cross(subtract(b, a), subtract(c, a))) / 2,
    });
  }
  return patches;
}

/** Groups patches by place and colour (k-means, from the patches that lie farthest apart). */
function clusters(patches: readonly Patch[], count: number): Patch[][] {
  const size = Math.max(
    ...[0, 1, 2].map(
      (axis) =>
        Math.max(...patches.map(({ centre }) => centre[axis]!)) -
        Math.min(...patches.map(({ centre }) => centre[axis]!)),
    ),
    1e-3,
  );
  const apart = (patch: Patch, seat: { centre: Vec3; colour: Colour }): number => {
    const way = subtract(patch.centre, seat.centre);
    const tone = subtract(patch.colour, seat.colour);
    return dot(way, way) / (size * size) + COLOUR_WEIGHT * dot(tone, tone);
  };
  let seats: { centre: Vec3; colour: Colour }[] = [patches[0]!];
  while (seats.length < count) {
    const farthest = patches.reduce(
      (best, patch) => {
        const gap = Math.min(...seats.map((seat) => apart(patch, seat))) * Math.sqrt(patch.area);
        return gap > best.gap ? { gap, patch } : best;
      },
      { gap: -1, patch: patches[0]! },
    );
    seats.push(farthest.patch);
  }
  let groups: Patch[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    groups = seats.map(() => []);
    for (const patch of patches) {
      const gaps = seats.map((seat) => apart(patch, seat));
      groups[gaps.indexOf(Math.min(...gaps))]!.push(patch);
    }
    groups = groups.filter((group) => group.length > 0);
    seats = groups.map(mean);
  }
  return groups;
}

function mean(group: readonly Patch[]): { centre: Vec3; colour: Colour; normal: Vec3; area: number } {
  const area = group.reduce((total, patch) => total + patch.area, 0) || 1e-9;
  const average = (of: (patch: Patch) => Vec3): Vec3 =>
    scale(sum(group.map((patch) => scale(of(patch), patch.area))), 1 / area);
  return {
    area,
    centre: average(({ centre }) => centre),
    colour: average(({ colour }) => colour),
    normal: normalize(average(({ normal }) => normal)),
  };
}

/** The three ways in which a group spreads, longest first, each as long as its standard deviation. */
function spreads(group: readonly Patch[], centre: Vec3): [Vec3, Vec3, Vec3] {
  const rows: [number[], number[], number[]] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  let weight = 0;
  for (const { corners, area } of group)
    for (const corner of corners) {
      const way = subtract(corner, centre);
      weight += area;
      for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) rows[r]![c]! += way[r]! * way[c]! * area;
    }
  const times = (v: Vec3): Vec3 =>
    rows.map((row) => (row[0]! * v[0] + row[1]! * v[1] + row[2]! * v[2]) / weight) as unknown as Vec3;
  const strongest = (start: Vec3, without: readonly Vec3[]): Vec3 => {
    let v = start;
    for (let i = 0; i < 40; i++) {
      let next = times(v);
      for (const axis of without) next = subtract(next, scale(axis, dot(next, axis)));
      if (length(next) < 1e-12) break;
      v = normalize(next);
    }
    for (const axis of without) v = subtract(v, scale(axis, dot(v, axis)));
    return normalize(v);
  };
  const first = strongest([0.36, 0.8, 0.48], []);
  const second = strongest(normalize(cross(first, Math.abs(first[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0])), [
    first,
  ]);
  const third = cross(first, second);
  return [first, second, third].map((axis) =>
    scale(axis, Math.sqrt(Math.max(1e-9, dot(times(axis), axis)))),
  ) as [Vec3, Vec3, Vec3];
}

/**
 * A plant as it is seen from far: its triangles gathered by place and colour, and each group drawn as two
 * crossed diamonds that spread as the group does. Thinning out the plant's own leaves to 60 triangles was
 * tried first: it left a few large leaves in the air, and the plant changed its shape and its colour.
 */
export function farForm(near: Geometry, triangles: number): Geometry {
  const patches = patchesOf(near).filter(({ area }) => area > 1e-9);
  // A seedling has few triangles to begin with: its far form must still be the cheaper one.
  const most = Math.min(triangles, patches.length * 0.4);
  const count = Math.max(2, Math.floor(most / TRIANGLES_EACH));
  const groups = clusters(patches, count).map((group) => {
    const middle = mean(group);
    const corners = group.flatMap((patch) => patch.corners.map((corner) => subtract(corner, middle.centre)));
    /** As far as the group reaches along an axis, but no farther than `most` deviations. */
    const reach = (axis: Vec3, most: number): number => {
      const way = normalize(axis);
      return Math.min(length(axis) * most, Math.max(...corners.map((corner) => dot(corner, way))));
    };
    return { ...middle, axes: spreads(group, middle.centre), reach };
  });
  const builder = new GeometryBuilder();
  for (const { centre, colour, normal, axes, area, reach } of groups) {
    const [a, b, c] = axes;
    // Lengths are what the outline of a plant is made of, so a loose group loses width: a stem stays thin.
    const upward = a[1] >= 0 ? a : scale(a, -1);
    const high = scale(normalize(upward), reach(upward, ALONG));
    const low = scale(normalize(upward), -reach(scale(upward, -1), ALONG));
    const narrow = Math.min(1, (COVER * area) / (2 * ALONG * ACROSS * length(a) * (length(b) + length(c))));
    for (const wide of [b, c]) {
      const across = scale(normalize(wide), reach(wide, ACROSS) * narrow);
      if (length(across) < 1e-4 || length(subtract(high, low)) < 1e-4) continue;
      const middle = scale(add(high, low), 0.5);
      const corner = (way: Vec3, tone: number): number => {
        const lean = length(way) > 0 ? scale(normalize(way), 0.3) : way;
        return builder.vertex(add(centre, way), normalize(add(normal, lean)), scale(colour, tone));
      };
      const ring = [low, add(middle, across), high, subtract(middle, across)] as const;
      const [p, q, r, s] = ring.map((way, i) => corner(way, [0.85, 1, 1.12, 1][i]!)) as [
        number,
        number,
        number,
        number,
      ];
      if (dot(cross(subtract(ring[1], low), subtract(high, low)), normal) >= 0) builder.quad(p, q, r, s);
      else builder.quad(p, s, r, q);
    }
  }
  return builder.build();
}
