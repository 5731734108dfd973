import { median, medianAbsoluteDeviation } from './statistics.ts';

/** A probe's water content on a day (days since any fixed one). */
export interface ProbeDay {
  day: number;
  /** m³/m³. */
  vwc: number;
}

/** Rain or irrigation that wets the profile. */
export interface Wetting {
  day: number;
  mm: number;
}

/** Field capacity as a probe shows it. */
export interface PlateauCapacity {
  /** m³/m³, as this probe reads it: its bias is in it, so depletion below it has none. */
  fieldCapacity: number;
  /** Spread of the plateaus, m³/m³ (1.4826 × MAD). */
  spread: number;
  plateaus: number;
}

/** Less than this, mm, does not fill a profile. */
const LEAST_WETTING = 10;
/** Days after a wetting in which free drainage has ended and the plants have not yet taken much. */
const PLATEAU_DAYS = [1, 5] as const;
/** A plateau falls slower than this, m³/m³ a day. */
const MOST_FALL = 0.006;
/** A reading this far below the wet end of all is no plateau: the water did not reach it. */
const BELOW_WET_END = 0.03;
const LEAST_PLATEAUS = 3;
const MAD_TO_SD = 1.4826;

/**
 * Field capacity of a depth from the plateaus that its readings reach one to five days after water came: drainage is
 * over by then. Null with fewer than three of them.
 */
export function capacityFromPlateaus(input: {
  readings: readonly ProbeDay[];
  wettings: readonly Wetting[];
}): PlateauCapacity | null {
  const readings = [...input.readings].sort((a, b) => a.day - b.day);
  const wettings = input.wettings.filter(({ mm }) => mm >= LEAST_WETTING).map(({ day }) => day);
  const wet = [...readings].sort((a, b) => a.vwc - b.vwc)[Math.floor(0.8 * readings.length)]?.vwc ?? 0;
  const plateaus = readings.filter(({ day, vwc }, index) => {
    const since = Math.min(...wettings.filter((one) => one <= day).map((one) => day - one));
    if (since < PLATEAU_DAYS[0] || since > PLATEAU_DAYS[1] || vwc < wet - BELOW_WET_END) return false;
    const next = readings[index + 1];
    const wetted = next === undefined || wettings.some((one) => one > day && one <= next.day);
    return wetted || (vwc - next.vwc) / (next.day - day) <= MOST_FALL;
  });
  if (plateaus.length < LEAST_PLATEAUS) return null;
  const values = plateaus.map(({ vwc }) => vwc);
  const fieldCapacity = median(values);
  return { fieldCapacity, spread: MAD_TO_SD * medianAbsoluteDeviation(values), plateaus: values.length };
}

/** Deviation of a probe from its neighbours or the model. */
export interface ProbeFit {
  /** m³/m³: probe less reference. */
  bias: number;
  /** Spread of the rest, m³/m³. */
  spread: number;
  /** m³/m³ a day by which the difference moves: a probe that drifts. */
  drift: number;
  days: number;
}

/** Bias, spread and drift of a probe against a reference of the same days. Null with fewer than five. */
export function probeFit(probe: readonly ProbeDay[], reference: readonly ProbeDay[]): ProbeFit | null {
  const other = new Map(reference.map(({ day, vwc }) => [day, vwc]));
  const pairs = probe.flatMap(({ day, vwc }) => {
    const one = other.get(day);
    return one === undefined ? [] : [{ day, apart: vwc - one }];
  });
  if (pairs.length < 5) return null;
  const apart = pairs.map((pair) => pair.apart);
  const bias = median(apart);
  const half = Math.floor(pairs.length / 2);
  const early = pairs.slice(0, half);
  const late = pairs.slice(-half);
  const time = median(late.map(({ day }) => day)) - median(early.map(({ day }) => day));
  const drift =
    time > 0 ? (median(late.map((pair) => pair.apart)) - median(early.map((pair) => pair.apart))) / time : 0;
  return { bias, spread: MAD_TO_SD * medianAbsoluteDeviation(apart), drift, days: pairs.length };
}

/** Water that leaves a depth faster than this, m³/m³ a day, in dry weather is taken by roots. */
const LEAST_UPTAKE = 0.0015;
const LEAST_INTERVALS = 3;

/**
 * Depth of the deepest probe with root uptake, m: its readings fall from day to day without water or drainage (below
 * field capacity). Null without any.
 */
export function uptakeDepth(input: {
  probes: readonly { depth: number; fieldCapacity: number; readings: readonly ProbeDay[] }[];
  wettings: readonly Wetting[];
}): number | null {
  let deepest: number | null = null;
  for (const { depth, fieldCapacity, readings } of input.probes) {
    const falls: number[] = [];
    const sorted = [...readings].sort((a, b) => a.day - b.day);
    for (const [index, before] of sorted.entries()) {
      const after = sorted[index + 1];
      if (after === undefined || before.vwc > fieldCapacity) continue;
      if (input.wettings.some(({ day, mm }) => mm > 1 && day >= before.day - 1 && day <= after.day)) continue;
      falls.push((before.vwc - after.vwc) / (after.day - before.day));
    }
    if (falls.length >= LEAST_INTERVALS && median(falls) >= LEAST_UPTAKE)
      deepest = Math.max(deepest ?? 0, depth);
  }
  return deepest;
}

