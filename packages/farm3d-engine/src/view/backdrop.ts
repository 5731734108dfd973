import type { Object3D } from 'three';

/** Marks an object of the scene as backdrop (sky, ground, weather, signs), not equipment. @returns the object */
export function asBackdrop<T extends Object3D>(object: T): T {
  object.userData['isBackdrop'] = true;
  return object;
}
