import { useEffect, useState, type ReactNode } from 'react';

/** Timeout for a hidden page, which is never painted, milliseconds. */
const HIDDEN_PAGE_MS = 250;

/** Resolves when the present content of the page has been painted. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, HIDDEN_PAGE_MS);
    // The first frame may come before React has updated the page.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timeout);
        setTimeout(resolve);
      }),
    );
  });
}

/**
 * Content that takes long to make: the placeholder is painted first, so that what was pressed answers at once. A new `key`
 * begins again.
 */
export function AfterPaint({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The frame is painted after its callbacks, and before the next timer.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(setPainted, 0, true);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted ? children : placeholder;
}
