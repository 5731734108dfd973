import { useModel } from '@preact/signals-react';
import type { AlarmTrialProps } from '../../../components/rules/alarm-setting-dialog.tsx';
import { AlarmTrialPanel } from '../../../components/rules/alarm-trial-panel.tsx';
import type { NameKey } from '../../../components/rules/condition-text.ts';
import { durationText } from '../../../components/rules/duration-text.ts';
import { t } from '../../../components/rules/zh-CN.ts';
import { readingText } from '../../../platform/reading-text.ts';
import { Chart } from '../../../components/charts/chart.tsx';
import { AlarmTrialModel, type TrialAnswer, type TrialSeries } from '../alarm-trial-model.ts';
import { trialSummary } from '../device-values.ts';

/** What the setting of the form would have done on the device in the last 30 days. */
export default function AlarmTrial({ owner, tried, nameKey }: AlarmTrialProps) {
  const trial = useModel(() => new AlarmTrialModel(owner, tried));
  return (
    <AlarmTrialPanel trial={trial}>
      {(answer) => <Answer answer={answer} nameKey={nameKey} />}
    </AlarmTrialPanel>
  );
}

interface AnswerProps {
  answer: TrialAnswer;
  nameKey: NameKey;
}

function Answer({ answer: { result, alarms, series, bound }, nameKey }: AnswerProps) {
  const { totalMs, longestMs, isActive } = trialSummary(result);
  const count = alarms ?? result.intervals.length;
  if (result.messages === 0 && count === 0)
    return (
      <div data-testid="alarm-trial-empty">
        <p className="text-body font-medium">{t('rule.trial.empty')}</p>
        <p className="text-note text-ink-3">{t('rule.trial.empty.hint')}</p>
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
          ? t('rule.trial.none')
          : t('rule.trial.sum', {
              n: count,
              total: durationText(totalMs),
              longest: durationText(longestMs),
            })}
        {isActive && ` ${t('rule.trial.active')}`}
      </output>
      {series && <SeriesChart series={series} nameKey={nameKey} bound={bound} shades={shades} />}
      <p className="text-note text-ink-3">{t('rule.trial.messages', { n: result.messages })}</p>
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
        label={t('rule.trial.chart', { name })}
        testId="alarm-trial-chart"
        times={series.times}
        unit={unit}
        digits={2}
        lines={[{ label: name, colour: 'leaf', values: series.mean }]}
        bands={[{ label: t('rule.trial.range'), colour: 'leaf', low: series.low, high: series.high }]}
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
          {t('rule.trial.shaded')}
        </p>
      )}
    </div>
  );
}
