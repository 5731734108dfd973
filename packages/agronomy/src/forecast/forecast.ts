import { clamp, given, inRange } from '../checked.ts';
import type { Sample } from '../daily.ts';
import { DAY_MS, DEFAULT_TIME_ZONE, localMinute } from '../local-calendar.ts';
import { attempt, AgronomyError, type Reason } from '../reason.ts';
import { candidates, MIN_HISTORY_DAYS, type SeriesKind } from './candidates.ts';
import { combine, type Tried } from './combination.ts';
import {
  conformalHalfWidth,
  coverage,
  crossing,
  type CrossingOperator,
  evaluateAt,
  type Evaluation,
  isBeyond,
  pooledResiduals,
} from './evaluate.ts';
import type { Grid } from './methods.ts';
import { regularGrid, type RegularSeries } from './regular-grid.ts';

/** History looked at, days: older values do not improve the forecast. */
const MAX_DAYS = 60;
/** Origins a method is tried from, and buckets between them (no divisor of a day, so that they fall on different hours). */
const ORIGINS = 20;
const ORIGIN_STRIDE = 11;
/** A series is stale when its newest sample is older than this many buckets. */
const FRESH_BUCKETS = 3;
const MAX_MISSING = 0.5;
/** The seasonal naive method is kept unless the error of another is smaller by more than this share. */
const TIE = 0.001;
/** Share of the range that a value must come back before it can cross again. */
const HYSTERESIS = 0.02;

export interface AlarmThreshold {
  settingId: string;
  op: CrossingOperator;
  threshold: number;
}

export interface ForecastInput {
  key: string;
  /** Names for the texts; the key when absent. */
  name?: string;
  nameEn?: string;
  unit?: string;
  points: readonly Sample[];
  /** Epoch ms. */
  now: number;
  /** Grid, minutes. Default 60. */
  stepMinutes?: 5 | 10 | 30 | 60;
  /** Default 6. */
  horizonHours?: number;
  /** Default 'diurnal'. */
  kind?: SeriesKind;
  /** Limits of the attribute; humidity 0–100. */
  min?: number | null;
  max?: number | null;
  thresholds?: readonly AlarmThreshold[];
  timeZone?: string;
}

export interface ForecastPoint {
  /** Epoch ms of the bucket's start. */
  ts: number;
  value: number;
  lo80: number;
  hi80: number;
  lo95: number;
  hi95: number;
}

export interface ForecastWarning {
  settingId: string;
  op: CrossingOperator;
  threshold: number;
  level: 'possible' | 'likely';
  /** Epoch ms at which it is first so probable. */
  at: number;
  /** Probability at that time, 0–1. */
  probability: number;
  zh: string;
  en: string;
}

export interface Forecast {
  key: string;
  unit: string;
  stepMs: number;
  points: readonly ForecastPoint[];
  warnings: readonly ForecastWarning[];
  model: {
    name: string;
    mae: number;
    snaiveMae: number;
    /** 1 − MAE/MAE of the seasonal naive. */
    skill: number;
    /** Share of past errors inside their 80 % interval. */
    coverage80: number | null;
    origins: number;
    /** 'low' when no method beat the seasonal naive. */
    confidence: 'normal' | 'low';
  };
  quality: { historyDays: number; missingPct: number; stale: false; spikes: number };
  reason: null;
}

export interface NoForecast {
  key: string;
  points: readonly [];
  warnings: readonly [];
  reason: Reason;
}

/**
 * Forecast of a key for some hours: the method with the least error over twenty past origins (for light all methods,
 * weighted by their errors), split-conformal intervals from its errors, and the probability of crossing each alarm threshold. Too little or too old history
 * gives only a `reason`.
 */
export function forecastSeries(input: ForecastInput): Forecast | NoForecast {
  const result = attempt(() => compute(input));
  return result.reason === null
    ? result.value
    : { key: input.key, points: [], warnings: [], reason: result.reason };
}

interface Chosen extends Tried {
  naive: Evaluation;
}

function compute(input: ForecastInput): Forecast {
  const stepMs = inRange(input.stepMinutes ?? 60, 'stepMinutes', 1, 1440) * 60_000;
  const m = DAY_MS / stepMs;
  if (!Number.isInteger(m)) throw new AgronomyError('out_of_range', 'stepMinutes', input.stepMinutes);
  const h = Math.round((inRange(input.horizonHours ?? 6, 'horizonHours', 0.05, 72) * 3_600_000) / stepMs);
  const series = regularGrid(input.points, stepMs, MAX_DAYS * m);
  if (series === null) throw new AgronomyError('insufficient_history');
  const days = series.grid.length / m;
  if (days < MIN_HISTORY_DAYS) throw new AgronomyError('insufficient_history', input.key, days);
  if (input.now - series.newest > FRESH_BUCKETS * stepMs)
    throw new AgronomyError('stale', input.key, series.newest);
  if (series.missingShare > MAX_MISSING)
    throw new AgronomyError('too_many_gaps', input.key, series.missingShare);

  const chosen = choose(input.kind ?? 'diurnal', series.grid, m, h, days);
  const skill = chosen.naive.mae > 0 ? 1 - chosen.evaluation.mae / chosen.naive.mae : 0;
  const residuals = chosen.evaluation.residuals;
  const first = series.start + series.grid.length * stepMs;
  const points = withIntervals(chosen, first, stepMs, limitsOf(input));
  return {
    key: input.key,
    unit: input.unit ?? '',
    stepMs,
    points,
    warnings: warningsOf(input, series, points, residuals),
    model: {
      name: chosen.name,
      mae: chosen.evaluation.mae,
      snaiveMae: chosen.naive.mae,
      skill,
      coverage80: coverage(residuals, 0.8),
      origins: residuals.length,
      confidence: skill > 0 ? 'normal' : 'low',
    },
    quality: {
      historyDays: days,
      missingPct: 100 * series.missingShare,
      stale: false,
      spikes: series.spikes,
    },
    reason: null,
  };
}

