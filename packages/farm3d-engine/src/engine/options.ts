import type { Clock } from '../core/clock.ts';
import type { Padding } from '../core/padding.ts';
import type { Locale, Messages } from '../core/messages.ts';
import type { LabelMode } from '../labels/label-layer.ts';
import type { ModelLevelSource } from './model-levels.ts';
import { PLAIN_BOX_PATH } from '../resources/model-library.ts';
import type { QualityTier } from '../render/quality.ts';
import type { TweenAdapter } from '../render/tween.ts';

/** A quality tier, or `auto`: chosen by the machine and then by measured frame times. */
export type QualityChoice = QualityTier | 'auto';

/** Options of {@link FarmViewer.screenshot}. */
export interface ScreenshotOptions {
  /**
   * Pixels, 1 … 4096. Without width, height and other options: the present view, in the resolution of a frame at rest. With
   * one of both, the image is square. Default otherwise: the size of the viewport, CSS px.
   */
  readonly width?: number;
  /** Pixels, 1 … 4096. Default: see `width`. */
  readonly height?: number;
  /**
   * Shows the base model and the equipment alone on a transparent background: no sky, ground, trees, haze, weather, signs,
   * labels or tools. Edges and film stay translucent. Default false.
   */
  readonly transparent?: boolean;
  /**
   * Id of an object: seen from three quarters of its front with a long lens, so that its box fills the image. Objects
   * before or beside it are visible too. Default: the present view.
   */
  readonly of?: string;
}

/** Options of a {@link FarmViewer}. */
export interface FarmViewerOptions {
  /** What panels of the page cover at the sides, CSS px: the first view is composed for the rest. Default 0. */
  readonly padding?: Pick<Padding, 'left' | 'right'>;
  /** Language of messages. Default `zh-CN`. */
  readonly locale?: Locale;
  /** Texts in another language, or other words; those left out are in {@link FarmViewerOptions.locale}. Default none. */
  readonly messages?: Messages;
  /** Model of an object whose own model cannot be shown. Default: a plain box that is part of the package. */
  readonly fallbackModelPath?: string;
  /**
   * Simpler models (levels of detail) for the path of a full model; loaded when an object is small enough. At the low tier
   * the base model uses its simplest one. Default: none.
   * @example levels: (path) => [{ path: path.replace('.glb', '.far.glb'), belowPixels: 18 }]
   */
  readonly levels?: (modelPath: string) => readonly ModelLevelSource[];
  /**
   * Maximum number of model workers; another one starts only when a model waits. Default: 4, or the number of cores if that
   * is smaller.
   */
  readonly workers?: number;
  /** URL of the model worker's script. Default: beside the engine's own file. */
  readonly workerUrl?: string | URL;
  /**
   * Folders besides a model's own from which its buffers and images are loaded, also of other origins. A model is somebody
   * else's file: without this its references to other places are refused, so that it cannot make the page ask for them.
   * Default: none.
   * @example resourceFolders: ['/textures/', 'https://cdn.example.com/shared/']
   */
  readonly resourceFolders?: readonly (string | URL)[];
  /** Which labels are shown. Default `pinned`: those of {@link LabelLayer.pin}. */
  readonly labels?: LabelMode;
  /** Quality tier. Default `auto`. */
  readonly quality?: QualityChoice;
  /**
   * Fixed number of device pixels per CSS pixel. Default: the screen's within the limits of the tier; lower in motion on a
   * slow machine.
   */
  readonly pixelRatio?: number;
  /**
   * When the first frame is drawn. `immediate`: at once; models appear as they are loaded. `loaded`: not before the base
   * model is loaded (the whole scene, if it has none), for a page that covers the viewport until `base-load` or `load`. The
   * graphics card compiles shaders meanwhile, so the frame comes sooner. Default `immediate`.
   */
  readonly firstFrame?: 'immediate' | 'loaded';
  /**
   * Least distance of the camera from its target, metres, above 0 to 120: `fit` and the user come no nearer. Less than the
   * default lets a small model fill the viewport. Default 5.
   */
  readonly minDistance?: number;
  /** Greatest distance of the camera from its target, metres. Default 120. */
  readonly maxDistance?: number;
  /** Greatest angle of the camera from the vertical, radians, above 0 to π/2 (level with the ground). Default π/2.2. */
  readonly maxPolarAngle?: number;
  /** Whether keys move the camera while the canvas has the focus (see {@link CameraKeys}). Default true. */
  readonly keyboard?: boolean;
  /** Whether the objects are available to screen readers and the Tab key as a tree. Default true. */
  readonly objectTree?: boolean;
  /** Whether the camera jumps instead of moving. Default `auto`: as the system setting. */
  readonly reducedMotion?: 'auto' | boolean;
  /** Downloads models on the page with this function. Default: fetch in the worker. */
  readonly fetch?: typeof fetch;
  /** Source of time and frames. Default: the browser's. Tests pass their own. */
  readonly clock?: Clock;
  /** Plays camera moves. Default: the engine's own tween, cubic in-out. */
  readonly tween?: TweenAdapter;
  /** Seed of random placement. Default 1. */
  readonly seed?: number;
}

/** Default of {@link FarmViewerOptions.fallbackModelPath}. */
export const DEFAULT_FALLBACK_PATH = PLAIN_BOX_PATH;
