import type { Vec3 } from '../domain/vector.ts';

/** A rotation matrix, row by row. */
type Matrix3 = readonly [number, number, number, number, number, number, number, number, number];

export type EulerOrder = 'XYZ' | 'XZY' | 'YXZ' | 'YZX' | 'ZXY' | 'ZYX';

const ORDERS: ReadonlySet<string> = new Set(['XYZ', 'XZY', 'YXZ', 'YZX', 'ZXY', 'ZYX']);

export function isEulerOrder(value: unknown): value is EulerOrder {
  return typeof value === 'string' && ORDERS.has(value);
}

function multiply(a: Matrix3, b: Matrix3): Matrix3 {
  const cell = (row: number, column: number): number =>
    a[row * 3]! * b[column]! + a[row * 3 + 1]! * b[column + 3]! + a[row * 3 + 2]! * b[column + 6]!;
  return [
    cell(0, 0),
    cell(0, 1),
    cell(0, 2),
    cell(1, 0),
    cell(1, 1),
    cell(1, 2),
    cell(2, 0),
    cell(2, 1),
    cell(2, 2),
  ];
}

function axisRotation(axis: 'X' | 'Y' | 'Z', angle: number): Matrix3 {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  if (axis === 'X') return [1, 0, 0, 0, c, -s, 0, s, c];
  if (axis === 'Y') return [c, 0, s, 0, 1, 0, -s, 0, c];
  return [c, -s, 0, s, c, 0, 0, 0, 1];
}

/** The XYZ Euler angles of a rotation matrix (R = Rx·Ry·Rz); at the pole, z is 0. */
function eulerXyz(m: Matrix3): Vec3 {
  const y = Math.asin(Math.max(-1, Math.min(1, m[2])));
  if (Math.abs(m[2]) < 0.999_999_9) {
    return { x: Math.atan2(-m[5], m[8]), y, z: Math.atan2(-m[1], m[0]) };
  }
  return { x: Math.atan2(m[7], m[4]), y, z: 0 };
}

/** Angles saved in another axis order (three's `_order`) as XYZ angles of the same rotation. */
export function toEulerXyz(angles: Vec3, order: EulerOrder): Vec3 {
  if (order === 'XYZ') return angles;
  const byAxis = { X: angles.x, Y: angles.y, Z: angles.z };
  const [first, second, third] = order.split('') as ['X', 'Y', 'Z'];
  return eulerXyz(
    multiply(
      multiply(axisRotation(first, byAxis[first]), axisRotation(second, byAxis[second])),
      axisRotation(third, byAxis[third]),
    ),
  );
}

/**
 * Rotation of a camera at `position` that looks at `target` with Y up, as in three (cameras look along −Z). Zero when
 * the two are equal.
 */
export function lookAtRotation(position: Vec3, target: Vec3): Vec3 {
  // Scaled to at most 1, so that huge and tiny coordinates stay in the range of numbers. −0 becomes 0, as in JSON: else the
  // rotation of a saved camera would turn by 360° when it is saved again.
  const span = (axis: keyof Vec3): number => position[axis] / 4 - target[axis] / 4 + 0;
  const largest = Math.max(Math.abs(span('x')), Math.abs(span('y')), Math.abs(span('z')));
  if (largest === 0) return { x: 0, y: 0, z: 0 };
  let zx = span('x') / largest;
  let zy = span('y') / largest;
  let zz = span('z') / largest;
  // Straight up or down has no unique horizontal axis: the direction is changed slightly, as in three.
  if (Math.hypot(zx, zz) < 1e-4) zz = 1e-4;
  const length = Math.hypot(zx, zy, zz);
  zx /= length;
  zy /= length;
  zz /= length;
  const side = Math.hypot(zz, zx);
  const xx = zz / side;
  const xz = -zx / side;
  // y = z × x
  return eulerXyz([xx, zy * xz, zx, 0, zz * xx - zx * xz, zy, xz, -zy * xx, zz]);
}
