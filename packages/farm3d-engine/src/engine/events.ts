import type { FarmError, FarmErrorCode } from '../core/errors.ts';
import type { Vec3 } from '../core/vec3.ts';
import type { CameraSource } from '../render/camera-rig.ts';
import type { QualityTier } from '../render/quality.ts';
import type { LoadProgress } from '../resources/load-progress.ts';

/** An object that was clicked, tapped, or activated in the object tree. */
export interface ObjectClick {
  /** Id of the device or child scene. */
  readonly id: string;
  /** World coordinates, metres. */
  readonly point: Vec3;
  /** `keyboard` if it was activated in the object tree. */
  readonly pointerType: string;
  /** With Shift, Ctrl or ⌘: toggles the object in the selection. */
  readonly isAdditive: boolean;
  /** The event of the browser; null from the object tree. */
  readonly originalEvent: PointerEvent | null;
}

/** A model that could not be shown. */
export interface ModelFallback {
  /** Id of the object; `base` for the base model. */
  readonly id: string;
  /** The requested path. */
  readonly path: string;
  /** Stable code, for programs. */
  readonly reason: FarmErrorCode;
  /** The reason for people, in the viewer's language. */
  readonly message: string;
}

/** A model that is shown without something that its file contains. */
export interface ModelWarning {
  /** The path of the model. */
  readonly path: string;
  /**
   * Names of what is not shown: an extension of glTF by its own name (`KHR_materials_clearcoat`), else in the words of the
   * format (`points`, `lines`, `cameras`, `lights`, `JOINTS_1`, `COLOR_1`, `morph target TANGENT`, `texture bumpMap`,
   * `image wood.png`, `variant Oak`).
   */
  readonly missing: readonly string[];
  /** The same for people, in the viewer's language. */
  readonly message: string;
}

/** Events of a FarmViewer. Payloads are plain values. */
export interface FarmViewerEvents {
  /** While a scene loads: bytes received, and the name of the file. */
  'load-progress': LoadProgress;
  /**
   * The base model is loaded and the first view is set, while equipment may still be loading. Not emitted without a base
   * model.
   */
  'base-load': Record<string, never>;
  /** Every model of the scene is loaded or failed. */
  load: Record<string, never>;
  /** An error that no call reports. Without a listener it is written to the console. */
  error: { readonly error: FarmError };
  /** A model could not be shown; the fallback model replaces it. */
  'model-fallback': ModelFallback;
  /** A model is shown without something in its file; once for each path and load. */
  'model-warning': ModelWarning;
  /** The selection changed: by {@link FarmViewer.select}, or because a selected object was removed. */
  select: { readonly ids: readonly string[] };
  /** The object under a resting pointer or focused in the object tree; null: none. */
  hover: { readonly id: string | null; readonly originalEvent: PointerEvent | null };
  /** An object was clicked, tapped, or activated in the object tree. */
  'object-click': ObjectClick;
  /** The base model of a child scene was clicked, or the child scene was activated in the object tree. */
  'child-scene-click': ObjectClick;
  /** A label was clicked; for the label of a placed object, `object-click` follows. */
  'label-click': { readonly id: string; readonly originalEvent: PointerEvent };
  /** A click that hit no object: base model, ground or sky. */
  'background-click': { readonly isAdditive: boolean; readonly originalEvent: PointerEvent };
  /** The camera moved: by the user, by a call, or by a tween. */
  'camera-changed': { readonly source: CameraSource };
  /** The quality tier changed: by a call, or by measured frame times. */
  'quality-changed': { readonly tier: QualityTier };
  /** The graphics context was lost; nothing is drawn until `context-restored`. */
  'context-lost': Record<string, never>;
  /** The context was restored; the next frame draws the scene again. */
  'context-restored': Record<string, never>;
  /** A frame was drawn: its number from 1, its cost, and the reason. */
  render: {
    readonly frame: number;
    readonly draws: number;
    readonly triangles: number;
    readonly reason: string;
  };
}

/** Names of all events; `on` throws for others. */
export const VIEWER_EVENTS: Readonly<Record<keyof FarmViewerEvents, true>> = {
  'load-progress': true,
  'base-load': true,
  load: true,
  error: true,
  'model-fallback': true,
  'model-warning': true,
  select: true,
  hover: true,
  'object-click': true,
  'child-scene-click': true,
  'label-click': true,
  'background-click': true,
  'camera-changed': true,
  'quality-changed': true,
  'context-lost': true,
  'context-restored': true,
  render: true,
};
