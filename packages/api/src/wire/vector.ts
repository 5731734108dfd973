import type { Vec3 } from '../domain/vector.ts';
import { isRecord, unknownKeys } from './json.ts';
import { isEulerOrder, toEulerXyz } from './rotation.ts';
import { WireError } from './wire-error.ts';

const KNOWN = new Set(['x', 'y', 'z', '_x', '_y', '_z', '_order', 'isEuler']);

export interface DecodedVector {
  value: Vec3;
  /** Unknown members, to be written back. */
  extra: Record<string, unknown>;
}

function component(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/**
 * Reads `{x,y,z}`, three's `{_x,_y,_z,_order}` and `[x,y,z]` (readings 2). Undefined when there is no vector; a
 * missing component is that of `fallback`.
 */
export function decodeVector(value: unknown, fallback: Vec3): DecodedVector | undefined {
  if (Array.isArray(value)) {
    const [x, y, z] = value.map(component);
    if (x === undefined && y === undefined && z === undefined) return undefined;
    // A fourth element may be an axis order, as in three's Euler.toArray().
    const raw = { x: x ?? fallback.x, y: y ?? fallback.y, z: z ?? fallback.z };
    return { value: isEulerOrder(value[3]) ? toEulerXyz(raw, value[3]) : raw, extra: {} };
  }
  if (!isRecord(value)) return undefined;
  const x = component(value['x']) ?? component(value['_x']);
  const y = component(value['y']) ?? component(value['_y']);
  const z = component(value['z']) ?? component(value['_z']);
  if (x === undefined && y === undefined && z === undefined) return undefined;
  const raw = { x: x ?? fallback.x, y: y ?? fallback.y, z: z ?? fallback.z };
  const order = value['_order'];
  return { value: isEulerOrder(order) ? toEulerXyz(raw, order) : raw, extra: unknownKeys(value, KNOWN) };
}

/** @throws {WireError} when a component is not a finite number: JSON would make it null */
export function encodeVector(value: Vec3, field: string, extra?: unknown): Record<string, unknown> {
  for (const axis of ['x', 'y', 'z'] as const) {
    if (!Number.isFinite(value[axis])) throw new WireError(`${field}.${axis}`, 'is not a finite number');
  }
  const kept = isRecord(extra) ? unknownKeys(extra, KNOWN) : {};
  return { x: value.x, y: value.y, z: value.z, ...kept };
}
