import type { ReactNode } from 'react';
import { Button, ErrorState, Skeleton } from '@farm3d/ui';
import { PageDialog } from './dialog.tsx';
import { t } from '../platform/locale.ts';
import type { Loadable } from '../platform/loadable.ts';
import { problemHint, problemText } from '../platform/problem.ts';

/** Something that is fetched. */
export type Part = Omit<Loadable<unknown>, 'set'>;

/** Whether everything that something is made of has been fetched. */
export const allLoaded = (parts: readonly Part[]): boolean => parts.every(({ hasLoaded }) => hasLoaded.value);

/** Why parts could not be fetched; null: nothing failed. */
const failureOf = (parts: readonly Part[]): unknown =>
  parts.find(({ error, hasLoaded }) => error.value !== null && !hasLoaded.value)?.error.value ?? null;

interface FailureProps {
  error: unknown;
  onRetry: () => void;
  /** Of the button. */
  testId?: string | undefined;
}

/** That something could not be fetched, why, and the button that tries again. */
export function Failure({ error, onRetry, testId }: FailureProps) {
  return (
    <ErrorState
      title={problemText(error)}
      hint={problemHint(error)}
      action={
        <Button data-testid={testId} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}

/** In place of the rows of a list while it is fetched. */
export function SkeletonRows({ n = 6, className = 'h-14' }: { n?: number; className?: string }) {
  return (
    <div aria-busy="true" className="flex flex-col gap-2">
      {Array.from({ length: n }, (_, at) => (
        <Skeleton key={at} className={className} />
      ))}
    </div>
  );
}

interface LoadedProps {
  /** What the content is made of. */
  of: Part | readonly Part[];
  /** Default: {@link SkeletonRows}. */
  skeleton?: ReactNode;
  /** Default: fetches again what is missing. */
  onRetry?: () => void;
  /** Of the button that tries again. */
  retryTestId?: string;
  /** Rendered once all parts have been fetched. */
  children: () => ReactNode;
}

/** The content once it is fetched; until then that it is, or why it cannot be. What was fetched once stays. */
export function Loaded({ of, skeleton, onRetry, retryTestId, children }: LoadedProps) {
  const parts = Array.isArray(of) ? (of as readonly Part[]) : [of as Part];
  if (allLoaded(parts)) return children();
  const error = failureOf(parts);
  if (error === null) return skeleton ?? <SkeletonRows />;
  const retry = (): void => {
    for (const part of parts) if (!part.hasLoaded.peek()) void part.load();
  };
  return <Failure error={error} onRetry={onRetry ?? retry} testId={retryTestId} />;
}

interface LoadingDialogProps {
  title: string;
  /** What the form is made of. */
  parts: readonly Part[];
  onClose: () => void;
}

/** In place of a form until all parts have been fetched: that it is fetched, or why it cannot be. */
export function LoadingDialog({ title, parts, onClose }: LoadingDialogProps) {
  const error = failureOf(parts);
  const retry = (): void => {
    for (const part of parts) if (!part.hasLoaded.peek()) void part.load();
  };
  return (
    <PageDialog onClose={onClose} title={title} testId="loading-dialog">
      {error === null ? (
        <Skeleton className="h-40" />
      ) : (
        <Failure error={error} onRetry={retry} testId="loading-retry" />
      )}
    </PageDialog>
  );
}
