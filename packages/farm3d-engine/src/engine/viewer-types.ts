import type { Drive } from '../animation/drive.ts';
import type { Vec3 } from '../core/vec3.ts';
import type { SceneLayout } from '../document/records.ts';
import type { SkippedRecord } from '../document/validate-layout.ts';
import type { QualityTier } from '../render/quality.ts';
import type { EquipmentKind } from './equipment-kind.ts';
import type { ModelFallback, ModelWarning } from './events.ts';

/** A scene to load. */
export interface ViewerScene {
  /** The greenhouse or other model that everything stands in; null: open ground. */
  readonly baseModelPath: string | null;
  /** Equipment, child scenes and the saved view. */
  readonly layout: SceneLayout;
  /** Names and models of the equipment that is or can be placed. */
  readonly catalogue: readonly EquipmentKind[];
}

/** Result of {@link FarmViewer.load}. */
export interface LoadReport {
  /** Ids of the equipment that is shown with its own model. */
  readonly loaded: readonly string[];
  /** Models that could not be shown, as reported by `model-fallback`; the base model has the id `base`. */
  readonly fallbacks: readonly ModelFallback[];
  /** Models that are shown without something in their file, as reported by `model-warning`. */
  readonly warnings: readonly ModelWarning[];
  /** Invalid records and catalogue rows. They are skipped; the records are kept for the next save. */
  readonly skipped: readonly SkippedRecord[];
}

/** Live state of a device. Fields left out stay as they are. */
export interface LiveState {
  /** Id of the device. */
  readonly id: string;
  /** Whether it is connected; an offline device has a broken ring. Default: unchanged; unknown at first. */
  readonly online?: boolean | undefined;
  /** Whether it has an active alarm; its ring has teeth and pulses. Default: unchanged. */
  readonly alarm?: boolean | undefined;
  /** One value as text, for labels; a function is called only when the text is needed. */
  readonly value?: string | (() => string | undefined) | undefined;
  /**
   * Numeric readings by key. If its kind is registered with `states`, they make the text of its label instead of `value`, and
   * its colour. Readings left out stay as they are.
   */
  readonly values?: Readonly<Record<string, number>> | undefined;
  /** Values of its moving and glowing parts: `{ spin: 0.5 }`, `{ open: 0.8 }`, `{ glow: 1 }`. */
  readonly drive?: Drive | undefined;
}

/** Result of picking a point of the viewport. */
export interface Pick {
  /** The object at the point; null for base model or ground. */
  readonly id: string | null;
  /** World coordinates, metres. */
  readonly point: Vec3;
  /** The child scene that was hit; null: the scene itself. */
  readonly parentId: string | null;
  /** Whether a base model was hit. */
  readonly onBase: boolean;
}

/** Statistics of a viewer. */
export interface ViewerStats {
  /** Frames drawn since the viewer was created. */
  readonly frames: number;
  /** Draw calls of the last frame. */
  readonly draws: number;
  /** Triangles of the last frame. */
  readonly triangles: number;
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: number;
  /** Number of labels. */
  readonly labels: number;
  /** HTML elements of labels. */
  readonly labelElements: number;
  /** Visible labels of the last frame, in any form. */
  readonly labelsShown: number;
  /** Geometries on the graphics card. */
  readonly geometries: number;
  /** Textures on the graphics card. */
  readonly textures: number;
  /** Running model workers. */
  readonly workers: number;
  /** Different models in use. */
  readonly models: number;
  /** The present tier. */
  readonly quality: QualityTier;
  /** Whether rendering is done in software. */
  readonly isSoftwareRendering: boolean;
}
