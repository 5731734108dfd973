import type { FarmError, FarmErrorCode } from '../core/errors.ts';
import type { Vec3 } from '../core/vec3.ts';
import type { CameraSource } from '../render/camera-rig.ts';
import type { QualityTier } from '../render/quality.ts';
import type { LoadProgress } from '../resources/load-progress.ts';

export interface ThingClick {
  readonly id: string;
  /** World metres. */
  readonly point: Vec3;
  /** `keyboard` when it was chosen in the tree of objects. */
  readonly pointerType: string;
  /** With Shift, Ctrl or ⌘: it adds to what is chosen, or takes from it. */
  readonly isAdditive: boolean;
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
  /** A model could not be shown; the fallback stands in its place. `id` is `base` for the base model. */
  'model-fallback': {
    readonly id: string;
    readonly path: string;
    readonly reason: FarmErrorCode;
    readonly message: string;
  };
  /** What is chosen now: by {@link FarmViewer.select}, or because a chosen thing was removed. */
  select: { readonly ids: readonly string[] };
  /** The thing under a resting pointer. */
  hover: { readonly id: string | null };
  /** A thing was clicked, tapped, or chosen in the tree of objects (`pointerType` is `keyboard` then). World metres. */
  'object-click': ThingClick;
  /** The base model of a child scene was clicked, or the child scene was chosen in the tree of objects. */
  'child-scene-click': ThingClick;
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
