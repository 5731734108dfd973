import type { CSSProperties, ReactNode } from 'react';
import { classes } from './classes.ts';
import { usePresence } from './use-presence.ts';

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
  if (!usePresence(open, durationMs)) return null;
  const away = 'translate-y-[calc(100%+3rem)]';
  return (
    <div
      data-testid={testId}
      inert={!open}
      style={{ ...style, transitionDuration: `${durationMs}ms` }}
      className={classes(
        'transition-transform ease-out starting:translate-y-[calc(100%+3rem)]',
        !open && away,
        className,
      )}
    >
      {children}
    </div>
  );
}
