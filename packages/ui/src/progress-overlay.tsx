import { useRef, type ReactNode } from 'react';
import { useSignalEffect, type ReadonlySignal } from '@preact/signals-react';
import { classes } from './classes.ts';
import { usePresence } from './use-presence.ts';

export interface ProgressOverlayProps {
  /** 0 … 1. A signal: progress is written to the DOM without rendering. */
  ratio: ReadonlySignal<number>;
  /** What is being loaded. */
  label: ReactNode;
  /** False once the scene is visible: the overlay becomes a bar at the bottom and lets clicks through. Default true. */
  covers?: boolean;
  /** True once everything is loaded: the overlay fades out and lets clicks through at once. */
  done: boolean;
  /** Transition of the bar, milliseconds; it is full at once when done. */
  easeMs: number;
  /** Read aloud. */
  name: string;
  testId?: string;
}

/** Duration of the fade-out, milliseconds. */
const LEAVE_MS = 200;

/** Covers a scene while its files load. It never delays the content below. */
export function ProgressOverlay({ covers = true, done, testId, ...rest }: ProgressOverlayProps) {
  const isPresent = usePresence(!done, LEAVE_MS);
  const isCover = usePresence(covers && !done, LEAVE_MS);
  if (!isPresent) return null;
  const isFoot = !covers && !isCover;
  return (
    <div
      data-testid={testId}
      data-covers={covers && !done}
      style={{ transitionDuration: `${LEAVE_MS}ms` }}
      className={classes(
        'absolute inset-0 z-30 grid transition-opacity',
        isFoot ? 'place-items-end justify-items-center pb-4' : 'place-items-center bg-page',
        (done || !covers) && 'pointer-events-none',
        (done || (!covers && isCover)) && 'opacity-0',
      )}
    >
      <div className={isFoot ? 'frosted animate-appear px-4 py-3' : undefined}>
        <Progress {...rest} done={done} hasMark={!isFoot} />
      </div>
    </div>
  );
}

interface ProgressProps extends Pick<ProgressOverlayProps, 'ratio' | 'label' | 'easeMs' | 'name' | 'done'> {
  hasMark: boolean;
}

function Progress({ ratio, label, easeMs, name, done, hasMark }: ProgressProps) {
  const bar = useRef<HTMLDivElement>(null);
  const spoken = useRef<HTMLProgressElement>(null);
  const percent = useRef<HTMLSpanElement>(null);
  useSignalEffect(() => {
    const now = ratio.value;
    if (bar.current) bar.current.style.transform = `scaleX(${now})`;
    if (spoken.current) spoken.current.value = now;
    let frame = 0;
    // The number follows the bar, which eases: it never says 100 % over an empty one.
    const follow = (): void => {
      if (!bar.current || !percent.current) return;
      const shown = new DOMMatrix(getComputedStyle(bar.current).transform).a;
      percent.current.textContent = `${Math.round(shown * 100)}%`;
      if (Math.abs(shown - now) > 0.001) frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  });
  return (
    <div className={classes('flex w-72 max-w-[80vw] flex-col items-center', hasMark ? 'gap-4' : 'gap-2')}>
      {hasMark && <SproutMark />}
      <progress ref={spoken} aria-label={name} max={1} className="sr-only" />
      <div aria-hidden className="h-1.5 w-full overflow-hidden rounded-full bg-leaf-soft">
        <div
          ref={bar}
          data-testid="loading-bar"
          style={{ transform: 'scaleX(0)', transitionDuration: `${easeMs}ms` }}
          className={classes(
            'h-full origin-left rounded-full bg-leaf ease-out',
            // Ends a running transition.
            done ? 'transition-none' : 'transition-transform',
          )}
        />
      </div>
      <div className="flex w-full items-baseline justify-between gap-4 text-note text-ink-2">
        <span className="truncate" data-testid="loading-label">
          {label}
        </span>
        <span ref={percent} className="tabular-nums font-medium text-ink" data-testid="loading-percent">
          0%
        </span>
      </div>
    </div>
  );
}

/** The product's mark: two leaves over a furrow. */
export function SproutMark({ size = 48 }: { size?: number }) {
  // In rem: scales with the text.
  const side = `${size / 16}rem`;
  return (
    <svg aria-hidden width={side} height={side} viewBox="0 0 48 48" fill="none">
      <path d="M24 40V22" stroke="var(--farm-leaf)" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M24 25C24 15 16 10 7 11c-.5 9 5.5 15.5 17 14Z" fill="var(--farm-leaf)" />
      <path d="M24 21c0-8.5 6.5-13.5 16-13.5C41 16 35 22 24 21Z" fill="var(--farm-leaf)" opacity=".62" />
      <path d="M9 41c5-2.5 25-2.5 30 0" stroke="var(--farm-water)" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
