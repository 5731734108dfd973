import type { PerspectiveCamera, Scene } from 'three';
import type { Clock } from '../core/clock.ts';
import type { Locale } from '../core/messages.ts';
import type { ContinuousRequest } from '../render/continuous-frames.ts';
import type { QualityTier } from '../render/quality.ts';
import type { ModelLibrary } from '../resources/model-library.ts';
import type { Environment } from '../view/environment.ts';
import type { Ground } from '../view/ground.ts';
import type { Lights } from '../view/lights.ts';
import type { BaseView } from '../view/base-view.ts';
import type { Surroundings } from '../view/surroundings.ts';
import type { Sky } from '../view/sky.ts';

/** A frame about to be drawn. One object for all frames: read it, do not keep it. */
export interface FeatureFrame {
  /**
   * Seconds of shown time: it grows by `delta` with each frame and stands still while nothing is drawn, so that nothing
   * leaps after a rest.
   */
  readonly time: number;
  /** Seconds since the frame before, 0 … 0.1; a sixtieth after a rest. */
  readonly delta: number;
  readonly camera: PerspectiveCamera;
  /** Of the drawing buffer, device pixels. */
  readonly width: number;
  readonly height: number;
}

/** What a host tells its features. */
export interface FeatureHostEvents {
  'quality-changed': { readonly tier: QualityTier };
  /** Frames without end began or stopped to be granted: draw a still picture that looks right without motion. */
  'continuous-changed': { readonly isRunning: boolean };
  /** Bounds of the base model or of the placed things changed. */
  'scene-changed': Record<string, never>;
  'locale-changed': { readonly locale: Locale };
  /** What was rendered into a target is gone; buffers and textures come back by themselves. */
  'context-restored': Record<string, never>;
}

/**
 * What a feature with an entry of its own (weather, crops, heat maps) needs of a viewer, and nothing else. The viewer has
 * it as `viewer[FEATURE_HOST]`; the view entry imports no feature. Not public.
 *
 * The host draws on demand: a feature calls `requestRender` after each change that can be seen, or asks for
 * `requestContinuousFrames` while it moves by itself.
 * @example
 * class Weather {
 *   constructor(viewer: FarmViewer) {
 *     const host = viewer[FEATURE_HOST];
 *     host.scene.add(this.#rain.mesh);
 *     this.#off = host.own(() => this.dispose()); // and call #off() in dispose()
 *     host.onBeforeRender(({ time }) => (this.#rain.time.value = time));
 *     this.#frames = host.requestContinuousFrames();
 *   }
 * }
 */
export interface FeatureHost {
  readonly isDisposed: boolean;
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly canvas: HTMLCanvasElement;
  /** The element that the viewer was given; what is put over the picture goes in here. */
  readonly container: HTMLElement;
  readonly lights: Lights;
  readonly sky: Sky;
  readonly ground: Ground;
  readonly environment: Environment;
  /** All of the four, and what hour and weather do to surfaces. */
  readonly surroundings: Surroundings;
  readonly base: BaseView;
  /** Models by address, shared with the placed things; what is acquired is to be released. */
  readonly models: ModelLibrary;
  readonly clock: Clock;
  /** Of everything scattered by chance. */
  readonly seed: number;
  readonly locale: Locale;
  readonly tier: QualityTier;
  /** Whether the person or the page wants no motion. */
  readonly isReducedMotion: boolean;
  /** Whether frames without end are granted just now. */
  readonly isContinuous: boolean;

  on<Type extends keyof FeatureHostEvents>(
    type: Type,
    listener: (payload: FeatureHostEvents[Type]) => void,
    options?: { readonly signal?: AbortSignal },
  ): () => void;

  requestRender(reason: string): void;

  /**
   * Frames one after another, at most CONTINUOUS_FRAMES_PER_SECOND. They rest on a hidden page, off screen, under reduced
   * motion, in the low tier, and when nobody has touched the page for a minute; they go on by themselves.
   */
  requestContinuousFrames(): ContinuousRequest;

  /** Called before each frame, the matrices of the camera being up to date. @returns the function that stops it. */
  onBeforeRender(hook: (frame: FeatureFrame) => void): () => void;

  /** The environment is made anew from sky and lights with the next frame. After a change of the sky. */
  rebakeEnvironment(): void;
  /** Shadows are drawn anew with the next frame. After the sun or what throws shadows has moved. */
  refreshShadows(): void;

  /** Called when the viewer is disposed, the last first, while the context is still there. @returns the function that forgets it. */
  own(dispose: () => void): () => void;
}

/** Key under which a viewer carries its {@link FeatureHost}. */
export const FEATURE_HOST: unique symbol = Symbol('farm3d-engine.feature-host');
