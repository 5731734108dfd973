import type { Geometry } from './geometry.ts';
import { add, cross, normalize, scale as times, type Quat, type Vec3 } from './vector.ts';

export interface Placement {
  /** Translation, metres, applied last. */
  at?: Vec3;
  /** Euler angles about X, then Y, then Z, radians. */
  rotation?: Vec3;
  /** One factor, or one for each axis; all positive. Default 1. */
  scale?: number | Vec3;
}

/** Scales, rotates (X, then Y, then Z) and translates a geometry. */
export function place(geometry: Geometry, placement: Placement): Geometry {
  const [tx, ty, tz] = placement.at ?? [0, 0, 0];
  const [rx, ry, rz] = placement.rotation ?? [0, 0, 0];
  const s = placement.scale ?? 1;
  const [sx, sy, sz] = typeof s === 'number' ? [s, s, s] : s;
  const rotateVector = eulerRotation(rx, ry, rz);
  const positions = new Float32Array(geometry.positions.length);
  const normals = new Float32Array(geometry.normals.length);
  for (let i = 0; i < positions.length; i += 3) {
    const p = geometry.positions;
    const n = geometry.normals;
    const [x, y, z] = rotateVector([p[i]! * sx, p[i + 1]! * sy, p[i + 2]! * sz]);
    positions.set([x + tx, y + ty, z + tz], i);
    normals.set(rotateVector(normalize([n[i]! / sx, n[i + 1]! / sy, n[i + 2]! / sz])), i);
  }
  return { ...geometry, positions, normals };
}

/** Rotates a geometry by a quaternion. */
export function rotate(geometry: Geometry, [x, y, z, w]: Quat): Geometry {
  const axis: Vec3 = [x, y, z];
  const rotateVector = (v: Vec3): Vec3 => {
    const across = times(cross(axis, v), 2);
    return add(add(v, times(across, w)), cross(axis, across));
  };
  const all = (list: Float32Array): Float32Array => {
    const out = new Float32Array(list.length);
    for (let i = 0; i < list.length; i += 3) out.set(rotateVector([list[i]!, list[i + 1]!, list[i + 2]!]), i);
    return out;
  };
  return { ...geometry, positions: all(geometry.positions), normals: all(geometry.normals) };
}

function eulerRotation(rx: number, ry: number, rz: number): (v: Vec3) => Vec3 {
  const [cx, sx] = [Math.cos(rx), Math.sin(rx)];
  const [cy, sy] = [Math.cos(ry), Math.sin(ry)];
  const [cz, sz] = [Math.cos(rz), Math.sin(rz)];
  return ([x, y, z]) => {
    const y1 = y * cx - z * sx;
    const z1 = y * sx + z * cx;
    const x2 = x * cy + z1 * sy;
    const z2 = z1 * cy - x * sy;
    return [x2 * cz - y1 * sz, x2 * sz + y1 * cz, z2];
  };
}
