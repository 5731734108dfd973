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

/** 'greenhouse' can be the child of a 'plot', which has a boundary (readings 5). */
export type SceneType = 'greenhouse' | 'plot';

/** A 3D scene, the same thing as the specification's smart scene. */
export interface Scene {
  id: string;
  name: string;
  description: string;
  type: SceneType;
  layout: SceneLayout;
  /** The plot's outline as saved: JSON with coordinates, longitude before latitude. */
  boundary: unknown;
  latitude: number | null;
  longitude: number | null;
  /** Address of the ground picture. */
  plotSkin: string | null;
  growCrop: string | null;
  /** Planting date, yyyy-MM-dd. */
  growTime: string | null;
  cropModelPath: string | null;
  /** The greenhouse's own model, such as '/models/greenhouse.glb'. */
  baseModelPath: string | null;
  icon: string | null;
  /** Id of the user who made it. */
  createdBy: string | null;
  /** Grows by one with every change; send it back to refuse overwriting somebody else's. */
  version: number;
  /** Epoch milliseconds. */
  createdAt: number;
  updatedAt: number;
}

/** Fields that may be written; omitted fields keep their value. */
export interface ScenePatch {
  name?: string;
  description?: string;
  type?: SceneType;
  layout?: SceneLayout;
  boundary?: unknown;
  latitude?: number | null;
  longitude?: number | null;
  plotSkin?: string | null;
  growCrop?: string | null;
  growTime?: string | null;
  cropModelPath?: string | null;
  baseModelPath?: string | null;
  icon?: string | null;
}

/** Switches and defaults that hold for every scene. */
export interface SceneGlobalConfig {
  simulateWeather: boolean;
  realWeather: boolean;
  /** Model of a scene that names none. */
  baseModelPath: string | null;
}
