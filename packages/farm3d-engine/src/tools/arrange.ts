import type { Vec3 } from '../core/vec3.ts';

/** An axis of the world: x to the east, y up, z to the south. */
export type Axis = 'x' | 'y' | 'z';
/** The side to align: at the smaller coordinates, the centre, or the other side. */
export type AlignEdge = 'min' | 'center' | 'max';

/** World bounds of an object, metres. */
export interface ObjectBounds {
  readonly id: string;
  readonly min: Vec3;
  readonly max: Vec3;
}

/** Movement of each object along the axis, metres; objects that stay are left out. */
export type Shifts = ReadonlyMap<string, number>;

/** Positions closer than this are equal, metres. */
const EPSILON = 1e-9;

/** Aligns one side, or the centres, of the objects with that of their common box. */
export function alignShifts(objects: readonly ObjectBounds[], axis: Axis, edge: AlignEdge): Shifts {
  if (objects.length < 2) return new Map();
  const low = Math.min(...objects.map(({ min }) => min[axis]));
  const high = Math.max(...objects.map(({ max }) => max[axis]));
  const edgeOf = (min: number, max: number) =>
    edge === 'min' ? min : edge === 'max' ? max : (min + max) / 2;
  const line = edgeOf(low, high);
  return moved(objects.map(({ id, min, max }) => [id, line - edgeOf(min[axis], max[axis])]));
}

/** Puts the centres of the objects at equal distances; the first and the last stay. */
export function distributeShifts(objects: readonly ObjectBounds[], axis: Axis): Shifts {
  if (objects.length < 3) return new Map();
  const middles = objects
    .map(({ id, min, max }) => ({ id, at: (min[axis] + max[axis]) / 2 }))
    .sort((a, b) => a.at - b.at);
  const first = middles[0]!.at;
  const step = (middles.at(-1)!.at - first) / (middles.length - 1);
  return moved(middles.map(({ id, at }, i) => [id, first + i * step - at]));
}

function moved(shifts: readonly (readonly [string, number])[]): Shifts {
  return new Map(shifts.filter(([, shift]) => Math.abs(shift) > EPSILON));
}
