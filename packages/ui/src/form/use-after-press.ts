import { useCallback, useEffect, useRef } from 'react';

/**
 * A function that runs work at once, or after the press that is going on. A field that is left by pressing a button must
 * not show its error before the button is released: the error moves the button away from under the pointer.
 */
export function useAfterPress(): (work: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    const release = (): void => {
      isPressed.current = false;
      // The click comes after the release.
      setTimeout(() => {
        for (const work of waiting.current.splice(0)) work();
      });
    };
    addEventListener('pointerdown', () => void (isPressed.current = true), options);
    addEventListener('pointerup', release, options);
    addEventListener('pointercancel', release, options);
    return () => listening.abort();
  }, []);
  return useCallback((work: () => void): void => {
    if (isPressed.current) waiting.current.push(work);
    else work();
  }, []);
}
