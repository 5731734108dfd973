import type { Clock } from '../core/clock.ts';
import type { Padding } from '../core/padding.ts';
import type { Locale } from '../core/messages.ts';
import type { LabelMode } from '../labels/label-layer.ts';
import type { ModelLevelSource } from './model-levels.ts';
import { PLAIN_BOX_PATH } from '../resources/model-library.ts';
import type { QualityTier } from '../render/quality.ts';
import type { TweenAdapter } from '../render/tween.ts';

/** A quality tier, or `auto`: chosen from the machine and then from measured frame times. */
export type QualityChoice = QualityTier | 'auto';

/** What {@link FarmViewer.screenshot} takes; every one may be left out. */
export interface ScreenshotOptions {
  /**
   * Of the picture, pixels, 1 … 4096. With neither, and nothing else said: the present picture as finely as it is drawn at
   * rest. With one, the other is as long; default, for a picture of another kind: the view's size, CSS px.
   */
  readonly width?: number;
  /** Of the picture, pixels, 1 … 4096. Default: see `width`. */
  readonly height?: number;
  /**
   * Shows the things and the base model alone before a transparent ground: no sky, land, trees, haze, rain, signs, labels or
   * tools. Edges and film let through what they let through in the scene. Default false.
   */
  readonly transparent?: boolean;
  /**
   * Id of a thing: seen from three quarters of its front with a long lens, so that its box fills the picture. What stands
   * before or beside it is seen as well. Default: the present view.
   */
  readonly of?: string;
}

/** Options of a {@link FarmViewer}; every one may be left out. */
export interface FarmViewerOptions {
  /** What panels of the page cover at the sides, CSS px: the first view is composed for the rest. Default 0. */
  readonly padding?: Pick<Padding, 'left' | 'right'>;
  /** Language of messages. Default `zh-CN`. */
  readonly locale?: Locale;
  /** Model for a thing whose own cannot be shown. Default: a plain box that comes with the package. */
  readonly fallbackModelPath?: string;
  /**
   * Simpler models of the same thing for when it is far away, by the address of the full one; fetched when a thing is small
   * enough for them. The base model comes by its simplest at the low tier. Default: none.
   * @example levels: (path) => [{ path: path.replace('.glb', '.far.glb'), belowPixels: 18 }]
   */
  readonly levels?: (modelPath: string) => readonly ModelLevelSource[];
  /** Most model workers at a time. Default 4; one more starts only when a model waits. */
  readonly workers?: number;
  /** Address of the model worker's script. Default: beside the engine's own file. */
  readonly workerUrl?: string | URL;
  /** Which labels may be shown. Default `pinned`: those that {@link LabelLayer.pin} was called for. */
  readonly labels?: LabelMode;
  /** Default `auto`. */
  readonly quality?: QualityChoice;
  /**
   * Device pixels drawn for one CSS pixel, fixed. Default: as fine as screen and tier allow, coarser while something moves
   * on a machine that cannot keep up, sharp at rest.
   */
  readonly pixelRatio?: number;
  /**
   * When the first frame is drawn. `immediate`: at once; models appear as they are loaded. `loaded`: not before the base
   * model is loaded (the whole scene, if it has none), for a page that covers the viewport until `base-load` or `load`. The
   * graphics card compiles shaders meanwhile, so the frame comes sooner. Default `immediate`.
   */
  readonly firstFrame?: 'immediate' | 'loaded';
  /** Whether keys move the camera while the picture has the focus (see {@link CameraKeys}). Default true. */
  readonly keyboard?: boolean;
  /** Whether the things of the scene are told to reading software and the Tab key as a tree. Default true. */
  readonly objectTree?: boolean;
  /** Whether the camera jumps instead of flying. Default `auto`: as the system says. */
  readonly reducedMotion?: 'auto' | boolean;
  /** Downloads models on the page with this instead of fetch in the worker. */
  readonly fetch?: typeof fetch;
  /** Time and frames. Default: the browser's own. A test gives one that it holds. */
  readonly clock?: Clock;
  /** Plays camera flights. Default: the engine's own, cubic in-out. */
  readonly tween?: TweenAdapter;
  /** Seed of everything that is scattered by chance. Default 1. */
  readonly seed?: number;
}

/** Default of {@link FarmViewerOptions.fallbackModelPath}. */
export const DEFAULT_FALLBACK_PATH = PLAIN_BOX_PATH;
