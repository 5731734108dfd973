import { Transition } from '@headlessui/react';
import type { CSSProperties, ReactNode } from 'react';
import { classes } from './classes.ts';

export interface SlideUpProps {
  open: boolean;
  /** Of the way in and of the way out, milliseconds. */
  durationMs: number;
  className?: string;
  style?: CSSProperties;
  testId?: string;
  children: ReactNode;
}

/** A bar that slides in from below the edge and out again. Closed, it is not on the page. */
export function SlideUp({ open, durationMs, className, style, testId, children }: SlideUpProps) {
  return (
    <Transition show={open} appear>
      <div
        data-testid={testId}
        inert={!open}
        style={{ ...style, transitionDuration: `${durationMs}ms` }}
        className={classes(
          'transition-transform ease-out data-[closed]:translate-y-[calc(100%+3rem)]',
          className,
        )}
      >
        {children}
      </div>
    </Transition>
  );
}
