import type { DualCrop } from './dual-surface.ts';
import type { Observation } from './ensemble.ts';
import { capacityFromPlateaus, type ProbeDay, type Wetting } from './probe-calibration.ts';
import {
  type ProfileDay,
  ProfileModel,
  type ProfileSoil,
  type ProfileVariant,
  type SoilHorizon,
} from './profile-model.ts';
import { seededRandom } from './random.ts';

/** A reading with the day since planting it belongs to. */
export interface DatedObservation extends Observation {
  day: number;
}

/** A candidate for the parameters of the plot, with its weight by the fit to the readings; weights add up to 1. */
interface WeightedVariant extends ProfileVariant {
  weight: number;
}

export interface ProfileFit {
  variants: readonly WeightedVariant[];
  /** Root mean square error of the best variant, m³/m³, and the number of dates. */
  rmse: number;
  dates: number;
}

/** Standard error of a probe's layer against the model's, m³/m³: that of a field-calibrated neutron probe. */
const LAYER_ERROR = 0.02;
/** Ranges of the candidates, uniform. */
export type ProfilePrior = Readonly<Record<keyof ProfileVariant, readonly [low: number, high: number]>>;
/** Default prior: roots may be shorter than in the table, evapotranspiration a third less or a tenth more. */
const PRIOR: Partial<ProfilePrior> = {
  root: [0.3, 1],
  et: [0.7, 1.1],
  drainage: [0.25, 2],
};
const CANDIDATES = 200;

/**
 * Root depth, uptake and drainage from the readings of a plot: many candidates are simulated from the start and
 * weighted by their fit (importance weighting; one date counts as one observation, since its depths are not
 * independent). Candidates that the readings cannot distinguish remain.
 */
export function calibrateProfile(input: {
  crop: DualCrop;
  soil: ProfileSoil;
  /** From planting on, at least to the last reading. */
  days: readonly ProfileDay[];
  observations: readonly DatedObservation[];
  initial: (depth: number) => number;
  candidates?: number;
  /** Ranges beside the default ones, or instead of them. */
  prior?: Partial<ProfilePrior>;
  seed?: number;
}): ProfileFit {
  const random = seededRandom(input.seed ?? 1);
  const last = input.observations.reduce((most, { day }) => Math.max(most, day), 0);
  const dates = new Set(input.observations.map(({ day }) => day)).size;
  const ranges = Object.entries({ ...PRIOR, ...input.prior }) as [keyof ProfileVariant, [number, number]][];
  const draw = ([low, high]: readonly [number, number]) => low + (high - low) * random.uniform();
  const fits = Array.from({ length: input.candidates ?? CANDIDATES }, () => {
    const variant: ProfileVariant = {};
    for (const [name, range] of ranges) variant[name] = draw(range);
    return { variant, error: errorOf(input, variant, last) };
  });
  const least = Math.min(...fits.map(({ error }) => error));
  const weights = fits.map(({ error }) => Math.exp((-dates * (error - least)) / (2 * LAYER_ERROR ** 2)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const variants = fits.map(({ variant }, index) => ({ ...variant, weight: (weights[index] ?? 0) / total }));
  return { variants, rmse: Math.sqrt(least), dates };
}

/** Mean square error of a variant over the readings. */
function errorOf(
  input: Parameters<typeof calibrateProfile>[0],
  variant: ProfileVariant,
  last: number,
): number {
  const model = new ProfileModel(input.crop, input.soil, input.initial, variant);
  let total = 0;
  let count = 0;
  for (let day = 0; day <= last; day++) {
    const weather = input.days[day];
    if (weather === undefined) break;
    model.advance(weather);
    for (const reading of input.observations) {
      if (reading.day !== day) continue;
      total += (model.thetaAt(reading.depth) - reading.vwc) ** 2;
      count++;
    }
  }
  return count === 0 ? 0 : total / count;
}

/** Samples members from weighted variants, in proportion to their weights. */
export function drawVariants(fit: ProfileFit, count: number): readonly ProfileVariant[] {
  const drawn: ProfileVariant[] = [];
  let index = 0;
  let reached = fit.variants[0]?.weight ?? 1;
  for (let member = 0; member < count; member++) {
    const share = (member + 0.5) / count;
    while (reached < share && index < fit.variants.length - 1) reached += fit.variants[++index]?.weight ?? 0;
    const { weight: _, ...variant } = fit.variants[index] ?? { weight: 1 };
    drawn.push(variant);
  }
  return drawn;
}

/** Horizons with the field capacity that the probes of each depth show; where none shows one, that of the table is kept. */
export function horizonsFromProbes(input: {
  horizons: readonly SoilHorizon[];
  probes: readonly { depth: number; readings: readonly ProbeDay[] }[];
  wettings: readonly Wetting[];
  /** Of the plateau readings, see {@link capacityFromPlateaus}. */
  quantile?: number;
}): {
  horizons: readonly SoilHorizon[];
  calibrated: readonly { depth: number; fieldCapacity: number; spread: number; plateaus: number }[];
} {
  const sorted = [...input.horizons].sort((a, b) => a.bottom - b.bottom);
  const horizonAt = (depth: number) => sorted.find(({ bottom }) => depth < bottom) ?? sorted.at(-1);
  const calibrated = [...input.probes]
    .sort((a, b) => a.depth - b.depth)
    .flatMap(({ depth, readings }) => {
      const found = capacityFromPlateaus({
        readings,
        wettings: input.wettings,
        ...(input.quantile === undefined ? {} : { quantile: input.quantile }),
      });
      return found === null ? [] : [{ depth, ...found }];
    });
  if (calibrated.length === 0) return { horizons: sorted, calibrated };
  const horizons = calibrated.map(({ depth, fieldCapacity }, index): SoilHorizon => {
    const own = horizonAt(depth);
    const next = calibrated[index + 1];
    // A probe below the table's wilting point reads too low: the available water stays.
    const table = own ?? { fieldCapacity, wiltingPoint: fieldCapacity / 2, bottom: depth };
    const wiltingPoint =
      fieldCapacity > table.wiltingPoint + 0.03
        ? table.wiltingPoint
        : Math.max(0.01, fieldCapacity - (table.fieldCapacity - table.wiltingPoint));
    const bottom =
      next === undefined ? Math.max(depth + 0.1, sorted.at(-1)?.bottom ?? 0) : (depth + next.depth) / 2;
    return { bottom, fieldCapacity, wiltingPoint };
  });
  return { horizons, calibrated };
}
