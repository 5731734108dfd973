import type { DualCrop } from './dual-surface.ts';
import { type Band, bandOf, type Uncertainty, WaterEnsemble } from './ensemble.ts';
import { type ProbeDay, probeFit, uptakeDepth, type Wetting } from './probe-calibration.ts';
import { driftsOf, type ProbeDrift } from './probe-drift.ts';
import { mergeDepths } from './probe-merge.ts';
import { type ProbeFault, type ProbeScreen, screenProbe, wettingsFromProbes } from './probe-screen.ts';
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
  /** Daily means of each probe by day since planting, m³/m³; several probes may have the same depth. */
  probes: readonly { depth: number; readings: readonly ProbeDay[] }[];
  /** From today on, with the chance of rain 0–1 where it is known. */
  ahead: readonly (ProfileDay & { rainChance?: number | null })[];
  /** Whether `days` contain the irrigation. Without a record, rises of the highest probe show when water came. */
  irrigationKnown?: boolean;
  seed?: number;
}

/** Results of a probe of the plot. */
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

/** A day ahead without irrigation: means of the runs, mm, with the band of the depletion at its end. */
interface WaterAhead {
  day: number;
  both: Band;
  /** Depletion at its start, allowed and total available water. */
  start: number;
  raw: number;
  taw: number;
  /** Dual crop coefficient Kcb + Ke, and the crop's evapotranspiration without stress. */
  kc: number;
  etc: number;
}

