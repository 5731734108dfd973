import type { ReactNode } from 'react';
import { CloudOff, WifiOff } from 'lucide-react';
import { classes } from './classes.ts';

export interface EmptyStateProps {
  /** What is missing. */
  title: string;
  hint?: ReactNode;
  illustration?: ReactNode;
  /** The main button. */
  action?: ReactNode;
  testId?: string;
}

/** Shown instead of an empty list. */
export function EmptyState({ title, hint, illustration, action, testId }: EmptyStateProps) {
  return (
    <div
      data-testid={testId}
      className="flex animate-appear flex-col items-center gap-2 rounded-panel border border-dashed border-line-strong px-6 py-14 text-center"
    >
      {illustration && <div className="mb-2 text-ink-3">{illustration}</div>}
      <h2 className="text-title font-semibold text-ink">{title}</h2>
      {hint && <p className="max-w-md text-body text-ink-2">{hint}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  /** What happened. */
  title: string;
  /** What is safe and what to do. */
  hint?: ReactNode;
  action?: ReactNode;
  testId?: string;
}

/** Shown instead of content that could not be loaded. */
export function ErrorState({ title, hint, action, testId }: ErrorStateProps) {
  return (
    <div
      role="alert"
      data-testid={testId}
      className="flex animate-appear flex-col items-center gap-2 rounded-panel border border-line bg-raised px-6 py-14 text-center"
    >
      <span className="mb-2 grid size-12 place-items-center rounded-full bg-amber-soft text-amber">
        <CloudOff aria-hidden size={24} />
      </span>
      <h2 className="text-title font-semibold text-ink">{title}</h2>
      {hint && <p className="max-w-md text-body text-ink-2">{hint}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

export interface OfflineBannerProps {
  text: string;
}

/** Banner: the stream is interrupted, the last known values are shown. */
export function OfflineBanner({ text }: OfflineBannerProps) {
  return (
    <output
      data-testid="offline-banner"
      className="inline-flex min-h-9 animate-rise items-center gap-2 rounded-full bg-amber-plate px-4 py-1.5 text-note font-medium text-amber shadow-panel"
    >
      <WifiOff aria-hidden size={16} className="shrink-0" />
      {text}
    </output>
  );
}

export interface SkeletonProps {
  className?: string;
}

/** Placeholder of content that is loading. */
export function Skeleton({ className }: SkeletonProps) {
  return (
    <div
      aria-hidden
      className={classes(
        'animate-shimmer rounded-control bg-[linear-gradient(90deg,var(--farm-hover)_25%,transparent_50%,var(--farm-hover)_75%)] bg-[length:200%_100%]',
        className,
      )}
    />
  );
}
