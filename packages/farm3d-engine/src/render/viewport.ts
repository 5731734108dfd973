import type { Clock } from '../core/clock.ts';
import { Disposer, type IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { CameraRig } from './camera-rig.ts';
import { FrameLoop, type FrameWork } from './frame-loop.ts';
import { GlRenderer } from './gl-renderer.ts';
import { FrameTweens } from './tween.ts';

/** What is drawn in a viewport. */
export interface ViewportWork extends Pick<FrameWork, 'advance' | 'draw'> {
  /** A frame threw; called once for each error text. */
  failed(error: FarmError): void;
  /** The container has another size: {@link Viewport.width} and {@link Viewport.height}. */
  resized(): void;
  contextLost(): void;
  contextRestored(): void;
}

/**
 * The part of a page that a scene or a map is drawn in: canvas and graphics context, frames on demand, tweens, the camera
 * that asks for frames, the size of the container, and lost contexts.
 */
export class Viewport implements IDisposable {
  readonly renderer: GlRenderer;
  readonly canvas: HTMLCanvasElement;
  readonly tweens = new FrameTweens(() => this.wake());
  /** CSS px, as of the last resize: reading it causes no layout. */
  width = 1;
  height = 1;
  readonly #container: HTMLElement;
  readonly #work: ViewportWork;
  readonly #loop: FrameLoop;
  readonly #disposer = new Disposer();
  #isHeld = false;
  #isLost = false;

  /** @throws FarmError `webgl-unavailable` */
  constructor(container: HTMLElement, clock: Clock, work: ViewportWork) {
    this.#container = container;
    this.#work = work;
    this.renderer = this.#disposer.own(new GlRenderer());
    this.canvas = this.renderer.canvas;
    container.append(this.canvas);
    this.#loop = this.#disposer.own(
      new FrameLoop(clock, {
        advance: (deltaMs) => {
          this.tweens.update(deltaMs);
          return work.advance(deltaMs);
        },
        draw: (reasons) => work.draw(reasons),
        failed: (error) => work.failed(FarmError.from(error, 'render-failed')),
      }),
    );
  }

  /** Starts: the camera asks for frames, the size and the context are followed. */
  start(camera: CameraRig): void {
    const disposer = this.#disposer;
    disposer.add(camera.on('wake', () => this.wake()));
    disposer.add(camera.on('changed', () => this.request('camera')));
    disposer.listen(this.canvas, 'webglcontextlost', (event) => {
      event.preventDefault();
      this.#isLost = true;
      this.#pause();
      this.#work.contextLost();
    });
    disposer.listen(this.canvas, 'webglcontextrestored', () => {
      this.#isLost = false;
      this.#pause();
      this.request('context-restored');
      this.#work.contextRestored();
    });
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.#container);
    disposer.add(() => observer.disconnect());
  }

  /** Adopts the size of the container; one without a size keeps the last. */
  resize(): void {
    const { clientWidth, clientHeight } = this.#container;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.width = clientWidth;
    this.height = clientHeight;
    this.#work.resized();
    this.request('resize');
  }

  /** Holds frames back; what is requested meanwhile is drawn after. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#pause();
  }

  /** Requests a frame. */
  request(reason: string): void {
    this.#loop.request(reason);
  }

  /** Advances animations, and draws if something changed. */
  wake(): void {
    this.#loop.wake();
  }

  /** Draws a requested frame now. */
  flush(): void {
    this.#loop.flush();
  }

  /** Frames a second that are drawn without a request; 0: none. */
  setContinuous(framesPerSecond: number): void {
    this.#loop.setContinuous(framesPerSecond);
  }

  /** The content of the canvas, of the frame that was drawn in this task. */
  toBlob(): Promise<Blob> {
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => {
        if (blob) resolve(blob);
        else reject(new FarmError('webgl-unavailable'));
      });
    });
  }

  dispose(): void {
    this.#disposer.dispose();
  }

  #pause(): void {
    this.#loop.setPaused(this.#isHeld || this.#isLost);
  }
}
