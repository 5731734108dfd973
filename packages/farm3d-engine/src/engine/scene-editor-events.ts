import type { Vec3 } from '../core/vec3.ts';
import type { Transform } from '../document/records.ts';
import type { HistoryState } from '../document/scene-document.ts';
import type { TransformMode } from '../tools/gizmo.ts';
import type { PlacementCancelReason, PlacementObstacle } from '../tools/placement-session.ts';
import type { SnapOptions } from '../tools/snapping.ts';
import type { ObjectTransform } from '../tools/transform-session.ts';

/** What the editor tells while a thing is moved, turned or scaled. */
export interface TransformEvent {
  /** The first of `ids`. */
  readonly id: string;
  /** Everything that is transformed together. */
  readonly ids: readonly string[];
  /**
   * Metres, radians (Euler XYZ), factors. Of one thing in the frame of its parent; of several that of the pivot in their
   * middle, in the world, turned and scaled since the beginning.
   */
  readonly transform: Transform;
  /** Each thing in the frame of its parent. */
  readonly transforms: readonly ObjectTransform[];
  /** What the handles do. */
  readonly mode: TransformMode;
}

/** What a SceneEditor tells. Payloads are plain values. */
export interface SceneEditorEvents {
  /** The thing being placed is shown elsewhere, or nowhere (`point` null, world metres). */
  'placement-preview': {
    readonly id: string;
    readonly valid: boolean;
    readonly point: Vec3 | null;
    /** Why it cannot stand there; absent when it can. */
    readonly reason?: PlacementObstacle;
  };
  /** A thing now stands in the scene. */
  placed: { readonly id: string; readonly parentId: string | null; readonly transform: Transform };
  /** A placement ended without a thing: by Escape or by a call. */
  'placement-cancelled': { readonly id: string; readonly reason: PlacementCancelReason };
  /** A move begins. The transform is the one before it. */
  'transform-start': TransformEvent;
  /** While dragging, after exact numbers and after keys. */
  'transform-change': TransformEvent;
  /** A move has ended and is a step of the history. The transform is the final one. */
  'transform-commit': TransformEvent;
  /** `transform` is the one it has gone back to. */
  'transform-cancel': TransformEvent;
  /** What undo and redo would do has changed. */
  'history-changed': HistoryState;
  /** Settings of snapping, or whether drags draw rectangles. */
  'tools-changed': { readonly snap: SnapOptions; readonly areaSelect: boolean };
  /** The transform of a thing was copied: there is something to paste. */
  copied: { readonly id: string };
}

/** Every event by name: others are refused. */
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
