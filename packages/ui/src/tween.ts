import { createContext, use, useLayoutEffect, type RefObject } from 'react';

/**
 * Plays a tween: `onUpdate` with the eased progress, 0 to 1, at last exactly 1, then `onDone`; never before it returns.
 */
export type Tween = (options: {
  readonly durationMs: number;
  readonly onUpdate: (progress: number) => void;
  readonly onDone: () => void;
}) => { cancel: () => void };

/** Ends a tween in a microtask, after the caller has received its handle. The default without a provider. */
export const endAtOnce: Tween = ({ onUpdate, onDone }) => {
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
};

const TweenContext = createContext(endAtOnce);

/** Plays the tweens of the components below; the app passes its animation library. */
export const TweenProvider = TweenContext.Provider;

export const useTween = (): Tween => use(TweenContext);

/** Distance of an element that rises when it appears, px. */
const RISE_PX = 8;

/** Lets an element fade in when it appears, and rise with `rises`. */
export function useEntrance(ref: RefObject<HTMLElement | null>, { rises = false } = {}): void {
  const tween = useTween();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const clear = (): void => {
      element.style.opacity = '';
      element.style.translate = '';
    };
    const running = tween({
      durationMs: 180,
      onUpdate: (progress) => {
        element.style.opacity = `${progress}`;
        if (rises) element.style.translate = `0 ${(1 - progress) * RISE_PX}px`;
      },
      onDone: clear,
    });
    return () => {
      running.cancel();
      clear();
    };
  }, [ref, tween, rises]);
}
