import type { TweenAdapter, TweenHandle } from '../render/tween.ts';
import { TRANSITION_MS } from './region-style.ts';

/** A transition of 250 ms, cubic in-out; a new one ends the previous one. */
export class Transition {
  readonly #tween: TweenAdapter;
  readonly #isReducedMotion: () => boolean;
  readonly #changed: () => void;
  #handle: TweenHandle | undefined;

  /**
   * @param isReducedMotion under reduced motion: transitions end at once
   * @param changed called after each step
   */
  constructor(tween: TweenAdapter, isReducedMotion: () => boolean, changed: () => void) {
    this.#tween = tween;
    this.#isReducedMotion = isReducedMotion;
    this.#changed = changed;
  }

  /** @param onUpdate receives the progress, 0 to 1 */
  run(onUpdate: (t: number) => void, onDone?: () => void): void {
    this.cancel();
    const finish = () => {
      onUpdate(1);
      onDone?.();
      this.#changed();
    };
    if (this.#isReducedMotion()) {
      finish();
      return;
    }
    onUpdate(0);
    this.#handle = this.#tween({
      durationMs: TRANSITION_MS,
      onUpdate: (t) => {
        onUpdate(t);
        this.#changed();
      },
      onDone: finish,
    });
  }

  cancel(): void {
    this.#handle?.cancel();
    this.#handle = undefined;
  }
}
