import { finite } from './checked.ts';
import { attempt, AgronomyError, reason, type Reason } from './reason.ts';
import { gradeOfIndex } from './drought-grade.ts';
import { gammaCdf, normalQuantile } from './statistics.ts';

/** Index values beyond this only mean "outside the record" (Guttman 1999). */
export const INDEX_LIMIT = 3.09;
/** Fewer years of the same period give no distribution; WMO-1090 requires 30 and warns below. */
export const MIN_YEARS = 20;
export const GOOD_YEARS = 30;
/** Share of missing periods beyond which the record is refused. */
export const MAX_MISSING = 0.1;

/** The gamma distribution of the wet periods and the share of dry ones. */
export interface GammaFit {
  alpha: number;
  beta: number;
  /** Share of periods without precipitation. */
  q: number;
  years: number;
}

export interface SpiInput {
  /** Precipitation of the period, mm. */
  value: number | null;
  /** The same period of other years, mm; `null` marks a missing year. */
  calibration?: readonly (number | null)[];
  /** A climatology in place of the record. */
  climatology?: GammaFit;
}

export interface Spi {
  spi: number;
  alpha: number;
  beta: number;
  q: number;
  /** Drought level 0–4. */
  level: number;
  years: number;
  /** 'short_record' with 20–29 years. */
  warnings: readonly 'short_record'[];
  reason: null;
}

export interface NoIndex {
  spi: null;
  level: null;
  years: number;
  reason: Reason;
}

/**
 * Fits the gamma distribution to the wet periods with Thom's estimate of the maximum likelihood.
 * @throws AgronomyError `history_too_short`, `missing_months`, `all_zero`, `no_variation`
 */
export function fitGamma(calibration: readonly (number | null)[]): GammaFit {
  let zeros = 0;
  let wet = 0;
  let total = 0;
  let logs = 0;
  for (const value of calibration) {
    if (value === null || Number.isNaN(value)) continue;
    if (finite(value, 'calibration') < 0) throw new AgronomyError('out_of_range', 'calibration', value);
    if (value === 0) zeros++;
    else {
      wet++;
      total += value;
      logs += Math.log(value);
    }
  }
  const years = zeros + wet;
  if (years < MIN_YEARS) throw new AgronomyError('history_too_short', 'calibration', years);
  if (calibration.length - years > MAX_MISSING * calibration.length) {
    throw new AgronomyError('missing_months', 'calibration', calibration.length - years);
  }
  if (wet === 0) throw new AgronomyError('all_zero', 'calibration');
  const average = total / wet;
  const a = Math.log(average) - logs / wet;
  // For equal values `a` is a rounding error.
  if (!(a > 1e-12)) throw new AgronomyError('no_variation', 'calibration');
  const alpha = (1 + Math.sqrt(1 + (4 * a) / 3)) / (4 * a);
  return { alpha, beta: average / alpha, q: zeros / years, years };
}

/** The index of one amount under a fit: −3.09 … 3.09. */
export function spiOfFit(value: number, fit: GammaFit): number {
  const wet = value > 0 ? gammaCdf({ shape: fit.alpha, x: value / fit.beta }) : 0;
  const probability = fit.q + (1 - fit.q) * wet;
  return Math.min(INDEX_LIMIT, Math.max(-INDEX_LIMIT, normalQuantile(Math.min(1, probability))));
}

/**
 * Standardised precipitation index of one period against the same period of other years (McKee 1993; WMO-1090). `spi`
 * is null with a `reason` when the record is too short, such as a few months of a device.
 */
export function spi(input: SpiInput): Spi | NoIndex {
  const result = attempt((): Spi => {
    const value = finite(input.value, 'value');
    if (value < 0) throw new AgronomyError('out_of_range', 'value', value);
    const fit = input.climatology ?? fitGamma(input.calibration ?? []);
    const index = spiOfFit(value, fit);
    return {
      spi: index,
      alpha: fit.alpha,
      beta: fit.beta,
      q: fit.q,
      level: gradeOfIndex(index).level,
      years: fit.years,
      warnings: fit.years < GOOD_YEARS ? ['short_record'] : [],
      reason: null,
    };
  });
  if (result.reason === null) return result.value;
  const years = (input.calibration ?? []).filter((value) => value !== null).length;
  return { spi: null, level: null, years, reason: result.reason };
}