/** What is odd about a probe's readings. */
export type ProbeFault = 'gap' | 'stuck' | 'spike' | 'drift' | 'jump' | 'out_of_range';

/** Readings that a screen keeps, and what it found in the rest. */
export interface ProbeScreen {
  days: readonly ProbeDay[];
  faults: readonly { fault: ProbeFault; day: number }[];
}

/** More than this, m³/m³, or less is no soil. */
const POSSIBLE = [0.01, 0.6] as const;
/** Days of exactly one value that no soil keeps when water comes. */
const STUCK_DAYS = 4;
const STUCK_RANGE = 0.0002;
/** A single day this far from both its neighbours, m³/m³, is a spike. */
const SPIKE = 0.06;
/** A lasting step this high with no water near it, m³/m³, is a probe that began anew. */
const JUMP = 0.05;

/**
 * Daily means of a probe without impossible days: values outside 1–60 %, single spikes, four days or more of one
 * value, and everything after a rise without water. Unmeasured days are named as gaps.
 */
export function screenProbe(input: {
  readings: readonly ProbeDay[];
  wettings: readonly Wetting[];
  /** False where irrigation is not recorded: a rise may then be water. Default true. */
  irrigationKnown?: boolean;
}): ProbeScreen {
  const faults: { fault: ProbeFault; day: number }[] = [];
  const possible = [...input.readings]
    .sort((a, b) => a.day - b.day)
    .filter(({ day, vwc }) => {
      const fits = vwc >= POSSIBLE[0] && vwc <= POSSIBLE[1];
      if (!fits) faults.push({ fault: 'out_of_range', day });
      return fits;
    });
  const still = stuckDays(possible, input.wettings);
  const days: ProbeDay[] = [];
  let shifted = false;
  for (const [index, one] of possible.entries()) {
    const before = possible[index - 1];
    const after = possible[index + 1];
    if (before !== undefined && one.day - before.day > 2) faults.push({ fault: 'gap', day: before.day + 1 });
    if (still.has(one.day)) {
      if (!still.has(before?.day ?? Number.NaN)) faults.push({ fault: 'stuck', day: one.day });
      continue;
    }
    const rise = before === undefined ? 0 : one.vwc - before.vwc;
    const back = after === undefined ? 0 : one.vwc - after.vwc;
    if (Math.abs(rise) > SPIKE && Math.abs(back) > SPIKE && rise * back > 0) {
      faults.push({ fault: 'spike', day: one.day });
      continue;
    }
    const wetted = input.wettings.some(
      ({ day, mm }) => mm > 1 && day >= (before?.day ?? one.day) - 1 && day <= one.day,
    );
    const spiked = faults.some(({ fault, day }) => fault === 'spike' && day === before?.day);
    if (
      before !== undefined &&
      !spiked &&
      Math.abs(rise) > JUMP &&
      !wetted &&
      (rise < 0 || input.irrigationKnown !== false)
    ) {
      faults.push({ fault: 'jump', day: one.day });
      // Back again is the end of it.
      shifted = !shifted;
    }
    if (!shifted) days.push(one);
  }
  return { days, faults };
}

/** A rise of the highest probe this large, m³/m³ in a day, is water; how much stays unknown. */
const WATER_RISE = 0.02;

/** Days with water, by the rise of the highest probe, for plots without recorded irrigation. */
export function wettingsFromProbes(
  probes: readonly { depth: number; readings: readonly ProbeDay[] }[],
): readonly Wetting[] {
  const [highest] = [...probes].sort((a, b) => a.depth - b.depth);
  const sorted = [...(highest?.readings ?? [])].sort((a, b) => a.day - b.day);
  return sorted.flatMap(({ day, vwc }, index) => {
    const before = sorted[index - 1];
    const rose = before !== undefined && day - before.day <= 2 && vwc - before.vwc >= WATER_RISE;
    return rose ? [{ day, mm: LEAST_WETTING }] : [];
  });
}

/** A value that stays although water came: dry soil may well keep one for days. */
function stuckDays(days: readonly ProbeDay[], wettings: readonly Wetting[]): ReadonlySet<number> {
  const stuck = new Set<number>();
  let run: ProbeDay[] = [];
  const close = () => {
    const [first, last] = [run[0]?.day ?? 0, run.at(-1)?.day ?? 0];
    const watered = wettings.some(({ day, mm }) => mm >= LEAST_WETTING && day > first && day < last);
    // The first day of the run was still measured.
    if (run.length >= STUCK_DAYS && watered) for (const { day } of run.slice(1)) stuck.add(day);
    run = [];
  };
  for (const one of days) {
    const first = run[0];
    if (first !== undefined && Math.abs(one.vwc - first.vwc) > STUCK_RANGE) close();
    run.push(one);
  }
  close();
  return stuck;
}
