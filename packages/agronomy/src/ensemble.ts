import { clamp } from './checked.ts';
import type { DualCrop } from './dual-surface.ts';
import {
  type ProfileDay,
  ProfileModel,
  type ProfileSoil,
  type ProfileState,
  type ProfileVariant,
  SLAB,
} from './profile-model.ts';
import { type Random, seededRandom } from './random.ts';
import { quantile } from './statistics.ts';

/** A value with its 80 % interval. */
export interface Band {
  mean: number;
  /** The 10 % and 90 % quantiles. */
  low: number;
  high: number;
}

/** How wrong the inputs may be: standard deviations. */
export interface Uncertainty {
  /** Of the logarithm of evapotranspiration, and its correlation from one day to the next. */
  et: number;
  etMemory: number;
  /** Of the logarithm of each irrigation and rain. */
  water: number;
  /** Of field capacity of the whole profile, m³/m³. */
  capacity: number;
  /** Of the water at the start, of the whole profile and of each slab, m³/m³. */
  start: number;
  startSlab: number;
  /** Of the logarithm of the drainage time. */
  drainage: number;
  /** Of the model's own error of a day, m³/m³: of the whole profile, and of its top against its bottom. */
  model: number;
  /** Of a probe against the soil around it: constant, and from reading to reading, m³/m³. */
  probeBias: number;
  probe: number;
}

/**
 * Our values; `capacity` is smaller once the plot's own probes were calibrated. `model` and `probe` were chosen, with
 * the spread of a calibrated field capacity (plot-water.ts), so that the 80 % band contains 80 % of the mornings of
 * 100 synthetic seasons of other physics (seeds 1–100 of tests/corpus/synthetic-season.ts; other seeds judge it).
 * `probe` is more than the noise of an instrument: 10 cm of soil represent a plot.
 */
export const DEFAULT_UNCERTAINTY: Uncertainty = {
  et: 0.15,
  etMemory: 0.95,
  water: 0.1,
  capacity: 0.025,
  start: 0.03,
  startSlab: 0.015,
  drainage: 0.5,
  model: 0.006,
  probeBias: 0.015,
  probe: 0.025,
};

/** A probe's water content on a day. */
export interface Observation {
  /** m. */
  depth: number;
  /** m³/m³. */
  vwc: number;
  /** Its own standard deviation, m³/m³; that of the uncertainty otherwise. */
  sd?: number | null;
}

/** Greatest distance at which depths are correlated, m. */
const REACH = 0.4;
/** Readings more than this many standard deviations off are rejected. */
const MAX_DEVIATIONS = 4;
/** Readings up to this far below field capacity, m³/m³, constrain it. */
const NEAR_CAPACITY = 0.06;
const DEFAULT_MEMBERS = 48;
/**
 * Relaxation to prior spread (Whitaker and Hamill 2012): share of the lost spread that is restored, since a few dozen
 * runs underestimate their uncertainty.
 */
const RELAXATION = 0.85;
/**
 * The same for quantities that are constant over a season (field capacity, bias of a probe): with a larger share they
 * do not converge.
 */
const PARAMETER_RELAXATION = 0.4;

/** Readings this close, m³/m³, count as equal. */
const SAME_READING_TOLERANCE = 0.03;

/** A reading compared with the predictions of the members. */
interface Innovation {
  /** Deviation of each member's prediction from their mean, m³/m³, and its variance. */
  readonly apart: readonly number[];
  readonly variance: number;
  readonly innovation: number;
  /** Variance of the probe. */
  readonly noise: number;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length;

/** Correlation of two depths, 1 to 0. */
function nearness(one: number, other: number): number {
  return Math.exp(-0.5 * (((one - other) / REACH) * 2) ** 2);
}

interface Member {
  readonly model: ProfileModel;
  /** Logarithm of the constant factor on evapotranspiration, and of the varying one. */
  readonly lasting: number;
  et: number;
  readonly bias: Map<number, number>;
}

export function bandOf(values: readonly number[]): Band {
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  return { mean, low: quantile(values, 0.1), high: quantile(values, 0.9) };
}

/**
 * An ensemble of the profile model whose members differ by the uncertainty of their inputs, updated with the probes
 * by a serial square-root filter (Whitaker and Hamill 2002). Observations change water, evapotranspiration and the
 * bias of the probes by their covariance in the ensemble. Deterministic for a seed.
 */
export class WaterEnsemble {
  readonly members: readonly Member[];
  readonly #random: Random;
  readonly #uncertainty: Uncertainty;
  /** Rejected readings by depth. */
  readonly rejected = new Map<number, number>();
  /** The last reading of a depth that was too far off. */
  readonly #suspect = new Map<number, number>();

