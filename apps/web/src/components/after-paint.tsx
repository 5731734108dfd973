import { useEffect, useState, type ReactNode } from 'react';

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
