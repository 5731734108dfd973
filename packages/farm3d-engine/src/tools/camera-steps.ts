import { Vector3, type PerspectiveCamera } from 'three';
import type { Vec3 } from '../core/vec3.ts';

/** One press of an arrow key, metres; with Shift held the fine step. */
export const STEP = 0.5;
export const FINE_STEP = 0.1;

const _forward = new Vector3();

/** Along the world axis that is nearest to what is right or away on the screen: repeated steps come back exactly. */
export function stepsOf(camera: PerspectiveCamera, right: number, up: number, ahead: number): Vec3 {
  camera.updateMatrixWorld();
  const { x, z } = camera.getWorldDirection(_forward);
  const isAlongX = Math.abs(x) > Math.abs(z);
  const [ax, az] = isAlongX ? [Math.sign(x), 0] : [0, Math.sign(z) || -1];
  return { x: ax * ahead - az * right, y: up, z: az * ahead + ax * right };
}
