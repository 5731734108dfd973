import { given, inRange, physical } from './checked.ts';
import { dateOfDay, dayNumber } from './local-calendar.ts';
import { AgronomyError, attempt, reason, type Reason } from './reason.ts';
import { ks, pAdjusted, type SoilLimits, soilLimits } from './soil.ts';
import { balanceStep, effectiveRain } from './water-balance.ts';

/** Square metres of a 亩. */
export const SQUARE_METRES_PER_MU = 10_000 / 15;

export interface IrrigationAdviceInput extends SoilLimits {
  /** Mean water content of the root zone, m³/m³; or give `depletion`. */
  theta?: number | null;
  /** Root-zone depletion now, mm. Used before `theta`. */
  depletion?: number | null;
  /** m. */
  rootDepth: number;
  /** Depletion fraction at ETc 5 mm/d. */
  p: number;
  /** Crop coefficient, for every day or day by day. */
  kc: number | readonly number[];
  /** mm/d from today on, and the rain expected, mm; missing rain counts as none. */
  et0Forecast: readonly number[];
  rainForecast?: readonly number[] | null;
  /** Date of the first forecast day, for the texts. */
  today?: string | null;
  /** Plot area, m². Without it the advice is in mm only. */
  areaM2?: number | null;
  /** Application efficiency, 0–1. Default 0.75 (sprinkler). */
  efficiency?: number | null;
  /** m³/h. Without it there is no duration. */
  flowM3h?: number | null;
  /** Share of the deficit to refill; under 1 leaves room for rain. Default 1. */
  refillFraction?: number | null;
  /** Share of the area that is planted and watered (beds, rows): all water goes there. Default 1. */
  wettedFraction?: number | null;
  /** Extra share that washes salt down, 0–0.5. Default 0. */
  leachingFraction?: number | null;
}

export interface Watering {
  /** 0 = today. */
  dayOffset: number;
  /** Depth the roots need, and depth to apply given losses and leaching, mm. */
  netMm: number;
  grossMm: number;
  /** Null without an area. */
  volumeM3: number | null;
  m3PerMu: number;
  /** Hours; null without an area or a flow. */
  durationH: number | null;
}

export interface IrrigationAdvice {
  /** mm. */
  taw: number;
  /** Allowed depletion today, mm. */
  raw: number;
  depletionNow: number;
  /** mm at the end of each day without irrigation, and the allowed depletion of that day. */
  depletionTrajectoryEndOfDay: readonly number[];
  rawTrajectory: readonly number[];
  /** ETc of each day, reduced by water stress, mm. */
  etcTrajectory: readonly number[];
  advice: Watering | null;
  reasonZh: string;
  reasonEn: string;
  /** What could not be given, e.g. no area. */
  missing: readonly Reason[];
  reason: null;
}

export interface NoAdvice {
  taw: null;
  advice: null;
  reason: Reason;
}

/**
 * When and how much to irrigate within the forecast. The advice is for the first day on which the deficit after that
 * day's rain reaches the allowed depletion; the trajectory continues without irrigation. FAO-56 chapter 8.
 */
export function irrigationAdvice(input: IrrigationAdviceInput): IrrigationAdvice | NoAdvice {
  const result = attempt(() => compute(input));
  return result.reason === null ? result.value : { taw: null, advice: null, reason: result.reason };
}

function startingDepletion(input: IrrigationAdviceInput, taw: number): number {
  if (given(input.depletion)) return Math.min(taw, inRange(input.depletion, 'depletion', 0, 1e5));
  const theta = physical(input.theta, 'theta', 'soilWater');
  const depletion = 1000 * (input.fieldCapacity - theta) * input.rootDepth;
  return Math.min(taw, Math.max(0, depletion));
}

function compute(input: IrrigationAdviceInput): IrrigationAdvice {
  const { fieldCapacity, wiltingPoint } = soilLimits(input);
  const rootDepth = inRange(input.rootDepth, 'rootDepth', 0.01, 10);
  const taw = 1000 * (fieldCapacity - wiltingPoint) * rootDepth;
  const depletionNow = startingDepletion(input, taw);
  if (input.et0Forecast.length === 0) throw new AgronomyError('no_weather', 'et0Forecast');
  const days: AdviceDay[] = [];
  const etcTrajectory: number[] = [];
  let depletion = depletionNow;
  for (const [day, forecast] of input.et0Forecast.entries()) {
    const et0 = inRange(forecast, 'et0Forecast', 0, 30);
    const etc = kcOf(input, day) * et0;
    const raw = pAdjusted({ p: input.p, etc }) * taw;
    const rain = effectiveRain(input.rainForecast?.[day] ?? 0, et0);
    const actual = ks({ taw, raw, depletion }) * etc;
    const start = depletion;
    depletion = balanceStep({ depletion, rain, runoff: 0, irrigation: 0, etc: actual, taw }).depletion;
    days.push({ start, end: depletion, raw, rain });
    etcTrajectory.push(actual);
  }
  return {
    taw,
    raw: days[0]?.raw ?? pAdjusted({ p: input.p, etc: 5 }) * taw,
    depletionNow,
    depletionTrajectoryEndOfDay: days.map(({ end }) => end),
    rawTrajectory: days.map(({ raw }) => raw),
    etcTrajectory,
    ...adviceOfDays(days, input),
    reason: null,
  };
}

/** A day ahead without irrigation, mm. */
export interface AdviceDay {
  /** Depletion at its start and at its end. */
  start: number;
  end: number;
  /** Allowed depletion. */
  raw: number;
  /** Rain that the decision relies on. */
  rain: number;
}

