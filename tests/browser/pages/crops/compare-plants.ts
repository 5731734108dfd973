import type { PlacedPlant } from 'farm3d-engine/farm';
import type { DrawnPlants } from './drawn-plants.ts';

export interface Comparison {
  /** Number of plants drawn by the GPU, and the number expected by the reference. */
  readonly drawn: number;
  readonly expected: number;
  /** Maximum distance of a vertex from its reference position, metres (clip coordinates before the division). */
  readonly off: number;
}

/** Compares the drawn vertices with the reference, plant by plant. */
export function comparePlants(
  { vertices, clip, matrix }: DrawnPlants,
  plants: readonly PlacedPlant[],
  corners: Float32Array,
): Comparison {
  let off = 0;
  let found = 0;
  const floats = vertices * 4;
  for (let at = 0; at < clip.length; at += floats) {
    if (isFolded(clip, at, vertices)) continue;
    const plant = plants[found++];
    if (!plant) continue;
    const { x, y, z, yaw, size } = plant;
    const [cos, sin] = [Math.cos(yaw) * size, Math.sin(yaw) * size];
    for (let v = 0; v < vertices; v++) {
      const [px, py, pz] = corners.subarray(v * 3, v * 3 + 3) as unknown as [number, number, number];
      const world = [x + cos * px + sin * pz, y + py * size, z + cos * pz - sin * px, 1];
      for (let i = 0; i < 4; i++) {
        let value = 0;
        for (let k = 0; k < 4; k++) value += matrix[k * 4 + i]! * world[k]!;
        off = Math.max(off, Math.abs(value - clip[at + v * 4 + i]!));
      }
    }
  }
  return { drawn: found, expected: plants.length, off };
}

/** Whether all vertices are at one point: the plant is not visible. */
function isFolded(clip: Float32Array, at: number, vertices: number): boolean {
  for (let v = 1; v < vertices; v++)
    for (let i = 0; i < 4; i++) if (clip[at + v * 4 + i] !== clip[at + i]) return false;
  return true;
}
