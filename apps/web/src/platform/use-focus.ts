import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * When an element is removed while the focus is in it, the focus returns to the element that had it before.
 * If that element was removed too, `focusFallback` is called: without a focused element the next key would
 * have no target.
 * @returns function that remembers the element that has the focus now as the one to return to
 */
export function useFocusReturn(frame: RefObject<HTMLElement | null>, focusFallback: () => void): () => void {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    opener.current = document.activeElement;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const { current: before } = opener;
      // The previous element may be removed at the same time: only the next microtask can tell.
      queueMicrotask(() => {
        if (!isLost()) return;
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
        if (isLost()) focusFallback();
      });
    };
  }, [frame, focusFallback]);
  return useCallback(() => {
    opener.current = document.activeElement;
  }, []);
}

/** When a change of `state` removed the focused element, the element that `find` returns for the state before is focused. */
export function useFocusKept<State>(
  state: State,
  find: (before: State) => HTMLElement | null | undefined,
): void {
  const before = useRef(state);
  useEffect(() => {
    const previous = before.current;
    before.current = state;
    if (previous !== state && isLost()) find(previous)?.focus();
  });
}

/** Focuses the first button of tools that replace others which had the focus. @param isWanted false: when the page is first shown */
export function useFocusTaken(frame: RefObject<HTMLElement | null>, isWanted = true): void {
  useEffect(() => {
    if (isWanted && isLost()) frame.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when mounted
  }, []);
}

/** Scrolls the entry of the present page into view, in a list that may be longer than what fits. As a `ref`. */
export function showEntry(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
