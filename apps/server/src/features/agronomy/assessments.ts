import {
  type AgronomyTables,
  attempt,
  checkPlantDate,
  type Climatology,
  climatologyOf,
  climatologyOr,
  type Crop,
  cropTimeline,
  dailyWeather,
  dateOfDay,
  dayNumber,
  diseaseRisk,
  type DiseaseRisk,
  type DroughtAssessment,
  droughtAssessment,
  et0OfHours,
  fieldAdvice,
  type FieldAdvice,
  findTexture,
  growthLabel,
  type GrowthTimeline,
  type HourEt0,
  type IndexResult,
  localDate,
  meshScale,
  type NoFieldAdvice,
  type PestRecord,
  type Reason,
  reason,
  soilLimitsOf,
  temperatureNormals,
  type WaterSensitivity,
} from '@farm3d/agronomy';
import { calibratedScales } from './climate-index.ts';
import type { FieldData } from './field-sources.ts';
import { cropOfPlot, type Plot } from './plot.ts';
import type { ClimateMonth } from './repository.ts';

const HOUR_MS = 3_600_000;

/** Input of all assessments of a plot. */
export interface AssessmentInput {
  readonly now: number;
  readonly plot: Plot;
  readonly data: FieldData;
  readonly tables: AgronomyTables;
  /** Monthly record of the place, oldest first. */
  readonly climate: readonly ClimateMonth[];
}

export interface Growth {
  readonly crop: Crop;
  readonly timeline: GrowthTimeline;
  /** Scale of the plant's model, 0–1. */
  readonly scale: number;
  readonly label: { readonly zh: string; readonly en: string };
  readonly waterSensitivity: WaterSensitivity;
}

/** Degree-days and stage of the plot's crop, or the reason why there are none. */
export function growthOf({ now, plot, data, tables, climate }: AssessmentInput): Growth | { reason: Reason } {
  const crop = cropOfPlot(plot, tables.crops);
  if (!crop) return { reason: reason('unknown_crop', 'crop') };
  const today = localDate(now, plot.timeZone);
  const wrong = checkPlantDate(plot.plantDate, today);
  if (wrong) return { reason: wrong };
  const timeline = cropTimeline({
    crop,
    plantDate: plot.plantDate ?? today,
    today,
    temperatures: dailyWeather({
      hours: data.weather,
      timeZone: plot.timeZone,
      place: plot.latitude === null ? null : { lat: plot.latitude, lon: plot.longitude },
    }),
    normals: plot.environment === 'field' ? temperatureNormals(climatologyOf(climate)) : null,
  });
  if (timeline.reason !== null) return { reason: timeline.reason };
  const lastStart = crop.stages.at(-2)?.endGdd.value ?? crop.stages.at(-1)?.endGdd.value ?? 1;
  const stage = crop.stages[timeline.stage.index];
  const label = growthLabel(timeline, crop);
  return {
    crop,
    timeline,
    scale: meshScale({ relativeDevelopment: timeline.gdd / lastStart }),
    label: { zh: label.zh, en: label.en.replace(timeline.stage.name, stage?.en ?? timeline.stage.name) },
    waterSensitivity: stage?.waterSensitivity ?? 'other',
  };
}

/** Drought of the plot: from its soil moisture, else from its monthly rain against the climate. */
export function droughtOf(
  situation: AssessmentInput,
  deviceId: string | null,
): DroughtAssessment & { notes: readonly Reason[] } {
  const { now, plot, data, tables, climate } = situation;
  const growth = growthOf(situation);
  const today = localDate(now, plot.timeZone);
  const assessment = droughtAssessment({
    ...(deviceId === null ? {} : { deviceId }),
    now,
    timeZone: plot.timeZone,
    soil: data.soil,
    texture: plot.soilTexture,
    fieldCapacity: plot.fieldCapacity,
    stage: 'timeline' in growth ? growth.waterSensitivity : 'other',
    rain: data.rain,
    tables,
    spi: calibratedScales(climate, today, ({ rain }) => rain),
    spei: calibratedScales(climate, today, ({ rain, et0 }) => (et0 === null ? null : rain - et0)),
  });
  const notes: Reason[] = [...data.notes];
  if (climate.length === 0) notes.push(reason('no_climate_record', 'climate'));
  if (assessment.textureAssumed) notes.push(reason('texture_assumed', 'soilTexture'));
  if (assessment.calibration === 'default') notes.push(reason('field_capacity_default', 'fieldCapacity'));
  if (!('timeline' in growth)) notes.push(growth.reason);
  return { ...assessment, spi: onePerScale(assessment.spi), notes };
}

