import type { Vec3 } from '../core/vec3.ts';

/** Records kept apart, as {@link SceneLayout.skipped} holds them. */
export interface UnreadRecords {
  /** Devices, as they came. */
  readonly equipment: readonly unknown[];
  /** Child scenes, as they came. */
  readonly childScenes: readonly unknown[];
}

/** Where a thing stands in its frame. Frozen inside a document. */
export interface Transform {
  /** Metres. */
  readonly position: Vec3;
  /** Euler angles in XYZ order, radians. */
  readonly rotation: Vec3;
  /** Factor for each axis; never 0. */
  readonly scale: Vec3;
}

/** One device placed in a scene. A device is placed at most once: its id is the record's id. */
export interface EquipmentRecord extends Transform {
  /** Of the device. */
  readonly id: string;
  /** The catalogue's row that says what it looks like, by that row's `equipmentId`. Default: the row of its own id. */
  readonly kind?: string;
  /** The child scene whose local frame it lives in; null for the scene itself. */
  readonly parentId: string | null;
  /** What other programs saved beside the known fields: kept and written back. */
  readonly extra: Record<string, unknown>;
}

/** Another greenhouse scene placed in this one. */
export interface ChildSceneRecord extends Transform {
  /** Unique among the child scenes. */
  readonly id: string;
  /** As it was when it was placed. */
  readonly name: string;
  /** What other programs saved beside the known fields: kept and written back. */
  readonly extra: Record<string, unknown>;
}

/** Position and target rule; `rotation` (Euler XYZ, radians) follows from them and is only informative. */
export interface CameraState {
  /** Where the eye is, world coordinates, metres. */
  readonly position: Vec3;
  /** What it looks at, world coordinates, metres. */
  readonly target: Vec3;
  /** Euler angles in XYZ order, radians. Informative: never read. */
  readonly rotation?: Vec3;
}

/** A whole scene as plain data, the form in which it is loaded and saved. */
export interface SceneLayout {
  /** The saved view; null: the first view is composed. */
  camera: CameraState | null;
  /** Also the equipment of child scenes, told apart by `parentId`. */
  equipment: EquipmentRecord[];
  /** Other scenes placed in this one. */
  childScenes: ChildSceneRecord[];
  /** What other programs saved beside the known fields: kept and written back. */
  extra: Record<string, unknown>;
  /**
   * Records that cannot stand in a scene (a place that is no number, an id named twice): kept as they came, so that a save
   * loses nothing, and tried again by the next load. Absent: none.
   */
  skipped?: UnreadRecords;
}

/** The three parts of a transform, copied out of anything that has them. */
export function transformOf({ position, rotation, scale }: Transform): Transform {
  return { position: copyVec3(position), rotation: copyVec3(rotation), scale: copyVec3(scale) };
}

/** −0 becomes 0: JSON has no −0, and what is saved must come back the same. */
function copyVec3({ x, y, z }: Vec3): Vec3 {
  return { x: x + 0, y: y + 0, z: z + 0 };
}
