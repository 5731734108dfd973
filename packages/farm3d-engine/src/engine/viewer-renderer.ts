import type { Object3D } from 'three';
import type { Clock } from '../core/clock.ts';
import { Disposer, type IDisposable } from '../core/disposer.ts';
import type { FarmError } from '../core/errors.ts';
import type { CameraRig } from '../render/camera-rig.ts';
import {
  CONTINUOUS_FRAMES_PER_SECOND,
  ContinuousFrames,
  type ContinuousRequest,
} from '../render/continuous-frames.ts';
import type { FrameCost, GlRenderer } from '../render/gl-renderer.ts';
import { MotionScale, pixelRatioFor, QUALITY, QualityGovernor, type QualityTier } from '../render/quality.ts';
import type { FrameTweens } from '../render/tween.ts';
import { Viewport } from '../render/viewport.ts';
import type { SceneView } from '../view/scene-view.ts';
import type { QualityChoice } from './options.ts';
import { Sharpness } from './sharpness.ts';

/** Delay between the first frame and the next one, milliseconds: the browser paints the page meanwhile. */
const PAINT_DELAY_MS = 60;

/** Reasons of frames that move neither the sun nor a caster: the shadow map is still valid. */
const UNSHADED_REASONS: ReadonlySet<string> = new Set([
  'camera',
  'continuous',
  'hover',
  'labels',
  'motion',
  'resize',
  'selection',
  'sharpen',
]);

/** Statistics of a frame that was drawn. */
interface DrawnFrame extends FrameCost {
  /** Counted from 1. */
  readonly frame: number;
  readonly reason: string;
}

/** The frame to be drawn; one object is used for all. */
export interface NextFrame {
  deltaMs: number;
  width: number;
  height: number;
}

export interface ViewerRendererHandlers {
  isReducedMotion(): boolean;
  /** Advances the animations of objects. */
  advance(deltaMs: number): { readonly isMoving: boolean; readonly isChanged: boolean };
  beforeDraw(frame: NextFrame): void;
  tierChanged(tier: QualityTier): void;
  continuousChanged(isRunning: boolean): void;
  drawn(frame: DrawnFrame): void;
  /** A frame threw; called once for each error text. */
  failed(error: FarmError): void;
  contextLost(): void;
  contextRestored(): void;
}

/**
 * Draws a view in an element: schedules frames, chooses their size and resolution, and handles lost contexts and slow
 * machines.
 */
export class ViewerRenderer implements IDisposable {
  readonly canvas: HTMLCanvasElement;
  readonly tweens: FrameTweens;
  /** Resolves with the first frame, or when disposed; at once if none is waited for. */
  readonly firstFrame: Promise<void>;
  readonly #viewport: Viewport;
  readonly #renderer: GlRenderer;
  readonly #view: SceneView;
  readonly #handlers: ViewerRendererHandlers;
  readonly #governor: QualityGovernor;
  readonly #motion: MotionScale;
  readonly #sharpness: Sharpness;
  readonly #fixedRatio: number | undefined;
  readonly #continuous: ContinuousFrames;
  readonly #nextFrame: NextFrame = { deltaMs: 0, width: 1, height: 1 };
  readonly #disposer = new Disposer();
  #wasContinuous = false;
  #camera: CameraRig | undefined;
  #quality: QualityChoice;
  #tier: QualityTier;
  #frames = 0;
  #cost: FrameCost = { draws: 0, triangles: 0 };
  #isEnvironmentStale = true;
  #isMoving = false;
  /** No frame is drawn before the first scene is loaded. */
  #isHeld: boolean;
  #hasFirstFrame: () => void = () => {};
  #lastMovingMs: number | undefined;
  #resumeTimer: ReturnType<typeof setTimeout> | undefined;

