import { createModel } from '@preact/signals-react';
import type { AlarmTrialDraft, AlarmTrialResult, Condition } from '@farm3d/api';
import { api } from '../../platform/services.ts';
import { deviceApi } from './device-api.ts';
import { gridValues } from './tabs/grid-values.ts';
import { createTrial, type TrialOptions } from './trial.ts';
import { conditionKeys } from './trial-summary.ts';

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
  readonly result: AlarmTrialResult;
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

/** Tries a setting on the past of a device, with the readings to show. */
async function tryOnPast(
  deviceId: string,
  draft: AlarmTrialDraft,
  signal: AbortSignal,
): Promise<TrialAnswer> {
  const [key] = conditionKeys(draft.condition);
  const [result, series] = await Promise.all([
    deviceApi.alarmSettings.tryOut(deviceId, draft, TRIAL_DAYS, { signal }),
    key === undefined ? null : fetchSeries(deviceId, key, signal),
  ]);
  return { result, series, bound: boundOf(draft.condition) };
}

/** The trial of a device's alarm setting. */
export const AlarmTrialModel = createModel((deviceId: string, tried: TrialOptions<TrialAnswer>['tried']) =>
  createTrial({ tried, run: (draft, signal) => tryOnPast(deviceId, draft, signal) }),
);
