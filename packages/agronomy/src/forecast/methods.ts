import { finite, inRange, settled } from '../checked.ts';
import { AgronomyError } from '../reason.ts';

/** Days of history of a profile, and the decay of the weight of each earlier day. */
const PROFILE_DAYS = 7;
const PROFILE_DECAY = 0.7;
/** How much of today's deviation from the profile is left after an hour. */
export const ANOMALY_HOLD = 0.9;

/** A series on an even grid, NaN where missing, oldest first. */
export type Grid = Float64Array;

/** Plain numbers to a grid; null is missing. @throws AgronomyError for anything else that is no number */
export function toGrid(values: readonly (number | null)[]): Grid {
  return Float64Array.from(values, (value) => (value === null ? Number.NaN : finite(value, 'y')));
}

function seasonLength(m: number): number {
  return inRange(m, 'm', 1, 100_000);
}

/** Repeats the last whole season. */
export function seasonalNaive(input: { y: readonly (number | null)[]; m: number; h: number }): number[] {
  return [...seasonalNaiveGrid(toGrid(input.y), seasonLength(input.m), input.h)];
}

/** A missing value of the last season is looked up a season earlier, and so on. */
export function seasonalNaiveGrid(y: Grid, m: number, h: number): Float64Array {
  const forecast = new Float64Array(h);
  for (let step = 0; step < h; step++) {
    let index = y.length - m + (step % m);
    while (index >= 0 && Number.isNaN(y[index])) index -= m;
    forecast[step] = index >= 0 ? (y[index] as number) : Number.NaN;
  }
  return forecast;
}

/** Weighted mean of the same phase in the last `k` seasons before `index`; NaN without any. */
function phaseMean(y: Grid, index: number, m: number, k: number, decay: number): number {
  let total = 0;
  let weights = 0;
  let weight = 1;
  let at = index;
  while (at >= y.length) at -= m;
  for (let season = 0; season < k && at >= 0; season++, at -= m) {
    const value = y[at] as number;
    if (!Number.isNaN(value)) {
      total += weight * value;
      weights += weight;
    }
    weight *= decay;
  }
  return weights > 0 ? total / weights : Number.NaN;
}

/** Mean of the same phase of the last `k` seasons, each earlier one counting `decay` times as much. */
export function ewProfile(input: {
  y: readonly (number | null)[];
  m: number;
  h: number;
  k?: number;
  decay?: number;
}): number[] {
  const y = toGrid(input.y);
  const [k, decay] = [input.k ?? PROFILE_DAYS, input.decay ?? PROFILE_DECAY];
  return Array.from(ewProfileGrid(y, seasonLength(input.m), input.h, k, decay), settled);
}

export function ewProfileGrid(
  y: Grid,
  m: number,
  h: number,
  k: number = PROFILE_DAYS,
  decay: number = PROFILE_DECAY,
): Float64Array {
  const forecast = new Float64Array(h);
  for (let step = 0; step < h; step++) forecast[step] = phaseMean(y, y.length + step, m, k, decay);
  return forecast;
}

/** The profile plus the deviation of the newest value from it, which decays as `rho` to the power of the step. */
export function anchoredProfile(input: {
  y: readonly (number | null)[];
  m: number;
  h: number;
  k?: number;
  decay?: number;
  /** Share of the deviation left after one step. */
  rho?: number;
}): number[] {
  const y = toGrid(input.y);
  const m = seasonLength(input.m);
  const [k, decay, rho] = [input.k ?? PROFILE_DAYS, input.decay ?? PROFILE_DECAY, input.rho ?? ANOMALY_HOLD];
  return Array.from(anchoredProfileGrid(y, m, input.h, rho, k, decay), settled);
}

export function anchoredProfileGrid(
  y: Grid,
  m: number,
  h: number,
  rho: number,
  k: number = PROFILE_DAYS,
  decay: number = PROFILE_DECAY,
): Float64Array {
  const forecast = ewProfileGrid(y, m, h, k, decay);
  const last = y.length - 1;
  const usual = phaseMean(y, last - m, m, k, decay);
  const deviation = (y[last] as number) - usual;
  if (Number.isNaN(deviation)) return forecast;
  let left = deviation;
  for (let step = 0; step < h; step++) {
    left *= rho;
    forecast[step] = (forecast[step] as number) + left;
  }
  return forecast;
}

/**
 * For keys that are zero by night (radiation, light): the profile times the ratio of the last hours to
 * it, a factor that decays to 1.
 */
export function ratioProfileGrid(y: Grid, m: number, h: number, rho: number, recent: number): Float64Array {
  const forecast = ewProfileGrid(y, m, h);
  let seen = 0;
  let usual = 0;
  for (let index = Math.max(0, y.length - recent); index < y.length; index++) {
    const value = y[index] as number;
    const expected = phaseMean(y, index - m, m, PROFILE_DAYS, PROFILE_DECAY);
    if (Number.isNaN(value) || Number.isNaN(expected)) continue;
    seen += value;
    usual += expected;
  }
  // At night both sums are 0: the profile is then used unchanged.
  let excess = usual > 1e-9 ? Math.min(2, Math.max(0.2, seen / usual)) - 1 : 0;
  for (let step = 0; step < h; step++) {
    excess *= rho;
    forecast[step] = Math.max(0, (forecast[step] as number) * (1 + excess));
  }
  return forecast;
}

/** Days that the brightest sky is looked up in. */
const CLEAR_DAYS = 10;
/** Hours of daylight that determine the current clearness, and its share left after an hour. */
const CLEAR_HOURS = 3;
const CLEARNESS_HOLD = 0.97;
/** By night the next morning is half as clear or dull as the last hours of light were. */
const NIGHT_HOLD = 0.5;

