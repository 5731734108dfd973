import { clamp, given } from './checked.ts';
import type { Sample } from './daily.ts';
import { dailyAggregate } from './daily.ts';
import { DROUGHT_GRADES, type WaterSensitivity } from './data/drought-grades.ts';
import { findTexture } from './data/soil-textures.ts';
import { gradeBelow, gradeOfIndex, rsm, soilClassOf } from './drought-grade.ts';
import { dateOfDay, dayNumber, DEFAULT_TIME_ZONE, HOUR_MS, localDayNumber } from './local-calendar.ts';
import { reason, type Reason } from './reason.ts';
import { spei } from './spei.ts';
import { spi, spiOfDays } from './spi.ts';
import { theilSen } from './statistics.ts';
import { type AgronomyTables, BUILT_IN_TABLES } from './tables.ts';

/** Water content above this, m³/m³, is a broken sensor. */
const MAX_VWC = 0.6;
/** Greatest age of soil values, milliseconds. */
const FRESH_MS = 48 * HOUR_MS;
/** A grade applies when it or a drier one was reached on 3 of the last 5 days: one irrigation does not end a drought. */
const HELD_WINDOW = 5;
const HELD_DAYS = 3;
const TREND_DAYS = 7;
/** Drying slower than this, % a day, is no trend. */
const MIN_SLOPE = 0.05;
/** Rain below this, mm, leaves a day dry. */
const DRY_DAY_RAIN = 0.1;
/** Known days of the last 30 that a monthly rain needs; today is rarely complete. */
const RAIN_DAYS = 27;
/** mm a day. */
const MAX_DAILY_RAIN = 2000;

/** Readings of one depth. */
export interface SoilDepth {
  /** Depth of the sensor, m. */
  depth: number;
  points: readonly Sample[];
  /** Unit of the readings. Default 'm3/m3'; 'percent' is volumetric, 'relative' is % of field capacity. */
  unit?: 'm3/m3' | 'percent' | 'relative';
  /** Field capacity there, m³/m³. */
  fieldCapacity?: number | null;
}

export interface RainDay {
  date: string;
  mm: number | null;
}

export interface DroughtInput {
  deviceId?: string;
  /** Epoch ms. */
  now: number;
  timeZone?: string;
  soil?: readonly SoilDepth[];
  /** A texture id; loam, with a note, when unknown. */
  texture?: string | null;
  /** Field capacity of the profile, m³/m³; that of the texture otherwise. */
  fieldCapacity?: number | null;
  /** Sensitivity of the crop's stage. Default 'other'. */
  stage?: WaterSensitivity | null;
  /** Daily rain, oldest first; decades of it make an SPI. */
  rain?: readonly RainDay[];
  /** Thresholds, factors and textures. Default: the built-in ones. */
  tables?: AgronomyTables;
  /** Ready-made calibrations, e.g. from a climatology. */
  spi?: readonly { scaleDays: number; value: number | null; calibration: readonly (number | null)[] }[];
  spei?: readonly { scaleDays: number; value: number | null; calibration: readonly (number | null)[] }[];
}

export interface IndexResult {
  scaleDays: number;
  value: number | null;
  level: number | null;
  years: number;
  reason: Reason | null;
}

export interface DroughtAssessment {
  deviceId: string | null;
  assessedAt: number;
  texture: string;
  textureAssumed: boolean;
  calibration: 'configured' | 'default';
  stage: WaterSensitivity;
  /** What the level is based on: one of these, never an average. */
  overall: {
    level: number | null;
    code: string;
    zh: string;
    en: string;
    basis: 'soil' | 'spi' | 'spei' | null;
    reason: Reason | null;
  };
  /** Relative soil moisture today, %, and day by day. */
  rsm: number | null;
  rsmSeries: readonly { date: string; rsm: number; level: number }[];
  /** The newest day by depth: m, m³/m³, % of field capacity, and whether the stage's depth reaches it. */
  profile: readonly { depth: number; date: string; vwc: number; relative: number; counts: boolean }[];
  /** Relative moisture, %, below which the soil is in light, moderate, severe, extreme drought. */
  thresholds: readonly number[];
  /** Consecutive days in drought up to the last one known. */
  durationDays: number;
  trend: { slopePctPerDay: number | null; daysToNextGrade: number | null };
  rain: {
    /** mm of the days that are known, null when none is, and how many of the 30 and of the 7 these are. */
    last30Mm: number | null;
    last30Days: number;
    last7Mm: number | null;
    last7Days: number;
    /** Days without rain up to `dryUntil`; null when neither today nor yesterday is known. */
    dryDays: number | null;
    dryUntil: string | null;
    /** An unmeasured day precedes them: there may be more. */
    dryAtLeast: boolean;
  };
  spi: readonly IndexResult[];
  spei: readonly IndexResult[];
  warnings: readonly (
    | 'texture_assumed'
    | 'field_capacity_default'
    | 'readings_dropped'
    | 'few_days'
    | 'short_record'
    | 'rain_incomplete'
  )[];
}

