import { u2 as windAt2m } from './atmosphere.ts';
import { given } from './checked.ts';
import { heightOnDay, kcClimate, kcOnDay } from './crop-coefficient.ts';
import { cropTimeline } from './crop-timeline.ts';
import type { Band } from './ensemble.ts';
import { forecastFactor } from './forecast-bias.ts';
import type { FieldInput } from './field-input.ts';
import { fieldWater, soilLimitsOf, type SoilLimitsOf, type SoilOrigin } from './field-water.ts';
import type { PlotWater, ProbeReport, WaterDay } from './plot-water.ts';
import type { ProbeFault } from './probe-calibration.ts';
import { findIrrigationMethod } from './data/irrigation-methods.ts';
import { dailyWeather, type WeatherDay, type WeatherHour } from './daily-weather.ts';
import { type Et0Daily, et0Daily, type Et0Methods } from './et0-daily.ts';
import { et0Greenhouse } from './et0-greenhouse.ts';
import type { StageNow } from './growth.ts';
import { type IrrigationAdvice, irrigationAdvice, type Watering } from './irrigation-advice.ts';
import { dateOfDay, dayNumber, DEFAULT_TIME_ZONE, localDayNumber } from './local-calendar.ts';
import { AgronomyError, attempt, reason, type Reason } from './reason.ts';
import { ks, pAdjusted, soilLimits, tawRaw } from './soil.ts';
import { BUILT_IN_TABLES } from './tables.ts';

/** Days of computed ET0 whose mean replaces a missing forecast. */
const RECENT_DAYS = 7;
const FORECAST_DAYS = 7;
/** Days without ET0 that are not reported: the first and the last are rarely complete. */
const FEW_DAYS = 2;
/** Share of the root zone from which probes decide. */
const MOST_OF_ROOTS = 0.5;

export interface FieldAdvice {
  /** ET0 of each day from planting. Null without weather. */
  et0: readonly { date: string; et0: number | null; methods: Et0Methods | null; reason: Reason | null }[];
  crop: string;
  /** 1 = the planting date. */
  day: number;
  stage: StageNow;
  gdd: number;
  kc: number;
  etc: number;
  soil: {
    /** Root-zone mean of the depletion, m³/m³. */
    theta: number;
    fieldCapacity: number;
    wiltingPoint: number;
    rootDepth: number;
    source: 'sensor' | 'mixed' | 'balance' | 'default';
    /** Where its limits come from. */
    from: SoilOrigin;
  };
  taw: number;
  raw: number;
  p: number;
  depletion: number;
  ks: number;
  advice: (Watering & { when: string }) | null;
  reasonZh: string;
  reasonEn: string;
  trajectory: readonly { date: string; depletion: number; raw: number }[];
  /** How today's depletion is known: 'mixed' where probes see less than half of the root zone. */
  confidence: 'sensor' | 'mixed' | 'balance' | 'default';
  /** What the provider's ET0 was multiplied by to meet the station; 1 where that is not known. */
  forecastFactor: number;
  /** The season by model alone, probes alone and both with its band, and the date of irrigation as a band. */
  water: Omit<PlotWater, 'series' | 'ahead' | 'today' | 'irrigation' | 'probes'> & {
    probes: readonly (Omit<ProbeReport, 'faults'> & {
      faults: readonly { fault: ProbeFault; date: string }[];
    })[];
    series: readonly (Omit<WaterDay, 'day'> & { date: string })[];
    ahead: readonly { date: string; both: Band; raw: number }[];
    /** This morning's depletion with its 80 % band, mm. */
    depletion: Band;
    irrigation: {
      earliest: string | null;
      likely: string | null;
      latest: string | null;
      chance: number;
    };
  };
  missing: readonly Reason[];
  reason: null;
}

