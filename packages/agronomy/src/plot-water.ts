import type { DualCrop } from './dual-surface.ts';
import { type Band, bandOf, type Uncertainty, WaterEnsemble } from './ensemble.ts';
import {
  type ProbeDay,
  type ProbeFault,
  probeFit,
  screenProbe,
  uptakeDepth,
  wettingsFromProbes,
  type Wetting,
} from './probe-calibration.ts';
import {
  calibrateProfile,
  drawVariants,
  horizonsFromProbes,
  type ProfileFit,
} from './profile-calibration.ts';
import { type ProfileDay, ProfileModel, type ProfileSoil } from './profile-model.ts';
import { depletionFromSensors } from './soil.ts';

export interface PlotWaterInput {
  crop: DualCrop;
  soil: ProfileSoil;
  /** Day by day from planting to yesterday. */
  days: readonly ProfileDay[];
  /** Daily means of each probe by day since planting, m³/m³. */
  probes: readonly { depth: number; readings: readonly ProbeDay[] }[];
  /** From today on, with the chance of rain 0–1 where it is known. */
  ahead: readonly (ProfileDay & { rainChance?: number | null })[];
  /** Whether `days` contain the irrigation. Without a record, rises of the highest probe show when water came. */
  irrigationKnown?: boolean;
  seed?: number;
}

/** What a plot's own probe showed. */
export interface ProbeReport {
  depth: number;
  /** Field capacity from drainage plateaus, its spread, m³/m³, and their count; null while there are none. */
  fieldCapacity: number | null;
  spread: number | null;
  plateaus: number;
  /** Against the runs with all probes, m³/m³, and m³/m³ a day. */
  bias: number | null;
  noise: number | null;
  drift: number | null;
  /** Days kept, days refused, and why. */
  days: number;
  rejected: number;
  faults: readonly { fault: ProbeFault; day: number }[];
}

/** Root-zone depletion of a day in mm: by the model alone, by the probes alone, and by both with its 80 % band. */
export interface WaterDay {
  day: number;
  model: number;
  probes: number | null;
  both: Band;
  raw: number;
  taw: number;
}

/** When the allowed depletion is reached, in days from today (0 = today); null: not within the days ahead. */
export interface IrrigationWindow {
  earliest: number | null;
  likely: number | null;
  latest: number | null;
  /** Share of the runs that reach it within the days ahead, 0–1. */
  chance: number;
}

export interface PlotWater {
  series: readonly WaterDay[];
  ahead: readonly { day: number; both: Band; raw: number }[];
  /** Null before the first day. */
  today: WaterDay | null;
  irrigation: IrrigationWindow;
  probes: readonly ProbeReport[];
  /** Current root depth, m: the ensemble mean. */
  roots: number;
  /** Calibrated root depth and deepest probe with uptake, m; null where unknown. */
  rootDepth: number | null;
  uptakeDepth: number | null;
  fit: { rmse: number; dates: number } | null;
  /** Share of the root zone within reach of a probe that reported in the last two days, 0–1. */
  probed: number;
  /** By the width of the band against all available water. */
  confidence: 'high' | 'medium' | 'low';
}

/** Range of a probe above and below its depth, m. */
const PROBE_REACH = 0.15;
const FRESH_DAYS = 2;
/** Dates of readings from which the model is fitted, and the most that are used. */
const LEAST_DATES = 10;
const MOST_DATES = 30;
const CANDIDATES = 60;
const MEMBERS = 48;
/** Band over total available water. */
const CONFIDENT = 0.2;
const UNSURE = 0.4;
/** Field capacity is known so well once it was read from plateaus, m³/m³. */
const CALIBRATED: Partial<Uncertainty> = { capacity: 0.01 };
/** A drift of this much, m³/m³, over a month is a probe to be looked at. */
const MOST_DRIFT = 0.02 / 30;