  /** @throws FarmError `webgl-unavailable` */
  constructor(
    container: HTMLElement,
    view: SceneView,
    clock: Clock,
    quality: QualityChoice,
    pixelRatio: number | undefined,
    firstFrame: 'immediate' | 'loaded',
    handlers: ViewerRendererHandlers,
  ) {
    this.#fixedRatio = pixelRatio;
    this.#isHeld = firstFrame === 'loaded';
    this.firstFrame = this.#isHeld
      ? new Promise((resolve) => (this.#hasFirstFrame = resolve))
      : Promise.resolve();
    this.#view = view;
    this.#handlers = handlers;
    this.#quality = quality;
    this.#viewport = this.#disposer.own(
      new Viewport(container, clock, {
        advance: (deltaMs) => this.#advance(deltaMs),
        draw: (reasons) => this.#drawOrWait(reasons),
        failed: (error) => handlers.failed(error),
        resized: () => this.#camera?.setAspect(this.width / this.height),
        contextLost: () => handlers.contextLost(),
        contextRestored: () => {
          // three restores textures and buffers, but not the content of render targets.
          this.#applyTier();
          this.#view.invalidate();
          handlers.contextRestored();
        },
      }),
    );
    this.#renderer = this.#viewport.renderer;
    this.canvas = this.#viewport.canvas;
    this.tweens = this.#viewport.tweens;
    this.#motion = new MotionScale(this.#renderer.isSoftware && quality === 'auto');
    this.#governor = new QualityGovernor(this.#renderer.isSoftware);
    this.#tier = quality === 'auto' ? this.#governor.tier : quality;
    this.#sharpness = this.#disposer.own(
      new Sharpness(
        () => this.#isFiner,
        () => this.requestRender('sharpen'),
      ),
    );
    this.#continuous = this.#disposer.own(
      new ContinuousFrames(container, {
        isForbidden: () => this.#tier === 'low' || handlers.isReducedMotion(),
        changed: () => this.#followContinuous(),
      }),
    );
    this.#disposer.add(() => {
      clearTimeout(this.#resumeTimer);
    });
  }

  get tier(): QualityTier {
    return this.#tier;
  }

  /** Width of the viewport, CSS px, as of the last resize: reading it causes no layout. */
  get width(): number {
    return this.#viewport.width;
  }

  get height(): number {
    return this.#viewport.height;
  }

  get frames(): number {
    return this.#frames;
  }

  get isSoftware(): boolean {
    return this.#renderer.isSoftware;
  }

  /** Device pixels per CSS pixel in the last frame. */
  get pixelRatio(): number {
    return this.#renderer.pixelRatio;
  }

  /** Of the last frame. */
  get cost(): FrameCost {
    return this.#cost;
  }

  /** Resources on the GPU. */
  get memory(): { readonly geometries: number; readonly textures: number } {
    return this.#renderer.three.info.memory;
  }

  /** Starts drawing with this camera. */
  start(camera: CameraRig): void {
    this.#camera = camera;
    this.#viewport.hold(this.#isHeld);
    this.#viewport.start(camera);
    this.#applyTier();
    this.resize();
    if (!this.#isHeld) return;
    // Not in the task that creates the viewer: the page may have more urgent requests.
    const lifetime = new AbortController();
    const surroundingsTimer = setTimeout(() => void this.#prepareSurroundings(lifetime.signal));
    this.#disposer.add(() => {
      clearTimeout(surroundingsTimer);
      lifetime.abort();
    });
  }

  /** Whether continuous frames are granted. */
  get isContinuous(): boolean {
    return this.#continuous.isRunning;
  }

  /** Requests continuous frames; see {@link ContinuousFrames}. */
  requestContinuousFrames(): ContinuousRequest {
    return this.#continuous.request();
  }

  rebakeEnvironment(): void {
    this.#isEnvironmentStale = true;
    this.requestRender('environment');
  }

  refreshShadows(): void {
    this.#renderer.three.shadowMap.needsUpdate = true;
    this.requestRender('shadows');
  }

  requestRender(reason: string): void {
    this.#viewport.request(reason);
  }

  /** Call after a model was loaded. */
  modelChanged(): void {
    this.#view.setPasses(QUALITY[this.#tier].singlePass);
    this.#prepare();
    this.requestRender('model');
  }

  /**
   * Draws the first frame if it was held back. Resolves when it is visible. The page is not blocked: shaders are compiled
   * first, and awaited.
   */
  async drawFirstFrame(signal: AbortSignal): Promise<void> {
    if (!this.#isHeld) return;
    this.#prepare();
    await this.#renderer.finished(signal);
    if (signal.aborted) return;
    this.#renderer.readShaders();
    this.#isHeld = false;
    this.#viewport.hold(false);
    this.#sharpness.arrive();
    this.#viewport.request('first-frame');
    this.#viewport.flush();
    // Requests made meanwhile are drawn after it.
    this.#viewport.hold(true);
    await this.#renderer.finished(signal);
    this.#hasFirstFrame();
    // The browser paints the page first: the next frame may block it for long.
    this.#resumeTimer = setTimeout(() => this.#viewport.hold(false), PAINT_DELAY_MS);
  }

  /**
   * Compiles the shaders of objects that are not in the scene yet, after the first frame, while frames go on. Resolves when
   * drawing them would wait for none.
   */
  async compile(objects: Object3D, signal: AbortSignal): Promise<void> {
    await this.firstFrame;
    const camera = this.#camera;
    if (signal.aborted || !camera || this.#renderer.isLost) return;
    // Surfaces have other shaders with an environment map.
    this.#bakeEnvironment();
    this.#renderer.compile(objects, camera.three, this.#view.scene);
    await this.#renderer.compiled(signal);
    if (!signal.aborted) this.#renderer.readShaders();
  }

  /** Call when the scene is loaded: frames at rest have full resolution again. */
  sceneLoaded(): void {
    this.#sharpness.settle();
  }

  /** Advances animations, and draws if something changed. */
  wake(): void {
    this.#viewport.wake();
  }

  resize(): void {
    this.#viewport.resize();
  }

  setQuality(quality: QualityChoice): void {
    this.#quality = quality;
    this.#setTier(quality === 'auto' ? this.#governor.tier : quality);
  }

  screenshot(): Promise<Blob> {
    // The drawing buffer keeps its content only within the task that drew it.
    this.#draw(['screenshot'], false);
    return this.#viewport.toBlob();
  }

  /**
   * Renders an image that is not shown; the present view is drawn again in the same task.
   * @param draw sets size and camera and renders
   */
  capture(draw: (renderer: GlRenderer) => void): Promise<Blob> {
    // A usual frame first: it updates environment, labels and poses.
    this.#draw(['screenshot'], false);
    try {
      draw(this.#renderer);
      return this.#viewport.toBlob();
    } finally {
      this.#draw(['screenshot'], false);
    }
  }

  dispose(): void {
    this.#disposer.dispose();
    // Nobody waits for a frame that never comes.
    this.#hasFirstFrame();
  }

  #setTier(tier: QualityTier): void {
    if (tier === this.#tier) return;
    this.#tier = tier;
    this.#applyTier();
    this.#handlers.tierChanged(tier);
    this.#followContinuous();
  }

  #followContinuous(): void {
    const { isRunning } = this.#continuous;
    if (isRunning === this.#wasContinuous) return;
    this.#wasContinuous = isRunning;
    this.#viewport.setContinuous(isRunning ? CONTINUOUS_FRAMES_PER_SECOND : 0);
    this.#handlers.continuousChanged(isRunning);
    // A frame at rest may now have a higher resolution, a frame in motion a lower one.
    this.requestRender('quality');
  }

  #applyTier(): void {
    const settings = QUALITY[this.#tier];
    this.#renderer.three.shadowMap.enabled = settings.shadows;
    this.#view.surroundings.setQuality(settings);
    this.#view.setPasses(settings.singlePass);
    this.#isEnvironmentStale = true;
    this.requestRender('quality');
  }

  #advance(deltaMs: number): { isMoving: boolean; isChanged: boolean } {
    this.#nextFrame.deltaMs += deltaMs;
    const { isMoving, isChanged } = this.#camera?.update(deltaMs) ?? { isMoving: false, isChanged: false };
    this.#isMoving = isMoving || this.tweens.isActive;
    // Animation steps are throttled, so the time between them is no measure of speed.
    const equipment = this.#handlers.advance(deltaMs);
    return { isMoving: this.#isMoving || equipment.isMoving, isChanged: isChanged || equipment.isChanged };
  }

  /** While the card is busy, another size of the drawing buffer would block the page: such a frame waits. */
  #drawOrWait(reasons: readonly string[]): void {
    const isCoarse = this.#sharpness.isCoarse(reasons);
    const ratio = this.#pixelRatio(isCoarse);
    if (!this.#renderer.hasSize(this.width, this.height, ratio) && this.#renderer.isBusy)
      for (const reason of reasons) this.requestRender(reason);
    else this.#draw(reasons, isCoarse);
  }

  #draw(reasons: readonly string[], isCoarse: boolean): void {
    if (this.#renderer.isLost || !this.#camera) return;
    const { three } = this.#camera;
    // With the first frame, not in the constructor: creating a viewer must not draw.
    this.#bakeEnvironment();
    this.#renderer.setSize(this.width, this.height, this.#pixelRatio(isCoarse));
    if (reasons.some((reason) => !UNSHADED_REASONS.has(reason)))
      this.#renderer.three.shadowMap.needsUpdate = true;
    this.#sharpness.follow(isCoarse);
    three.updateMatrixWorld();
    const coming = this.#nextFrame;
    coming.width = this.canvas.width;
    coming.height = this.canvas.height;
    this.#handlers.beforeDraw(coming);
    coming.deltaMs = 0;
    // Other visible objects cast other shadows.
    if (this.#view.prepare(three, this.height)) this.#renderer.three.shadowMap.needsUpdate = true;
    this.#cost = this.#renderer.render(this.#view.scene, three);
    this.#frames++;
    this.#handlers.drawn({ ...this.#cost, frame: this.#frames, reason: reasons.join(' ') });
    this.#measure();
  }

  /** Before the first frame: starts compiling shaders. */
  #prepare(): void {
    const camera = this.#camera;
    if (!this.#isHeld || !camera || this.#renderer.isLost) return;
    // While the card is idle: changing the size of the drawing buffer waits for all commands.
    this.#renderer.setSize(this.width, this.height, this.#pixelRatio(true));
    // Before compiling: surfaces have other shaders with an environment map.
    this.#bakeEnvironment();
    this.#renderer.compile(this.#view.scene, camera.three, this.#view.scene);
  }

  /** The same for the surroundings, which exist from the start. */
  async #prepareSurroundings(signal: AbortSignal): Promise<void> {
    this.#prepare();
    await this.#renderer.finished(signal);
    const camera = this.#camera;
    if (signal.aborted || !this.#isHeld || !camera || this.#renderer.isLost) return;
    this.#renderer.readShaders();
    this.#view.prepare(camera.three, this.height);
    this.#renderer.rehearse(this.#view.scene, camera.three);
  }

  #bakeEnvironment(): void {
    if (this.#isEnvironmentStale) this.#view.surroundings.bakeEnvironment(this.#renderer.three);
    this.#isEnvironmentStale = false;
  }

  #pixelRatio(isCoarse: boolean): number {
    if (this.#fixedRatio !== undefined) return this.#fixedRatio;
    const ratio = pixelRatioFor(QUALITY[this.#tier], isCoarse, this.width, this.height, devicePixelRatio);
    return isCoarse ? ratio * this.#motion.scale : ratio;
  }

  /** Whether frames at rest have a higher resolution. */
  get #isFiner(): boolean {
    const { restScale, movingScale } = QUALITY[this.#tier];
    return (restScale !== movingScale || this.#motion.scale < 1) && this.#fixedRatio === undefined;
  }

  /** Only the time between two frames of one motion is a measure of speed. */
  #measure(): void {
    const now = performance.now();
    const last = this.#lastMovingMs;
    this.#lastMovingMs = this.#isMoving ? now : undefined;
    if (last === undefined || !this.#isMoving || this.#quality !== 'auto') return;
    this.#motion.sample(now - last);
    // The resolution is lowered before the tier.
    if (!this.#motion.isExhausted || !this.#governor.sample(now - last)) return;
    this.#setTier(this.#governor.tier);
  }
}
