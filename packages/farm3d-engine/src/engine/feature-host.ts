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

/** The frame to be drawn. One object is used for all frames: do not keep it. */
export interface FeatureFrame {
  /**
   * Animation time, seconds: it advances by `delta` with each frame and stops while nothing is drawn, so that nothing jumps
   * after a rest.
   */
  readonly time: number;
  /** Seconds since the last frame, 0 … 0.1; 1/60 after a rest. */
  readonly delta: number;
  readonly camera: PerspectiveCamera;
  /** Size of the drawing buffer, device pixels. */
  readonly width: number;
  readonly height: number;
}

/** Events of a feature host. */
export interface FeatureHostEvents {
  'quality-changed': { readonly tier: QualityTier };
  /** Continuous frames started or stopped: without them, draw a still frame that looks right. */
  'continuous-changed': { readonly isRunning: boolean };
  /** The bounds of the base model or of the equipment changed. */
  'scene-changed': Record<string, never>;
  'locale-changed': { readonly locale: Locale };
  /** Render targets have lost their content; buffers and textures are restored by three. */
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
  /** The element of the viewer; overlays are added to it. */
  readonly container: HTMLElement;
  readonly lights: Lights;
  readonly sky: Sky;
  readonly ground: Ground;
  readonly environment: Environment;
  /** Sky, lights, ground and environment, and their present atmosphere. */
  readonly surroundings: Surroundings;
  readonly base: BaseView;
  /** Models by path, shared with the equipment; release what you acquire. */
  readonly models: ModelLibrary;
  readonly clock: Clock;
  /** Seed of random placement. */
  readonly seed: number;
  readonly locale: Locale;
  readonly tier: QualityTier;
  /** Whether reduced motion is set. */
  readonly isReducedMotion: boolean;
  /** Whether continuous frames are granted now. */
  readonly isContinuous: boolean;

  on<Type extends keyof FeatureHostEvents>(
    type: Type,
    listener: (payload: FeatureHostEvents[Type]) => void,
    options?: { readonly signal?: AbortSignal },
  ): () => void;

  requestRender(reason: string): void;

  /**
   * Requests continuous frames, at most CONTINUOUS_FRAMES_PER_SECOND. They pause on a hidden page, off screen, under
   * reduced motion, at the low tier, and after a minute without input, and resume automatically.
   */
  requestContinuousFrames(): ContinuousRequest;

  /**
   * Adds a hook that runs before each frame, with the matrices of the camera up to date. @returns a function that removes
   * it
   */
  onBeforeRender(hook: (frame: FeatureFrame) => void): () => void;

  /** Bakes the environment map again with the next frame. Call it after a change of the sky. */
  rebakeEnvironment(): void;
  /** Draws the shadow map again with the next frame. Call it when the sun or a caster moved. */
  refreshShadows(): void;

  /**
   * Registers a cleanup that runs when the viewer is disposed, in reverse order, before its context. @returns a function
   * that removes it
   */
  own(dispose: () => void): () => void;
}

/** Key of a viewer's {@link FeatureHost}. */
export const FEATURE_HOST: unique symbol = Symbol('farm3d-engine.feature-host');