/**
 * Drought of a plot from its soil moisture, else from its rain. The soil decides when its values are at most 48 h
 * old; otherwise SPI, otherwise SPEI; without any the level is null with a reason.
 */
export function droughtAssessment(input: DroughtInput): DroughtAssessment {
  const stage = input.stage ?? 'other';
  const tables = input.tables ?? BUILT_IN_TABLES;
  const texture = findTexture(input.texture, tables.textures);
  const { soilClass, assumed } = soilClassOf(input.texture, tables.textures);
  const thresholds = tables.moistureThresholds[soilClass].value;
  const capacity =
    input.fieldCapacity ?? (texture ?? findTexture('loam', tables.textures))?.fieldCapacity.value ?? 0.25;
  const configured =
    given(input.fieldCapacity) || (input.soil ?? []).some((depth) => given(depth.fieldCapacity));
  const warnings = new Set<DroughtAssessment['warnings'][number]>();
  if (assumed) warnings.add('texture_assumed');
  if (!configured) warnings.add('field_capacity_default');

  const profile = soilSeries(input, stage, capacity, { tables, thresholds });
  if (profile.dropped > 0) warnings.add('readings_dropped');
  if (profile.series.length > 0 && profile.series.length < HELD_DAYS) warnings.add('few_days');

  const limits = tables.indexThresholds.value;
  const regraded = (index: IndexResult): IndexResult =>
    index.value === null ? index : { ...index, level: gradeOfIndex(index.value, limits).level };
  const spiResults = [...spiFromRain(input.rain ?? []), ...(input.spi ?? []).map(spiResult)].map(regraded);
  const speiResults = (input.spei ?? []).map(speiResult).map(regraded);
  if ([...spiResults, ...speiResults].some((index) => index.value !== null && index.years < 30)) {
    warnings.add('short_record');
  }
  const today = profile.series.at(-1);
  const rain = rainOf(input);
  if (rain.last30Days < RAIN_DAYS && (input.rain ?? []).length > 0) warnings.add('rain_incomplete');
  return {
    deviceId: input.deviceId ?? null,
    assessedAt: input.now,
    texture: texture?.id ?? 'loam',
    textureAssumed: assumed,
    calibration: configured ? 'configured' : 'default',
    stage,
    overall: overall(profile, input.now, spiResults, speiResults),
    rsm: today?.rsm ?? null,
    rsmSeries: profile.series,
    profile: profile.depths,
    durationDays: durationOf(profile.series),
    thresholds,
    trend: trendOf(profile.series, thresholds),
    rain,
    spi: spiResults,
    spei: speiResults,
    warnings: [...warnings],
  };
}

interface Profile {
  series: readonly { date: string; rsm: number; level: number }[];
  depths: DroughtAssessment['profile'];
  newest: number | null;
  dropped: number;
}

/** To m³/m³, so that relative readings refer to the same field capacity as the others. */
function toVwc(value: number, unit: NonNullable<SoilDepth['unit']>, capacity: number): number {
  if (unit === 'm3/m3') return value;
  return unit === 'percent' ? value / 100 : (value / 100) * capacity;
}