/** The last origin has the whole horizon after it, the first two days before it. */
function originsOf(length: number, h: number, m: number): readonly number[] {
  const origins: number[] = [];
  for (let at = length - h; origins.length < ORIGINS && at >= MIN_HISTORY_DAYS * m; at -= ORIGIN_STRIDE) {
    origins.push(at);
  }
  // Little more than two days leave no such origin: one with a shorter history is used.
  if (origins.length === 0) origins.push(Math.max(m, length - h));
  return origins;
}

/** The method with the least past error; for light, whose methods have similar errors, their combination. */
function choose(kind: SeriesKind, grid: Grid, m: number, h: number, days: number): Chosen {
  const origins = originsOf(grid.length, h, m);
  let naive: Evaluation | null = null;
  const methods: Tried[] = [];
  for (const { name, forecast } of candidates(kind, m, days)) {
    const evaluation = evaluateAt(grid, forecast, h, origins);
    naive ??= evaluation;
    const values = forecast(grid, h);
    if (evaluation.count > 0 && !values.some((value) => Number.isNaN(value)))
      methods.push({ name, evaluation, values });
  }
  const [first, ...others] = methods;
  if (first === undefined || naive === null) throw new AgronomyError('too_many_gaps');
  if (kind === 'light' && others.length > 0) return { ...combine([first, ...others]), naive };
  return { ...bestOf([first, ...others]), naive };
}

function bestOf([first, ...others]: readonly [Tried, ...Tried[]]): Tried {
  let best = first;
  for (const method of others) {
    const toBeat = best.evaluation.mae * (best.name === 'seasonalNaive' ? 1 - TIE : 1);
    if (method.evaluation.mae < toBeat) best = method;
  }
  return best;
}

function limitsOf(input: ForecastInput): readonly [number, number] {
  return [input.min ?? -Infinity, input.max ?? Infinity];
}

function withIntervals(
  chosen: Chosen,
  first: number,
  stepMs: number,
  [min, max]: readonly [number, number],
): readonly ForecastPoint[] {
  return Array.from(chosen.values, (raw, step) => {
    const pooled = pooledResiduals(chosen.evaluation.residuals, step);
    const [half80 = 0, half95 = 0] =
      pooled.length === 0 ? [] : conformalHalfWidth({ residuals: pooled, levels: [0.8, 0.95] });
    const limited = (value: number) => clamp(value, min, max);
    return {
      ts: first + step * stepMs,
      value: limited(raw),
      lo80: limited(raw - half80),
      hi80: limited(raw + half80),
      lo95: limited(raw - half95),
      hi95: limited(raw + half95),
    };
  });
}

function warningsOf(
  input: ForecastInput,
  series: RegularSeries,
  points: readonly ForecastPoint[],
  residuals: readonly Float64Array[],
): readonly ForecastWarning[] {
  const warnings: ForecastWarning[] = [];
  const errors = points.map((_, step) => pooledResiduals(residuals, step));
  for (const setting of input.thresholds ?? []) {
    if (isAlreadyOver(setting, input, series.grid)) continue;
    const { op, threshold } = setting;
    const values = points.map((point) => point.value);
    const { probability, firstLikely, firstPossible } = crossing({
      points: values,
      residuals: errors,
      op,
      threshold,
    });
    const step = firstLikely ?? firstPossible;
    const point = step === null ? undefined : points[step];
    if (step === null || point === undefined) continue;
    const chance = probability[step] ?? 0;
    warnings.push({
      ...setting,
      level: firstLikely === null ? 'possible' : 'likely',
      at: point.ts,
      probability: chance,
      ...texts(input, setting, point.ts, chance),
    });
  }
  return warnings;
}

/** Beyond the threshold now, or back by less than the hysteresis after being beyond it: an alarm, no prediction. */
function isAlreadyOver(setting: AlarmThreshold, input: ForecastInput, grid: Grid): boolean {
  const recent = [...grid.subarray(-FRESH_BUCKETS)].filter((value) => !Number.isNaN(value));
  const last = recent.at(-1);
  if (last === undefined) return false;
  if (isBeyond(last, setting.op, setting.threshold)) return true;
  const range = given(input.min) && given(input.max) ? input.max - input.min : 0;
  const near = Math.abs(last - setting.threshold) < HYSTERESIS * range;
  return near && recent.some((value) => isBeyond(value, setting.op, setting.threshold));
}

function texts(
  input: ForecastInput,
  setting: AlarmThreshold,
  at: number,
  probability: number,
): { zh: string; en: string } {
  const time = localMinute(at, input.timeZone ?? DEFAULT_TIME_ZONE);
  const above = setting.op === '>=' || setting.op === '>';
  const percent = Math.round(100 * probability);
  const limit = `${setting.threshold}${input.unit ?? ''}`;
  return {
    zh: `预计${time}${input.name ?? input.key}将${above ? '高于' : '低于'}${limit}（概率${percent}%）`,
    en: `${input.nameEn ?? input.name ?? input.key} is expected ${above ? 'above' : 'below'} ${limit} at ${time} (${percent} %)`,
  };
}