/** Factors that convert a deficit of the root zone to water to apply. */
export type Sizing = Pick<
  IrrigationAdviceInput,
  'today' | 'areaM2' | 'efficiency' | 'flowM3h' | 'refillFraction' | 'wettedFraction' | 'leachingFraction'
>;

/**
 * Irrigation on the first day on which the deficit after that day's rain reaches the allowed depletion, with the
 * texts and what could not be given. The days may come from any water balance.
 */
export function adviceOfDays(
  days: readonly AdviceDay[],
  sizing: Sizing,
): Pick<IrrigationAdvice, 'advice' | 'reasonZh' | 'reasonEn' | 'missing'> {
  let advice: Watering | null = null;
  let postponed: { day: number; rain: number } | null = null;
  for (const [day, { start, raw, rain }] of days.entries()) {
    const need = start - rain;
    if (need >= raw && need > 0) {
      advice = sized(sizing, day, need);
      break;
    }
    if (postponed === null && start >= raw) postponed = { day, rain };
  }
  const missing: Reason[] = [];
  if (positive(sizing.areaM2) === null) missing.push(reason('no_plot_area', 'areaM2'));
  if (positive(sizing.flowM3h) === null) missing.push(reason('no_flow_rate', 'flowM3h'));
  return { advice, missing, ...explain(days, advice, postponed, sizing.today ?? null) };
}

/** An area or a flow that is not positive counts as missing. */
function positive(value: number | null | undefined): number | null {
  return given(value) && value > 0 && value < Infinity ? value : null;
}

function kcOf(input: IrrigationAdviceInput, day: number): number {
  const kc = typeof input.kc === 'number' ? input.kc : (input.kc[day] ?? input.kc.at(-1));
  return inRange(kc, 'kc', 0, 3);
}

function sized(input: Sizing, dayOffset: number, need: number): Watering {
  const efficiency = inRange(input.efficiency ?? 0.75, 'efficiency', 0.05, 1);
  const leaching = inRange(input.leachingFraction ?? 0, 'leachingFraction', 0, 0.5);
  const wetted = inRange(input.wettedFraction ?? 1, 'wettedFraction', 0.01, 1);
  const netMm = need * inRange(input.refillFraction ?? 1, 'refillFraction', 0.05, 1);
  const grossMm = netMm / (efficiency * (1 - leaching));
  const area = positive(input.areaM2);
  const flow = positive(input.flowM3h);
  const volumeM3 = area === null ? null : (grossMm * area * wetted) / 1000;
  const durationH = volumeM3 === null || flow === null ? null : volumeM3 / flow;
  return {
    dayOffset,
    netMm,
    grossMm,
    volumeM3,
    m3PerMu: (grossMm * SQUARE_METRES_PER_MU * wetted) / 1000,
    durationH,
  };
}

const round1 = (value: number): string => value.toFixed(1);

/** Text of a future day: its date when today's is known. */
function dayText(today: string | null, ahead: number): { zh: string; en: string } {
  if (ahead === 0) return { zh: '今日', en: 'today' };
  if (today === null) return { zh: `${ahead} 天后`, en: `in ${ahead} day${ahead === 1 ? '' : 's'}` };
  const date = dateOfDay(dayNumber(today) + ahead);
  return { zh: ` ${Number(date.slice(8))} 日`, en: `on ${date}` };
}

function explain(
  days: readonly AdviceDay[],
  watering: Watering | null,
  postponed: { day: number; rain: number } | null,
  today: string | null,
): { reasonZh: string; reasonEn: string } {
  if (watering === null) {
    if (postponed !== null && postponed.rain > 0) {
      const rain = round1(postponed.rain);
      const when = dayText(today, postponed.day);
      return {
        reasonZh: `预计${when.zh}有雨 ${rain} mm，暂缓灌溉`,
        reasonEn: `${rain} mm of rain expected ${when.en}: irrigation postponed`,
      };
    }
    return {
      reasonZh: `未来${days.length}天无需灌溉`,
      reasonEn: `No irrigation needed in the next ${days.length} days`,
    };
  }
  const day = watering.dayOffset;
  const start = round1(days[day]?.start ?? 0);
  const raw = round1(days[day]?.raw ?? 0);
  const gross = round1(watering.grossMm);
  const volume = watering.volumeM3 === null ? null : round1(watering.volumeM3);
  const when = dayText(today, day);
  return {
    reasonZh:
      (day === 0
        ? `根区亏缺 ${start} mm 已达到允许亏缺 ${raw} mm`
        : `预计${when.zh}根区亏缺 ${start} mm 将达到允许亏缺 ${raw} mm`) +
      `，建议灌水 ${gross} mm` +
      (volume === null ? '' : `（约 ${volume} m³）`),
    reasonEn:
      `The root-zone deficit of ${start} mm ${day === 0 ? 'has reached' : `will reach, ${when.en},`} ` +
      `the allowed ${raw} mm: apply ${gross} mm` +
      (volume === null ? '' : ` (about ${volume} m³)`),
  };
}

/**
 * Leaching fraction from the salinity of the water and of the soil extract, dS/m (FAO-29 eq. 9): surface and
 * sprinkler ECw/(5·ECe−ECw), drip ECw/(2·ECe max). Kept in 0–0.5.
 */
export function leachingFraction(input: {
  waterEc: number;
  soilEc: number;
  method: 'surface' | 'sprinkler' | 'drip';
}): number {
  const water = inRange(input.waterEc, 'waterEc', 0, 60);
  const soil = inRange(input.soilEc, 'soilEc', 0.01, 60);
  const denominator = input.method === 'drip' ? 2 * soil : 5 * soil - water;
  if (denominator <= 0) return 0.5;
  return Math.min(0.5, water / denominator);
}
