import type { Vec3 } from '../core/vec3.ts';

/** An axis of the world: x to the east, y up, z to the south. */
export type Axis = 'x' | 'y' | 'z';
/** Which part of the things comes into line: the side at the smaller coordinates, the middle, or the other side. */
export type AlignEdge = 'min' | 'center' | 'max';

/** A thing as it stands, world metres. */
export interface ObjectBounds {
  readonly id: string;
  readonly min: Vec3;
  readonly max: Vec3;
}

/** How far each thing moves along the axis, metres; what stays is left out. */
export type Shifts = ReadonlyMap<string, number>;

/** Below this two places are the same, metres. */
const STILL = 1e-9;

/** Brings the same side, or the middles, of all things into line with those of their common box. */
export function alignShifts(things: readonly ObjectBounds[], axis: Axis, edge: AlignEdge): Shifts {
  if (things.length < 2) return new Map();
  const low = Math.min(...things.map(({ min }) => min[axis]));
  const high = Math.max(...things.map(({ max }) => max[axis]));
  const place = (min: number, max: number) => (edge === 'min' ? min : edge === 'max' ? max : (min + max) / 2);
  const line = place(low, high);
  return moved(things.map(({ id, min, max }) => [id, line - place(min[axis], max[axis])]));
}

/** Puts the middles of the things at equal distances; the first and the last stay. */
export function distributeShifts(things: readonly ObjectBounds[], axis: Axis): Shifts {
  if (things.length < 3) return new Map();
  const middles = things
    .map(({ id, min, max }) => ({ id, at: (min[axis] + max[axis]) / 2 }))
    .sort((a, b) => a.at - b.at);
  const first = middles[0]!.at;
  const step = (middles.at(-1)!.at - first) / (middles.length - 1);
  return moved(middles.map(({ id, at }, i) => [id, first + i * step - at]));
}

function moved(shifts: readonly (readonly [string, number])[]): Shifts {
  return new Map(shifts.filter(([, shift]) => Math.abs(shift) > STILL));
}
