import type { gsap as Gsap } from 'gsap';
import { endAtOnce, type Tween } from '@farm3d/ui';

let gsap: typeof Gsap | undefined;
let loading: Promise<void> | undefined;

/** Loads gsap. Call it after the first frame: until gsap is loaded every tween ends at once. */
export function loadTweens(): Promise<void> {
  loading ??= import('gsap').then(
    (module) => {
      gsap = module.gsap;
    },
    () => {
      // Without gsap tweens end at once; the next call tries again.
      loading = undefined;
    },
  );
  return loading;
}

/** Plays every tween of the app and of its viewers with gsap, cubic in-out; at once under reduced motion. */
export const tween: Tween = (options) => {
  const { durationMs, onUpdate, onDone } = options;
  if (!gsap || durationMs <= 0 || matchMedia('(prefers-reduced-motion: reduce)').matches)
    return endAtOnce(options);
  const state = { progress: 0 };
  const running = gsap.to(state, {
    progress: 1,
    duration: durationMs / 1000,
    // gsap's power2 is cubic.
    ease: 'power2.inOut',
    onUpdate: () => onUpdate(state.progress),
    onComplete: onDone,
  });
  return { cancel: () => void running.kill() };
};
