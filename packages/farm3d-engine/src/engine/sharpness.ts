import type { IDisposable } from '../core/disposer.ts';

/** Delay of the full-resolution frame after the last motion, milliseconds. */
const SHARPEN_MS = 160;
/** Reasons of frames that come in series. */
const MOTION_REASONS: ReadonlySet<string> = new Set([
  'camera',
  'motion',
  'model',
  'tool',
  'gizmo',
  'placement',
  'transform',
  'continuous',
]);

/** Decides which frames have a lower resolution, and requests a full-resolution frame after them. */
export class Sharpness implements IDisposable {
  readonly #isFiner: () => boolean;
  readonly #sharpen: () => void;
  /** From the first frame on, until the scene is loaded: more frames follow. */
  #isArriving = false;
  /** The scene is loaded. */
  #isComplete = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param isFiner whether frames at rest have a higher resolution
   * @param sharpen requests a full-resolution frame
   */
  constructor(isFiner: () => boolean, sharpen: () => void) {
    this.#isFiner = isFiner;
    this.#sharpen = sharpen;
  }

  /** Call before the first frame: frames are coarse until the scene is loaded. */
  arrive(): void {
    this.#isArriving = true;
    this.#isComplete = false;
  }

  /** Call when the scene is loaded or has failed. Frames in the same task may still be coarse. */
  settle(): void {
    if (!this.#isArriving) return;
    this.#isComplete = true;
    this.#restart();
  }

  /** Whether more frames of this kind will follow, and frames at rest are finer. */
  isCoarse(reasons: readonly string[]): boolean {
    return this.#isFiner() && (this.#isArriving || reasons.some((reason) => MOTION_REASONS.has(reason)));
  }

  /** Call after each frame: after a coarse one a full-resolution frame is scheduled. */
  follow(isCoarse: boolean): void {
    clearTimeout(this.#timer);
    if (isCoarse) this.#restart();
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #restart(): void {
    clearTimeout(this.#timer);
    if (this.#isArriving && !this.#isComplete) return;
    this.#timer = setTimeout(() => {
      this.#isArriving = false;
      if (this.#isFiner()) this.#sharpen();
    }, SHARPEN_MS);
  }
}
