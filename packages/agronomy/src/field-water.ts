import { given } from './checked.ts';
import type { WeatherDay } from './daily-weather.ts';
import type { Crop } from './data/crops.ts';
import { findIrrigationMethod } from './data/irrigation-methods.ts';
import { findTexture } from './data/soil-textures.ts';
import type { DualCrop } from './dual-surface.ts';
import { GREENHOUSE_WIND } from './et0-greenhouse.ts';
import type { FieldInput, PlotSoil } from './field-input.ts';
import { dayNumber } from './local-calendar.ts';
import { type PlotWater, plotWater } from './plot-water.ts';
import type { ProfileDay, ProfileSoil } from './profile-model.ts';
import { saxtonRawls, soilOfCurve } from './soil-hydraulics.ts';
import { capillaryClass } from './soil-processes.ts';
import { type AgronomyTables, BUILT_IN_TABLES } from './tables.ts';

/** Where field capacity and wilting point come from, the best first. */
export type SoilOrigin = 'probes' | 'entered' | 'curve' | 'saxton-rawls' | 'texture' | 'assumed';

export interface SoilLimitsOf {
  fieldCapacity: number;
  wiltingPoint: number;
  saturation: number | null;
  /** mm/d. */
  conductivity: number;
  from: SoilOrigin;
}

/** Default organic matter of cropland, %. */
const DEFAULT_ORGANIC_MATTER = 1.5;
/** Loam by Saxton and Rawls, mm/d. */
const DEFAULT_CONDUCTIVITY = 372;
/** Depth that dries by evaporation, m, and the share of its water that leaves readily (FAO-56 table 19, loam). */
const EVAPORATION_DEPTH = 0.1;
const READILY_SHARE = 0.45;

/** Field capacity and wilting point: entered, from a measured curve, from sand and clay, or those of the texture. */
export function soilLimitsOf(input: {
  texture?: string | null;
  fieldCapacity?: number | null;
  wiltingPoint?: number | null;
  soil?: PlotSoil | null;
  tables?: AgronomyTables;
}): SoilLimitsOf {
  const { textures } = input.tables ?? BUILT_IN_TABLES;
  const own = findTexture(input.texture, textures);
  const table = own ?? findTexture('loam', textures);
  const { sand, clay, organicMatter, curve } = input.soil ?? {};
  const computed =
    given(sand) && given(clay)
      ? saxtonRawls({ sand, clay, organicMatter: organicMatter ?? DEFAULT_ORGANIC_MATTER })
      : null;
  const measured = curve ? soilOfCurve(curve) : null;
  const base = measured ??
    computed ?? {
      fieldCapacity: table?.fieldCapacity.value ?? 0.25,
      wiltingPoint: table?.wiltingPoint.value ?? 0.12,
    };
  const from: SoilOrigin = given(input.fieldCapacity)
    ? 'entered'
    : measured
      ? 'curve'
      : computed
        ? 'saxton-rawls'
        : own
          ? 'texture'
          : 'assumed';
  return {
    fieldCapacity: input.fieldCapacity ?? base.fieldCapacity,
    wiltingPoint: input.wiltingPoint ?? base.wiltingPoint,
    saturation: computed?.saturation ?? null,
    conductivity: computed ? 24 * computed.conductivity : DEFAULT_CONDUCTIVITY,
    from,
  };
}

/** A crop of the tables as input of the dual coefficient. */
function dualCropOf(crop: Crop, outdoors: boolean): DualCrop {
  const [deep] = crop.rootDepthMax.value;
  const height = crop.maxHeight.value;
  return {
    kcb: crop.kcb.value,
    lengths: crop.lengths.value,
    height: [Math.min(0.05, height), height],
    rootDepth: [Math.min(crop.rootDepthStart.value, deep), deep],
    p: crop.p.value,
    climateAdjusted: outdoors,
  };
}

