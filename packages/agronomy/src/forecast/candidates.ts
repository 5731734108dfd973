import { medianAbsoluteDeviation, theilSen } from '../statistics.ts';
import type { Forecaster } from './evaluate.ts';
import {
  ANOMALY_HOLD,
  anchoredProfileGrid,
  clearnessGrid,
  ewProfileGrid,
  type Grid,
  HOLT_WINTERS,
  holtWintersGrid,
  ratioProfileGrid,
  seasonalNaiveGrid,
} from './methods.ts';

/**
 * How a key behaves. `diurnal`: temperature, humidity, wind; `light`: never negative and nothing by night;
 * `monotone`: drying soil, a falling tank, the rate of a counter.
 */
export type SeriesKind = 'diurnal' | 'light' | 'monotone';

export interface Candidate {
  name: string;
  forecast: Forecaster;
}

/** Least history of seasonal methods, and of any forecast, days. */
const FULL_HISTORY_DAYS = 8;
export const MIN_HISTORY_DAYS = 2;
/** Share of a trend left after an hour. */
const TREND_HOLD = 0.98;
/** Hours that a trend is fitted to. */
const TREND_HOURS = 48;
/** Points of a trend: Theil–Sen uses every pair. */
const TREND_POINTS = 48;

/** Candidate methods for a series of `days` days with `m` buckets a day. */
export function candidates(kind: SeriesKind, m: number, days: number): readonly Candidate[] {
  const hourly = (share: number) => share ** (24 / m);
  const naive: Candidate = { name: 'seasonalNaive', forecast: (y, h) => seasonalNaiveGrid(y, m, h) };
  const perHour = m / 24;
  const persistence: Candidate = { name: 'dampedTrend', forecast: (y, h) => dampedTrend(y, h, perHour) };
  if (days < FULL_HISTORY_DAYS) return [naive, persistence];
  const profile: Candidate = { name: 'ewProfile', forecast: (y, h) => ewProfileGrid(y, m, h) };
  const anchored: Candidate = {
    name: 'anchoredProfile',
    forecast: (y, h) => anchoredProfileGrid(y, m, h, hourly(ANOMALY_HOLD)),
  };
  const smoothing: Candidate = {
    name: 'holtWintersDamped',
    forecast: (y, h) =>
      holtWintersGrid(y, m, h, HOLT_WINTERS)?.forecast ?? new Float64Array(h).fill(Number.NaN),
  };
  if (kind === 'monotone') return [naive, profile, anchored, smoothing, persistence];
  if (kind === 'diurnal') return [naive, profile, anchored, smoothing];
  const recent = Math.max(1, Math.round(3 * perHour));
  return [
    naive,
    profile,
    darkAtNight(anchored, m),
    darkAtNight(smoothing, m),
    { name: 'clearness', forecast: (y, h) => clearnessGrid(y, m, h) },
    { name: 'ratioProfile', forecast: (y, h) => ratioProfileGrid(y, m, h, hourly(ANOMALY_HOLD), recent) },
  ];
}

/** A method for light that adds no deviation to the hours that were dark on all of the last days. */
function darkAtNight({ name, forecast }: Candidate, m: number): Candidate {
  return {
    name,
    forecast: (y, h) => {
      const profile = ewProfileGrid(y, m, h);
      return forecast(y, h).map((value, step) => (profile[step] === 0 ? 0 : value));
    },
  };
}

/** Continues the last value by the trend since the last rise (irrigation, rain, refill); the trend is damped. */
function dampedTrend(y: Grid, h: number, perHour: number): Float64Array {
  const forecast = new Float64Array(h).fill(Number.NaN);
  let last = y.length - 1;
  while (last >= 0 && Number.isNaN(y[last])) last--;
  if (last < 0) return forecast;
  const slope = recentSlope(y, last, perHour);
  const hold = TREND_HOLD ** (1 / perHour);
  let value = y[last] as number;
  let step = slope;
  for (let ahead = 0; ahead < h; ahead++) {
    step *= hold;
    value += step;
    forecast[ahead] = value;
  }
  return forecast;
}

/** Theil–Sen slope per bucket since the last significant rise. */
function recentSlope(y: Grid, last: number, perHour: number): number {
  const from = Math.max(0, last - Math.round(TREND_HOURS * perHour));
  const changes: number[] = [];
  for (let index = from + 1; index <= last; index++) {
    const change = (y[index] as number) - (y[index - 1] as number);
    if (!Number.isNaN(change)) changes.push(change);
  }
  if (changes.length < 3) return 0;
  const usual = 3 * 1.4826 * medianAbsoluteDeviation(changes);
  let start = from;
  for (let index = last; index > from; index--) {
    const change = (y[index] as number) - (y[index - 1] as number);
    // A tenth of what the window spans keeps the noise of a flat series from counting as refills.
    if (change > Math.max(usual, 1e-9) && change > 0.1 * span(y, from, last)) {
      start = index;
      break;
    }
  }
  const stride = Math.max(1, Math.ceil((last - start + 1) / TREND_POINTS));
  const x: number[] = [];
  const values: number[] = [];
  for (let index = last; index >= start; index -= stride) {
    const value = y[index] as number;
    if (Number.isNaN(value)) continue;
    x.push(index);
    values.push(value);
  }
  return x.length < 3 ? 0 : theilSen({ x, y: values }).slope;
}

function span(y: Grid, from: number, last: number): number {
  let low = Infinity;
  let high = -Infinity;
  for (let index = from; index <= last; index++) {
    const value = y[index] as number;
    if (Number.isNaN(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return high - low;
}
