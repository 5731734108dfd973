import type { ProbeDay } from './probe-calibration.ts';
import { median, medianAbsoluteDeviation } from './statistics.ts';

const MAD_TO_SD = 1.4826;
/** The second difference of independent errors has √6 times their spread. */
const SECOND_DIFFERENCE = Math.sqrt(6);
/** Least spread of a probe, m³/m³: none is so quiet that it decides alone. */
const MIN_SPREAD = 0.002;
/** Fewest common days for the constant differences, and fewest second differences for a spread. */
const MIN_DAYS = 5;

interface Probe {
  depth: number;
  readings: readonly ProbeDay[];
}

/**
 * One series of readings for each depth. Several probes of one depth are averaged, each with the inverse square of its
 * spread from day to day as weight. Their constant differences are removed first, so that a probe that is silent for
 * some days does not move the level.
 */
export function mergeDepths(probes: readonly Probe[]): readonly Probe[] {
  const byDepth = new Map<number, (readonly ProbeDay[])[]>();
  for (const { depth, readings } of probes) byDepth.set(depth, [...(byDepth.get(depth) ?? []), readings]);
  return [...byDepth].map(([depth, [first = [], ...others]]) => ({
    depth,
    readings: others.length === 0 ? first : average([first, ...others]),
  }));
}

function average(probes: readonly (readonly ProbeDay[])[]): readonly ProbeDay[] {
  const courses = probes.map((readings) => new Map(readings.map(({ day, vwc }) => [day, vwc])));
  const days = [...new Set(probes.flat().map(({ day }) => day))].sort((a, b) => a - b);
  const common = days.filter((day) => courses.every((course) => course.has(day)));
  const middle = (day: number) => mean(courses.map((course) => course.get(day) ?? 0));
  const kinds = courses.map((course) => ({
    course,
    level: common.length < MIN_DAYS ? 0 : median(common.map((day) => (course.get(day) ?? 0) - middle(day))),
    weight: spreadOf(course) ** -2,
  }));
  return days.map((day) => {
    const known = kinds.flatMap(({ course, level, weight }) => {
      const vwc = course.get(day);
      return vwc === undefined ? [] : [{ vwc: vwc - level, weight }];
    });
    const all = known.reduce((total, { weight }) => total + weight, 0);
    return { day, vwc: known.reduce((total, { vwc, weight }) => total + (weight / all) * vwc, 0) };
  });
}

/** Spread of a probe from day to day, m³/m³, by its second differences: the slow course of the soil has none. */
function spreadOf(course: ReadonlyMap<number, number>): number {
  const bends = [...course].flatMap(([day, vwc]) => {
    const [before, after] = [course.get(day - 1), course.get(day + 1)];
    return before === undefined || after === undefined ? [] : [before - 2 * vwc + after];
  });
  if (bends.length < MIN_DAYS) return MIN_SPREAD;
  return Math.max(MIN_SPREAD, (MAD_TO_SD * medianAbsoluteDeviation(bends)) / SECOND_DIFFERENCE);
}

const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length;
