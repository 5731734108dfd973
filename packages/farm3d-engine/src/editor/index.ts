export { addEquipment } from '../document/commands/add-equipment.ts';
export { addChildScene, removeChildScene } from '../document/commands/child-scenes.ts';
export type { Command, CommandLabel } from '../document/commands/command.ts';
export { removeEquipment } from '../document/commands/remove-equipment.ts';
export { setCamera } from '../document/commands/set-camera.ts';
export { removeObjects } from '../document/commands/remove-objects.ts';
export { setTransform, setTransforms } from '../document/commands/set-transform.ts';

export { SceneEditor, type SceneEditorOptions } from '../engine/scene-editor.ts';
export type { SceneEditorEvents, TransformEvent } from '../engine/scene-editor-events.ts';
export type { AlignEdge, Axis } from '../tools/arrange.ts';
export type { TransformMode } from '../tools/gizmo.ts';
export type {
  PlacementCancelReason,
  PlacementItem,
  PlacementObstacle,
  PlacementSession,
} from '../tools/placement-session.ts';
export type { SnapOptions } from '../tools/snapping.ts';
export type { ObjectTransform, TransformSession } from '../tools/transform-session.ts';
