import { Button } from '@farm3d/ui';
import { PageDialog } from '../../kit/dialog.tsx';
import type { Bulk } from './bulk-work.ts';
import { t } from './zh-CN.ts';

/** Progress of a bulk action: stopping it, its failures one by one, and reverting it. */
export function BulkProgressDialog({ bulk }: { bulk: Bulk }) {
  const progress = bulk.progress.value;
  const undo = bulk.undo.value;
  return (
    <PageDialog
      open={bulk.isOpen.value}
      keepOpen={progress?.isRunning ?? false}
      onClose={progress?.isRunning ? bulk.stop : bulk.close}
      title={progress?.title ?? ''}
      testId="bulk-progress"
      actions={
        progress?.isRunning ? (
          <Button onClick={bulk.stop} data-testid="bulk-stop">
            {t('bulk.stop')}
          </Button>
        ) : (
          <>
            {undo && (
              <Button onClick={() => void undo()} data-testid="bulk-undo">
                {t('bulk.undo')}
              </Button>
            )}
            <Button variant="primary" onClick={bulk.close} data-testid="bulk-close">
              {t('common.close')}
            </Button>
          </>
        )
      }
    >
      {progress && (
        <div aria-live="polite" className="flex flex-col gap-2">
          <progress
            aria-label={t('bulk.running')}
            max={progress.total}
            value={progress.done + progress.failed}
            className="block h-2 w-full accent-leaf"
          />
          <p className="text-body tabular-nums" data-testid="bulk-done" data-running={progress.isRunning}>
            {t('bulk.done', { done: progress.done, total: progress.total })}
          </p>
          {progress.failed > 0 && (
            <p role="alert" className="text-note text-alarm">
              {t('bulk.failed', { n: progress.failed, reason: progress.reason ?? '' })}
            </p>
          )}
          {progress.failures.length > 0 && (
            <ul className="thin-scrollbar max-h-60 overflow-y-auto rounded-control bg-sunken px-3 py-2">
              {progress.failures.map(({ name, reason }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the list only grows
                <li key={index} data-testid="bulk-failure" className="text-note">
                  <span className="font-medium">{name}</span>
                  <span className="ml-2 text-ink-2">{reason}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </PageDialog>
  );
}
