import { useLayoutEffect } from 'react';

/**
 * Inside a dialog: when that has left the page, the focus goes back to where it was before. The library that draws dialogs
 * does so as well, but only to what had the focus after its code had arrived, which a first dialog waits for.
 */
export function FocusReturn() {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () =>
      queueMicrotask(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement && opener.isConnected)
          opener.focus({ preventScroll: true });
      });
  }, []);
  return null;
}
