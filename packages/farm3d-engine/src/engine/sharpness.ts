import type { IDisposable } from '../core/disposer.ts';

/** The picture is drawn at its best this long after the last motion, milliseconds. */
const SHARPEN_MS = 160;
/** Reasons for a frame that come in rows. */
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

/** Which frames may be coarse, and when the fine one comes. */
export class Sharpness implements IDisposable {
  readonly #isFiner: () => boolean;
  readonly #sharpen: () => void;
  /** From the first picture on: more of the scene is about to come or to be told, one frame after another. */
  #isArriving = false;
  /** All of the scene has come. */
  #isComplete = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param isFiner whether pictures at rest are finer than others
   * @param sharpen asks for the fine frame
   */
  constructor(isFiner: () => boolean, sharpen: () => void) {
    this.#isFiner = isFiner;
    this.#sharpen = sharpen;
  }

  /** The first picture is about to be drawn: everything is coarse until the scene has come. */
  arrive(): void {
    this.#isArriving = true;
    this.#isComplete = false;
  }

  /** All that belongs to the scene has come, or will not. What is told of it at once may still be coarse. */
  settle(): void {
    if (!this.#isArriving) return;
    this.#isComplete = true;
    this.#restart();
  }

  /** Whether more frames like this one are about to follow, and those at rest are finer. */
  isCoarse(reasons: readonly string[]): boolean {
    return this.#isFiner() && (this.#isArriving || reasons.some((reason) => MOTION_REASONS.has(reason)));
  }

  /** A frame is drawn: after a coarse one the fine one follows, if nothing else does. */
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
