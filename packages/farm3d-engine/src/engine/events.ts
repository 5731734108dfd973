import type { FarmError, FarmErrorCode } from '../core/errors.ts';
import type { Vec3 } from '../core/vec3.ts';
import type { CameraSource } from '../render/camera-rig.ts';
import type { QualityTier } from '../render/quality.ts';
import type { LoadProgress } from '../resources/load-progress.ts';

/** A thing that was clicked, tapped, or chosen in the tree of objects. */
export interface ObjectClick {
  /** Of the device or the child scene. */
  readonly id: string;
  /** World metres. */
  readonly point: Vec3;
  /** `keyboard` when it was chosen in the tree of objects. */
  readonly pointerType: string;
  /** With Shift, Ctrl or ⌘: it adds to what is chosen, or takes from it. */
  readonly isAdditive: boolean;
}

/** A model that could not be shown. */
export interface ModelFallback {
  /** Of the thing; `base` for the base model. */
  readonly id: string;
  /** The address asked for. */
  readonly path: string;
  /** What went wrong, for programs. */
  readonly reason: FarmErrorCode;
  /** The same for people, in the viewer's language. */
  readonly message: string;
}

/** What a FarmViewer tells. Payloads are plain values. */
export interface FarmViewerEvents {
  /** While a scene loads: bytes received, and the name of what is loading. */
  'load-progress': LoadProgress;
  /** The base model stands and the first view is taken, while things may still be on their way. Not without a base model. */
  'base-load': Record<string, never>;
  /** Every model of the scene has settled. */
  load: Record<string, never>;
  /** Something failed that no call waits for. Without a listener it goes to the console. */
  error: { readonly error: FarmError };
  /** A model could not be shown; the fallback stands in its place. */
  'model-fallback': ModelFallback;
  /** What is chosen now: by {@link FarmViewer.select}, or because a chosen thing was removed. */
  select: { readonly ids: readonly string[] };
  /** The thing under a resting pointer. */
  hover: { readonly id: string | null };
  /** A thing was clicked, tapped, or chosen in the tree of objects (`pointerType` is `keyboard` then). World metres. */
  'object-click': ObjectClick;
  /** The base model of a child scene was clicked, or the child scene was chosen in the tree of objects. */
  'child-scene-click': ObjectClick;
  /** A label was clicked; when it is that of a placed thing, `object-click` follows. */
  'label-click': { readonly id: string };
  /** A click that met no thing: base, ground or sky. */
  'background-click': { readonly isAdditive: boolean };
  /** The camera moved: by the user, by a call, or in a flight. */
  'camera-changed': { readonly source: CameraSource };
  /** Another quality tier: asked for, or chosen from measured frame times. */
  'quality-changed': { readonly tier: QualityTier };
  /** The graphics context was lost; nothing is drawn until `context-restored`. */
  'context-lost': Record<string, never>;
  /** It is back, and so is the picture with the next frame. */
  'context-restored': Record<string, never>;
  /** A frame was drawn: its number from 1, its cost, and what asked for it. */
  render: {
    readonly frame: number;
    readonly draws: number;
    readonly triangles: number;
    readonly reason: string;
  };
}

/** Every event by name: others are refused. */
export const VIEWER_EVENTS: Readonly<Record<keyof FarmViewerEvents, true>> = {
  'load-progress': true,
  'base-load': true,
  load: true,
  error: true,
  'model-fallback': true,
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
