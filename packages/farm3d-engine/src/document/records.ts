import type { Vec3 } from '../core/vec3.ts';

/** Records that could not be read, as in {@link SceneLayout.skipped}. */
export interface UnreadRecords {
  /** Equipment, unchanged. */
  readonly equipment: readonly unknown[];
  /** Child scenes, unchanged. */
  readonly childScenes: readonly unknown[];
}

/** Position, rotation and scale in the parent's frame. Frozen inside a document. */
export interface Transform {
  /** Metres. */
  readonly position: Vec3;
  /** Euler angles in XYZ order, radians. */
  readonly rotation: Vec3;
  /** Factor per axis; never 0. */
  readonly scale: Vec3;
}

/** One device placed in a scene. A device is placed at most once: the record has the id of the device. */
export interface EquipmentRecord extends Transform {
  /** Id of the device. */
  readonly id: string;
  /**
   * `equipmentId` of the catalogue row that gives name and model. Default: the row with the record's own id. A load reports
   * one that there is not by an `error` event.
   */
  readonly kind?: string;
  /** For labels and the object tree. Default: the name in the catalogue row. */
  readonly name?: string;
  /** The child scene whose frame the transform refers to; null: the scene itself. */
  readonly parentId: string | null;
  /** Unknown fields, written back unchanged. */
  readonly extra: Record<string, unknown>;
}

/** Another greenhouse scene placed in this one. */
export interface ChildSceneRecord extends Transform {
  /** Unique among the child scenes. */
  readonly id: string;
  /** Name at the time it was placed. */
  readonly name: string;
  /** Unknown fields, written back unchanged. */
  readonly extra: Record<string, unknown>;
}

/** A view. Position and target define it; `rotation` (Euler XYZ, radians) is informative. */
export interface CameraState {
  /** Position of the camera, world coordinates, metres. */
  readonly position: Vec3;
  /** Point the camera looks at, world coordinates, metres. */
  readonly target: Vec3;
  /** Euler angles in XYZ order, radians. Informative, never read. */
  readonly rotation?: Vec3;
}

/** A whole scene as plain data, as it is loaded and saved. */
export interface SceneLayout {
  /** The saved view; null: the first view is computed from the base model. */
  camera: CameraState | null;
  /** Equipment of the scene and of its child scenes (`parentId`). */
  equipment: EquipmentRecord[];
  /** Other scenes placed in this one. */
  childScenes: ChildSceneRecord[];
  /** Unknown fields, written back unchanged. */
  extra: Record<string, unknown>;
  /**
   * Invalid records (a position that is not a number, a duplicate id), unchanged, so that a save loses nothing; the next
   * load tries them again. Absent: none.
   */
  skipped?: UnreadRecords;
}

/** A copy of position, rotation and scale. */
export function transformOf({ position, rotation, scale }: Transform): Transform {
  return { position: copyVec3(position), rotation: copyVec3(rotation), scale: copyVec3(scale) };
}

/** −0 becomes 0: JSON has no −0, and a saved value must be read back equal. */
function copyVec3({ x, y, z }: Vec3): Vec3 {
  return { x: x + 0, y: y + 0, z: z + 0 };
}
