import type { TweenAdapter, TweenHandle } from '../render/tween.ts';
import { TRANSITION_MS } from './region-style.ts';

/** One thing that changes over time, 250 ms cubic in-out; a new one ends the one before. */
export class Transition {
  readonly #tween: TweenAdapter;
  readonly #isStill: () => boolean;
  readonly #changed: () => void;
  #handle: TweenHandle | undefined;

  /**
   * @param isStill whether motion is unwanted: then everything is at its end at once
   * @param changed called after each step
   */
  constructor(tween: TweenAdapter, isStill: () => boolean, changed: () => void) {
    this.#tween = tween;
    this.#isStill = isStill;
    this.#changed = changed;
  }

  /** @param onUpdate share that is done, 0 to 1 */
  run(onUpdate: (t: number) => void, onDone?: () => void): void {
    this.cancel();
    const finish = () => {
      onUpdate(1);
      onDone?.();
      this.#changed();
    };
    if (this.#isStill()) {
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
