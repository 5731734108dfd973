import { Button } from '@farm3d/ui';
import { t } from './zh-CN.ts';

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
