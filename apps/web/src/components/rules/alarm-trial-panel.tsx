import { useEffect, type ReactNode } from 'react';
import { WifiOff } from 'lucide-react';
import { NetworkError } from '@farm3d/api';
import { Button, Skeleton, classes } from '@farm3d/ui';
import { problemText } from '../../platform/problem.ts';
import type { AlarmTrial } from './alarm-trial.ts';
import { t } from './zh-CN.ts';

/** A failed request is repeated after this time, milliseconds. */
const RETRY_MS = 3000;

interface AlarmTrialPanelProps<Answer> {
  trial: AlarmTrial<Answer>;
  children: (answer: Answer) => ReactNode;
}

/** The trial of an alarm setting beside its form: what it found, or why it cannot say. */
export function AlarmTrialPanel<Answer>({ trial, children }: AlarmTrialPanelProps<Answer>) {
  const { retry } = trial;
  useEffect(() => {
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [retry]);
  const state = trial.state.value;
  const error = trial.error.value;
  // Up to the next answer: it is tried again meanwhile.
  const isUnreached = error instanceof NetworkError && (state === 'failed' || state === 'running');
  const isFailed = state === 'failed';
  // The first request of a network that is back may fail, too.
  useEffect(() => {
    if (!isFailed || !isUnreached || !navigator.onLine) return undefined;
    const timer = setTimeout(retry, RETRY_MS);
    return () => clearTimeout(timer);
  }, [retry, isFailed, isUnreached]);
  const answer = trial.answer.value;
  const isRunning = state === 'running';
  const progress = trial.progress.value;
  const isJob = isRunning && progress !== null;
  const isTooLarge = isFailed && trial.isTooLarge.value;
  return (
    <section
      aria-label={t('rule.trial')}
      aria-busy={isRunning}
      data-testid="alarm-trial"
      data-state={state}
      className="flex flex-col gap-3 rounded-panel border border-line p-4"
    >
      <h3 className="text-note font-semibold text-ink-3">{t('rule.trial')}</h3>
      {state === 'incomplete' && <p className="text-note text-ink-3">{t('rule.trial.incomplete')}</p>}
      {isTooLarge ? (
        <TrialTooLarge onStart={trial.tryAsJob} />
      ) : (
        (isFailed || isUnreached) && <Failure error={error} onRetry={retry} />
      )}
      {isJob && <TrialProgress share={progress} onCancel={retry} />}
      {isRunning && !isJob && !answer && !isUnreached && <Skeleton className="h-72" />}
      {answer && !isUnreached && (isRunning || state === 'done') && (
        // The former answer stays in sight, dimmed, until the new one is there.
        <div className={classes('transition-opacity duration-150', isRunning && 'opacity-50')}>
          {children(answer)}
        </div>
      )}
    </section>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isOffline = error instanceof NetworkError;
  return (
    <div
      role="alert"
      data-testid="alarm-trial-failed"
      className="flex flex-wrap items-center gap-2 text-note"
    >
      {isOffline && <WifiOff aria-hidden size={16} className="shrink-0 text-amber" />}
      <div className="min-w-0 flex-1">
        <p className="text-amber">
          {isOffline ? t('rule.trial.offline') : t('rule.trial.failed', { reason: problemText(error) })}
        </p>
        {isOffline && <p className="text-ink-3">{t('rule.trial.offline.hint')}</p>}
      </div>
      <Button size="sm" data-testid="alarm-trial-retry" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}

/** More readings than a person waits for: they are tried in the background on request. */
export function TrialTooLarge({ onStart }: { onStart: () => void }) {
  return (
    <output data-testid="alarm-trial-too-large" className="flex flex-col items-start gap-2">
      <p className="text-body font-medium">{t('rule.trial.tooLarge')}</p>
      <p className="text-note text-ink-3">{t('rule.trial.tooLarge.hint')}</p>
      <Button size="sm" data-testid="alarm-trial-job" onClick={onStart}>
        {t('rule.trial.job')}
      </Button>
    </output>
  );
}

/** How far a job is. Cancelled, there are too many readings again. */
export function TrialProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const text = t('rule.trial.job.progress', { percent: Math.floor(share * 100) });
  return (
    <div data-testid="alarm-trial-progress" data-share={share} className="flex flex-col items-start gap-2">
      <p className="text-note text-ink-2 tabular-nums">{text}</p>
      <progress aria-label={text} value={share} max={1} className="h-2 w-full accent-leaf" />
      <Button size="sm" variant="quiet" data-testid="alarm-trial-cancel" onClick={onCancel}>
        {t('rule.trial.job.cancel')}
      </Button>
    </div>
  );
}
