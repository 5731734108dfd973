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

/** A value with its 80 % interval. */
export interface Band {
  mean: number;
  /** The 10 % and 90 % quantiles. */
  low: number;
  high: number;
}

/** How wrong the inputs may be: standard deviations. */
export interface Uncertainty {
  /** Of the logarithm of evapotranspiration, and how much of it a day keeps from the day before. */
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
  /** Of a probe against the soil around it: constant, and from reading to reading, m³/m³. */
  probeBias: number;
  probe: number;
}

/** Ours; `capacity` and `probeBias` shrink once the plot's own probes were calibrated. */
export const USUAL_UNCERTAINTY: Uncertainty = {
  et: 0.15,
  etMemory: 0.95,
  water: 0.1,
  capacity: 0.025,
  start: 0.03,
  startSlab: 0.015,
  drainage: 0.5,
  probeBias: 0.015,
  probe: 0.012,
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
const REACH = 0.6;
/** Readings more than this many standard deviations off are rejected. */
const MOST_DEVIATIONS = 4;
/** Readings up to this far below field capacity, m³/m³, constrain it. */
const NEAR_CAPACITY = 0.06;
const DEFAULT_MEMBERS = 48;
/**
 * Relaxation to prior spread (Whitaker and Hamill 2012): share of the lost spread that is restored, since a few dozen
 * runs underestimate their uncertainty. Chosen on other seasons than those of the validation.
 */
const RELAXATION = 0.8;

/** Readings this close, m³/m³, count as equal. */
const SAME = 0.03;

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

/** The quantile of sorted numbers, on a line between them. */
function quantile(sorted: readonly number[], share: number): number {
  const place = clamp(share, 0, 1) * (sorted.length - 1);
  const low = sorted[Math.floor(place)] ?? 0;
  return low + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? low) - low);
}

export function bandOf(values: readonly number[]): Band {
  const sorted = [...values].sort((a, b) => a - b);
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  return { mean, low: quantile(sorted, 0.1), high: quantile(sorted, 0.9) };
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
  readonly #doubted = new Map<number, number>();

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
    this.#uncertainty = { ...USUAL_UNCERTAINTY, ...input.uncertainty };
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
    const count = seen.length;
    const mean = seen.reduce((total, value) => total + value, 0) / count;
    const apart = seen.map((value) => value - mean);
    const variance = apart.reduce((total, value) => total + value * value, 0) / (count - 1);
    const noise = (sd ?? this.#uncertainty.probe) ** 2;
    const innovation = vwc - mean;
    if (innovation ** 2 > MOST_DEVIATIONS ** 2 * (variance + noise)) {
      const before = this.#doubted.get(depth);
      this.#doubted.set(depth, vwc);
      // Two consistent deviations are accepted: unrecorded water came or went.
      if (before !== undefined && Math.abs(before - vwc) <= SAME) return this.#believe(depth, innovation);
      this.rejected.set(depth, (this.rejected.get(depth) ?? 0) + 1);
      return false;
    }
    this.#doubted.delete(depth);
    const shrink = 1 / (1 + Math.sqrt(noise / (variance + noise)));
    const draw = (
      read: (member: Member) => number,
      write: (member: Member, value: number) => void,
      share = 1,
    ) => {
      const values = this.members.map(read);
      const middle = values.reduce((total, value) => total + value, 0) / count;
      let covariance = 0;
      for (const [index, value] of values.entries()) covariance += (value - middle) * (apart[index] ?? 0);
      const gain = (share * covariance) / (count - 1) / (variance + noise);
      const moved = middle + gain * innovation;
      const left = values.map((value, index) => value - middle - gain * shrink * (apart[index] ?? 0));
      const before = Math.sqrt(values.reduce((total, value) => total + (value - middle) ** 2, 0));
      const after = Math.sqrt(left.reduce((total, value) => total + value * value, 0));
      const widened = after > 0 ? 1 + (RELAXATION * (before - after)) / after : 1;
      for (const [index, member] of this.members.entries())
        write(member, moved + widened * (left[index] ?? 0));
    };
    const slabs = this.members[0]?.model.theta.length ?? 0;
    for (let slab = 0; slab < slabs; slab++) {
      const share = nearness((slab + 0.5) * SLAB, depth);
      draw(
        ({ model }) => model.theta[slab] ?? 0,
        ({ model }, value) => {
          model.theta[slab] = clamp(value, 0.01, model.slabs.saturation[slab] ?? 1);
        },
        share,
      );
    }
    draw(
      ({ et }) => et,
      (member, value) => {
        member.et = clamp(value, -1, 1);
      },
    );
    // A wet soil shows its capacity; a dry one would look like one with a low capacity.
    const place = Math.min(slabs - 1, Math.max(0, Math.floor(depth / SLAB)));
    const holds = this.members.reduce((total, { model }) => total + model.capacity(place), 0) / count;
    if (vwc >= holds - NEAR_CAPACITY) {
      draw(
        ({ model }) => model.capacityShift,
        ({ model }, value) => {
          model.capacityShift = clamp(value, -0.1, 0.1);
        },
      );
    }
    draw(
      ({ bias }) => bias.get(depth) ?? 0,
      ({ bias }, value) => bias.set(depth, value),
    );
    return true;
  }

  /** Moves the water around a depth to repeated readings, and widens the ensemble there. */
  #believe(depth: number, innovation: number): boolean {
    for (const { model } of this.members) {
      for (let slab = 0; slab < model.theta.length; slab++) {
        const share = nearness((slab + 0.5) * SLAB, depth);
        const moved =
          (model.theta[slab] ?? 0) + share * (innovation + this.#uncertainty.start * this.#random.normal());
        model.theta[slab] = clamp(moved, 0.01, model.slabs.saturation[slab] ?? 1);
      }
    }
    this.#doubted.delete(depth);
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
