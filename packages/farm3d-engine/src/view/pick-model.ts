import { DoubleSide, Matrix4, Ray, Vector3 } from 'three';
import type { Model } from '../resources/model.ts';

const _ray = new Ray();
const _toPart = new Matrix4();
const _toWorld = new Matrix4();
const _point = new Vector3();

/**
 * Distance along a world ray to a model at `matrix`, or null. With `skipTransparent` transparent parts (film) are ignored:
 * the user means what is behind them.
 */
export function raycastModel(
  model: Model,
  ray: Ray,
  matrix: Matrix4,
  inverse: Matrix4,
  maxDistance: number,
  skipTransparent = false,
): number | null {
  let best: number | null = null;
  for (const part of model.parts) {
    if (!part.bvh || (skipTransparent && model.materials[part.material]!.transparent)) continue;
    _toPart.copy(part.matrix).invert().multiply(inverse);
    _ray.copy(ray).applyMatrix4(_toPart);
    const hit = part.bvh.raycastFirst(_ray, DoubleSide);
    if (!hit) continue;
    _toWorld.multiplyMatrices(matrix, part.matrix);
    const distance = _point.copy(hit.point).applyMatrix4(_toWorld).distanceTo(ray.origin);
    if (distance < (best ?? maxDistance)) best = distance;
  }
  return best;
}
