import { median, medianAbsoluteDeviation, quantile } from './statistics.ts';

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
  /** m³/m³, as this probe reads it. It includes the probe's bias, which a depletion below it therefore does not. */
  fieldCapacity: number;
  /** Spread of the plateaus, m³/m³ (1.4826 × MAD). */
  spread: number;
  plateaus: number;
}

/** Less than this, mm, does not fill a profile. */
export const MIN_WETTING = 10;
/** Days after a wetting in which free drainage has ended and the plants have not yet taken much. */
const PLATEAU_DAYS = [1, 5] as const;
/** A plateau falls slower than this, m³/m³ a day. */
const MAX_FALL = 0.006;
/** A reading this far below the 80 % quantile of all, m³/m³, is no plateau: the water did not reach the probe. */
const BELOW_WET_END = 0.03;
const MIN_PLATEAUS = 3;
const MAD_TO_SD = 1.4826;

/**
 * Field capacity of a depth from the plateaus that its readings reach one to five days after water came, when
 * drainage is over. Null with fewer than three of them.
 */
export function capacityFromPlateaus(input: {
  readings: readonly ProbeDay[];
  wettings: readonly Wetting[];
  /**
   * Quantile of the plateau readings, 0–1. Default 0.5, which resists probe faults; 0.9 for field-calibrated
   * instruments, since evaporation and root uptake lower some plateaus.
   */
  quantile?: number;
}): PlateauCapacity | null {
  const readings = [...input.readings].sort((a, b) => a.day - b.day);
  const wettings = input.wettings.filter(({ mm }) => mm >= MIN_WETTING).map(({ day }) => day);
  const wet = [...readings].sort((a, b) => a.vwc - b.vwc)[Math.floor(0.8 * readings.length)]?.vwc ?? 0;
  const plateaus = readings.filter(({ day, vwc }, index) => {
    const since = Math.min(...wettings.filter((one) => one <= day).map((one) => day - one));
    if (since < PLATEAU_DAYS[0] || since > PLATEAU_DAYS[1] || vwc < wet - BELOW_WET_END) return false;
    const next = readings[index + 1];
    const wetted = next === undefined || wettings.some((one) => one > day && one <= next.day);
    return wetted || (vwc - next.vwc) / (next.day - day) <= MAX_FALL;
  });
  if (plateaus.length < MIN_PLATEAUS) return null;
  const values = plateaus.map(({ vwc }) => vwc);
  const fieldCapacity = quantile(values, input.quantile ?? 0.5);
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
const MIN_UPTAKE = 0.0015;
const MIN_INTERVALS = 3;

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
    if (falls.length >= MIN_INTERVALS && median(falls) >= MIN_UPTAKE) deepest = Math.max(deepest ?? 0, depth);
  }
  return deepest;
}
