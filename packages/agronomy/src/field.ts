import { clamp, given } from './checked.ts';
import { et0OfGap, temperatureNormals } from './climatology.ts';
import { cropTimeline } from './crop-timeline.ts';
import { dailyWeather, type WeatherDay } from './daily-weather.ts';
import { findIrrigationMethod } from './data/irrigation-methods.ts';
import { type Et0Daily, et0Daily, type Et0Methods } from './et0-daily.ts';
import type { FieldAdvice, NoFieldAdvice } from './field-advice.ts';
import { et0Greenhouse } from './et0-greenhouse.ts';
import { type DaysAhead, daysAhead } from './field-forecast.ts';
import type { FieldInput } from './field-input.ts';
import { datedWater, MIN_PROBED_SHARE, missingOf } from './field-report.ts';
import { fieldWater, soilLimitsOf, type SoilLimitsOf } from './field-water.ts';
import { adviceOfDays, leachingFraction } from './irrigation-advice.ts';
import { dateOfDay, dayNumber, DEFAULT_TIME_ZONE, localDayNumber } from './local-calendar.ts';
import type { PlotWater } from './plot-water.ts';
import { AgronomyError, attempt, reason, type Reason } from './reason.ts';
import { ks, soilLimits } from './soil.ts';
import { BUILT_IN_TABLES } from './tables.ts';
import { effectiveRain } from './water-balance.ts';

/** Days of computed ET0 whose mean replaces a missing forecast. */
const RECENT_DAYS = 7;
/** dS/m: the ECe of soils. */
const SOIL_EC = [0.01, 60] as const;

/**
 * Irrigation advice of a plot from its weather, crop and soil: ET0 by day with its fallbacks named, Kc, roots, a
 * root-zone balance from planting, replaced by the sensors where these are fresh, and seven days ahead.
 */
export function fieldAdvice(input: FieldInput): FieldAdvice | NoFieldAdvice {
  const result = attempt(() => compute(input));
  return result.reason === null ? result.value : { advice: null, reason: result.reason, missing: [] };
}

function compute(input: FieldInput): FieldAdvice {
  const { crop } = input;
  if (crop.paddy) throw new AgronomyError('paddy_not_supported', 'crop', crop.id);
  const timeZone = input.timeZone ?? DEFAULT_TIME_ZONE;
  const today = localDayNumber(input.now, timeZone);
  const planted = dayNumber(input.plantDate, 'plantDate');
  if (planted > today) throw new AgronomyError('not_planted', 'plantDate', input.plantDate);
  const found = soilLimitsOf(input);
  const form = { ...found, ...soilLimits(found) };
  const days = dailyWeather({
    hours: input.weather,
    timeZone,
    place: { lat: input.lat, lon: input.lon ?? null },
  });
  const et0 = et0ByDay(input, days, planted, today);
  const measured = new Map(et0.map((day) => [dayNumber(day.date), day.et0]));
  const ahead = daysAhead(input, today, recentEt0(input, days, et0, today), measured);
  const water = fieldWater(input, form, {
    planted,
    today,
    et0: (day) => measured.get(day) ?? et0OfGap(day, measured, input.climate) ?? ahead.et0[0] ?? 0,
    weatherOf: new Map(days.map((day) => [day.dayNumber, day])),
    ahead,
  });
  const growth = cropTimeline({
    crop,
    plantDate: input.plantDate,
    today: dateOfDay(today),
    temperatures: days,
    normals: temperatureNormals(input.climate),
  });
  if (growth.stage === null) throw new AgronomyError(growth.reason.code, growth.reason.field);
  const leaching = leachingOf(input);
  const { missing, ...advice } = adviceOf(input, water, ahead, leaching, today);
  return {
    et0,
    crop: crop.id,
    day: today - planted + 1,
    stage: growth.stage,
    gdd: growth.gdd,
    ...rootZone(form, water, et0.some((one) => one.et0 !== null) ? 'balance' : 'default'),
    ...advice,
    leachingFraction: leaching,
    forecastFactor: ahead.factor,
    forecastFrom: ahead.from,
    water: datedWater(water, planted, today),
    missing: [...missing, ...missingOf(input, et0, water, ahead), ...growth.notes],
    reason: null,
  };
}

/** ET0 of each day from planting to yesterday. */
function et0ByDay(
  input: FieldInput,
  days: readonly WeatherDay[],
  planted: number,
  today: number,
): FieldAdvice['et0'] {
  return days
    .filter((day) => day.dayNumber >= planted && day.dayNumber < today)
    .map((day) => ({ date: day.date, ...et0Of(input, day) }));
}

/** Root zone this morning: the ensemble's means, so that every number belongs to one state. */
function rootZone(
  form: SoilLimitsOf,
  water: PlotWater,
  without: 'balance' | 'default',
): Pick<FieldAdvice, 'kc' | 'etc' | 'soil' | 'taw' | 'raw' | 'p' | 'depletion' | 'ks' | 'confidence'> {
  const limits = calibratedLimits(form, water);
  const [first] = water.ahead;
  if (first === undefined) throw new AgronomyError('no_weather', 'forecast');
  const source = water.probed >= MIN_PROBED_SHARE ? 'sensor' : water.probed > 0 ? 'mixed' : without;
  const { taw, kc, etc } = first;
  const raw = Math.min(first.raw, taw);
  const depletion = Math.min(taw, first.start);
  return {
    kc,
    etc,
    taw,
    raw,
    p: raw / taw,
    depletion,
    ks: ks({ taw, raw, depletion }),
    soil: {
      theta: limits.fieldCapacity - depletion / (1000 * water.roots),
      fieldCapacity: limits.fieldCapacity,
      wiltingPoint: limits.wiltingPoint,
      rootDepth: water.roots,
      source,
      from: limits.from,
    },
    confidence: source,
  };
}

