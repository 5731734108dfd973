import type { DualCrop } from './dual-surface.ts';
import { AgronomyError } from './reason.ts';
import { type Band, type Uncertainty, WaterEnsemble } from './ensemble.ts';
import type { Wetting } from './probe-calibration.ts';
import {
  calibrateProfile,
  drawVariants,
  horizonsFromProbes,
  type ProfilePrior,
} from './profile-calibration.ts';
import type { ProfileDay, ProfileSoil } from './profile-model.ts';

/** Water content of every probed depth on a day since planting, m³/m³. */
export interface ProfileReading {
  day: number;
  layers: readonly number[];
}

export interface ProfileForecastInput {
  crop: DualCrop;
  soil: ProfileSoil;
  /** From planting to the last forecast day. */
  days: readonly ProfileDay[];
  /** Rain and irrigation by day since planting. */
  wettings: readonly Wetting[];
  /** m, of each layer of the readings. */
  depths: readonly number[];
  /** Oldest first; the first is the state at the start. */
  readings: readonly ProfileReading[];
  /** Days since planting that are forecast, ascending. */
  until: readonly number[];
  seed?: number;
}

export interface ProfileForecast {
  /** By forecast day, by depth: what a probe would read. */
  bands: readonly (readonly Band[])[];
  /** Days in which the weight of the last reading decays to 1/e; see {@link MEMORIES}. */
  memoryDays: number;
  /** The hypothesis of {@link HYPOTHESES} that the trial forecasts chose, and their error: RMSE of trials, m³/m³. */
  chosen: ProfileHypothesis;
  trialError: number;
  /** The same error when the last reading of each trial is held. */
  heldError: number;
}

/**
 * What is calibrated beside root depth, uptake and drainage: nothing; the evaporation from the soil alone (drip and
 * shade keep it below that of FAO-56); field capacity, which readings some days after irrigation show too low; both.
 */
const HYPOTHESES = {
  plain: {},
  evaporation: { evaporation: [0.2, 1.1] },
  capacity: { capacity: [0, 0.03] },
  both: { evaporation: [0.2, 1.1], capacity: [0, 0.03] },
} as const satisfies Record<string, Partial<ProfilePrior>>;
type ProfileHypothesis = keyof typeof HYPOTHESES;
/** Days in which the weight of the last reading decays to 1/e. 0: the model alone; Infinity: the last reading alone. */
const MEMORIES = [0, 5, 10, 20, 40, 80, 160, Infinity] as const;
const PLATEAU_QUANTILE = 0.9;
const MEMBERS = 96;
const CANDIDATES = 600;
/** Fewer for each of the many trials. */
const TRIAL_MEMBERS = 24;
const TRIAL_CANDIDATES = 300;
/** Readings before the first trial origin. */
const MIN_READINGS = 5;
/** A measured start and a field capacity from plateaus are known better than by default. */
const MEASURED: Partial<Uncertainty> = {
  capacity: 0.008,
  start: 0.01,
  startSlab: 0.01,
  et: 0.1,
  probe: 0.012,
  // A run of months without readings would wander.
  model: 0,
};

/** Share of the model some days after the last reading, 0–1. */
const modelShare = (lead: number, memoryDays: number): number =>
  memoryDays === 0 ? 1 : 1 - Math.exp(-lead / memoryDays);

/**
 * Water content by depth after the last of a series of field-calibrated readings (neutron probe, sampling): the
 * profile model, calibrated on the readings and run without further ones, combined with the last reading (Bates and
 * Granger 1969), whose share decays with time. The hypothesis and the speed of the decay are those with the least mean
 * square error of trial forecasts from earlier readings to later ones; nothing after the last reading is used.
 * @throws AgronomyError `out_of_range` for readings or days that are not in order
 */
export function forecastProfile(input: ProfileForecastInput): ProfileForecast {
  checkAscending(input.until, 'until');
  checkAscending(
    input.readings.map(({ day }) => day),
    'readings',
  );
  const trials = (Object.keys(HYPOTHESES) as ProfileHypothesis[])
    .flatMap((chosen) => trialsOf(input, chosen).map((trial) => ({ chosen, ...trial })))
    .sort((a, b) => a.trialError - b.trialError);
  const best = trials[0] ?? { chosen: 'plain' as const, memoryDays: 0, trialError: 0, heldError: 0 };
  const last = input.readings.at(-1);
  const bands = freeRun(input, {
    readings: input.readings,
    until: input.until,
    prior: HYPOTHESES[best.chosen],
    candidates: CANDIDATES,
    members: MEMBERS,
  }).map((layers, date) => {
    const share = modelShare((input.until[date] ?? 0) - (last?.day ?? 0), best.memoryDays);
    return layers.map(({ mean, low, high }, index) => {
      const combined = (1 - share) * (last?.layers[index] ?? mean) + share * mean;
      return { mean: combined, low: combined + low - mean, high: combined + high - mean };
    });
  });
  return { bands, ...best };
}

