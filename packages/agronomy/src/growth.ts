import { clamp, finite, inRange, physical } from './checked.ts';
import { dateOfDay, dayNumber } from './local-calendar.ts';
import { AgronomyError, attempt, type Reason, reason } from './reason.ts';
import { type Extremes, temperaturesOf, type TemperatureSource } from './temperature-gaps.ts';

export type GddMethod = 'average' | 'modified' | 'singleSine' | 'aquacrop3';

/**
 * Growing degree-days of one day, °C·d, never negative.
 *
 * - `average`: the daily mean, capped at `upper` (McMaster and Wilhelm 1997, method 1)
 * - `modified`: both extremes clamped to base…upper first (their method 2; the corn 86/50 rule)
 * - `singleSine`: area under a sine between base and upper, horizontal cut-off (Baskerville and Emin 1969)
 * - `aquacrop3`: the maximum clamped to base…upper, the minimum capped at upper only, the mean not below base
 */
export function gdd(input: {
  method?: GddMethod;
  tmax: number;
  tmin: number;
  base: number;
  upper: number;
}): number {
  const tmax = physical(input.tmax, 'tmax', 'temperature');
  const tmin = physical(input.tmin, 'tmin', 'temperature');
  const base = physical(input.base, 'base', 'temperature');
  const upper = inRange(input.upper, 'upper', base, 100);
  if (tmax < tmin) throw new AgronomyError('tmax_below_tmin', 'tmax', tmax);
  switch (input.method ?? 'modified') {
    case 'average':
      return Math.max(0, Math.min((tmax + tmin) / 2, upper) - base);
    case 'modified':
      return (clamp(tmax, base, upper) + clamp(tmin, base, upper)) / 2 - base;
    case 'aquacrop3':
      return Math.max(base, (clamp(tmax, base, upper) + Math.min(tmin, upper)) / 2) - base;
    default:
      return Math.max(0, sineAbove(tmax, tmin, base) - sineAbove(tmax, tmin, upper));
  }
}

/** Mean over a day of a sine's height above a threshold. */
function sineAbove(tmax: number, tmin: number, threshold: number): number {
  const centre = (tmax + tmin) / 2;
  if (threshold <= tmin) return centre - threshold;
  if (threshold >= tmax) return 0;
  const amplitude = (tmax - tmin) / 2;
  const angle = Math.asin((threshold - centre) / amplitude);
  return ((centre - threshold) * (Math.PI / 2 - angle) + amplitude * Math.cos(angle)) / Math.PI;
}

/** A growth stage: degree-days at which it begins (included) and ends (excluded). */
export interface GrowthPeriod {
  code: string;
  name: string;
  startGdd: number;
  endGdd: number;
}

export interface StageNow {
  index: number;
  code: string;
  name: string;
  /** 0–1 within the stage. */
  progress: number;
  /** The last stage is over. */
  finished: boolean;
}

/** The stage at an accumulated heat. Before the first stage it is the first, progress 0. */
export function stageOf(input: { periods: readonly GrowthPeriod[]; gdd: number }): StageNow {
  const heat = finite(input.gdd, 'gdd');
  const lastIndex = input.periods.length - 1;
  const last = input.periods[lastIndex];
  if (last === undefined) throw new AgronomyError('insufficient_data', 'periods');
  if (heat >= last.endGdd) {
    return { index: lastIndex, code: last.code, name: last.name, progress: 1, finished: true };
  }
  let index = 0;
  while (index < lastIndex && heat >= (input.periods[index + 1]?.startGdd ?? Infinity)) index++;
  const period = input.periods[index] ?? last;
  const length = period.endGdd - period.startGdd;
  const progress = length > 0 ? clamp((heat - period.startGdd) / length, 0, 1) : 1;
  return { index, code: period.code, name: period.name, progress, finished: false };
}

/**
 * Size of a plant's mesh for its development: a logistic curve stretched to run from `minScale` at 0 to 1 at 1.
 * `relativeDevelopment` is GDD over GDD at the start of the last growing stage; beyond 1 the plant is full grown.
 */
export function meshScale(input: { relativeDevelopment: number; minScale?: number; k?: number }): number {
  const x = clamp(finite(input.relativeDevelopment, 'relativeDevelopment'), 0, 1);
  const least = inRange(input.minScale ?? 0.08, 'minScale', 0, 1);
  const k = inRange(input.k ?? 8, 'k', 0.1, 100);
  const logistic = (at: number) => 1 / (1 + Math.exp(-k * (at - 0.5)));
  return least + ((1 - least) * (logistic(x) - logistic(0))) / (logistic(1) - logistic(0));
}

export interface DayTemperature {
  /** Local date. */
  date: string;
  tmax: number | null;
  tmin: number | null;
}

export interface GrowthTimeline {
  /** Today's state. Day 1 is the planting date. */
  day: number;
  gdd: number;
  stage: StageNow;
  /** When each stage began, or is expected to. */
  stages: readonly { code: string; name: string; date: string | null; expected: boolean }[];
  /** The day the last stage ends; null when the mean heat of the last fortnight would not reach it within a year. */
  maturity: { date: string; expected: boolean } | null;
  /** Degree-days by day. */
  heat: readonly {
    date: string;
    gdd: number;
    total: number;
    source: TemperatureSource;
    estimated: boolean;
  }[];
  /** Days without a measured temperature, and those among them without a substitute, which gain nothing. */
  estimatedDays: number;
  unknownDays: number;
  /** What was filled in or is missing. */
  notes: readonly Reason[];
  reason: null;
}

/** Days whose mean is extrapolated. */
const OUTLOOK_DAYS = 14;

