import { clamp, finite, inRange } from '../checked.ts';
import { AgronomyError } from '../reason.ts';
import {
  ANOMALY_HOLD,
  anchoredProfileGrid,
  ewProfileGrid,
  type Grid,
  HOLT_WINTERS,
  holtWintersGrid,
  seasonalNaiveGrid,
  toGrid,
} from './methods.ts';

/** Continues a grid by `h` values, NaN where it cannot. */
export type Forecaster = (y: Grid, h: number) => Float64Array;

/** Methods by name for {@link rollingOriginMae}, on a grid of hours. */
const BY_NAME: Record<string, (m: number) => Forecaster> = {
  seasonalNaive: (m) => (y, h) => seasonalNaiveGrid(y, m, h),
  ewProfile: (m) => (y, h) => ewProfileGrid(y, m, h),
  anchoredProfile: (m) => (y, h) => anchoredProfileGrid(y, m, h, ANOMALY_HOLD),
  holtWintersDamped: (m) => (y, h) =>
    holtWintersGrid(y, m, h, HOLT_WINTERS)?.forecast ?? new Float64Array(h).fill(Number.NaN),
};

/**
 * Mean absolute error of a method over rolling origins: it receives the values before each origin and predicts the
 * next `h`.
 */
export function rollingOriginMae(input: {
  y: readonly (number | null)[];
  m: number;
  h: number;
  origins: readonly number[];
  method: string;
}): number {
  const method = BY_NAME[input.method];
  if (method === undefined) throw new AgronomyError('no_model', 'method', input.method);
  const run = evaluateAt(toGrid(input.y), method(input.m), input.h, input.origins);
  if (run.count === 0) throw new AgronomyError('insufficient_history', 'origins');
  return run.mae;
}

export interface Evaluation {
  mae: number;
  /** Errors compared. */
  count: number;
  /** Truth minus forecast, by origin and step; NaN where either is missing. */
  residuals: readonly Float64Array[];
}

/** Runs a forecaster at each origin (index of the first unknown value) and keeps its signed errors. */
export function evaluateAt(
  y: Grid,
  forecaster: Forecaster,
  h: number,
  origins: readonly number[],
): Evaluation {
  let total = 0;
  let count = 0;
  const residuals = origins.map((origin) => {
    const forecast = forecaster(y.subarray(0, origin), h);
    const errors = new Float64Array(h).fill(Number.NaN);
    for (let step = 0; step < h && origin + step < y.length; step++) {
      const error = (y[origin + step] as number) - (forecast[step] as number);
      if (Number.isNaN(error)) continue;
      errors[step] = error;
      total += Math.abs(error);
      count++;
    }
    return errors;
  });
  return { mae: count > 0 ? total / count : Number.NaN, count, residuals };
}

/**
 * Half widths of split-conformal intervals: for each level the ⌈(n+1)·level⌉-th smallest absolute residual, the
 * greatest when there are too few. Vovk; Lei et al. 2018.
 */
export function conformalHalfWidth(input: {
  residuals: readonly number[];
  levels: readonly number[];
}): number[] {
  const sorted = Float64Array.from(input.residuals, (value) => Math.abs(finite(value, 'residuals'))).sort();
  if (sorted.length === 0) throw new AgronomyError('insufficient_history', 'residuals');
  return input.levels.map((level) => {
    const rank = Math.ceil((sorted.length + 1) * inRange(level, 'levels', 0, 1));
    return sorted[clamp(rank, 1, sorted.length) - 1] as number;
  });
}

/** Residuals of the steps around one, over all origins: three times as many errors. */
export function pooledResiduals(residuals: readonly Float64Array[], step: number, without = -1): number[] {
  const pooled: number[] = [];
  for (const [origin, errors] of residuals.entries()) {
    if (origin === without) continue;
    for (let near = Math.max(0, step - 1); near <= Math.min(errors.length - 1, step + 1); near++) {
      const error = errors[near] as number;
      if (!Number.isNaN(error)) pooled.push(error);
    }
  }
  return pooled;
}

/** Share of past errors inside an interval built from the other origins. */
export function coverage(residuals: readonly Float64Array[], level: number): number | null {
  let inside = 0;
  let count = 0;
  for (const [origin, errors] of residuals.entries()) {
    for (let step = 0; step < errors.length; step++) {
      const error = errors[step] as number;
      if (Number.isNaN(error)) continue;
      const others = pooledResiduals(residuals, step, origin);
      if (others.length === 0) continue;
      const half = conformalHalfWidth({ residuals: others, levels: [level] })[0] as number;
      count++;
      if (Math.abs(error) <= half) inside++;
    }
  }
  return count === 0 ? null : inside / count;
}

export type CrossingOperator = '>=' | '>' | '<=' | '<';

/**
 * Probability that the value is beyond a threshold at each step: the share of past errors that would carry the
 * forecast there; and the first step at which it is possible and likely, or null.
 */
export function crossing(input: {
  points: readonly number[];
  /** Signed errors, truth minus forecast: one list for all steps, or one for each. */
  residuals: readonly number[] | readonly (readonly number[])[];
  op: CrossingOperator;
  threshold: number;
  /** Defaults 0.5 and 0.2. */
  likely?: number;
  possible?: number;
}): { probability: number[]; firstPossible: number | null; firstLikely: number | null } {
  const threshold = finite(input.threshold, 'threshold');
  const probability = input.points.map((point, step) => {
    const own = input.residuals[step];
    const errors = Array.isArray(own) ? (own as readonly number[]) : (input.residuals as readonly number[]);
    if (errors.length === 0) return 0;
    return errors.filter((error) => isBeyond(point + error, input.op, threshold)).length / errors.length;
  });
  const first = (limit: number) => {
    const step = probability.findIndex((value) => value >= limit);
    return step < 0 ? null : step;
  };
  return {
    probability,
    firstPossible: first(input.possible ?? 0.2),
    firstLikely: first(input.likely ?? 0.5),
  };
}

export function isBeyond(value: number, op: CrossingOperator, threshold: number): boolean {
  if (op === '>=') return value >= threshold;
  if (op === '>') return value > threshold;
  return op === '<=' ? value <= threshold : value < threshold;
}
