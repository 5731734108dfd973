import { given } from './checked.ts';
import { heightOnDay, kcClimate, kcOnDay, rootDepthOnDay } from './crop-coefficient.ts';
import { type Crop, cropPeriods } from './data/crops.ts';
import { findIrrigationMethod, type IrrigationMethodId } from './data/irrigation-methods.ts';
import { findTexture } from './data/soil-textures.ts';
import { dailyWeather, type WeatherDay, type WeatherHour } from './daily-weather.ts';
import { type Et0Daily, et0Daily, type Et0Methods } from './et0-daily.ts';
import { et0Greenhouse } from './et0-greenhouse.ts';
import { gdd, type StageNow, stageOf } from './growth.ts';
import { type IrrigationAdvice, irrigationAdvice, type Watering } from './irrigation-advice.ts';
import { dateOfDay, dayNumber, DEFAULT_TIME_ZONE, HOUR_MS, localDayNumber } from './local-calendar.ts';
import { AgronomyError, attempt, reason, type Reason } from './reason.ts';
import { depletionFromSensors, ks, pAdjusted, type SoilReading, soilLimits, tawRaw } from './soil.ts';
import { type AgronomyTables, BUILT_IN_TABLES } from './tables.ts';
import { balanceStep, effectiveRain } from './water-balance.ts';

/** Days of computed ET0 whose mean stands for the forecast when there is none. */
const RECENT_DAYS = 7;
const FORECAST_DAYS = 7;
/** Sensor values older than this do not say what the roots have today. */
const FRESH_MS = 48 * HOUR_MS;

export interface FieldInput {
  /** Epoch ms. */
  now: number;
  timeZone?: string;
  /** Degrees north, metres. */
  lat: number;
  elevation?: number | null;
  /** Hours from before planting, or from as far back as there are. */
  weather: readonly WeatherHour[];
  /** Height of the wind sensor, m. Default 2. */
  windHeight?: number | null;
  /** Weather is measured inside this house; `radiationInside` tells where the pyranometer is. */
  greenhouse?: { transmissivity?: number | null; radiationInside?: boolean } | null;
  crop: Crop;
  plantDate: string;
  texture?: string | null;
  /** Textures and irrigation methods to go by. Default: the built-in ones. */
  tables?: AgronomyTables;
  fieldCapacity?: number | null;
  wiltingPoint?: number | null;
  /** Newest reading of each depth, with its time. */
  sensors?: readonly (SoilReading & { ts: number })[];
  /** Water given, mm by date. */
  irrigations?: readonly { date: string; mm: number }[];
  /** Expected from today on. */
  forecast?: { et0?: readonly (number | null)[] | null; rain?: readonly (number | null)[] | null } | null;
  areaM2?: number | null;
  method?: IrrigationMethodId | null;
  efficiency?: number | null;
  flowM3h?: number | null;
  refillFraction?: number | null;
  wettedFraction?: number | null;
  leachingFraction?: number | null;
}

