import type { Drive } from '../animation/drive.ts';
import type { Vec3 } from '../core/vec3.ts';
import type { SceneLayout } from '../document/records.ts';
import type { SkippedRecord } from '../document/validate-layout.ts';
import type { QualityTier } from '../render/quality.ts';
import type { EquipmentKind } from './equipment-kind.ts';
import type { ModelFallback } from './events.ts';

/** What a viewer shows. */
export interface ViewerScene {
  /** The greenhouse or other model that everything stands in; null for open ground. */
  readonly baseModelPath: string | null;
  /** What stands where, and the saved view. */
  readonly layout: SceneLayout;
  /** What may stand in the scene: names and models of placed things and of those that can be placed. */
  readonly catalogue: readonly EquipmentKind[];
}

/** What came of a {@link FarmViewer.load}. */
export interface LoadReport {
  /** Ids of the placed things that are shown by their own model. */
  readonly loaded: readonly string[];
  /** Models that could not be shown, as they were told by `model-fallback`; the base model is among them as `base`. */
  readonly fallbacks: readonly ModelFallback[];
  /** Records and rows of the catalogue that could not be used: they are left out, and a save keeps the records. */
  readonly skipped: readonly SkippedRecord[];
}

/** What is known of a thing right now. Fields left out stay as they are. */
export interface LiveState {
  /** Of the device. */
  readonly id: string;
  /** Whether it is connected: what is not has a ring in pieces. Default: as it was; unknown at first. */
  readonly online?: boolean | undefined;
  /** Whether an alarm of it is open: its mark, a ring with teeth, pulses. Default: as it was. */
  readonly alarm?: boolean | undefined;
  /** One reading as text, for labels; a function is asked only when it is written somewhere. */
  readonly value?: string | (() => string | undefined) | undefined;
  /** What its moving and glowing parts show: `{ spin: 0.5 }`, `{ open: 0.8 }`, `{ glow: 1 }`. */
  readonly drive?: Drive | undefined;
}

/** What is under a point of the picture. */
export interface Pick {
  /** The thing under the point; null for the base or the ground. */
  readonly id: string | null;
  /** World coordinates, metres. */
  readonly point: Vec3;
  /** The child scene that was hit; null for the scene itself. */
  readonly parentId: string | null;
  /** Whether the base model was hit. */
  readonly onBase: boolean;
}

/** Exact numbers of a viewer, of its last frame and of what it holds. */
export interface ViewerStats {
  /** Frames drawn since the viewer was made. */
  readonly frames: number;
  /** Draw calls of the last frame. */
  readonly draws: number;
  /** Of the last frame. */
  readonly triangles: number;
  /** Device pixels for one CSS pixel. */
  readonly pixelRatio: number;
  /** Labels there are. */
  readonly labels: number;
  /** Elements of the page made for labels. */
  readonly labelElements: number;
  /** Labels in the last picture, in any form. */
  readonly labelsShown: number;
  /** On the graphics card now. */
  readonly geometries: number;
  /** On the graphics card now. */
  readonly textures: number;
  /** Model workers alive now. */
  readonly workers: number;
  /** Distinct models shown now. */
  readonly models: number;
  /** The tier that is drawn now. */
  readonly quality: QualityTier;
  /** Whether pictures are drawn without a graphics card. */
  readonly isSoftwareRendering: boolean;
}
