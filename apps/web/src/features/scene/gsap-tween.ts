import { gsap } from 'gsap';
import type { TweenAdapter } from 'farm3d-engine';

/** Camera flights on the clock that the rest of the page's motion uses. `power2` is cubic (Spec §9: cubic in-out). */
export const gsapTween: TweenAdapter = ({ durationMs, onUpdate, onDone }) => {
  const progress = { value: 0 };
  const tween = gsap.to(progress, {
    value: 1,
    duration: durationMs / 1000,
    ease: 'power2.inOut',
    onUpdate: () => onUpdate(progress.value),
    onComplete: () => {
      onUpdate(1);
      onDone();
    },
  });
  return { cancel: () => void tween.kill() };
};
