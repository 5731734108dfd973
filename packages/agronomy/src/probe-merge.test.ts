import { describe, expect, it } from 'vitest';
import { mergeDepths } from './probe-merge.ts';
import { seededRandom } from './random.ts';

const soil = (day: number): number => 0.25 - 0.004 * (day % 12);

function probe(noise: number, offset: number, seed: number) {
  const random = seededRandom(seed);
  return Array.from({ length: 60 }, (_, day) => ({ day, vwc: soil(day) + offset + noise * random.normal() }));
}

/** Spread of a series around the soil's course, after its own mean difference is removed. */
function error(readings: readonly { day: number; vwc: number }[]): number {
  const apart = readings.map(({ day, vwc }) => vwc - soil(day));
  const mean = apart.reduce((total, one) => total + one, 0) / apart.length;
  return Math.sqrt(apart.reduce((total, one) => total + (one - mean) ** 2, 0) / apart.length);
}

describe('mergeDepths', () => {
  const quiet = probe(0.005, 0.01, 1);
  const noisy = probe(0.02, -0.01, 2);
  const series = (probes: Parameters<typeof mergeDepths>[0]) => mergeDepths(probes)[0]?.readings ?? [];

  it('weighs the probes of a depth by their spread', () => {
    const both = series([
      { depth: 0.2, readings: noisy },
      { depth: 0.2, readings: quiet },
    ]);
    const plain = quiet.map(({ day, vwc }, index) => ({ day, vwc: (vwc + (noisy[index]?.vwc ?? 0)) / 2 }));
    expect(error(both)).toBeLessThan(0.7 * error(plain));
    expect(error(both)).toBeLessThan(1.1 * error(quiet));
  });

  it('keeps the level when one of them is silent', () => {
    const steady = probe(0.006, -0.03, 4);
    const gap = probe(0.004, 0.03, 3).filter(({ day }) => day < 30 || day >= 40);
    const level = (readings: readonly { day: number; vwc: number }[], from: number) => {
      const days = readings.filter(({ day }) => day >= from && day < from + 10);
      return days.reduce((total, { day, vwc }) => total + vwc - soil(day), 0) / days.length;
    };
    const both = series([
      { depth: 0.2, readings: gap },
      { depth: 0.2, readings: steady },
    ]);
    expect(both.map(({ day }) => day)).toEqual(Array.from({ length: 60 }, (_, day) => day));
    expect(Math.abs(level(both, 30) - level(both, 15))).toBeLessThan(0.01);
  });

  it('leaves single probes as they are, and depths apart', () => {
    const probes = [
      { depth: 0.1, readings: quiet },
      { depth: 0.3, readings: noisy },
    ];
    expect(mergeDepths(probes)).toEqual(probes);
  });

  it('removes the constant differences of five common days, not of four', () => {
    const flat = (vwc: number, days: readonly number[]) => days.map((day) => ({ day, vwc }));
    const merged = (common: number) =>
      series([
        { depth: 0.2, readings: flat(0.2, [0, 1, 2, 3, 4, 5, 6].slice(0, common)) },
        { depth: 0.2, readings: flat(0.3, [0, 1, 2, 3, 4, 5, 6]) },
      ]).map(({ vwc }) => vwc);
    // Both are equally quiet: the mean; where one is silent, too.
    expect(merged(5)).toEqual(Array.from({ length: 7 }, () => expect.closeTo(0.25, 9)));
    expect(merged(4).map((vwc) => Math.round(1000 * vwc))).toEqual([250, 250, 250, 250, 300, 300, 300]);
  });

  it('counts a probe by its unrest from day to day, of which it needs five', () => {
    const days = Array.from({ length: 12 }, (_, day) => day);
    // Second differences of ±0.04 and ±0.08: twice the spread, a quarter of the weight.
    const zigzag = (height: number) =>
      days.map((day) => ({ day, vwc: 0.25 + (day % 2 === 0 ? height : -height) }));
    const both = series([
      { depth: 0.2, readings: zigzag(0.01) },
      { depth: 0.2, readings: zigzag(-0.02) },
    ]);
    // (0.01 · 4 − 0.02 · 1) / 5
    expect(both[4]?.vwc).toBeCloseTo(0.25 + 0.004, 6);
    expect(both[5]?.vwc).toBeCloseTo(0.25 - 0.004, 6);
    // Every other day is missing: there is no second difference, and both count alike.
    const sparse = (height: number) => zigzag(height).filter((_, index) => index % 3 !== 1);
    const alike = series([
      { depth: 0.2, readings: sparse(0.01) },
      { depth: 0.2, readings: sparse(-0.02) },
    ]);
    expect(alike[0]?.vwc).toBeCloseTo(0.25 - 0.005, 2);
  });

  it('of readings in any order makes days in order', () => {
    const days = [3, 1, 2].map((day) => ({ day, vwc: 0.2 }));
    const others = [5, 4].map((day) => ({ day, vwc: 0.2 }));
    const both = series([
      { depth: 0.2, readings: days },
      { depth: 0.2, readings: others },
    ]);
    expect(both.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5]);
    expect(mergeDepths([])).toEqual([]);
  });
});
