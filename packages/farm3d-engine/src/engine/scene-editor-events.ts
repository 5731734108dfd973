import type { Vec3 } from '../core/vec3.ts';
import type { Transform } from '../document/records.ts';
import type { HistoryState } from '../document/scene-document.ts';
import type { TransformMode } from '../tools/gizmo.ts';
import type { PlacementCancelReason, PlacementObstacle } from '../tools/placement-session.ts';

export interface TransformEvent {
  readonly id: string;
  /** In the frame of the parent: metres, radians (Euler XYZ), factors. */
  readonly transform: Transform;
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
  placed: { readonly id: string; readonly parentId: string | null; readonly transform: Transform };
  'placement-cancelled': { readonly id: string; readonly reason: PlacementCancelReason };
  'transform-start': TransformEvent;
  /** While dragging, and after exact numbers. */
  'transform-change': TransformEvent;
  'transform-commit': TransformEvent;
  /** `transform` is the one it has gone back to. */
  'transform-cancel': TransformEvent;
  'history-changed': HistoryState;
}