/** The climate of the place by date; null where it is not known. */
export type Normals = (date: string) => { tmax: number; tmin: number } | null;

/**
 * Degree-days, stage and expected dates of a crop from planting to today. Missing temperatures: gaps of up to three
 * days are interpolated; longer ones use `normals` (the local climate by date), else days of the same season; a day
 * without either gains nothing, is counted in `unknownDays`, and the sum is then a lower bound.
 */
export function growthTimeline(input: {
  plantDate: string;
  today: string;
  temperatures: readonly DayTemperature[];
  periods: readonly GrowthPeriod[];
  base: number;
  upper: number;
  method?: GddMethod;
  normals?: Normals | null;
}): GrowthTimeline | { stage: null; reason: Reason } {
  const result = attempt(() => timeline(input));
  return result.reason === null ? result.value : { stage: null, reason: result.reason };
}

function timeline(input: Parameters<typeof growthTimeline>[0]): GrowthTimeline {
  const start = dayNumber(input.plantDate, 'plantDate');
  const today = dayNumber(input.today, 'today');
  if (today < start) throw new AgronomyError('not_planted', 'plantDate', input.plantDate);
  const heat = heatByDay(input, start, today);
  const total = heat.at(-1)?.total ?? 0;
  // Unknown days are left out of the mean.
  const recent = heat.slice(-OUTLOOK_DAYS).filter(({ source }) => source !== 'unknown');
  const pace = recent.reduce((all, day) => all + day.gdd, 0) / Math.max(1, recent.length);
  const reached = (target: number) => whenReached(heat, total, pace, today, target);
  const last = input.periods.at(-1);
  const unknownDays = heat.filter(({ source }) => source === 'unknown').length;
  const estimatedDays = heat.filter(({ estimated }) => estimated).length;
  const notes: Reason[] = [];
  // Today is always incomplete: it gives no note.
  const over = heat.slice(0, -1);
  if (over.some(({ estimated, source }) => estimated && source !== 'unknown'))
    notes.push(reason('temperature_filled', 'temperature'));
  if (unknownDays > 0) notes.push(reason('heat_incomplete', 'temperature'));
  return {
    day: today - start + 1,
    gdd: total,
    stage: stageOf({ periods: input.periods, gdd: total }),
    stages: input.periods.map((period) => {
      const when =
        period.startGdd <= 0 ? { date: input.plantDate, expected: false } : reached(period.startGdd);
      return {
        code: period.code,
        name: period.name,
        date: when?.date ?? null,
        expected: when?.expected ?? true,
      };
    }),
    maturity: last === undefined ? null : reached(last.endGdd),
    heat,
    estimatedDays,
    unknownDays,
    notes,
    reason: null,
  };
}

function heatByDay(
  input: Parameters<typeof growthTimeline>[0],
  start: number,
  today: number,
): GrowthTimeline['heat'] {
  const measured = new Map<number, Extremes>();
  for (const { date, tmax, tmin } of input.temperatures) {
    if (tmax === null || tmin === null) continue;
    const usable = attempt(() => gdd({ tmax, tmin, base: 0, upper: 40 }));
    if (usable.reason === null) measured.set(dayNumber(date), { tmax, tmin });
  }
  const { base, upper, method = 'modified', normals } = input;
  const climate = normals ? (day: number) => normals(dateOfDay(day)) : null;
  const heat: GrowthTimeline['heat'][number][] = [];
  let total = 0;
  for (let day = start; day <= today; day++) {
    const known = temperaturesOf(measured, day, climate);
    const source = known?.source ?? 'unknown';
    const gained = known === null ? 0 : gdd({ tmax: known.tmax, tmin: known.tmin, base, upper, method });
    total += gained;
    heat.push({ date: dateOfDay(day), gdd: gained, total, source, estimated: source !== 'measured' });
  }
  return heat;
}

/** Days of the outlook: what is not reached within them is not expected at all. */
const MAX_OUTLOOK = 366;

function whenReached(
  heat: readonly { date: string; total: number }[],
  total: number,
  pace: number,
  today: number,
  target: number,
): { date: string; expected: boolean } | null {
  const past = heat.find((day) => day.total >= target);
  if (past !== undefined) return { date: past.date, expected: false };
  const days = pace > 0 ? Math.ceil((target - total) / pace) : Infinity;
  return days <= MAX_OUTLOOK ? { date: dateOfDay(today + days), expected: true } : null;
}

/** Label shown above a plot. */
export function growthLabel(
  timeline: GrowthTimeline,
  crop: { zh: string; en: string },
): { zh: string; en: string } {
  const heat = Math.round(timeline.gdd);
  const { stage, day, maturity } = timeline;
  return {
    zh:
      `${crop.zh} · ${stage.name} · 第${day}天 · 积温${heat}℃·d` +
      (maturity === null
        ? ''
        : maturity.expected
          ? ` · 预计${maturity.date}成熟`
          : ` · ${maturity.date}已成熟`),
    en:
      `${crop.en} · ${stage.name} · day ${day} · ${heat} °C·d` +
      (maturity === null ? '' : ` · ${maturity.expected ? 'ripe about' : 'ripe since'} ${maturity.date}`),
  };
}

/** A typed refusal for a planting date that is missing or in the future. */
export function checkPlantDate(plantDate: string | null | undefined, today: string): Reason | null {
  if (plantDate === null || plantDate === undefined || plantDate === '')
    return reason('no_plant_date', 'plantDate');
  const result = attempt(() => dayNumber(plantDate, 'plantDate'));
  if (result.reason !== null) return result.reason;
  return result.value > dayNumber(today) ? reason('not_planted', 'plantDate') : null;
}
