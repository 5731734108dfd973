import { Vector3, type PerspectiveCamera } from 'three';
import type { Vec3 } from '../core/vec3.ts';

/** Step of an arrow key, metres; FINE_STEP with Shift. */
export const STEP = 0.5;
export const FINE_STEP = 0.1;

const _forward = new Vector3();

/** A step along the world axis nearest to the screen direction, so that steps there and back cancel out. */
export function stepsOf(camera: PerspectiveCamera, right: number, up: number, ahead: number): Vec3 {
  camera.updateMatrixWorld();
  const { x, z } = camera.getWorldDirection(_forward);
  const isAlongX = Math.abs(x) > Math.abs(z);
  const [ax, az] = isAlongX ? [Math.sign(x), 0] : [0, Math.sign(z) || -1];
  return { x: ax * ahead - az * right, y: up, z: az * ahead + ax * right };
}
