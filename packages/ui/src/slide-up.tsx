import { useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useTween } from './tween.ts';

export interface SlideUpProps {
  open: boolean;
  /** Duration in and out, milliseconds. */
  durationMs: number;
  className?: string;
  style?: CSSProperties;
  testId?: string;
  children: ReactNode;
}

/** A bar that slides in from the bottom edge and out again. Closed, it is not in the DOM. */
export function SlideUp({ open, durationMs, className, style, testId, children }: SlideUpProps) {
  const tween = useTween();
  const bar = useRef<HTMLDivElement>(null);
  /** 0: below the edge, 1: in its place. */
  const shown = useRef(0);
  const [isPresent, setPresent] = useState(open);
  if (open && !isPresent) setPresent(true);

  useLayoutEffect(() => {
    if (!open && !isPresent) return undefined;
    const from = shown.current;
    const to = open ? 1 : 0;
    const place = (at: number): void => {
      shown.current = at;
      if (!bar.current) return;
      // A closed bar is hidden with its shadow. In place it has no transform, which would be a containing block.
      bar.current.style.transform =
        at === 1 ? '' : `translateY(calc(${(1 - at) * 100}% + ${(1 - at) * 3}rem))`;
    };
    place(from);
    const running = tween({
      durationMs,
      onUpdate: (progress) => place(from + (to - from) * progress),
      onDone: () => setPresent(open),
    });
    return () => running.cancel();
  }, [open, isPresent, durationMs, tween]);

  if (!open && !isPresent) return null;
  return (
    <div
      ref={bar}
      data-testid={testId}
      data-slide-ms={durationMs}
      inert={!open}
      style={style}
      className={className}
    >
      {children}
    </div>
  );
}
