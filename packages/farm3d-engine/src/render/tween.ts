/** A running animation. */
export interface TweenHandle {
  /** Stops at the present value. */
  cancel(): void;
}

/**
 * Plays a tween. Pass one made of gsap to have a single clock in a page.
 * It must call `onUpdate` with the eased progress, 0 to 1, the last call with exactly 1, and then `onDone`.
 */
export type TweenAdapter = (options: {
  readonly durationMs: number;
  readonly onUpdate: (progress: number) => void;
  readonly onDone: () => void;
}) => TweenHandle;

/** Spec §9: "cubic in-out". */
export function cubicInOut(t: number): number {
  return t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2;
}

interface Running {
  readonly durationMs: number;
  readonly onUpdate: (progress: number) => void;
  readonly onDone: () => void;
  elapsedMs: number;
}

/** The default tween, driven by the frame loop: it has no timer of its own. */
export class FrameTweens {
  readonly #running = new Set<Running>();
  readonly #wake: () => void;

  constructor(wake: () => void) {
    this.#wake = wake;
  }

  get isActive(): boolean {
    return this.#running.size > 0;
  }

  readonly play: TweenAdapter = ({ durationMs, onUpdate, onDone }) => {
    const tween: Running = { durationMs, onUpdate, onDone, elapsedMs: 0 };
    this.#running.add(tween);
    this.#wake();
    return { cancel: () => void this.#running.delete(tween) };
  };

  update(deltaMs: number): void {
    for (const tween of Array.from(this.#running)) {
      tween.elapsedMs += deltaMs;
      const t = tween.durationMs > 0 ? Math.min(1, tween.elapsedMs / tween.durationMs) : 1;
      tween.onUpdate(t < 1 ? cubicInOut(t) : 1);
      if (t < 1) continue;
      this.#running.delete(tween);
      tween.onDone();
    }
  }
}