export interface NoFieldAdvice {
  advice: null;
  reason: Reason;
  missing: readonly Reason[];
}

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
  const planted = dayNumber(input.plantDate);
  if (planted > today) throw new AgronomyError('not_planted', 'plantDate', input.plantDate);
  const found = soilLimitsOf(input);
  const form = { ...found, ...soilLimits(found) };
  const days = dailyWeather({
    hours: input.weather,
    timeZone,
    place: { lat: input.lat, lon: input.lon ?? null },
  });
  const computed = days
    .filter((day) => day.dayNumber >= planted && day.dayNumber < today)
    .map((day) => [day.dayNumber, { date: day.date, ...et0Of(input, day) }] as const);
  const et0 = computed.map(([, day]) => day);
  const known = new Map(computed);
  const usual = usualEt0(days, input, today);
  if (usual === null) {
    // Measured days without a result have a more precise reason than missing weather.
    const why = et0.findLast((one) => one.reason !== null && one.reason.code !== 'too_few_hours')?.reason;
    throw new AgronomyError(why?.code ?? 'no_weather', why?.field ?? 'weather');
  }

  const weatherOf = new Map(days.map((day) => [day.dayNumber, day]));
  const factor = forecastFactor(
    (input.forecast?.past ?? []).map(({ date, et0: forecast }) => ({
      forecast,
      measured: known.get(dayNumber(date))?.et0 ?? null,
    })),
  );
  const forecast = forecastOf(input, usual, factor);
  const water = fieldWater(input, form, {
    planted,
    today,
    et0: (number) => known.get(number)?.et0 ?? usual,
    weatherOf,
    ahead: forecast,
  });
  const limits = calibratedLimits(form, water);
  const day = today - planted + 1;
  const kc = kcToday(input, day, weatherOf.get(today - 1), known.get(today - 1));
  const rootDepth = water.roots;
  const computable = et0.some((one) => one.et0 !== null);
  const source =
    water.probed >= MOST_OF_ROOTS
      ? 'sensor'
      : water.probed > 0
        ? 'mixed'
        : computable
          ? 'balance'
          : 'default';
  const etc = kc * (forecast.et0[0] ?? usual);
  const p = pAdjusted({ p: crop.p.value, etc });
  const { taw, raw } = tawRaw({ ...limits, rootDepth, p });
  const depletion = Math.min(taw, water.today?.both.mean ?? 0);
  const advice = irrigationAdvice({
    ...limits,
    depletion,
    rootDepth,
    p: crop.p.value,
    kc: forecast.et0.map((_, ahead) =>
      kcToday(input, day + ahead, weatherOf.get(today - 1), known.get(today - 1)),
    ),
    et0Forecast: forecast.et0,
    rainForecast: forecast.rain,
    today: dateOfDay(today),
    areaM2: input.areaM2 ?? null,
    efficiency:
      input.efficiency ??
      findIrrigationMethod(input.method, (input.tables ?? BUILT_IN_TABLES).irrigationMethods)?.efficiency
        .value ??
      null,
    flowM3h: input.flowM3h ?? null,
    refillFraction: input.refillFraction ?? null,
    wettedFraction: input.wettedFraction ?? null,
    leachingFraction: input.leachingFraction ?? null,
  });
  if (advice.reason !== null) throw new AgronomyError(advice.reason.code, advice.reason.field);
  const growth = cropTimeline({
    crop,
    plantDate: input.plantDate,
    today: dateOfDay(today),
    temperatures: days,
    normals: input.normals ?? null,
  });
  if (growth.stage === null) throw new AgronomyError(growth.reason.code, growth.reason.field);
  return {
    et0,
    crop: crop.id,
    day,
    stage: growth.stage,
    gdd: growth.gdd,
    kc,
    etc,
    soil: {
      theta: limits.fieldCapacity - depletion / (1000 * rootDepth),
      fieldCapacity: limits.fieldCapacity,
      wiltingPoint: limits.wiltingPoint,
      rootDepth,
      source,
      from: limits.from,
    },
    taw,
    raw,
    p,
    depletion,
    ks: ks({ taw, raw, depletion }),
    advice: dated(advice, today),
    reasonZh: advice.reasonZh,
    reasonEn: advice.reasonEn,
    trajectory: advice.depletionTrajectoryEndOfDay.map((value, ahead) => ({
      date: dateOfDay(today + ahead),
      depletion: value,
      raw: advice.rawTrajectory[ahead] ?? raw,
    })),
    confidence: source,
    forecastFactor: factor,
    water: datedWater(water, planted, today, depletion),
    missing: [...advice.missing, ...missingOf(input, et0, water), ...growth.notes],
    reason: null,
  };
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

/** Mean of the last week that could be computed, before planting if need be. */
function usualEt0(days: readonly WeatherDay[], input: FieldInput, today: number): number | null {
  let total = 0;
  let count = 0;
  for (let index = days.length - 1; index >= 0 && count < RECENT_DAYS; index--) {
    const day = days[index];
    if (day === undefined || day.dayNumber >= today) continue;
    const { et0 } = et0Of(input, day);
    if (et0 === null) continue;
    total += et0;
    count++;
  }
  return count === 0 ? null : total / count;
}