/** RMSE of the trial forecasts for each memory; all readings have the same weight, whatever their lead time. */
function trialsOf(
  input: ProfileForecastInput,
  hypothesis: ProfileHypothesis,
): readonly { memoryDays: number; trialError: number; heldError: number }[] {
  const { readings } = input;
  const pairs: { change: number; real: number; lead: number }[] = [];
  for (let origin = MIN_READINGS; origin < readings.length; origin++) {
    const known = readings.slice(0, origin);
    const later = readings.slice(origin);
    const last = known.at(-1);
    const modelled = freeRun(input, {
      readings: known,
      until: later.map(({ day }) => day),
      prior: HYPOTHESES[hypothesis],
      candidates: TRIAL_CANDIDATES,
      members: TRIAL_MEMBERS,
    });
    for (const [date, { day, layers }] of later.entries()) {
      for (const [index, observed] of layers.entries()) {
        const from = last?.layers[index] ?? observed;
        const change = (modelled[date]?.[index]?.mean ?? from) - from;
        pairs.push({ change, real: observed - from, lead: day - (last?.day ?? day) });
      }
    }
  }
  const errorWith = (memoryDays: number) => {
    const squares = pairs.map(
      ({ change, real, lead }) => (real - modelShare(lead, memoryDays) * change) ** 2,
    );
    return Math.sqrt(squares.reduce((total, one) => total + one, 0) / Math.max(1, squares.length));
  };
  const heldError = errorWith(Infinity);
  return MEMORIES.map((memoryDays) => ({ memoryDays, trialError: errorWith(memoryDays), heldError }));
}

interface FreeRun {
  readings: readonly ProfileReading[];
  until: readonly number[];
  prior: Partial<ProfilePrior>;
  candidates: number;
  members: number;
}

/** Calibrates on the readings and runs the ensemble from planting without assimilating any. */
function freeRun(
  input: ProfileForecastInput,
  { readings, until, prior, candidates, members }: FreeRun,
): readonly (readonly Band[])[] {
  const { crop, depths, seed = 1 } = input;
  // Days after the last forecast day are not simulated.
  const days = input.days.slice(0, Math.max(...until) + 1);
  const lastDay = readings.at(-1)?.day ?? 0;
  const { horizons } = horizonsFromProbes({
    horizons: input.soil.horizons,
    probes: depths.map((depth, index) => ({
      depth,
      readings: readings.map(({ day, layers }) => ({ day, vwc: layers[index] ?? 0 })),
    })),
    wettings: input.wettings.filter(({ day }) => day <= lastDay),
    quantile: PLATEAU_QUANTILE,
  });
  const soil = { ...input.soil, horizons };
  const initial = (depth: number): number => {
    const nearest = depths.reduce(
      (best, one, index) => (Math.abs(one - depth) < Math.abs((depths[best] ?? one) - depth) ? index : best),
      0,
    );
    return readings[0]?.layers[nearest] ?? 0.2;
  };
  const observations = readings.flatMap(({ day, layers }) =>
    layers.map((vwc, index) => ({ day, depth: depths[index] ?? 0, vwc })),
  );
  const fit = calibrateProfile({
    crop,
    soil,
    days,
    observations,
    initial,
    candidates,
    prior,
    seed,
  });
  const runs = new WaterEnsemble({
    crop,
    soil,
    initial,
    members,
    seed,
    variants: drawVariants(fit, members),
    uncertainty: MEASURED,
  });
  const wanted = new Set(until);
  const bands: (readonly Band[])[] = [];
  for (const [day, weather] of days.entries()) {
    runs.advance(weather);
    if (wanted.has(day)) bands.push(depths.map((depth) => runs.readingAt(depth)));
  }
  return bands;
}

/** @throws AgronomyError `out_of_range` for a day that does not follow the one before */
function checkAscending(days: readonly number[], field: string): void {
  const fault = days.find((day, index) => index > 0 && !(day > (days[index - 1] ?? 0)));
  if (fault !== undefined) throw new AgronomyError('out_of_range', field, fault);
}
