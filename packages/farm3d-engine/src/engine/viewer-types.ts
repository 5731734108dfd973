import type { Drive } from '../animation/drive.ts';
import type { Vec3 } from '../core/vec3.ts';
import type { SceneLayout } from '../document/records.ts';
import type { QualityTier } from '../render/quality.ts';
import type { EquipmentKind } from './equipment-models.ts';

/** What a viewer shows. */
export interface ViewerScene {
  /** The greenhouse or other model that everything stands in; null for open ground. */
  readonly baseModelPath: string | null;
  readonly layout: SceneLayout;
  /** What may stand in the scene: names and models of placed things and of those that can be placed. */
  readonly catalogue: readonly EquipmentKind[];
}

/** What is known of a thing right now. Fields left out stay as they are. */
export interface LiveState {
  readonly id: string;
  readonly online?: boolean | undefined;
  readonly alarm?: boolean | undefined;
  /** One reading as text, for labels. */
  readonly value?: string | undefined;
  /** What its moving and glowing parts show: `{ spin: 0.5 }`, `{ open: 0.8 }`, `{ glow: 1 }`. */
  readonly drive?: Drive | undefined;
}

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

export interface ViewerStats {
  /** Frames drawn since the viewer was made. */
  readonly frames: number;
  /** Of the last frame. */
  readonly draws: number;
  readonly triangles: number;
  /** Device pixels for one CSS pixel. */
  readonly pixelRatio: number;
  /** Labels there are, elements made for them, and labels shown in the last picture in any form. */
  readonly labels: number;
  readonly labelElements: number;
  readonly labelsShown: number;
  /** On the GPU now. */
  readonly geometries: number;
  readonly textures: number;
  /** Model workers alive now. */
  readonly workers: number;
  readonly models: number;
  readonly quality: QualityTier;
  readonly isSoftwareRendering: boolean;
}
