import { Dialog, Skeleton } from '@farm3d/ui';
import { t } from '../platform/locale.ts';
import { failureOf, Failure, type Part } from './loaded.tsx';

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
    <Dialog open onClose={onClose} title={title} closeLabel={t('common.close')} testId="loading-dialog">
      {error === null ? (
        <Skeleton className="h-40" />
      ) : (
        <Failure error={error} onRetry={retry} testId="loading-retry" />
      )}
    </Dialog>
  );
}