/** An index of the climate record replaces one that the days of the station cannot give; the shortest scale first. */
function onePerScale(indices: readonly IndexResult[]): IndexResult[] {
  const scales = new Map<number, IndexResult>();
  for (const index of indices) {
    const before = scales.get(index.scaleDays);
    if (!before || before.value === null) scales.set(index.scaleDays, index);
  }
  return [...scales.values()];
}

/** Water that reached the roots by local date, mm, from the applied volume and the area. */
function irrigationsOf(
  { plot, data }: AssessmentInput,
  efficiency: number,
): { date: string; mm: number }[] | null {
  const area = (plot.area ?? 0) * (plot.soil?.irrigatedShare ?? 1);
  if (!data.water || !(area > 0)) return null;
  return data.water.days.map(({ date, m3 }) => ({ date, mm: (1000 * m3 * efficiency) / area }));
}

export interface AdviceOptions {
  /** Forecast from today on. */
  readonly forecast?: {
    et0?: readonly (number | null)[] | undefined;
    rain?: readonly (number | null)[] | undefined;
    /** 0–1. */
    rainChance?: readonly (number | null)[] | undefined;
    past?: readonly { date: string; et0: number | null }[] | undefined;
  };
  readonly refillFraction?: number | undefined;
  /** Climatology of the plot's own measurements in earlier years, where the record has none. */
  readonly history?: Climatology | null;
}

/** Seven days of irrigation advice, with its ET0 and all assumptions. */
export function adviceOf(
  situation: AssessmentInput,
  options: AdviceOptions = {},
): FieldAdvice | NoFieldAdvice {
  const { now, plot, data, tables, climate } = situation;
  const refuse = (why: Reason): NoFieldAdvice => ({ advice: null, reason: why, missing: [...data.notes] });
  const crop = cropOfPlot(plot, tables.crops);
  if (!crop) return refuse(reason('unknown_crop', 'crop'));
  const wrong = checkPlantDate(plot.plantDate, localDate(now, plot.timeZone));
  if (wrong) return refuse(wrong);
  if (plot.latitude === null) return refuse(reason('no_place', 'latitude'));
  const method = tables.irrigationMethods.find(({ id }) => id === plot.irrigationMethod);
  const efficiency = plot.irrigationEfficiency ?? method?.efficiency.value ?? 0.75;
  const watered = irrigationsOf(situation, efficiency);
  const { fieldCapacity: capacity } = soilLimitsOf({
    texture: plot.soilTexture,
    fieldCapacity: plot.fieldCapacity,
    wiltingPoint: plot.wiltingPoint,
    soil: plot.soil,
    tables,
  });
  const advice = fieldAdvice({
    now,
    timeZone: plot.timeZone,
    lat: plot.latitude,
    lon: plot.longitude,
    elevation: plot.elevation,
    weather: data.weather,
    windHeight: plot.windHeight,
    greenhouse:
      plot.environment === 'greenhouse'
        ? { transmissivity: plot.transmissivity, radiationInside: data.radiationInside }
        : null,
    crop,
    plantDate: plot.plantDate ?? '',
    texture: plot.soilTexture,
    fieldCapacity: plot.fieldCapacity,
    wiltingPoint: plot.wiltingPoint,
    probes: probesOf(data, capacity),
    soil: plot.soil,
    // The climate of the open field is not that of a greenhouse.
    climate:
      plot.environment === 'field' ? climatologyOr(climatologyOf(climate), options.history ?? null) : null,
    irrigationKnown: watered !== null,
    irrigations: watered ?? [],
    forecast: {
      et0: options.forecast?.et0 ?? null,
      rain: options.forecast?.rain ?? null,
      rainChance: options.forecast?.rainChance ?? null,
      past: options.forecast?.past ?? null,
    },
    areaM2: plot.area,
    method: plot.irrigationMethod,
    efficiency,
    flowM3h: plot.irrigationFlow,
    refillFraction: options.refillFraction ?? null,
    wettedFraction: plot.soil?.irrigatedShare ?? null,
    tables,
  });
  return { ...advice, missing: notesOf(situation, advice, watered !== null, options) };
}