/** Kc of a day, adjusted to yesterday's wind and humidity outdoors once it is above 0.45 (eq. 62, 65). */
function kcToday(
  input: FieldInput,
  day: number,
  weather: WeatherDay | undefined,
  et0: { methods: Et0Methods | null } | undefined,
): number {
  const { crop } = input;
  const kc = kcOnDay({ day, lengths: crop.lengths.value, kc: crop.kc.value });
  const grown = day > crop.lengths.value[0] + crop.lengths.value[1];
  const outdoors = input.greenhouse === null || input.greenhouse === undefined;
  if (!grown || !outdoors || !given(weather?.wind) || !given(weather.rhMin) || !et0?.methods) return kc;
  const height = heightOnDay({ day, lengths: crop.lengths.value, max: crop.maxHeight.value });
  const wind = windAt2m({ u: weather.wind, z: input.windHeight ?? 2 });
  return Math.max(0.1, kcClimate({ kc, u2: wind, rhMin: weather.rhMin, height }));
}

/** Field capacity from the plateaus of the plot's probes replaces the entered one. */
function calibratedLimits(form: SoilLimitsOf, water: PlotWater): SoilLimitsOf {
  const shown = water.probes.flatMap(({ fieldCapacity }) => (fieldCapacity === null ? [] : [fieldCapacity]));
  const fieldCapacity = shown.reduce((total, one) => total + one, 0) / Math.max(1, shown.length);
  if (shown.length === 0 || fieldCapacity <= form.wiltingPoint + 0.02) return form;
  return { ...form, fieldCapacity, from: 'probes' };
}

/** Days by their date, and the window of irrigation in dates. */
function datedWater(
  water: PlotWater,
  planted: number,
  today: number,
  depletion: number,
): FieldAdvice['water'] {
  const { series, ahead, today: last, irrigation, probes, ...rest } = water;
  const dateOf = (day: number) => dateOfDay(planted + day);
  const within = (offset: number | null) => (offset === null ? null : dateOfDay(today + offset));
  return {
    ...rest,
    probes: probes.map((probe) => ({
      ...probe,
      faults: probe.faults.map(({ fault, day }) => ({ fault, date: dateOf(day) })),
    })),
    series: series.map(({ day, ...one }) => ({ date: dateOf(day), ...one })),
    ahead: ahead.map(({ day, ...one }) => ({ date: dateOf(day), ...one })),
    depletion: last?.both ?? { mean: depletion, low: depletion, high: depletion },
    irrigation: {
      earliest: within(irrigation.earliest),
      likely: within(irrigation.likely),
      latest: within(irrigation.latest),
      chance: irrigation.chance,
    },
  };
}

function forecastOf(
  input: FieldInput,
  usual: number,
  factor: number,
): { et0: number[]; rain: number[]; chance: (number | null)[] } {
  const outdoors = input.greenhouse === null || input.greenhouse === undefined;
  const ahead = Array.from({ length: FORECAST_DAYS }, (_, day) => day);
  return {
    // ET0 of the provider is for the open field: a greenhouse uses its own.
    et0: ahead.map((day) => {
      const expected = outdoors ? input.forecast?.et0?.[day] : null;
      return given(expected) ? factor * expected : usual;
    }),
    rain: ahead.map((day) => (outdoors ? (input.forecast?.rain?.[day] ?? 0) : 0)),
    chance: ahead.map((day) => input.forecast?.rainChance?.[day] ?? null),
  };
}

function dated(advice: IrrigationAdvice, today: number): (Watering & { when: string }) | null {
  if (advice.advice === null) return null;
  const { dayOffset } = advice.advice;
  return { ...advice.advice, when: dayOffset === 0 ? 'today' : dateOfDay(today + dayOffset) };
}

function missingOf(input: FieldInput, et0: FieldAdvice['et0'], water: PlotWater): readonly Reason[] {
  const missing: Reason[] = [];
  if (water.probed === 0) {
    const none = (input.probes ?? input.sensors ?? []).length === 0;
    missing.push(reason(none ? 'no_soil_moisture' : 'stale_soil_moisture'));
  } else if (water.probed < MOST_OF_ROOTS) missing.push(reason('few_probes', 'soilMoisture'));
  if (water.probes.some(({ faults }) => faults.length > 0))
    missing.push(reason('probe_faults', 'soilMoisture'));
  if (et0.length === 0) missing.push(reason('no_weather', 'weather'));
  if (et0.some(({ methods }) => methods?.rs === 'filled'))
    missing.push(reason('radiation_filled', 'radiation'));
  if (et0.filter((day) => day.reason?.code === 'too_few_hours').length > FEW_DAYS) {
    missing.push(reason('too_few_hours', 'weather'));
  }
  const has = (pick: (hour: WeatherHour) => number | null | undefined) =>
    input.weather.some((hour) => given(pick(hour)));
  if (!has((hour) => hour.rh)) missing.push(reason('no_humidity', 'rh'));
  if (!has((hour) => hour.radiation)) missing.push(reason('no_radiation', 'radiation'));
  if (!has((hour) => hour.rain) && !input.greenhouse) missing.push(reason('no_rainfall', 'rain'));
  return missing;
}
