import { createModel } from '@preact/signals-react';
import type { AlarmTrialDraft, AlarmTrialResult, Condition } from '@farm3d/api';
import { conditionKeys } from '../../components/rules/alarm-condition-values.ts';
import { runAlarmTrialJob } from '../../components/rules/alarm-trial-job.ts';
import { createTrial, type TrialOptions } from '../../components/rules/alarm-trial.ts';
import { api } from '../../platform/services.ts';
import { deviceApi } from './device-api.ts';
import { gridValues } from './tabs/grid-values.ts';

/** The most that the server tries. */
const TRIAL_DAYS = 30;
const DAY_MS = 86_400_000;
/** Points of the chart: one for each hour. */
const POINTS = 720;

/** The watched key over the tried days. */
export interface TrialSeries {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly times: readonly number[];
  readonly mean: readonly (number | null)[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

export interface TrialAnswer {
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

async function fetchSeries(deviceId: string, key: string, signal: AbortSignal): Promise<TrialSeries> {
  const to = Date.now();
  const from = to - TRIAL_DAYS * DAY_MS;
  const answer = await api.telemetry.chart(
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
}

type Found = Pick<TrialAnswer, 'result' | 'alarms'>;

async function tryAtOnce(deviceId: string, draft: AlarmTrialDraft, signal: AbortSignal): Promise<Found> {
  return {
    result: await deviceApi.alarmSettings.tryOut(deviceId, draft, TRIAL_DAYS, { signal }),
    alarms: null,
  };
}

async function tryAsJob(
  deviceId: string,
  draft: AlarmTrialDraft,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Found> {
  const options = { days: TRIAL_DAYS, signal, onProgress };
  const found = await runAlarmTrialJob(deviceApi.alarmTrials, { deviceId }, draft, options);
  const { startTs, endTs, messages, alarms, activeMs, items } = found;
  return { result: { startTs, endTs, messages, activeMs, intervals: items[0]?.intervals ?? [] }, alarms };
}

/** What a trial found, with the readings to show. */
async function withSeries(
  deviceId: string,
  { condition }: AlarmTrialDraft,
  signal: AbortSignal,
  trial: Promise<Found>,
): Promise<TrialAnswer> {
  const [key] = conditionKeys(condition);
  const [found, series] = await Promise.all([
    trial,
    key === undefined ? null : fetchSeries(deviceId, key, signal),
  ]);
  return { ...found, series, bound: boundOf(condition) };
}

/** The trial of a device's alarm setting. */
export const AlarmTrialModel = createModel((deviceId: string, tried: TrialOptions<TrialAnswer>['tried']) =>
  createTrial<TrialAnswer>({
    tried,
    run: (draft, signal) => withSeries(deviceId, draft, signal, tryAtOnce(deviceId, draft, signal)),
    runAsJob: (draft, signal, onProgress) =>
      withSeries(deviceId, draft, signal, tryAsJob(deviceId, draft, signal, onProgress)),
  }),
);
