import { hash, hills } from './noise.ts';

/*
 * A land of hexagonal cells. Every cell belongs to a county, every county to a city, every city to a province; a
 * border lies between two neighbours of different areas. So the levels match exactly, and no line is a real border.
 */

export type Place = readonly [longitude: number, latitude: number];

/** Centre of the land and half its extent, degrees. */
const MIDDLE: Place = [118.3, 36.55];
const HALF_WIDTH = 3.4;
const HALF_HEIGHT = 2.3;
/** Distance of two cells, degrees. */
const PITCH = 0.115;
const ROW = PITCH * Math.sqrt(0.75);
/** Greatest displacement of a corner from the regular hexagon, as a share of the pitch. */
const WANDER = 0.5;
/** Greatest displacement of whole stretches, degrees; without it the hexagons are visible. */
const SWAY = 0.07;
/** Length of a degree of longitude over one of latitude here. */
const NARROW = Math.cos((MIDDLE[1] * Math.PI) / 180);
const COLUMNS = Math.ceil((2 * HALF_WIDTH * 1.25 * NARROW) / PITCH);
const ROWS = Math.ceil((2 * HALF_HEIGHT * 1.25) / ROW);

export interface Cell {
  readonly column: number;
  readonly row: number;
  readonly place: Place;
}

const key = (column: number, row: number): string => `${column},${row}`;

/** Whether there is land: a rounded shape with bays and capes, and two islands. */
function isLand([lng, lat]: Place): boolean {
  const x = (lng - MIDDLE[0]) / HALF_WIDTH;
  const y = (lat - MIDDLE[1]) / HALF_HEIGHT;
  const angle = Math.atan2(y, x);
  const coast =
    0.74 +
    0.42 * hills(Math.cos(angle) * 1.5 + 4, Math.sin(angle) * 1.5, 77) +
    0.16 * hills(x * 3.2, y * 3.2, 12);
  // A bay in the south-east.
  const bay = Math.hypot((x - 0.62) / 0.3, (y + 0.62) / 0.42) < 1 + 0.3 * hills(x * 4, y * 4, 5);
  const islands = [
    [1.02, -0.52, 0.1],
    [0.88, -0.78, 0.075],
  ] as const;
  return (
    (Math.hypot(x, y) < coast && !bay) ||
    islands.some(
      ([ix, iy, size]) => Math.hypot(x - ix, (y - iy) * 0.7) < size * (1 + 0.3 * hills(x * 9, y * 9, 9)),
    )
  );
}

/** Cells of the land by their column and row. */
export function landCells(): ReadonlyMap<string, Cell> {
  const cells = new Map<string, Cell>();
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const place = middleOf([column, row]);
      if (isLand(place)) cells.set(key(column, row), { column, row, place });
    }
  }
  return cells;
}

/** Every second row is shifted east by half a cell. */
function middleOf([column, row]: readonly [number, number]): Place {
  const x = (column - COLUMNS / 2 + (Math.abs(row) % 2) / 2) * PITCH;
  return [MIDDLE[0] + x / NARROW, MIDDLE[1] + (row - ROWS / 2) * ROW];
}

/**
 * Columns and rows of the six neighbours, counter-clockwise from the east; odd rows are shifted east by half a cell.
 */
function neighbours(column: number, row: number): readonly (readonly [number, number])[] {
  const shift = Math.abs(row) % 2;
  return [
    [column + 1, row],
    [column + shift, row + 1],
    [column - 1 + shift, row + 1],
    [column - 1, row],
    [column - 1 + shift, row - 1],
    [column + shift, row - 1],
  ];
}

/** Distance of two places, degrees of latitude. */
export const distance = (a: Place, b: Place): number => Math.hypot((a[0] - b[0]) * NARROW, a[1] - b[1]);

/**
 * Chooses places among those given, each as far from the earlier ones as possible: even, but not regular.
 * @returns indices
 */
export function spread(candidates: readonly Place[], count: number, first = 0): number[] {
  const chosen = [first];
  const gaps = candidates.map((place) => distance(place, candidates[first]!));
  while (chosen.length < Math.min(count, candidates.length)) {
    let best = 0;
    let max = -1;
    for (const [index, gap] of gaps.entries()) {
      // Without some randomness cities form rows.
      const score = gap * (0.75 + 0.25 * hash(index, count, 31));
      if (score > max && gap > 0) [best, max] = [index, score];
    }
    chosen.push(best);
    for (const [index, place] of candidates.entries()) {
      gaps[index] = Math.min(gaps[index]!, distance(place, candidates[best]!));
    }
  }
  return chosen;
}

