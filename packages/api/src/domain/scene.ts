import type { Vec3 } from './vector.ts';

/** Where a thing stands: metres, Euler XYZ in radians, factor. */
export interface Transform {
  position: Vec3;
  rotation: Vec3;
  scale: Vec3;
}

/** One device placed in a scene. `parentId` names the child scene whose local frame it lives in, null for the scene itself. */
export interface EquipmentRecord extends Transform {
  id: string;
  parentId: string | null;
  /** What other programs saved beside the known fields: kept and written back. */
  extra: Record<string, unknown>;
}

/** Another greenhouse scene placed in this one. */
export interface ChildSceneRecord extends Transform {
  id: string;
  name: string;
  extra: Record<string, unknown>;
}

/** Position and target rule; `rotation` (Euler XYZ, radians) follows from them and is only informative. */
export interface CameraState {
  position: Vec3;
  target: Vec3;
  rotation?: Vec3;
}

/** What a scene holds. The engine has a type of the same shape: the packages do not import each other. */
export interface SceneLayout {
  camera: CameraState | null;
  /** Also the equipment of child scenes, told apart by `parentId`. */
  equipment: EquipmentRecord[];
  childScenes: ChildSceneRecord[];
  extra: Record<string, unknown>;
}