/** The decision from the runs' mean depletion of the days ahead. */
function adviceOf(
  input: FieldInput,
  water: PlotWater,
  ahead: DaysAhead,
  leachingFraction: number,
  today: number,
): Pick<FieldAdvice, 'advice' | 'reasonZh' | 'reasonEn' | 'trajectory' | 'missing'> {
  const { irrigationMethods } = input.tables ?? BUILT_IN_TABLES;
  const { advice, ...texts } = adviceOfDays(
    water.ahead.map(({ start, both, raw }, day) => ({
      start,
      end: both.mean,
      raw,
      rain: effectiveRain(ahead.reliableRain[day] ?? 0, ahead.et0[day] ?? 0),
    })),
    {
      today: dateOfDay(today),
      areaM2: input.areaM2 ?? null,
      efficiency:
        input.efficiency ?? findIrrigationMethod(input.method, irrigationMethods)?.efficiency.value ?? null,
      flowM3h: input.flowM3h ?? null,
      refillFraction: input.refillFraction ?? null,
      wettedFraction: input.wettedFraction ?? null,
      leachingFraction,
    },
  );
  return {
    ...texts,
    advice: advice && {
      ...advice,
      when: advice.dayOffset === 0 ? 'today' : dateOfDay(today + advice.dayOffset),
    },
    trajectory: water.ahead.map(({ both, raw }, day) => ({
      date: dateOfDay(today + day),
      depletion: both.mean,
      raw,
    })),
  };
}

/** Leaching fraction: as given, else the one that keeps the salt within the crop's tolerance (FAO-29). */
function leachingOf(input: FieldInput): number {
  if (given(input.leachingFraction)) return input.leachingFraction;
  const waterEc = input.soil?.waterEc;
  if (!given(waterEc) || waterEc <= 0) return 0;
  const [threshold, slope] = input.crop.saltTolerance.value;
  const method = input.method ?? 'surface';
  // For drip the equation uses the ECe of zero yield, else the greatest ECe without loss of yield.
  const soilEc = method === 'drip' ? threshold + 100 / slope : threshold;
  // A crop that hardly minds salt has an ECe of zero yield beyond any soil, one that loses none an infinite one.
  return leachingFraction({ waterEc, soilEc: clamp(soilEc, ...SOIL_EC), method });
}

function et0Of(
  input: FieldInput,
  day: WeatherDay,
): { et0: number | null; methods: Et0Methods | null; reason: Reason | null } {
  const { doy, tmax, tmin, rhMax, rhMin, rs } = day;
  const common = { doy, lat: input.lat, elevation: input.elevation ?? null, tmax, tmin, rhMax, rhMin };
  const house = input.greenhouse;
  const answer =
    house === null || house === undefined
      ? et0Daily({ ...common, rs, wind: day.wind, windHeight: input.windHeight ?? null })
      : et0Greenhouse({
          ...common,
          transmissivity: house.transmissivity ?? null,
          ...(house.radiationInside === true ? { rsInside: rs } : { rsOutside: rs }),
        });
  if (answer.et0 === null && day.hours > 0 && (tmax === null || tmin === null)) {
    return { et0: null, methods: null, reason: reason('too_few_hours') };
  }
  const methods = (answer as Partial<Et0Daily>).methods ?? null;
  const filled = methods?.rs === 'measured' && day.filled.includes('radiation');
  return {
    et0: answer.et0,
    methods: methods && filled ? { ...methods, rs: 'filled' } : methods,
    reason: answer.reason,
  };
}

/**
 * Mean ET0 of the last week that could be computed, before planting if need be; else the climate's.
 * @throws AgronomyError `no_weather`, or why the measured days gave none
 */
function recentEt0(
  input: FieldInput,
  days: readonly WeatherDay[],
  known: FieldAdvice['et0'],
  today: number,
): number {
  const recent: number[] = [];
  for (let index = days.length - 1; index >= 0 && recent.length < RECENT_DAYS; index--) {
    const day = days[index];
    if (day === undefined || day.dayNumber >= today) continue;
    const { et0 } = et0Of(input, day);
    if (et0 !== null) recent.push(et0);
  }
  if (recent.length > 0) return recent.reduce((total, one) => total + one, 0) / recent.length;
  const normal = input.greenhouse ? null : input.climate?.(dateOfDay(today)).et0;
  if (given(normal)) return normal;
  // Measured days without a result have a more precise reason than missing weather.
  const why = known.findLast((one) => one.reason !== null && one.reason.code !== 'too_few_hours')?.reason;
  throw new AgronomyError(why?.code ?? 'no_weather', why?.field ?? 'weather');
}

/** Field capacity from the plateaus of the plot's probes replaces the entered one. */
function calibratedLimits(form: SoilLimitsOf, water: PlotWater): SoilLimitsOf {
  const shown = water.probes.flatMap(({ fieldCapacity }) => (fieldCapacity === null ? [] : [fieldCapacity]));
  const fieldCapacity = shown.reduce((total, one) => total + one, 0) / Math.max(1, shown.length);
  if (shown.length === 0 || fieldCapacity <= form.wiltingPoint + 0.02) return form;
  return { ...form, fieldCapacity, from: 'probes' };
}