/** The second brightest value of a phase in the last days: a clear sky as this sensor measures it. */
function clearSky(y: Grid, index: number, m: number): number {
  let most = Number.NaN;
  let second = Number.NaN;
  let at = index;
  while (at >= y.length) at -= m;
  for (let day = 0; day < CLEAR_DAYS && at >= 0; day++, at -= m) {
    const value = y[at] as number;
    if (Number.isNaN(value)) continue;
    if (!(value <= most)) {
      second = most;
      most = value;
    } else if (!(value <= second)) second = value;
  }
  // A single outlier must not count as the clear sky.
  return Number.isNaN(second) ? most : second;
}

/**
 * For light: clear-sky radiation times clearness. The clearness of the last hours of daylight decays towards that of
 * the last days (persistence of the clear-sky index, with the sensor's brightest days as clear sky).
 */
export function clearnessGrid(y: Grid, m: number, h: number): Float64Array {
  const forecast = new Float64Array(h);
  const perHour = m / 24;
  const share = (from: number, to: number, most: number): number => {
    let seen = 0;
    let clear = 0;
    let counted = 0;
    for (let index = to - 1; index >= Math.max(0, from) && counted < most; index--) {
      const value = y[index] as number;
      const sky = clearSky(y, index, m);
      if (!(sky > 0) || Number.isNaN(value)) continue;
      seen += value;
      clear += sky;
      counted++;
    }
    return clear > 0 ? Math.min(1.05, seen / clear) : Number.NaN;
  };
  let total = 0;
  let days = 0;
  for (let day = 1; day <= CLEAR_DAYS; day++) {
    const own = share(y.length - day * m, y.length - (day - 1) * m, Infinity);
    if (Number.isNaN(own)) continue;
    total += own;
    days++;
  }
  const usual = days > 0 ? total / days : Number.NaN;
  const recent = share(y.length - m, y.length, Math.max(1, Math.round(CLEAR_HOURS * perHour)));
  const now = Number.isNaN(recent) ? usual : recent;
  const isLight = clearSky(y, y.length - 1, m) > 0;
  for (let step = 0; step < h; step++) {
    const hold = isLight ? CLEARNESS_HOLD ** ((step + 1) / perHour) : NIGHT_HOLD;
    const sky = clearSky(y, y.length + step, m);
    forecast[step] = sky > 0 ? Math.max(0, sky * (usual + (now - usual) * hold)) : sky;
  }
  return forecast;
}

export interface HoltWintersParameters {
  alpha: number;
  beta: number;
  gamma: number;
  phi: number;
}

/** Fixed smoothing: fitted parameters were worse than the seasonal naive on real temperatures. */
export const HOLT_WINTERS: HoltWintersParameters = { alpha: 0.3, beta: 0, gamma: 0.15, phi: 0.9 };

export interface HoltWinters {
  init: { level: number; trend: number; seasonal: number[] };
  fitted: number[];
  forecast: number[];
  level: number;
  trend: number;
}

/**
 * Additive Holt–Winters with a damped trend (Hyndman and Athanasopoulos, section 8.3), started from the first two
 * seasons. A missing value is bridged by its own fit.
 */
export function holtWintersDamped(
  input: HoltWintersParameters & { y: readonly (number | null)[]; m: number; h: number },
): HoltWinters {
  const run = holtWintersGrid(toGrid(input.y), seasonLength(input.m), input.h, input);
  if (run === null) throw new AgronomyError('insufficient_history', 'y');
  return {
    init: run.init,
    fitted: Array.from(run.fitted, settled),
    forecast: Array.from(run.forecast, settled),
    level: settled(run.level),
    trend: settled(run.trend),
  };
}

/** Null with fewer than two seasons. */
export function holtWintersGrid(
  y: Grid,
  m: number,
  h: number,
  parameters: HoltWintersParameters,
): (Omit<HoltWinters, 'fitted' | 'forecast'> & { fitted: Float64Array; forecast: Float64Array }) | null {
  if (y.length < 2 * m) return null;
  const { alpha, beta, gamma, phi } = parameters;
  const first = meanOf(y, 0, m);
  const second = meanOf(y, m, 2 * m);
  if (Number.isNaN(first) || Number.isNaN(second)) return null;
  let level = first;
  let trend = (second - first) / m;
  const seasonal = new Float64Array(m);
  for (let phase = 0; phase < m; phase++) {
    const value = y[phase] as number;
    seasonal[phase] = Number.isNaN(value) ? 0 : value - level;
  }
  const init = { level, trend, seasonal: [...seasonal] };
  const fitted = new Float64Array(y.length);
  for (let index = 0; index < y.length; index++) {
    const phase = index % m;
    const season = seasonal[phase] as number;
    const ahead = level + phi * trend;
    fitted[index] = ahead + season;
    const value = y[index] as number;
    const seen = Number.isNaN(value) ? ahead + season : value;
    const before = level;
    level = alpha * (seen - season) + (1 - alpha) * ahead;
    trend = beta * (level - before) + (1 - beta) * phi * trend;
    seasonal[phase] = gamma * (seen - ahead) + (1 - gamma) * season;
  }
  const forecast = new Float64Array(h);
  let damped = 0;
  let power = 1;
  for (let step = 0; step < h; step++) {
    power *= phi;
    damped += power;
    forecast[step] = level + damped * trend + (seasonal[(y.length + step) % m] as number);
  }
  return { init, fitted, forecast, level, trend };
}

function meanOf(y: Grid, from: number, to: number): number {
  let total = 0;
  let count = 0;
  for (let index = from; index < to; index++) {
    const value = y[index] as number;
    if (Number.isNaN(value)) continue;
    total += value;
    count++;
  }
  return count > 0 ? total / count : Number.NaN;
}
