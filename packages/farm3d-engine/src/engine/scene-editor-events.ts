import type { Vec3 } from '../core/vec3.ts';
import type { Transform } from '../document/records.ts';
import type { HistoryState } from '../document/scene-document.ts';
import type { TransformMode } from '../tools/gizmo.ts';
import type { PlacementCancelReason, PlacementObstacle } from '../tools/placement-session.ts';
import type { SnapOptions } from '../tools/snapping.ts';
import type { ObjectTransform } from '../tools/transform-session.ts';

/** State of a transform of one or more objects. */
export interface TransformEvent {
  /** The first of `ids`. */
  readonly id: string;
  /** Ids of all transformed objects. */
  readonly ids: readonly string[];
  /**
   * Metres, radians (Euler XYZ), factors. For one object in the frame of its parent; for several the pivot at their centre,
   * in the world, rotated and scaled since the start.
   */
  readonly transform: Transform;
  /** Each object in the frame of its parent. */
  readonly transforms: readonly ObjectTransform[];
  /** What the handles do. */
  readonly mode: TransformMode;
}

/** Events of a SceneEditor. Payloads are plain values. */
export interface SceneEditorEvents {
  /** The preview of a placement moved, or is hidden (`point` null). World coordinates, metres. */
  'placement-preview': {
    readonly id: string;
    readonly valid: boolean;
    readonly point: Vec3 | null;
    /** Why the object cannot be placed there; absent if it can. */
    readonly reason?: PlacementObstacle;
  };
  /** An object was placed. */
  placed: { readonly id: string; readonly parentId: string | null; readonly transform: Transform };
  /** A placement ended without an object: by Escape or by a call. */
  'placement-cancelled': { readonly id: string; readonly reason: PlacementCancelReason };
  /** A transform began. `transform` is the state before it. */
  'transform-start': TransformEvent;
  /** The transform changed: by a drag, by numbers or by keys. */
  'transform-change': TransformEvent;
  /** The transform ended and is an undo step. `transform` is the final state. */
  'transform-commit': TransformEvent;
  /** The transform was cancelled. `transform` is the restored state. */
  'transform-cancel': TransformEvent;
  /** The state of undo and redo changed. */
  'history-changed': HistoryState;
  /** Snapping or area selection changed. */
  'tools-changed': { readonly snap: SnapOptions; readonly areaSelect: boolean };
  /** The transform of an object was copied: it can be pasted. */
  copied: { readonly id: string };
}

/** Names of all events; `on` throws for others. */
export const EDITOR_EVENTS: Readonly<Record<keyof SceneEditorEvents, true>> = {
  'placement-preview': true,
  placed: true,
  'placement-cancelled': true,
  'transform-start': true,
  'transform-change': true,
  'transform-commit': true,
  'transform-cancel': true,
  'history-changed': true,
  'tools-changed': true,
  copied: true,
};