  constructor(input: {
    crop: DualCrop;
    soil: ProfileSoil;
    /** m³/m³ at a depth in m. */
    initial: (depth: number) => number;
    members?: number;
    seed?: number;
    uncertainty?: Partial<Uncertainty>;
    /** What calibration found, one for each member in turn (`drawVariants`). */
    variants?: readonly ProfileVariant[] | null;
  }) {
    this.#random = seededRandom(input.seed ?? 1);
    this.#uncertainty = { ...DEFAULT_UNCERTAINTY, ...input.uncertainty };
    const u = this.#uncertainty;
    const { variants } = input;
    this.members = Array.from({ length: input.members ?? DEFAULT_MEMBERS }, (_, index) => {
      const own = variants?.[index % variants.length];
      const whole = u.start * this.#random.normal();
      const model = new ProfileModel(
        input.crop,
        input.soil,
        (depth) => input.initial(depth) + whole + u.startSlab * this.#random.normal(),
        {
          capacity: u.capacity * this.#random.normal(),
          drainage: Math.exp(u.drainage * this.#random.normal()),
          ...own,
        },
      );
      return {
        model,
        lasting: Math.log(own?.et ?? 1),
        et: u.et * this.#random.normal(),
        bias: new Map<number, number>(),
      };
    });
  }

  /**
   * Advances all members by a day, each with its own sample of the day's uncertainty. Rain with a probability (0–1)
   * falls in that share of the members, with a higher amount, so that the mean is the expected one.
   */
  advance(day: ProfileDay & { rainChance?: number | null }): readonly ProfileState[] {
    const { et, etMemory, water } = this.#uncertainty;
    const fresh = et * Math.sqrt(1 - etMemory ** 2);
    return this.members.map((member) => {
      member.et = etMemory * member.et + fresh * this.#random.normal();
      member.model.et = Math.exp(member.lasting + member.et);
      this.#disturb(member.model);
      const factor = day.rain > 0 || day.irrigation > 0 ? Math.exp(water * this.#random.normal()) : 1;
      const chance = day.rainChance ?? 1;
      const falls = day.rain > 0 && chance < 1 ? (this.#random.uniform() < chance ? 1 / chance : 0) : 1;
      return member.model.advance({
        ...day,
        rain: day.rain * factor * falls,
        irrigation: day.irrigation * factor,
      });
    });
  }

  /** Adds a day's model error: one to the whole profile, and one that its top gains and its bottom loses. */
  #disturb(model: ProfileModel): void {
    const sd = this.#uncertainty.model;
    if (sd === 0) return;
    const whole = sd * this.#random.normal();
    const tilt = sd * this.#random.normal();
    const last = model.theta.length - 1;
    for (let slab = 0; slab <= last; slab++) {
      const moved = (model.theta[slab] ?? 0) + whole + tilt * (1 - (2 * slab) / last);
      model.theta[slab] = clamp(moved, 0.01, model.slabs.saturation[slab] ?? 1);
    }
  }

  /** Updates the members with readings of one time; returns the accepted ones. */
  observe(readings: readonly Observation[]): readonly Observation[] {
    return readings.filter((reading) => this.#observeOne(reading));
  }

  #biasOf(member: Member, depth: number): number {
    let bias = member.bias.get(depth);
    if (bias === undefined) {
      bias = this.#uncertainty.probeBias * this.#random.normal();
      member.bias.set(depth, bias);
    }
    return bias;
  }

  #observeOne({ depth, vwc, sd }: Observation): boolean {
    const seen = this.members.map((member) => member.model.thetaAt(depth) + this.#biasOf(member, depth));
    const mean = meanOf(seen);
    const apart = seen.map((value) => value - mean);
    const variance = apart.reduce((total, value) => total + value * value, 0) / (seen.length - 1);
    const noise = (sd ?? this.#uncertainty.probe) ** 2;
    const innovation = vwc - mean;
    if (innovation ** 2 > MAX_DEVIATIONS ** 2 * (variance + noise)) {
      const before = this.#suspect.get(depth);
      this.#suspect.set(depth, vwc);
      // Two consistent deviations are accepted: unrecorded water came or went.
      if (before !== undefined && Math.abs(before - vwc) <= SAME_READING_TOLERANCE)
        return this.#accept(depth, innovation);
      this.rejected.set(depth, (this.rejected.get(depth) ?? 0) + 1);
      return false;
    }
    this.#suspect.delete(depth);
    const reading = { apart, innovation, variance, noise };
    this.#updateStates(reading, depth);
    this.#updateParameters(reading, depth, vwc);
    return true;
  }

  /** Updates the water of every slab by its distance to the probe, and the varying factor on evapotranspiration. */
  #updateStates(reading: Innovation, depth: number): void {
    const slabs = this.members[0]?.model.theta.length ?? 0;
    for (let slab = 0; slab < slabs; slab++) {
      this.#update(reading, {
        read: ({ model }) => model.theta[slab] ?? 0,
        write: ({ model }, value) => {
          model.theta[slab] = clamp(value, 0.01, model.slabs.saturation[slab] ?? 1);
        },
        share: nearness((slab + 0.5) * SLAB, depth),
        relaxation: RELAXATION,
      });
    }
    this.#update(reading, {
      read: ({ et }) => et,
      write: (member, value) => {
        member.et = clamp(value, -1, 1);
      },
      share: 1,
      relaxation: RELAXATION,
    });
  }

  /** Field capacity and the bias of the probe. */
  #updateParameters(reading: Innovation, depth: number, vwc: number): void {
    const slabs = this.members[0]?.model.theta.length ?? 0;
    const place = Math.min(slabs - 1, Math.max(0, Math.floor(depth / SLAB)));
    const capacity = meanOf(this.members.map(({ model }) => model.capacity(place)));
    // Only a wet soil tells about its capacity; the filter would take a dry soil for one with a low capacity.
    if (vwc >= capacity - NEAR_CAPACITY) {
      this.#update(reading, {
        read: ({ model }) => model.capacityShift,
        write: ({ model }, value) => {
          model.capacityShift = clamp(value, -0.1, 0.1);
        },
        share: 1,
        relaxation: PARAMETER_RELAXATION,
      });
    }
    this.#update(reading, {
      read: ({ bias }) => bias.get(depth) ?? 0,
      write: ({ bias }, value) => bias.set(depth, value),
      share: 1,
      relaxation: PARAMETER_RELAXATION,
    });
  }

  /** Moves one quantity of all members by its covariance with the reading, and restores a part of its spread. */
  #update(
    { apart, innovation, variance, noise }: Innovation,
    quantity: {
      read: (member: Member) => number;
      write: (member: Member, value: number) => void;
      /** 0–1, of the covariance that counts. */
      share: number;
      relaxation: number;
    },
  ): void {
    const values = this.members.map(quantity.read);
    const middle = meanOf(values);
    let covariance = 0;
    for (const [index, value] of values.entries()) covariance += (value - middle) * (apart[index] ?? 0);
    const gain = (quantity.share * covariance) / (values.length - 1) / (variance + noise);
    const shrink = 1 / (1 + Math.sqrt(noise / (variance + noise)));
    const left = values.map((value, index) => value - middle - gain * shrink * (apart[index] ?? 0));
    const before = Math.sqrt(values.reduce((total, value) => total + (value - middle) ** 2, 0));
    const after = Math.sqrt(left.reduce((total, value) => total + value * value, 0));
    const widened = after > 0 ? 1 + (quantity.relaxation * (before - after)) / after : 1;
    const moved = middle + gain * innovation;
    for (const [index, member] of this.members.entries())
      quantity.write(member, moved + widened * (left[index] ?? 0));
  }

  /** Moves the water around a depth to repeated readings, and widens the ensemble there. */
  #accept(depth: number, innovation: number): boolean {
    for (const { model } of this.members) {
      for (let slab = 0; slab < model.theta.length; slab++) {
        const share = nearness((slab + 0.5) * SLAB, depth);
        const moved =
          (model.theta[slab] ?? 0) + share * (innovation + this.#uncertainty.start * this.#random.normal());
        model.theta[slab] = clamp(moved, 0.01, model.slabs.saturation[slab] ?? 1);
      }
    }
    this.#suspect.delete(depth);
    return true;
  }

  depletion(): Band {
    return bandOf(this.members.map(({ model }) => model.water().depletion));
  }

  thetaAt(depth: number): Band {
    return bandOf(this.members.map(({ model }) => model.thetaAt(depth)));
  }

  /** What a probe at the depth would read, with its bias and its noise from reading to reading. */
  readingAt(depth: number): Band {
    const noise = this.#uncertainty.probe;
    return bandOf(
      this.members.map(
        (member) =>
          member.model.thetaAt(depth) + (member.bias.get(depth) ?? 0) + noise * this.#random.normal(),
      ),
    );
  }
}