/** Nearest seed of each place; noise bends the borders. */
export function nearest(
  places: readonly Place[],
  seeds: readonly Place[],
  bend: number,
  seed: number,
): number[] {
  return places.map(([lng, lat]) => {
    const bent: Place = [
      lng + bend * hills(lng * 1.7, lat * 1.7, seed),
      lat + bend * hills(lat * 1.7, lng * 1.7, seed + 9),
    ];
    const gaps = seeds.map((one) => distance(bent, one));
    return gaps.indexOf(Math.min(...gaps));
  });
}

/**
 * Outlines of groups of cells.
 * @param groupOf of a cell; null: in no group
 * @returns rings of each group, counter-clockwise around land and clockwise around holes
 */
export function outlines(
  cells: ReadonlyMap<string, Cell>,
  groupOf: (cell: Cell) => number,
): ReadonlyMap<number, Place[][]> {
  const steps = new Map<number, Map<string, { readonly to: string; readonly line: Place[] }>>();
  for (const cell of cells.values()) {
    const group = groupOf(cell);
    const around = neighbours(cell.column, cell.row);
    for (const [side, [column, row]] of around.entries()) {
      const other = cells.get(key(column, row));
      if (other && groupOf(other) === group) continue;
      const from = cornerOf(cell, around[(side + 5) % 6]!, around[side]!);
      const to = cornerOf(cell, around[side]!, around[(side + 1) % 6]!);
      const own = steps.get(group) ?? new Map<string, { readonly to: string; readonly line: Place[] }>();
      own.set(from.name, { to: to.name, line: rough(from, to) });
      steps.set(group, own);
    }
  }
  return new Map([...steps].map(([group, own]) => [group, trace(own)]));
}

interface NamedCorner {
  readonly name: string;
  readonly place: Place;
}

/**
 * Named by the three cells that meet there; its position depends on these alone and is the same for each of them.
 */
function cornerOf(cell: Cell, ...others: readonly (readonly [number, number])[]): NamedCorner {
  const three = [[cell.column, cell.row] as const, ...others].toSorted((p, q) => p[0] - q[0] || p[1] - q[1]);
  const middles = three.map(middleOf);
  const at = (axis: 0 | 1): number => middles.reduce((sum, place) => sum + place[axis] / 3, 0);
  const parts = three.flat();
  const [lng, lat] = [at(0), at(1)];
  return {
    name: three.map(([column, row]) => key(column, row)).join(';'),
    place: [
      round(lng + (wander(parts, 1) + SWAY * hills(lng * 5, lat * 5, 61)) / NARROW),
      round(lat + wander(parts, 2) + SWAY * hills(lng * 5, lat * 5, 62)),
    ],
  };
}

const wander = (parts: readonly number[], axis: number): number =>
  (hash(...parts, axis) - 0.5) * 2 * WANDER * PITCH * 0.58;

const round = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;

/** A line between two corners with its midpoint displaced, and then the midpoints of the halves. */
function rough(from: NamedCorner, to: NamedCorner): Place[] {
  const isForward = from.name < to.name;
  const [a, b] = isForward ? [from, to] : [to, from];
  const line = bendLine(a.place, b.place, 3, 1);
  return isForward ? line : line.toReversed();
}

function bendLine(a: Place, b: Place, depth: number, at: number): Place[] {
  if (depth === 0) return [a, b];
  const seed = [Math.round(a[0] * 1e4), Math.round(a[1] * 1e4), Math.round(b[0] * 1e4), at];
  const aside = (hash(...seed) - 0.5) * 0.42;
  const middle: Place = [
    round((a[0] + b[0]) / 2 + ((b[1] - a[1]) * aside) / NARROW),
    round((a[1] + b[1]) / 2 - (b[0] - a[0]) * NARROW * aside),
  ];
  return [...bendLine(a, middle, depth - 1, at * 2), ...bendLine(middle, b, depth - 1, at * 2 + 1).slice(1)];
}

function trace(steps: Map<string, { readonly to: string; readonly line: Place[] }>): Place[][] {
  const rings: Place[][] = [];
  while (steps.size > 0) {
    const [first] = steps.keys();
    const ring: Place[] = [];
    let at = first!;
    for (let step = steps.get(at); step; step = steps.get(at)) {
      steps.delete(at);
      ring.push(...step.line.slice(ring.length > 0 ? 1 : 0));
      at = step.to;
    }
    rings.push(ring);
  }
  return rings;
}

/** Whether a place lies inside of a ring. */
export function contains(ring: readonly Place[], [x, y]: Place): boolean {
  let isInside = false;
  for (const [index, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(index + 1) % ring.length]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
}
