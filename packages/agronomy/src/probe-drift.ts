import type { ProbeDay } from './probe-calibration.ts';
import { median, medianAbsoluteDeviation, theilSen } from './statistics.ts';

/** A probe that moves away from the model and from the other probes. */
export interface ProbeDrift {
  /** m³/m³ a day. */
  slope: number;
  /** First day on which it was off. */
  from: number;
}

/** Last days that are looked at, and the fewest days that a drift is determined from. */
const WINDOW_DAYS = 45;
const MIN_DAYS = 36;
/** Change within the window from which it is a drift, m³/m³. */
const MIN_CHANGE = 0.05;
/** Least ratio of the change to the spread around the trend, so that wetting cycles of the soil are not a drift. */
const MIN_CLEARNESS = 6;
/** Difference from its earlier level from which a probe counts as off, m³/m³. */
const OFF = 0.012;
const MAD_TO_SD = 1.4826;
/** Days of a running median. */
const SMOOTH_DAYS = 5;

/**
 * Drift of each probe, in their order: the trend of its difference from the model, less the trend that the other probes
 * have in common, which is the model's own error. At least two others are needed. Null for a probe without a drift.
 */
export function driftsOf(
  probes: readonly { depth: number; days: readonly ProbeDay[] }[],
  modelled: (depth: number, day: number) => number | undefined,
): readonly (ProbeDrift | null)[] {
  const differences = probes.map(({ depth, days }) => ({
    days: days.flatMap(({ day, vwc }): ProbeDay[] => {
      const expected = modelled(depth, day);
      return expected === undefined ? [] : [{ day, vwc: vwc - expected }];
    }),
  }));
  const slopes = differences.map(({ days }) => slopeOf(days));
  return differences.map(({ days }, index) => {
    const own = slopes[index];
    const others = slopes.filter((slope, other) => other !== index && slope !== null);
    if (own === null || own === undefined || others.length < 2) return null;
    const slope = own - median(others.map((one) => one ?? 0));
    const window = windowOf(days);
    const span = (window.at(-1)?.day ?? 0) - (window[0]?.day ?? 0);
    // Its own trend must be large enough, not only the difference to the others.
    const lone = Math.min(Math.abs(slope), Math.abs(own));
    if (slope * own <= 0 || lone * span < MIN_CHANGE) return null;
    if (lone * span < MIN_CLEARNESS * spreadAround(window, own)) return null;
    return { slope, from: onsetOf(days) };
  });
}

function windowOf(days: readonly ProbeDay[]): readonly ProbeDay[] {
  const last = days.at(-1)?.day ?? 0;
  return days.filter(({ day }) => day > last - WINDOW_DAYS);
}

function slopeOf(days: readonly ProbeDay[]): number | null {
  const window = windowOf(days);
  if (window.length < MIN_DAYS) return null;
  return theilSen({ x: window.map(({ day }) => day), y: window.map(({ vwc }) => vwc) }).slope;
}

function spreadAround(days: readonly ProbeDay[], slope: number): number {
  return MAD_TO_SD * medianAbsoluteDeviation(days.map(({ day, vwc }) => vwc - slope * day));
}

/** The day after the last one on which the probe was at its earlier level. */
function onsetOf(days: readonly ProbeDay[]): number {
  const smooth = days.map(({ day }, index) => ({
    day,
    vwc: median(days.slice(Math.max(0, index - SMOOTH_DAYS + 1), index + 1).map(({ vwc }) => vwc)),
  }));
  const first = windowOf(days)[0]?.day ?? 0;
  const before = smooth.filter(({ day }) => day < first);
  const usual = median(
    (before.length >= SMOOTH_DAYS ? before : smooth.slice(0, SMOOTH_DAYS)).map(({ vwc }) => vwc),
  );
  const sound = smooth.findLast(({ vwc }) => Math.abs(vwc - usual) < OFF);
  return (sound?.day ?? first - 1) + 1;
}
