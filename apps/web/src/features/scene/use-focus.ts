import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { SceneScreen } from './scene-model.ts';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * When an element goes away while the focus is in it, the focus goes back to where it came from, or to the picture where
 * that is gone as well: without it the next key would be heard by nobody.
 * @returns tells that the focus comes anew, from where it is now
 */
export function useFocusReturn(frame: RefObject<HTMLElement | null>, screen: SceneScreen): () => void {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    opener.current = document.activeElement;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const { current: before } = opener;
      // What it came from may be going at the same time: only then is it known what is left.
      queueMicrotask(() => {
        if (!isLost()) return;
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
        if (isLost()) screen.stage.takeFocus();
      });
    };
  }, [frame, screen]);
  return useCallback(() => {
    opener.current = document.activeElement;
  }, []);
}

/** When a change of `state` has taken away what had the focus, what `find` answers for the state before has it instead. */
export function useFocusKept<State>(
  state: State,
  find: (before: State) => HTMLElement | null | undefined,
): void {
  const before = useRef(state);
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (was !== state && isLost()) find(was)?.focus();
  });
}

/** Tools that come in place of others take the focus that those had. @param isWanted false: on the page's first picture */
export function useFocusTaken(frame: RefObject<HTMLElement | null>, isWanted = true): void {
  useEffect(() => {
    if (isWanted && isLost()) frame.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when they come
  }, []);
}
