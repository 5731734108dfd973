import { check } from '../core/check.ts';
import type { TweenAdapter, TweenHandle } from '../render/tween.ts';

/** What of gsap is used: gsap's own module has it. */
export interface GsapModule {
  /** gsap itself. */
  readonly gsap: {
    /** Starts a tween of an object's members. */
    to(
      target: object,
      vars: Record<string, unknown>,
    ): {
      /** Stops it. */
      kill(): unknown;
    };
  };
}

/** Plays tweens with gsap, cubic in-out, once it is loaded; before that every tween ends at once. */
export class GsapTweens {
  readonly #load: () => Promise<GsapModule>;
  #gsap: GsapModule['gsap'] | undefined;

  constructor(load: () => Promise<GsapModule>) {
    this.#load = load;
  }

  /** Loads gsap. Until then, and if that fails, things jump instead of moving. @throws FarmError `invalid-argument` */
  async load(): Promise<void> {
    const { gsap } = await this.#load();
    check(typeof gsap?.to === 'function', 'gsap', gsap);
    this.#gsap = gsap;
  }

  readonly play: TweenAdapter = (options) => {
    if (!this.#gsap || options.durationMs <= 0) return endAtOnce(options);
    const { durationMs, onUpdate, onDone } = options;
    const state = { progress: 0 };
    const running = this.#gsap.to(state, {
      progress: 1,
      duration: durationMs / 1000,
      // gsap's power2 is cubic.
      ease: 'power2.inOut',
      onUpdate: () => onUpdate(state.progress),
      onComplete: onDone,
    });
    return { cancel: () => void running.kill() };
  };
}

/** In a microtask: who starts a tween does not have its handle before. */
function endAtOnce({ onUpdate, onDone }: Parameters<TweenAdapter>[0]): TweenHandle {
  let isCancelled = false;
  queueMicrotask(() => {
    if (isCancelled) return;
    onUpdate(1);
    onDone();
  });
  return {
    cancel: () => {
      isCancelled = true;
    },
  };
}