export interface PlotWater {
  series: readonly WaterDay[];
  ahead: readonly WaterAhead[];
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
const MIN_DATES = 10;
const MAX_DATES = 30;
const CANDIDATES = 60;
const MEMBERS = 48;
/** Band over total available water. */
const HIGH_CONFIDENCE_WIDTH = 0.2;
const MEDIUM_CONFIDENCE_WIDTH = 0.4;
/** Standard deviation of a field capacity that was found from plateaus, m³/m³: roots and drainage move plateaus. */
const CALIBRATED: Partial<Uncertainty> = { capacity: 0.03 };
/** Without a record of irrigation only the probes show when water came: they count for more. */
const UNRECORDED: Partial<Uncertainty> = { model: 0.01, probe: 0.012 };

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
 * The water of a plot from planting to the days ahead. The readings of its probes are screened, give its field capacity
 * and root depth, and update an ensemble of runs of the profile model, whose spread is the band. A gap in the readings
 * widens the band; a reading that is impossible in soil is reported and not used.
 */
export function plotWater(input: PlotWaterInput): PlotWater {
  const { irrigationKnown = true } = input;
  const wettings: Wetting[] = [
    ...input.days.map(({ rain, irrigation }, day) => ({ day, mm: rain + irrigation })),
    ...(irrigationKnown ? [] : wettingsFromProbes(input.probes)),
  ];
  const alone = modelAlone(input);
  const screened = screenedProbes(input, wettings, alone);
  const usable = mergeDepths(screened.map(({ depth, days }) => ({ depth, readings: days })));
  const { horizons, calibrated } = horizonsFromProbes({
    horizons: input.soil.horizons,
    probes: usable,
    wettings,
  });
  const soil = { ...input.soil, horizons };
  const initial = capacityAt(horizons);
  // Without known irrigation the readings do not show the crop's uptake.
  const fit = irrigationKnown ? fitOf(input, soil, usable, initial) : null;
  const runs = new WaterEnsemble({
    crop: input.crop,
    soil,
    initial,
    members: MEMBERS,
    seed: input.seed ?? 1,
    variants: fit === null ? null : drawVariants(fit, MEMBERS),
    uncertainty: {
      ...(calibrated.length > 0 && CALIBRATED),
      ...(!irrigationKnown && usable.length > 0 && UNRECORDED),
    },
  });
  const { series, predicted } = assimilate(input, runs, usable, initial, alone);
  const today = series.at(-1) ?? null;
  const { ahead, window } = lookAhead(runs, input.ahead, input.days.length);
  const roots = mean(runs.members.map(({ model }) => model.rootDepth));
  const width = today === null || today.taw <= 0 ? 1 : (today.both.high - today.both.low) / today.taw;
  const last = input.days.length - 1;
  const fresh = usable.filter(({ readings }) => readings.some(({ day }) => last - day < FRESH_DAYS));
  return {
    series,
    ahead,
    today,
    irrigation: window,
    probes: screened.map((probe) => reportOf(probe, calibrated, predicted, runs)),
    roots,
    rootDepth: fit === null ? null : roots,
    uptakeDepth: uptakeDepth({
      probes: usable.map((probe) => ({ ...probe, fieldCapacity: initial(probe.depth) })),
      wettings,
    }),
    fit: fit === null ? null : { rmse: fit.rmse, dates: fit.dates },
    probed: probedShare(
      fresh.map(({ depth }) => depth),
      roots,
    ),
    confidence: width <= HIGH_CONFIDENCE_WIDTH ? 'high' : width <= MEDIUM_CONFIDENCE_WIDTH ? 'medium' : 'low',
  };
}

type Usable = readonly { depth: number; readings: readonly ProbeDay[] }[];

/** The model with the entered soil and no probe: depletion, mm, and water content of the probes' depths by day. */
interface ModelAlone {
  depletion: readonly number[];
  thetaAt: (depth: number, day: number) => number | undefined;
}

function modelAlone(input: PlotWaterInput): ModelAlone {
  const model = new ProfileModel(input.crop, input.soil, capacityAt(input.soil.horizons));
  const theta = new Map(input.probes.map(({ depth }) => [depth, [] as number[]]));
  const depletion = input.days.map((weather) => {
    const state = model.advance(weather);
    for (const [depth, days] of theta) days.push(model.thetaAt(depth));
    return state.depletion;
  });
  return { depletion, thetaAt: (depth, day) => theta.get(depth)?.[day] };
}

type Screened = ProbeScreen & { depth: number; total: number; drift: ProbeDrift | null };

/** Plausible readings of each probe; those of a drifting probe end where the drift began. */
function screenedProbes(
  { probes, irrigationKnown = true }: PlotWaterInput,
  wettings: readonly Wetting[],
  alone: ModelAlone,
): readonly Screened[] {
  const screened = probes
    .filter(({ readings }) => readings.length > 0)
    .map(({ depth, readings }) => ({
      depth,
      total: readings.length,
      ...screenProbe({ readings, wettings, irrigationKnown }),
    }))
    .sort((a, b) => a.depth - b.depth);
  // Without known irrigation the model cannot be the reference.
  const drifts = irrigationKnown ? driftsOf(screened, alone.thetaAt) : [];
  return screened.map((probe, index) => {
    const drift = drifts[index] ?? null;
    if (drift === null) return { ...probe, drift };
    return {
      ...probe,
      drift,
      days: probe.days.filter(({ day }) => day < drift.from),
      faults: [...probe.faults, { fault: 'drift' as const, day: drift.from }],
    };
  });
}

/** Runs the season day by day and updates the runs with the readings; `predicted`: what they expected of each probe. */
function assimilate(
  input: PlotWaterInput,
  runs: WaterEnsemble,
  usable: Usable,
  initial: (depth: number) => number,
  alone: ModelAlone,
): { series: readonly WaterDay[]; predicted: ReadonlyMap<number, ProbeDay[]> } {
  const predicted = new Map(usable.map(({ depth }) => [depth, [] as ProbeDay[]]));
  const series = input.days.map((weather, day): WaterDay => {
    const states = runs.advance(weather);
    const readings = usable.flatMap(({ depth, readings: all }) => {
      const one = all.find((reading) => reading.day === day);
      return one === undefined ? [] : [{ depth, vwc: one.vwc }];
    });
    for (const { depth } of readings) predicted.get(depth)?.push({ day, vwc: runs.thetaAt(depth).mean });
    runs.observe(readings);
    const probes =
      readings.length === 0
        ? null
        : depletionFromSensors({
            readings: readings.map((one) => ({ ...one, fieldCapacity: initial(one.depth) })),
            fieldCapacity: initial(0),
            rootDepth: mean(states.map((state) => state.rootDepth)),
          });
    const model = alone.depletion[day] ?? 0;
    const taw = mean(states.map((state) => state.taw));
    return { day, model, probes, both: runs.depletion(), raw: mean(states.map((state) => state.raw)), taw };
  });
  return { series, predicted };
}

function reportOf(
  probe: Screened,
  calibrated: ReturnType<typeof horizonsFromProbes>['calibrated'],
  predicted: ReadonlyMap<number, ProbeDay[]>,
  runs: WaterEnsemble,
): ProbeReport {
  const own = calibrated.find(({ depth }) => depth === probe.depth);
  const against = probeFit(probe.days, predicted.get(probe.depth) ?? []);
  return {
    depth: probe.depth,
    fieldCapacity: own?.fieldCapacity ?? null,
    spread: own?.spread ?? null,
    plateaus: own?.plateaus ?? 0,
    bias: against?.bias ?? null,
    noise: against?.spread ?? null,
    drift: probe.drift?.slope ?? against?.drift ?? null,
    days: probe.days.length,
    rejected: probe.total - probe.days.length + (runs.rejected.get(probe.depth) ?? 0),
    faults: probe.faults,
  };
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length;

/** Field capacity at a depth: the assumed water content at the start of a season. */
function capacityAt(horizons: ProfileSoil['horizons']): (depth: number) => number {
  const sorted = [...horizons].sort((a, b) => a.bottom - b.bottom);
  return (depth) => (sorted.find(({ bottom }) => depth < bottom) ?? sorted.at(-1))?.fieldCapacity ?? 0.25;
}

function fitOf(
  input: PlotWaterInput,
  soil: ProfileSoil,
  probes: Usable,
  initial: (depth: number) => number,
): ProfileFit | null {
  const dates = [...new Set(probes.flatMap(({ readings }) => readings.map(({ day }) => day)))].sort(
    (a, b) => a - b,
  );
  if (dates.length < MIN_DATES) return null;
  const every = Math.max(1, Math.ceil(dates.length / MAX_DATES));
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
  const reached = runs.members.map(() => Infinity);
  let start = runs.depletion().mean;
  const ahead = days.map((weather, offset): WaterAhead => {
    const states = runs.advance(weather);
    for (const [index, { depletion, raw }] of states.entries()) {
      if (depletion >= raw) reached[index] = Math.min(reached[index] ?? Infinity, offset);
    }
    const both = bandOf(states.map(({ depletion }) => depletion));
    const day = {
      day: first + offset,
      both,
      start,
      raw: mean(states.map((state) => state.raw)),
      taw: mean(states.map((state) => state.taw)),
      kc: mean(states.map(({ kcb, ke }) => kcb + ke)),
      etc: mean(states.map((state) => state.etc)),
    };
    start = both.mean;
    return day;
  });
  const sorted = [...reached].sort((a, b) => a - b);
  const at = (share: number): number | null => {
    // A quantile is one of the values: the mean of a day and 'never' has no meaning.
    const value = sorted[Math.round(share * (sorted.length - 1))] ?? Infinity;
    return Number.isFinite(value) ? value : null;
  };
  const chance = reached.filter(Number.isFinite).length / Math.max(1, reached.length);
  return { ahead, window: { earliest: at(0.1), likely: at(0.5), latest: at(0.9), chance } };
}