/** Daily water content of each probe, m³/m³; relative ones need the field capacity. */
const probesOf = (data: FieldData, fieldCapacity: number) =>
  data.probes.map(({ depth, unit, days }) => ({
    depth,
    days: days.map(({ date, value }) => ({
      date,
      vwc: unit === 'percent' ? value / 100 : (value / 100) * fieldCapacity,
    })),
  }));

/** What was replaced or is unknown in an advice. */
function notesOf(
  { plot, data, tables }: AssessmentInput,
  advice: FieldAdvice | NoFieldAdvice,
  irrigationKnown: boolean,
  options: AdviceOptions,
): readonly Reason[] {
  const texture = findTexture(plot.soilTexture, tables.textures);
  const notes: Reason[] = [...advice.missing, ...data.notes];
  if (!texture) notes.push(reason('texture_assumed', 'soilTexture'));
  if (advice.reason === null && ['texture', 'assumed'].includes(advice.soil.from))
    notes.push(reason('field_capacity_default', 'fieldCapacity'));
  if (options.forecast?.rain?.includes(null)) notes.push(reason('forecast_no_rain_amount', 'forecast'));
  if (plot.environment === 'field' && !data.weather.some(({ wind }) => typeof wind === 'number')) {
    notes.push(reason('no_wind', 'wind'));
  }
  for (const note of data.water?.notes ?? []) notes.push(reason(note, 'valve'));
  if (!irrigationKnown) notes.push(reason('no_irrigation_record', 'valve'));
  return notes;
}

/** ET0 of the last hours by the hourly equation; outdoors only, and only with a known longitude. */
export function hourlyEt0Of({ now, plot, data }: AssessmentInput, hours: number): readonly HourEt0[] {
  const { latitude, longitude } = plot;
  if (latitude === null || longitude === null || plot.environment === 'greenhouse') return [];
  const since = now - hours * HOUR_MS;
  // The evening before shows how clear the first night is.
  const wanted = data.weather.filter(({ ts }) => ts >= since - 24 * HOUR_MS && ts < now);
  return et0OfHours({
    hours: wanted,
    lat: latitude,
    lon: longitude,
    elevation: plot.elevation,
    windHeight: plot.windHeight,
    timeZone: plot.timeZone,
  }).filter(({ ts }) => ts >= since);
}

/** Days of the risk calendar. */
const RISK_DAYS = 14;

/** Risk of each disease and pest in the observed weather; 'unknown', never 'none', where it cannot be computed. */
export function risksOf(situation: AssessmentInput, records: readonly PestRecord[]): readonly DiseaseRisk[] {
  const { now, plot, data } = situation;
  const growth = growthOf(situation);
  // BBCH 50–69: flower buds to the end of flowering.
  const flowering =
    'timeline' in growth ? /^[56]/.test(growth.crop.stages[growth.timeline.stage.index]?.bbch ?? '') : null;
  const hours = data.cropHours.filter(({ ts }) => ts >= now - RISK_DAYS * 24 * HOUR_MS);
  const since = localDate(now - RISK_DAYS * 24 * HOUR_MS, plot.timeZone);
  return records.map((record) =>
    diseaseRisk({
      record,
      hours,
      timeZone: plot.timeZone,
      flowering,
      trapCounts: data.insects.filter(({ date }) => date >= since),
    }),
  );
}

/** First day of the assessments of this plot: a week before planting, at most 400 days ago. */
export function firstDayOf(plot: Plot, now: number): number {
  const today = dayNumber(localDate(now, plot.timeZone));
  const planted = attempt(() => dayNumber(plot.plantDate ?? '')).value ?? today;
  const first = Math.max(today - 400, Math.min(today - 35, planted - 7));
  return Date.parse(`${dateOfDay(first)}T00:00:00Z`) - 14 * HOUR_MS;
}
