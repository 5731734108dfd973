import type { Vec3 } from './vector.ts';

/** Position (metres), Euler XYZ (radians) and scale. */
export interface Transform {
  position: Vec3;
  rotation: Vec3;
  scale: Vec3;
}

/** One device in a scene. `parentId` names the child scene whose local frame it uses, null for the scene itself. */
export interface EquipmentRecord extends Transform {
  id: string;
  parentId: string | null;
  /** Unknown members, which are written back. */
  extra: Record<string, unknown>;
}

/** Another greenhouse scene in this one. */
export interface ChildSceneRecord extends Transform {
  id: string;
  name: string;
  extra: Record<string, unknown>;
}

/** Position and target decide; `rotation` (Euler XYZ, radians) follows from them and is informative. */
export interface CameraState {
  position: Vec3;
  target: Vec3;
  rotation?: Vec3;
}

/** Content of a scene. The engine has a type of the same shape: the packages do not import each other. */
export interface SceneLayout {
  camera: CameraState | null;
  /** Also the equipment of child scenes, by `parentId`. */
  equipment: EquipmentRecord[];
  childScenes: ChildSceneRecord[];
  extra: Record<string, unknown>;
}