export interface FieldAdvice {
  /** ET0 of each day from planting. Null where no weather could give one. */
  et0: readonly { date: string; et0: number | null; methods: Et0Methods | null; reason: Reason | null }[];
  crop: string;
  /** 1 = the planting date. */
  day: number;
  stage: StageNow;
  gdd: number;
  kc: number;
  etc: number;
  soil: {
    /** Root-zone mean, m³/m³, that the depletion means. */
    theta: number;
    fieldCapacity: number;
    wiltingPoint: number;
    rootDepth: number;
    source: 'sensor' | 'balance' | 'default';
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
  /** How today's depletion is known. */
  confidence: 'sensor' | 'balance' | 'default';
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
  const limits = soilOf(input);
  const days = dailyWeather({ hours: input.weather, timeZone });
  const computed = days
    .filter((day) => day.dayNumber >= planted && day.dayNumber < today)
    .map((day) => [day.dayNumber, { date: day.date, ...et0Of(input, day) }] as const);
  const et0 = computed.map(([, day]) => day);
  const known = new Map(computed);
  const usual = usualEt0(days, input, today);
  if (usual === null) {
    // Days that were measured and still gave nothing say why better than that there is no weather.
    const why = et0.findLast((one) => one.reason !== null && one.reason.code !== 'too_few_hours')?.reason;
    throw new AgronomyError(why?.code ?? 'no_weather', why?.field ?? 'weather');
  }

  const weatherOf = new Map(days.map((day) => [day.dayNumber, day]));
  const balanced = balance(input, limits, { planted, today, known, weatherOf, usual });
  const day = today - planted + 1;
  const kc = kcToday(input, day, weatherOf.get(today - 1), known.get(today - 1));
  const rootDepth = rootDepthOf(crop, day);
  const measured = sensorDepletion(input, limits.fieldCapacity, rootDepth);
  const source = measured !== null ? 'sensor' : et0.some((one) => one.et0 !== null) ? 'balance' : 'default';
  const forecast = forecastOf(input, usual);
  const etc = kc * (forecast.et0[0] ?? usual);
  const p = pAdjusted({ p: crop.p.value, etc });
  const { taw, raw } = tawRaw({ ...limits, rootDepth, p });
  const depletion = Math.min(taw, measured ?? balanced);
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
  const heat = heatOf(input, weatherOf, planted, today);
  return {
    et0,
    crop: crop.id,
    day,
    stage: stageOf({ periods: cropPeriods(crop), gdd: heat }),
    gdd: heat,
    kc,
    etc,
    soil: { theta: limits.fieldCapacity - depletion / (1000 * rootDepth), ...limits, rootDepth, source },
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
    missing: [...advice.missing, ...missingOf(input, et0.length, measured !== null)],
    reason: null,
  };
}

function soilOf(input: FieldInput): { fieldCapacity: number; wiltingPoint: number } {
  const { textures } = input.tables ?? BUILT_IN_TABLES;
  const texture = findTexture(input.texture, textures) ?? findTexture('loam', textures);
  return soilLimits({
    fieldCapacity: input.fieldCapacity ?? texture?.fieldCapacity.value ?? 0.25,
    wiltingPoint: input.wiltingPoint ?? texture?.wiltingPoint.value ?? 0.12,
  });
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
  if (answer.et0 === null && day.hours > 0 && tmax === null) {
    return { et0: null, methods: null, reason: reason('too_few_hours') };
  }
  return { et0: answer.et0, methods: (answer as Partial<Et0Daily>).methods ?? null, reason: answer.reason };
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

function rootDepthOf(crop: Crop, day: number): number {
  // FAO-56 table 22: the shallow end of the range is for irrigation scheduling.
  const [max] = crop.rootDepthMax.value;
  return rootDepthOnDay({
    day,
    lengths: crop.lengths.value,
    min: Math.min(crop.rootDepthStart.value, max),
    max,
  });
}

/** Kc of a day, put to yesterday's wind and humidity outdoors once it is past 0.45 (eq. 62, 65). */
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
  return Math.max(0.1, kcClimate({ kc, u2: weather.wind, rhMin: weather.rhMin, height }));
}

interface Season {
  planted: number;
  today: number;
  known: ReadonlyMap<number, { et0: number | null; methods: Et0Methods | null }>;
  weatherOf: ReadonlyMap<number, WeatherDay>;
  usual: number;
}

/** Depletion this morning, from field capacity at planting; roots that grow find full soil. */
function balance(
  input: FieldInput,
  limits: { fieldCapacity: number; wiltingPoint: number },
  season: Season,
): number {
  const watered = new Map<number, number>();
  for (const { date, mm } of input.irrigations ?? []) {
    const day = dayNumber(date);
    if (Number.isFinite(mm) && mm > 0) watered.set(day, (watered.get(day) ?? 0) + mm);
  }
  const outdoors = input.greenhouse === null || input.greenhouse === undefined;
  let depletion = 0;
  for (let number = season.planted; number < season.today; number++) {
    const day = number - season.planted + 1;
    const et0 = season.known.get(number)?.et0 ?? season.usual;
    const weather = season.weatherOf.get(number);
    const etc = kcToday(input, day, weather, season.known.get(number)) * et0;
    const p = pAdjusted({ p: input.crop.p.value, etc });
    const { taw, raw } = tawRaw({ ...limits, rootDepth: rootDepthOf(input.crop, day), p });
    const actual = ks({ taw, raw, depletion: Math.min(taw, depletion) }) * etc;
    depletion = balanceStep({
      depletion,
      rain: outdoors ? effectiveRain(weather?.rain ?? 0, et0) : 0,
      runoff: 0,
      irrigation: watered.get(number) ?? 0,
      etc: actual,
      taw,
    }).depletion;
  }
  return depletion;
}

function sensorDepletion(input: FieldInput, fieldCapacity: number, rootDepth: number): number | null {
  const fresh = (input.sensors ?? []).filter(
    (sensor) =>
      input.now - sensor.ts <= FRESH_MS && sensor.ts <= input.now && sensor.vwc >= 0 && sensor.vwc <= 0.6,
  );
  return fresh.length === 0 ? null : depletionFromSensors({ readings: fresh, fieldCapacity, rootDepth });
}

function forecastOf(input: FieldInput, usual: number): { et0: number[]; rain: number[] } {
  const outdoors = input.greenhouse === null || input.greenhouse === undefined;
  const ahead = Array.from({ length: FORECAST_DAYS }, (_, day) => day);
  return {
    // The provider's ET0 is that of the open field: a house keeps to its own.
    et0: ahead.map((day) => (outdoors ? (input.forecast?.et0?.[day] ?? usual) : usual)),
    rain: ahead.map((day) => (outdoors ? (input.forecast?.rain?.[day] ?? 0) : 0)),
  };
}

/** Heat since planting; a day without temperatures counts as the day before it. */
function heatOf(
  input: FieldInput,
  weatherOf: ReadonlyMap<number, WeatherDay>,
  planted: number,
  today: number,
): number {
  const { crop } = input;
  let total = 0;
  let last = 0;
  for (let day = planted; day < today; day++) {
    const weather = weatherOf.get(day);
    if (given(weather?.tmax) && given(weather.tmin)) {
      const { tmax, tmin } = weather;
      last = gdd({ method: crop.gddMethod, tmax, tmin, base: crop.base.value, upper: crop.upper.value });
    }
    total += last;
  }
  return total;
}

function dated(advice: IrrigationAdvice, today: number): (Watering & { when: string }) | null {
  if (advice.advice === null) return null;
  const { dayOffset } = advice.advice;
  return { ...advice.advice, when: dayOffset === 0 ? 'today' : dateOfDay(today + dayOffset) };
}

function missingOf(input: FieldInput, weatherDays: number, hasSensors: boolean): readonly Reason[] {
  const missing: Reason[] = [];
  if (!hasSensors)
    missing.push(reason((input.sensors ?? []).length === 0 ? 'no_soil_moisture' : 'stale_soil_moisture'));
  if (weatherDays === 0) missing.push(reason('no_weather', 'weather'));
  const has = (pick: (hour: WeatherHour) => number | null | undefined) =>
    input.weather.some((hour) => given(pick(hour)));
  if (!has((hour) => hour.rh)) missing.push(reason('no_humidity', 'rh'));
  if (!has((hour) => hour.radiation)) missing.push(reason('no_radiation', 'radiation'));
  if (!has((hour) => hour.rain) && !input.greenhouse) missing.push(reason('no_rainfall', 'rain'));
  return missing;
}
