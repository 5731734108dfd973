import type { Object3D, Scene } from 'three';

/** Marks an object of the scene as no thing of the farm: sky, land, weather, signs. @returns the object */
export function asBackdrop<T extends Object3D>(object: T): T {
  object.userData['isBackdrop'] = true;
  return object;
}

/** Hides all that is backdrop, and the tools. @returns the function that shows again what was seen before */
export function hideBackdrop(scene: Scene): () => void {
  const hidden = scene.children.filter(
    ({ visible, userData }) => visible && (userData['isBackdrop'] || userData['isTool']),
  );
  for (const object of hidden) object.visible = false;
  const { fog } = scene;
  // Moved away, not taken off: without a fog every material would be compiled anew.
  const range = fog && 'near' in fog ? { near: fog.near, far: fog.far } : null;
  if (range) Object.assign(fog!, { near: 1e8, far: 2e8 });
  return () => {
    for (const object of hidden) object.visible = true;
    if (range) Object.assign(fog!, range);
  };
}