/** Thickness that each sensor stands for, from half-way to the one above to half-way to the one below, within `reach` m. */
function layersOf(
  soil: readonly SoilDepth[],
  reach: number,
): readonly { depth: SoilDepth; thickness: number; counts: boolean }[] {
  const sorted = [...soil].sort((a, b) => a.depth - b.depth);
  return (
    sorted
      .map((depth, index) => {
        const above = sorted[index - 1];
        const below = sorted[index + 1];
        const top = above === undefined ? 0 : (above.depth + depth.depth) / 2;
        const bottom = below === undefined ? Math.max(reach, depth.depth) : (depth.depth + below.depth) / 2;
        return { depth, thickness: Math.min(bottom, reach) - top };
      })
      // When every sensor is below the depth that counts, the highest one is used.
      .map((layer, index) => ({ ...layer, counts: layer.thickness > 0 || index === 0 }))
      .map((layer) => ({ ...layer, thickness: Math.max(0.01, layer.thickness) }))
  );
}

function soilSeries(
  input: DroughtInput,
  stage: WaterSensitivity,
  capacity: number,
  { tables, thresholds }: { tables: AgronomyTables; thresholds: readonly number[] },
): Profile {
  const { depth, factor } = tables.stageFactors[stage];
  const layers = layersOf(input.soil ?? [], depth.value);
  let newest: number | null = null;
  let dropped = 0;
  const depths: DroughtAssessment['profile'][number][] = [];
  const byDate = new Map<string, { vwc: number; fieldCapacity: number; thickness: number }[]>();
  for (const { depth, thickness, counts } of layers) {
    const own = depth.fieldCapacity ?? capacity;
    const usable: [number, number][] = [];
    for (const [ts, raw] of depth.points) {
      if (typeof raw !== 'number' || !Number.isFinite(raw) || ts > input.now) continue;
      const vwc = toVwc(raw, depth.unit ?? 'm3/m3', own);
      if (vwc < 0 || vwc > MAX_VWC) {
        dropped++;
        continue;
      }
      usable.push([ts, vwc]);
      if (counts) newest = Math.max(newest ?? ts, ts);
    }
    const days = dailyAggregate({ points: usable, timeZone: input.timeZone ?? DEFAULT_TIME_ZONE });
    for (const day of counts ? days : []) {
      const list = byDate.get(day.date) ?? [];
      list.push({ vwc: day.mean, fieldCapacity: own, thickness });
      byDate.set(day.date, list);
    }
    const last = days.at(-1);
    if (last !== undefined) {
      depths.push({
        depth: depth.depth,
        date: last.date,
        vwc: last.mean,
        relative: (100 * last.mean) / own,
        counts,
      });
    }
  }
  const series = [...byDate]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, list]) => {
      const value = rsm({ layers: list, factor: factor.value });
      return { date, rsm: value, level: gradeBelow(value, thresholds, false).level };
    });
  return { series, depths, newest, dropped };
}

/** The driest grade that was reached or exceeded on 3 of the last 5 calendar days; with fewer known days, on all. */
export function heldLevel(series: readonly { date: string; level: number }[]): number | null {
  const last = series.at(-1);
  if (last === undefined) return null;
  const since = dayNumber(last.date) - HELD_WINDOW + 1;
  const recent = series.filter((day) => dayNumber(day.date) >= since);
  const needed = Math.min(HELD_DAYS, recent.length);
  for (let level = 4; level > 0; level--) {
    if (recent.filter((day) => day.level >= level).length >= needed) return level;
  }
  return 0;
}

function overall(
  profile: Profile,
  now: number,
  spiResults: readonly IndexResult[],
  speiResults: readonly IndexResult[],
): DroughtAssessment['overall'] {
  const fresh = profile.newest !== null && now - profile.newest <= FRESH_MS;
  const level = fresh ? heldLevel(profile.series) : null;
  if (level !== null) return { ...gradeText(level), basis: 'soil', reason: null };
  for (const [basis, results] of [
    ['spi', spiResults],
    ['spei', speiResults],
  ] as const) {
    const found = results.find((result) => result.level !== null);
    if (found !== undefined) return { ...gradeText(found.level ?? 0), basis, reason: null };
  }
  const why = profile.newest === null ? reason('no_soil_moisture') : reason('stale_soil_moisture');
  return { level: null, code: 'NO_DATA', zh: '暂无数据', en: 'No data', basis: null, reason: why };
}

function gradeText(level: number): { level: number; code: string; zh: string; en: string } {
  return { ...(DROUGHT_GRADES[clamp(level, 0, 4)] ?? DROUGHT_GRADES[0]) };
}