/** Share of the root zone, 0–1, within {@link PROBE_REACH} of one of the depths, m. */
export function probedShare(depths: readonly number[], rootDepth: number): number {
  const steps = 100;
  let near = 0;
  for (let step = 0; step < steps; step++) {
    const depth = ((step + 0.5) * rootDepth) / steps;
    if (depths.some((one) => Math.abs(one - depth) <= PROBE_REACH)) near++;
  }
  return near / steps;
}

/**
 * The water of a plot from planting to the days ahead: its probes are screened, show its field capacity and root
 * depth, and draw many runs of the profile model, whose spread is the band. What a gap in the readings costs shows as
 * a wider band; a reading that cannot be soil is named and not used.
 */
export function plotWater(input: PlotWaterInput): PlotWater {
  const { irrigationKnown = true } = input;
  const wettings: Wetting[] = [
    ...input.days.map(({ rain, irrigation }, day) => ({ day, mm: rain + irrigation })),
    ...(irrigationKnown ? [] : wettingsFromProbes(input.probes)),
  ];
  const screened = input.probes
    .filter(({ readings }) => readings.length > 0)
    .map(({ depth, readings }) => ({
      depth,
      total: readings.length,
      ...screenProbe({ readings, wettings, irrigationKnown }),
    }))
    .sort((a, b) => a.depth - b.depth);
  const usable = screened.map(({ depth, days }) => ({ depth, readings: days }));
  const { horizons, calibrated } = horizonsFromProbes({
    horizons: input.soil.horizons,
    probes: usable,
    wettings,
  });
  const soil = { ...input.soil, horizons };
  const initial = capacityAt(horizons);
  // Without its irrigation a season teaches the model nothing of the crop.
  const fit = irrigationKnown ? fitOf(input, soil, usable, initial) : null;
  const runs = new WaterEnsemble({
    crop: input.crop,
    soil,
    initial,
    members: MEMBERS,
    seed: input.seed ?? 1,
    variants: fit === null ? null : drawVariants(fit, MEMBERS),
    uncertainty: calibrated.length > 0 ? CALIBRATED : {},
  });
  const alone = new ProfileModel(input.crop, input.soil, capacityAt(input.soil.horizons));
  const predicted = new Map(usable.map(({ depth }) => [depth, [] as ProbeDay[]]));
  const series = input.days.map((weather, day): WaterDay => {
    const states = runs.advance(weather);
    const readings = usable.flatMap(({ depth, readings: all }) => {
      const one = all.find((reading) => reading.day === day);
      return one === undefined ? [] : [{ depth, vwc: one.vwc }];
    });
    for (const { depth } of readings) predicted.get(depth)?.push({ day, vwc: runs.thetaAt(depth).mean });
    runs.observe(readings);
    const rootDepth = mean(states.map((state) => state.rootDepth));
    const probes =
      readings.length === 0
        ? null
        : depletionFromSensors({
            readings: readings.map((one) => ({ ...one, fieldCapacity: initial(one.depth) })),
            fieldCapacity: initial(0),
            rootDepth,
          });
    const { depletion: model } = alone.advance(weather);
    const taw = mean(states.map((state) => state.taw));
    return { day, model, probes, both: runs.depletion(), raw: mean(states.map((state) => state.raw)), taw };
  });
  const today = series.at(-1) ?? null;
  const { ahead, window } = lookAhead(runs, input.ahead, input.days.length);
  const rootDepth = mean(runs.members.map(({ model }) => model.rootDepth));
  const width = today === null || today.taw <= 0 ? 1 : (today.both.high - today.both.low) / today.taw;
  const last = input.days.length - 1;
  const fresh = usable.filter(({ readings }) => readings.some(({ day }) => last - day < FRESH_DAYS));
  return {
    series,
    ahead,
    today,
    irrigation: window,
    probes: screened.map((probe) => {
      const own = calibrated.find(({ depth }) => depth === probe.depth);
      const against = probeFit(probe.days, predicted.get(probe.depth) ?? []);
      const faults = [...probe.faults];
      const drifting = against !== null && Math.abs(against.drift) > MOST_DRIFT && against.days >= 20;
      if (drifting) faults.push({ fault: 'drift', day: probe.days.at(-1)?.day ?? last });
      return {
        depth: probe.depth,
        fieldCapacity: own?.fieldCapacity ?? null,
        spread: own?.spread ?? null,
        plateaus: own?.plateaus ?? 0,
        bias: against?.bias ?? null,
        noise: against?.spread ?? null,
        drift: against?.drift ?? null,
        days: probe.days.length,
        rejected: probe.total - probe.days.length + (runs.rejected.get(probe.depth) ?? 0),
        faults,
      };
    }),
    roots: rootDepth,
    rootDepth: fit === null ? null : rootDepth,
    uptakeDepth: uptakeDepth({
      probes: usable.map((probe) => ({ ...probe, fieldCapacity: initial(probe.depth) })),
      wettings,
    }),
    fit: fit === null ? null : { rmse: fit.rmse, dates: fit.dates },
    probed: probedShare(
      fresh.map(({ depth }) => depth),
      rootDepth,
    ),
    confidence: width <= CONFIDENT ? 'high' : width <= UNSURE ? 'medium' : 'low',
  };
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length;

/** Field capacity at a depth: a season is taken to begin there. */
function capacityAt(horizons: ProfileSoil['horizons']): (depth: number) => number {
  const sorted = [...horizons].sort((a, b) => a.bottom - b.bottom);
  return (depth) => (sorted.find(({ bottom }) => depth < bottom) ?? sorted.at(-1))?.fieldCapacity ?? 0.25;
}

function fitOf(
  input: PlotWaterInput,
  soil: ProfileSoil,
  probes: readonly { depth: number; readings: readonly ProbeDay[] }[],
  initial: (depth: number) => number,
): ProfileFit | null {
  const dates = [...new Set(probes.flatMap(({ readings }) => readings.map(({ day }) => day)))].sort(
    (a, b) => a - b,
  );
  if (dates.length < LEAST_DATES) return null;
  const every = Math.max(1, Math.ceil(dates.length / MOST_DATES));
  const used = new Set(dates.filter((_, index) => index % every === 0));
  const observations = probes.flatMap(({ depth, readings }) =>
    readings.filter(({ day }) => used.has(day)).map(({ day, vwc }) => ({ depth, day, vwc })),
  );
  const { crop, days } = input;
  return calibrateProfile({
    crop,
    soil,
    days,
    observations,
    initial,
    candidates: CANDIDATES,
    seed: input.seed ?? 1,
  });
}

function lookAhead(
  runs: WaterEnsemble,
  days: PlotWaterInput['ahead'],
  first: number,
): { ahead: PlotWater['ahead']; window: IrrigationWindow } {
  // A run that needs water this morning needs it today.
  const reached = runs.members.map(() => Infinity);
  const ahead = days.map((weather, offset) => {
    const states = runs.advance(weather);
    for (const [index, { depletion, raw }] of states.entries()) {
      if (depletion >= raw) reached[index] = Math.min(reached[index] ?? Infinity, offset);
    }
    const raw = mean(states.map((state) => state.raw));
    return { day: first + offset, both: bandOf(states.map(({ depletion }) => depletion)), raw };
  });
  const sorted = [...reached].sort((a, b) => a - b);
  const at = (share: number): number | null => {
    // Between a day and never there is no half-way.
    const value = sorted[Math.round(share * (sorted.length - 1))] ?? Infinity;
    return Number.isFinite(value) ? value : null;
  };
  const chance = reached.filter(Number.isFinite).length / Math.max(1, reached.length);
  return { ahead, window: { earliest: at(0.1), likely: at(0.5), latest: at(0.9), chance } };
}
