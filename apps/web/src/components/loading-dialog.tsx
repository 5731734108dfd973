import { Button, Dialog, ErrorState, Skeleton } from '@farm3d/ui';
import { t } from '../platform/locale.ts';
import type { Loadable } from '../platform/loadable.ts';
import { problemHint, problemText } from '../platform/problem.ts';

type Part = Omit<Loadable<unknown>, 'set'>;

/** Whether everything that a form is made of has been fetched. */
export const allLoaded = (parts: readonly Part[]): boolean => parts.every(({ hasLoaded }) => hasLoaded.value);

interface LoadingDialogProps {
  title: string;
  /** What the form is made of. */
  parts: readonly Part[];
  onClose: () => void;
}

/** In place of a form until {@link allLoaded}: that it is fetched, or why it cannot be. */
export function LoadingDialog({ title, parts, onClose }: LoadingDialogProps) {
  const missing = parts.filter(({ hasLoaded }) => !hasLoaded.value);
  const error = missing.map((part) => part.error.value).find((one) => one !== null) ?? null;
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={t('common.close')} testId="loading-dialog">
      {error === null ? (
        <Skeleton className="h-40" />
      ) : (
        <ErrorState
          title={problemText(error)}
          hint={problemHint(error)}
          action={
            <Button
              data-testid="loading-retry"
              onClick={() => {
                for (const part of missing) void part.load();
              }}
            >
              {t('common.retry')}
            </Button>
          }
        />
      )}
    </Dialog>
  );
}