function durationOf(series: readonly { date: string; level: number }[]): number {
  let days = 0;
  for (let index = series.length - 1; index >= 0; index--) {
    const day = series[index];
    const after = series[index + 1];
    if (day === undefined || day.level === 0) break;
    // An unmeasured day ends the known consecutive days.
    if (after !== undefined && dayNumber(after.date) - dayNumber(day.date) > 1) break;
    days++;
  }
  return days;
}

function trendOf(
  series: readonly { date: string; rsm: number; level: number }[],
  thresholds: readonly number[],
): DroughtAssessment['trend'] {
  const last = series.at(-1);
  if (last === undefined) return { slopePctPerDay: null, daysToNextGrade: null };
  const since = dayNumber(last.date) - TREND_DAYS + 1;
  const recent = series.filter((day) => dayNumber(day.date) >= since);
  if (recent.length < 3) return { slopePctPerDay: null, daysToNextGrade: null };
  const { slope } = theilSen({
    x: recent.map((day) => dayNumber(day.date)),
    y: recent.map((day) => day.rsm),
  });
  const next = thresholds[last.level];
  if (slope > -MIN_SLOPE || next === undefined) return { slopePctPerDay: slope, daysToNextGrade: null };
  return { slopePctPerDay: slope, daysToNextGrade: Math.max(0, (last.rsm - next) / -slope) };
}

function rainOf(input: DroughtInput): DroughtAssessment['rain'] {
  const today = localDayNumber(input.now, input.timeZone ?? DEFAULT_TIME_ZONE);
  const byDay = new Map<number, number>();
  for (const { date, mm } of input.rain ?? []) {
    if (given(mm) && mm >= 0 && mm <= MAX_DAILY_RAIN) byDay.set(dayNumber(date), mm);
  }
  const since = (length: number): readonly [number | null, number] => {
    let total = 0;
    let known = 0;
    for (let day = today - length + 1; day <= today; day++) {
      const mm = byDay.get(day);
      if (mm === undefined) continue;
      total += mm;
      known++;
    }
    return [known === 0 ? null : total, known];
  };
  const [last30Mm, last30Days] = since(30);
  const [last7Mm, last7Days] = since(7);
  // Today's rain may be incomplete: that does not end a dry spell.
  const until = [today, today - 1].find((day) => byDay.has(day));
  if (until === undefined) {
    return { last30Mm, last30Days, last7Mm, last7Days, dryDays: null, dryUntil: null, dryAtLeast: false };
  }
  let day = until;
  while ((byDay.get(day) ?? DRY_DAY_RAIN) < DRY_DAY_RAIN) day--;
  return {
    last30Mm,
    last30Days,
    last7Mm,
    last7Days,
    dryDays: until - day,
    dryUntil: dateOfDay(until),
    dryAtLeast: !byDay.has(day),
  };
}

/** Scales of the SPI computed from daily rain. */
const SPI_DAYS = [30, 90] as const;

function spiFromRain(days: readonly RainDay[]): readonly IndexResult[] {
  const last = days.at(-1);
  const first = days[0];
  if (last === undefined || first === undefined) return [];
  const byDate = new Map(days.map((day) => [day.date, day.mm]));
  const rain: (number | null)[] = [];
  for (let day = dayNumber(first.date); day <= dayNumber(last.date); day++) {
    const mm = byDate.get(dateOfDay(day));
    rain.push(given(mm) && mm >= 0 && mm <= MAX_DAILY_RAIN ? mm : null);
  }
  return SPI_DAYS.map((scaleDays) => {
    const index = spiOfDays({ rain, days: scaleDays });
    return { scaleDays, value: index.spi, level: index.level, years: index.years, reason: index.reason };
  });
}

type Calibrated = NonNullable<DroughtInput['spi']>[number];

function spiResult(one: Calibrated): IndexResult {
  const index = spi({ value: one.value, calibration: one.calibration });
  return {
    scaleDays: one.scaleDays,
    value: index.spi,
    level: index.level,
    years: index.years,
    reason: index.reason,
  };
}

function speiResult(one: Calibrated): IndexResult {
  const index = spei({ value: one.value, calibration: one.calibration });
  return {
    scaleDays: one.scaleDays,
    value: index.spei,
    level: index.level,
    years: index.years,
    reason: index.reason,
  };
}