/** Soil of the plot as input of the profile model. */
function profileSoilOf(input: FieldInput, limits: SoilLimitsOf): ProfileSoil {
  const soil = input.soil ?? {};
  const { crop } = input;
  const [threshold, slope] = crop.saltTolerance.value;
  const tew = 1000 * (limits.fieldCapacity - 0.5 * limits.wiltingPoint) * EVAPORATION_DEPTH;
  const full =
    limits.saturation !== null && limits.saturation > limits.fieldCapacity + 0.02 ? limits.saturation : null;
  return {
    horizons: [
      {
        bottom: crop.rootDepthMax.value[0],
        fieldCapacity: limits.fieldCapacity,
        wiltingPoint: limits.wiltingPoint,
        saturation: full,
      },
    ],
    evaporationDepth: EVAPORATION_DEPTH,
    readilyEvaporable: READILY_SHARE * tew,
    // Water above field capacity drains with a time constant of 0.5 to 3 days, by the conductivity of the soil.
    drainageDays: Math.min(3, Math.max(0.5, Math.sqrt(DEFAULT_CONDUCTIVITY / limits.conductivity))),
    curveNumber: input.greenhouse ? null : (soil.curveNumber ?? null),
    waterTable: given(soil.waterTable)
      ? {
          depth: soil.waterTable,
          conductivity: limits.conductivity,
          soil: capillaryClass(soil.sand ?? 40, soil.clay ?? 20),
        }
      : null,
    salinity:
      given(soil.waterEc) || given(soil.soilEc)
        ? { soilEc: soil.soilEc ?? 0, waterEc: soil.waterEc ?? 0, tolerance: { threshold, slope } }
        : null,
    mulch: soil.mulch ?? null,
  };
}

interface Season {
  planted: number;
  today: number;
  et0: (day: number) => number;
  weatherOf: ReadonlyMap<number, WeatherDay>;
  ahead: { et0: readonly number[]; rain: readonly number[]; chance: readonly (number | null)[] };
}

/** Default least humidity: that of the climate of the tables (FAO-56 eq. 62). */
const DEFAULT_RH_MIN = 45;

/** The plot's water from its weather, its irrigation and its probes. */
export function fieldWater(input: FieldInput, limits: SoilLimitsOf, season: Season): PlotWater {
  const watered = new Map<number, number>();
  for (const { date, mm } of input.irrigations ?? []) {
    const day = dayNumber(date, 'irrigations');
    if (Number.isFinite(mm) && mm > 0) watered.set(day, (watered.get(day) ?? 0) + mm);
  }
  const outdoors = !input.greenhouse;
  const { irrigationMethods } = input.tables ?? BUILT_IN_TABLES;
  const wettedShare = findIrrigationMethod(input.method, irrigationMethods)?.wettedShare.value ?? 1;
  const dayOf = (number: number, rain: number, et0: number): ProfileDay => {
    // Days ahead have the wind and humidity of yesterday.
    const weather = season.weatherOf.get(Math.min(number, season.today - 1));
    return {
      et0,
      rain: outdoors ? rain : 0,
      irrigation: watered.get(number) ?? 0,
      wettedShare,
      wind: outdoors ? (weather?.wind ?? 2) : GREENHOUSE_WIND,
      windHeight: outdoors && given(weather?.wind) ? (input.windHeight ?? 2) : 2,
      rhMin: weather?.rhMin ?? DEFAULT_RH_MIN,
    };
  };
  const { planted, today } = season;
  const days = Array.from({ length: today - planted }, (_, index) =>
    dayOf(planted + index, season.weatherOf.get(planted + index)?.rain ?? 0, season.et0(planted + index)),
  );
  const ahead = season.ahead.et0.map((et0, index) => ({
    ...dayOf(today + index, season.ahead.rain[index] ?? 0, et0),
    rainChance: season.ahead.chance[index] ?? null,
  }));
  return plotWater({
    crop: dualCropOf(input.crop, outdoors),
    soil: profileSoilOf(input, limits),
    days,
    ahead,
    probes: probesOf(input, planted, today),
    irrigationKnown: input.irrigationKnown ?? (input.irrigations ?? []).length > 0,
  });
}

/** Daily means by day since planting; the newest readings, with no history, count for yesterday and the day before. */
function probesOf(
  input: FieldInput,
  planted: number,
  today: number,
): Parameters<typeof plotWater>[0]['probes'] {
  const last = today - planted - 1;
  if (input.probes) {
    return input.probes.map(({ depth, days }) => ({
      depth,
      readings: days
        .map(({ date, vwc }) => ({ day: dayNumber(date) - planted, vwc }))
        // A probe whose clock is ahead has not seen the future.
        .filter(({ day }) => day <= today - planted)
        // Today's readings are the newest: they are the state at the beginning of the day.
        .map((reading) => ({ ...reading, day: Math.min(reading.day, last) }))
        // On the day of planting there is no day before: no run has a state that they could correct.
        .filter(({ day }) => day >= 0)
        .filter((reading, index, all) => all[index + 1]?.day !== reading.day),
    }));
  }
  return (input.sensors ?? [])
    .filter(({ ts, vwc }) => ts <= input.now && input.now - ts <= 48 * 3_600_000 && vwc > 0)
    .map(({ depth, vwc }) => ({
      depth,
      readings: [last - 1, last].filter((day) => day >= 0).map((day) => ({ day, vwc })),
    }));
}
