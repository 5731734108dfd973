import { useEffect } from 'react';
import { useModel } from '@preact/signals-react';
import { WifiOff } from 'lucide-react';
import { NetworkError } from '@farm3d/api';
import { Button, classes, Skeleton } from '@farm3d/ui';
import type { AlarmTrialProps } from '../../../components/rules/alarm-setting-dialog.tsx';
import { durationText } from '../../../components/rules/duration-text.ts';
import type { NameKey } from '../../../components/rules/condition-text.ts';
import { problemText } from '../../../platform/problem.ts';
import { readingText } from '../../../platform/reading-text.ts';
import { Chart } from '../../agronomy/components/chart.tsx';
import { AlarmTrialModel, type TrialAnswer, type TrialSeries } from '../alarm-trial-model.ts';
import { t } from '../texts.ts';
import { trialSummary } from '../trial-summary.ts';

/** A failed request is repeated after this time, milliseconds. */
const RETRY_MS = 3000;

/** What the setting of the form would have done in the last 30 days. */
export default function AlarmTrial({ owner, tried, nameKey }: AlarmTrialProps) {
  const model = useModel(() => new AlarmTrialModel(owner, tried));
  useEffect(() => {
    addEventListener('online', model.retry);
    return () => removeEventListener('online', model.retry);
  }, [model]);
  const state = model.state.value;
  const error = model.error.value;
  // Up to the next answer: it is tried again meanwhile.
  const isUnreached = error instanceof NetworkError && (state === 'failed' || state === 'running');
  const isFailed = state === 'failed';
  // The first request of a network that is back may fail, too.
  useEffect(() => {
    if (!isFailed || !isUnreached || !navigator.onLine) return undefined;
    const timer = setTimeout(model.retry, RETRY_MS);
    return () => clearTimeout(timer);
  }, [model, isFailed, isUnreached]);
  const answer = model.answer.value;
  const isRunning = state === 'running';
  return (
    <section
      aria-label={t('device.trial')}
      aria-busy={isRunning}
      data-testid="alarm-trial"
      data-state={state}
      className="flex flex-col gap-3 rounded-panel border border-line p-4"
    >
      <h3 className="text-note font-semibold text-ink-3">{t('device.trial')}</h3>
      {state === 'incomplete' && <p className="text-note text-ink-3">{t('device.trial.incomplete')}</p>}
      {(isFailed || isUnreached) && <Failure error={error} onRetry={model.retry} />}
      {isRunning && !answer && !isUnreached && <Skeleton className="h-72" />}
      {answer && !isUnreached && (isRunning || state === 'done') && (
        // The former answer stays in sight, dimmed, until the new one is there.
        <div className={classes('transition-opacity duration-150', isRunning && 'opacity-50')}>
          <Answer answer={answer} nameKey={nameKey} />
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
      {isOffline && <WifiOff aria-hidden size={16} strokeWidth={1.5} className="shrink-0 text-amber" />}
      <div className="min-w-0 flex-1">
        <p className="text-amber">
          {isOffline ? t('device.trial.offline') : t('device.trial.failed', { reason: problemText(error) })}
        </p>
        {isOffline && <p className="text-ink-3">{t('device.trial.offline.hint')}</p>}
      </div>
      <Button size="sm" data-testid="alarm-trial-retry" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}

interface AnswerProps {
  answer: TrialAnswer;
  nameKey: NameKey;
}

function Answer({ answer: { result, series, bound }, nameKey }: AnswerProps) {
  const { count, totalMs, longestMs, isActive } = trialSummary(result);
  if (result.messages === 0 && count === 0)
    return (
      <div data-testid="alarm-trial-empty">
        <p className="text-body font-medium">{t('device.trial.empty')}</p>
        <p className="text-note text-ink-3">{t('device.trial.empty.hint')}</p>
      </div>
    );
  const shades = result.intervals.map(({ from, to }) => ({ from, to: to ?? result.endTs }));
  return (
    <div className="flex flex-col gap-3">
      <output
        className="text-body font-medium"
        data-testid="alarm-trial-sum"
        data-count={count}
        data-total-ms={totalMs}
        data-longest-ms={longestMs}
      >
        {count === 0
          ? t('device.trial.none')
          : t('device.trial.sum', {
              n: count,
              total: durationText(totalMs),
              longest: durationText(longestMs),
            })}
        {isActive && ` ${t('device.trial.active')}`}
      </output>
      {series && <SeriesChart series={series} nameKey={nameKey} bound={bound} shades={shades} />}
      <p className="text-note text-ink-3">{t('device.trial.messages', { n: result.messages })}</p>
    </div>
  );
}

interface SeriesChartProps {
  series: TrialSeries;
  nameKey: NameKey;
  bound: number | null;
  shades: readonly { from: number; to: number }[];
}

function SeriesChart({ series, nameKey, bound, shades }: SeriesChartProps) {
  const { name, unit } = nameKey(series.key, null);
  return (
    <div>
      <Chart
        label={t('device.trial.chart', { name })}
        testId="alarm-trial-chart"
        times={series.times}
        unit={unit}
        digits={2}
        lines={[{ label: name, colour: 'leaf', values: series.mean }]}
        bands={[{ label: t('device.trial.range'), colour: 'leaf', low: series.low, high: series.high }]}
        shades={shades}
        {...(bound === null
          ? {}
          : {
              thresholds: [{ value: bound, label: readingText(bound), colour: 'alarm' as const }],
              // The axis includes the threshold, which may also be the lowest value.
              max: bound,
            })}
      />
      {shades.length > 0 && (
        <p className="flex items-center gap-2 text-note text-ink-3">
          <span aria-hidden className="size-3 rounded-sm border border-alarm bg-alarm-soft" />
          {t('device.trial.shaded')}
        </p>
      )}
    </div>
  );
}
