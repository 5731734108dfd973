export { addEquipment } from '../document/commands/add-equipment.ts';
export type { Command } from '../document/commands/command.ts';
export { removeEquipment } from '../document/commands/remove-equipment.ts';
export { setCamera } from '../document/commands/set-camera.ts';
export { setTransform } from '../document/commands/set-transform.ts';

export { SceneEditor, type SceneEditorOptions } from '../engine/scene-editor.ts';
export type { SceneEditorEvents, TransformEvent } from '../engine/scene-editor-events.ts';
export type { TransformMode } from '../tools/gizmo.ts';
export type {
  PlacementCancelReason,
  PlacementItem,
  PlacementObstacle,
  PlacementSession,
} from '../tools/placement-session.ts';
export type { TransformSession } from '../tools/transform-session.ts';
