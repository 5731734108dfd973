import { useLayoutEffect } from 'react';

/**
 * Inside a dialog: restores the focus when the dialog is removed. Headless UI does so too, but only to the element that
 * had the focus after its code was loaded, which the first dialog waits for.
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
