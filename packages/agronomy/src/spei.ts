import { finite } from './checked.ts';
import { gradeOfIndex } from './drought-grade.ts';
import { AgronomyError, attempt, type Reason } from './reason.ts';
import { GOOD_YEARS, INDEX_LIMIT, MIN_YEARS, MAX_MISSING, monthlyFits } from './spi.ts';
import { lnGamma, normalQuantile } from './statistics.ts';

/**
 * Three-parameter log-logistic distribution: scale, shape, origin. Shape and scale are positive for a record with
 * its tail on the wet side; for one with its tail on the dry side both are negative and the origin is the wettest
 * value possible.
 */
export interface LogLogisticFit {
  alpha: number;
  beta: number;
  gamma: number;
  years: number;
}

export interface Spei {
  spei: number;
  alpha: number;
  beta: number;
  gamma: number;
  /** Drought level 0–4. */
  level: number;
  years: number;
  warnings: readonly 'short_record'[];
  reason: null;
}

/**
 * Fits the log-logistic distribution by unbiased probability-weighted moments (Beguería 2014).
 * @throws AgronomyError `history_too_short`, `missing_months`, `no_variation`, `fit_failed`
 */
export function fitLogLogistic(calibration: readonly (number | null)[]): LogLogisticFit {
  const present = calibration.filter((value): value is number => value !== null && !Number.isNaN(value));
  const n = present.length;
  if (n < MIN_YEARS) throw new AgronomyError('history_too_short', 'calibration', n);
  if (calibration.length - n > MAX_MISSING * calibration.length) {
    throw new AgronomyError('missing_months', 'calibration', calibration.length - n);
  }
  const sorted = Float64Array.from(present, (value) => finite(value, 'calibration')).sort();
  if (sorted[0] === sorted[n - 1]) throw new AgronomyError('no_variation', 'calibration');
  let w0 = 0;
  let w1 = 0;
  let w2 = 0;
  for (let index = 0; index < n; index++) {
    const value = sorted[index] as number;
    const above = n - index - 1;
    w0 += value / n;
    w1 += (value * above) / (n * (n - 1));
    w2 += (value * above * (above - 1)) / (n * (n - 1) * (n - 2));
  }
  const beta = bounded((2 * w1 - w0) / (6 * w1 - w0 - 6 * w2));
  // The moments exist only for a shape beyond one.
  if (!(Math.abs(beta) > 1)) throw new AgronomyError('fit_failed', 'calibration', beta);
  const g = Math.exp(lnGamma(1 + 1 / beta) + lnGamma(1 - 1 / beta));
  const alpha = ((w0 - 2 * w1) * beta) / g;
  if (!(alpha * beta > 0)) throw new AgronomyError('fit_failed', 'calibration', alpha);
  return { alpha, beta, gamma: w0 - alpha * g, years: n };
}

/** A symmetric record has an infinite shape; this value gives nearly the same distribution without loss of digits. */
const MAX_SHAPE = 1e6;

function bounded(beta: number): number {
  return Math.min(MAX_SHAPE, Math.max(-MAX_SHAPE, beta));
}

/** The index of one climatic balance (mm) under a fit: −3.09 … 3.09. */
export function speiOfFit(value: number, fit: LogLogisticFit): number {
  const distance = fit.alpha / (value - fit.gamma);
  if (!(distance > 0 && distance < Infinity)) return fit.beta > 0 ? -INDEX_LIMIT : INDEX_LIMIT;
  const probability = 1 / (1 + distance ** fit.beta);
  return Math.min(INDEX_LIMIT, Math.max(-INDEX_LIMIT, normalQuantile(probability)));
}

/**
 * Standardised precipitation–evapotranspiration index: the balance P − ET0 of a period (mm) against the same period
 * of other years (Vicente-Serrano 2010). Null with a `reason` when the record is too short.
 */
export function spei(input: {
  value: number | null;
  calibration: readonly (number | null)[];
}): Spei | { spei: null; level: null; years: number; reason: Reason } {
  const result = attempt((): Spei => {
    const fit = fitLogLogistic(input.calibration);
    const index = speiOfFit(finite(input.value, 'value'), fit);
    return {
      spei: index,
      alpha: fit.alpha,
      beta: fit.beta,
      gamma: fit.gamma,
      level: gradeOfIndex(index).level,
      years: fit.years,
      warnings: fit.years < GOOD_YEARS ? ['short_record'] : [],
      reason: null,
    };
  });
  if (result.reason === null) return result.value;
  const years = input.calibration.filter((value) => value !== null).length;
  return { spei: null, level: null, years, reason: result.reason };
}

/**
 * The index of every month of a monthly record of P − ET0 (mm), each calendar month against itself over the whole
 * record; `scale` months are summed backwards. Null where the sum is incomplete or the month has no fit.
 */
export function speiMonthly(input: {
  balance: readonly (number | null)[];
  /** Default 1. */
  scale?: number;
  /** Calendar month of the first value, 0 = January. Default 0. */
  firstMonth?: number;
}): readonly (number | null)[] {
  const { fits, sums, monthOf } = monthlyFits(input.balance, input, fitLogLogistic);
  return sums.map((total, index) => {
    const fit = fits[monthOf(index)];
    return total === null || fit === null || fit === undefined ? null : speiOfFit(total, fit);
  });
}
