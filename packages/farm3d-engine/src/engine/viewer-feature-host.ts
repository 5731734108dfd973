import type { PerspectiveCamera, Scene } from 'three';
import type { Clock } from '../core/clock.ts';
import { TypedEmitter } from '../core/emitter.ts';
import type { Locale } from '../core/messages.ts';
import type { ContinuousRequest } from '../render/continuous-frames.ts';
import type { QualityTier } from '../render/quality.ts';
import type { ModelLibrary } from '../resources/model-library.ts';
import type { Environment } from '../view/environment.ts';
import type { Ground } from '../view/ground.ts';
import type { Lights } from '../view/lights.ts';
import type { SceneView } from '../view/scene-view.ts';
import type { BaseView } from '../view/base-view.ts';
import type { Surroundings } from '../view/surroundings.ts';
import type { Sky } from '../view/sky.ts';
import type { FeatureFrame, FeatureHost, FeatureHostEvents } from './feature-host.ts';
import type { NextFrame, ViewerRenderer } from './viewer-renderer.ts';

interface Parts {
  readonly container: HTMLElement;
  readonly camera: PerspectiveCamera;
  readonly view: SceneView;
  readonly models: ModelLibrary;
  readonly renderer: ViewerRenderer;
  readonly clock: Clock;
  readonly seed: number;
  readonly locale: () => Locale;
  readonly isReducedMotion: () => boolean;
}

/** The viewer's implementation of {@link FeatureHost}. */
export class ViewerFeatureHost extends TypedEmitter<FeatureHostEvents> implements FeatureHost {
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly canvas: HTMLCanvasElement;
  readonly container: HTMLElement;
  readonly lights: Lights;
  readonly sky: Sky;
  readonly ground: Ground;
  readonly environment: Environment;
  readonly surroundings: Surroundings;
  readonly base: BaseView;
  readonly models: ModelLibrary;
  readonly clock: Clock;
  readonly seed: number;
  readonly #parts: Parts;
  readonly #hooks = new Set<(frame: FeatureFrame) => void>();
  readonly #owned = new Set<() => void>();
  readonly #frame: { -readonly [Key in keyof FeatureFrame]: FeatureFrame[Key] };
  #isDisposed = false;

  constructor(parts: Parts) {
    super();
    this.#parts = parts;
    const { view } = parts;
    this.scene = view.scene;
    this.camera = parts.camera;
    this.canvas = parts.renderer.canvas;
    this.container = parts.container;
    this.lights = view.surroundings.lights;
    this.sky = view.surroundings.sky;
    this.ground = view.surroundings.ground;
    this.environment = view.surroundings.environment;
    this.surroundings = view.surroundings;
    this.base = view.base;
    this.models = parts.models;
    this.clock = parts.clock;
    this.seed = parts.seed;
    this.#frame = { time: 0, delta: 0, camera: parts.camera, width: 1, height: 1 };
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  get locale(): Locale {
    return this.#parts.locale();
  }

  get tier(): QualityTier {
    return this.#parts.renderer.tier;
  }

  get isReducedMotion(): boolean {
    return this.#parts.isReducedMotion();
  }

  get isContinuous(): boolean {
    return this.#parts.renderer.isContinuous;
  }

  requestRender(reason: string): void {
    this.#parts.renderer.requestRender(reason);
  }

  requestContinuousFrames(): ContinuousRequest {
    return this.#parts.renderer.requestContinuousFrames();
  }

  onBeforeRender(hook: (frame: FeatureFrame) => void): () => void {
    // A new wrapper each time: a function registered twice is called twice and removed separately.
    const entry = (frame: FeatureFrame) => hook(frame);
    this.#hooks.add(entry);
    return () => void this.#hooks.delete(entry);
  }

  rebakeEnvironment(): void {
    this.#parts.renderer.rebakeEnvironment();
  }

  refreshShadows(): void {
    this.#parts.renderer.refreshShadows();
  }

  own(dispose: () => void): () => void {
    const entry = () => dispose();
    if (this.#isDisposed) entry();
    else this.#owned.add(entry);
    return () => void this.#owned.delete(entry);
  }

  /** Called by the viewer before each frame. */
  beforeDraw({ deltaMs, width, height }: NextFrame): void {
    const frame = this.#frame;
    frame.delta = deltaMs / 1000;
    frame.time += frame.delta;
    frame.width = width;
    frame.height = height;
    for (const hook of this.#hooks) hook(frame);
  }

  /** Disposes all features in reverse order. An exception does not stop the others. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    for (const undo of [...this.#owned].toReversed()) {
      try {
        undo();
      } catch (error) {
        reportError(error);
      }
    }
    this.#owned.clear();
    this.#hooks.clear();
    this.removeAllListeners();
  }
}