/**
 * The index of every month of a monthly record, each calendar month against itself over the whole record.
 * `scale` months are summed backwards; a month whose sum is incomplete is null.
 */
export function spiMonthly(input: {
  /** mm a month, in order; null = missing. */
  precipitation: readonly (number | null)[];
  /** Months summed: 1, 3, 6, 12. Default 1. */
  scale?: number;
  /** Calendar month of the first value, 0 = January. Default 0. */
  firstMonth?: number;
}): readonly (number | null)[] {
  const { fits, sums, monthOf } = monthlyFits(input.precipitation, input, fitGamma);
  return sums.map((total, index) => {
    const fit = fits[monthOf(index)];
    return total === null || fit === null || fit === undefined ? null : spiOfFit(total, fit);
  });
}

/** Running sums of a monthly record and the distribution of each calendar month; null where none fits. */
export function monthlyFits<Fit>(
  values: readonly (number | null)[],
  options: { scale?: number; firstMonth?: number },
  fit: (calibration: readonly (number | null)[]) => Fit,
): { sums: readonly (number | null)[]; fits: readonly (Fit | null)[]; monthOf: (index: number) => number } {
  const sums = runningSums(values, options.scale ?? 1);
  const monthOf = (index: number) => ((options.firstMonth ?? 0) + index) % 12;
  const fits = Array.from({ length: 12 }, (_, month) => {
    const own = sums.filter((_, index) => monthOf(index) === month);
    return attempt(() => fit(withoutHead(own))).value;
  });
  return { sums, fits, monthOf };
}

/** Sums that begin before the record are not gaps in it. */
function withoutHead(values: readonly (number | null)[]): readonly (number | null)[] {
  const start = values.findIndex((value) => value !== null);
  return start < 0 ? [] : values.slice(start);
}

/** Backward running sums; null where any member is missing. */
export function runningSums(values: readonly (number | null)[], length: number): readonly (number | null)[] {
  return values.map((_, end) => {
    if (end + 1 < length) return null;
    let total = 0;
    for (let index = end - length + 1; index <= end; index++) {
      const value = values[index];
      if (value === null || value === undefined || Number.isNaN(value)) return null;
      total += value;
    }
    return total;
  });
}

/** Days around the calendar day that count as "the same time of year". */
const SEASON_HALF_WIDTH = 15;

/**
 * Calibration for a running sum of days: every earlier year gives the sums that end within 15 days of the same
 * calendar day. `rain` is mm a day, the last value being the day of interest.
 */
export function calibrationOfRunningSum(input: { rain: readonly (number | null)[]; days: number }): {
  value: number | null;
  calibration: readonly (number | null)[];
  years: number;
} {
  const sums = runningSums(input.rain, input.days);
  const last = sums.length - 1;
  const calibration: (number | null)[] = [];
  let years = 0;
  for (let back = 1; ; back++) {
    const centre = last - Math.round(back * 365.2425);
    if (centre - SEASON_HALF_WIDTH < input.days - 1) break;
    years++;
    for (let day = centre - SEASON_HALF_WIDTH; day <= centre + SEASON_HALF_WIDTH; day++) {
      calibration.push(sums[day] ?? null);
    }
  }
  return { value: sums[last] ?? null, calibration, years };
}

/** SPI of a running sum of daily rain; refuses fewer than 20 earlier years. */
export function spiOfDays(input: { rain: readonly (number | null)[]; days: number }): Spi | NoIndex {
  const { value, calibration, years } = calibrationOfRunningSum(input);
  if (years < MIN_YEARS) return { spi: null, level: null, years, reason: reason('history_too_short') };
  const index = spi({ value, calibration });
  if (index.spi === null) return { ...index, years };
  return { ...index, years, warnings: years < GOOD_YEARS ? ['short_record'] : [] };
}
