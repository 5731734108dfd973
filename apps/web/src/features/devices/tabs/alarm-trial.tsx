import { createModel } from '@preact/signals-react';
import {
  alarmSettings,
  alarmTrials,
  type AlarmTrialDraft,
  type AlarmTrialResult,
  type Condition,
} from '@farm3d/api';
import { conditionKeys } from '../../../components/rules/alarm-condition-values.ts';
import type { AlarmTrialProps } from '../../../components/rules/alarm-setting-dialog.tsx';
import { AlarmTrialPanel } from '../../../components/rules/alarm-trial-panel.tsx';
import { runAlarmTrialJob, createTrial, type TrialOptions } from '../../../components/rules/alarm-trial.ts';
import { type NameKey, durationText } from '../../../components/rules/condition-text.ts';
import { t } from '../../../components/rules/zh-CN.ts';
import { readingText } from '../../../platform/readings.ts';
import { Chart } from '../../../components/charts/chart.tsx';
import { useModelOf } from '../../../kit/services.tsx';
import type { Services } from '../../../platform/services.ts';
import { trialSummary } from '../device-values.ts';
import { gridValues } from './chart-lines.ts';

/** The most that the server tries. */
const TRIAL_DAYS = 30;
const DAY_MS = 86_400_000;
/** Points of the chart: one for each hour. */
const POINTS = 720;

/** The watched key over the tried days. */
interface TrialSeries {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly times: readonly number[];
  readonly mean: readonly (number | null)[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

interface TrialAnswer {
  /** Of a job, with its last 100 intervals. */
  readonly result: AlarmTrialResult;
  /** Alarms that a job counted; null: the intervals are all. */
  readonly alarms: number | null;
  /** Null: the condition watches no key. */
  readonly series: TrialSeries | null;
  /** The threshold of a comparison with a number. */
  readonly bound: number | null;
}

const boundOf = (condition: Condition): number | null =>
  'value' in condition && typeof condition.value === 'number' && condition.than === undefined
    ? condition.value
    : null;

type Found = Pick<TrialAnswer, 'result' | 'alarms'>;

/** The trial of a device's alarm setting. */
const AlarmTrialModel = createModel(
  (services: Services, deviceId: string, tried: TrialOptions<TrialAnswer>['tried']) => {
    const calls = services.clientOf({ alarmSettings, alarmTrials });
    const fetchSeries = async (key: string, signal: AbortSignal): Promise<TrialSeries> => {
      const to = Date.now();
      const from = to - TRIAL_DAYS * DAY_MS;
      const answer = await services.api.telemetry.chart(
        deviceId,
        { keys: [key], startTs: from, endTs: to, points: POINTS },
        { signal },
      );
      const points = answer[key] ?? [];
      const grid = gridValues(
        {
          mean: points,
          low: points.map((point) => ({ ...point, value: point.min })),
          high: points.map((point) => ({ ...point, value: point.max })),
        },
        ['mean', 'low', 'high'],
        { from, to, points: POINTS },
      );
      return {
        key,
        times: Array.from({ length: POINTS }, (_, at) => from + ((to - from) * at) / POINTS),
        mean: grid['mean'] ?? [],
        low: grid['low'] ?? [],
        high: grid['high'] ?? [],
      };
    };
    /** What a trial found, with the readings to show. */
    const withSeries = async (
      { condition }: AlarmTrialDraft,
      signal: AbortSignal,
      trial: Promise<Found>,
    ): Promise<TrialAnswer> => {
      const [key] = conditionKeys(condition);
      const [found, series] = await Promise.all([trial, key === undefined ? null : fetchSeries(key, signal)]);
      return { ...found, series, bound: boundOf(condition) };
    };
    const tryAtOnce = async (draft: AlarmTrialDraft, signal: AbortSignal): Promise<Found> => ({
      result: await calls.alarmSettings.tryOut(deviceId, draft, TRIAL_DAYS, { signal }),
      alarms: null,
    });
    const tryAsJob = async (
      draft: AlarmTrialDraft,
      signal: AbortSignal,
      onProgress: (share: number) => void,
    ): Promise<Found> => {
      const options = { days: TRIAL_DAYS, signal, onProgress };
      const found = await runAlarmTrialJob(calls.alarmTrials, { deviceId }, draft, options);
      const { startTs, endTs, messages, alarms, activeMs, items } = found;
      return {
        result: { startTs, endTs, messages, activeMs, intervals: items[0]?.intervals ?? [] },
        alarms,
      };
    };
    return createTrial<TrialAnswer>({
      tried,
      run: (draft, signal) => withSeries(draft, signal, tryAtOnce(draft, signal)),
      runAsJob: (draft, signal, onProgress) => withSeries(draft, signal, tryAsJob(draft, signal, onProgress)),
    });
  },
);

/** What the setting of the form would have done on the device in the last 30 days. */
export default function AlarmTrial({ owner, tried, nameKey }: AlarmTrialProps) {
  const trial = useModelOf(AlarmTrialModel, owner, tried);
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
