import { describe, expect, test } from 'vitest';
import { driftsOf } from './probe-drift.ts';

const DEPTHS = [0.1, 0.3, 0.5];
/** Days 0 to `last`, each with the value of a function. */
const daysOf = (last: number, vwc: (day: number) => number) =>
  Array.from({ length: last + 1 }, (_, day) => ({ day, vwc: vwc(day) }));
/** A little unrest around no trend. */
const unrest = (day: number) => 0.001 * (day % 2);
const still = (day: number) => 0.25 + unrest(day);
/** At 0.25 until a day, then rising. */
const drifting = (from: number, slope: number) => (day: number) =>
  0.25 + slope * Math.max(0, day - from) + unrest(day);
const drifts = (courses: readonly ((day: number) => number)[], last = 99) =>
  driftsOf(
    courses.map((vwc, index) => ({ depth: DEPTHS[index] ?? 0.7, days: daysOf(last, vwc) })),
    () => 0.25,
  );

describe('driftsOf', () => {
  test('finds the probe that moves away, its slope and the first day on which it was off', () => {
    const [first, second, third] = drifts([drifting(40, 0.002), still, still]);
    expect([second, third]).toEqual([null, null]);
    expect(first?.slope).toBeCloseTo(0.002, 3);
    // Off by 0.012 after six days; the running median of five days follows two days later.
    expect(first?.from).toBeGreaterThanOrEqual(46);
    expect(first?.from).toBeLessThanOrEqual(50);
    const [falling] = drifts([drifting(40, -0.002), still, still]);
    expect(falling?.slope).toBeCloseTo(-0.002, 3);
    expect(Math.abs((falling?.from ?? 0) - (first?.from ?? 99))).toBeLessThanOrEqual(1);
  });

  test('compares with the model, by depth and day', () => {
    const soil = (depth: number, day: number) => 0.3 - depth / 10 - 0.001 * day;
    const of = (modelled: (depth: number, day: number) => number | undefined) =>
      driftsOf(
        DEPTHS.map((depth, index) => ({
          depth,
          days: daysOf(99, (day) => soil(depth, day) + (index === 0 ? drifting(40, 0.002)(day) : still(day))),
        })),
        modelled,
      );
    expect(of(soil)[0]?.slope).toBeCloseTo(0.002, 3);
    // Without a modelled value a day tells nothing.
    expect(of((depth, day) => (day > 70 ? undefined : soil(depth, day)))[0]?.from).toBeLessThanOrEqual(50);
    expect(of(() => undefined)).toEqual([null, null, null]);
  });

  test('takes what all probes have in common for an error of the model', () => {
    const all = drifting(40, 0.002);
    expect(drifts([all, all, all])).toEqual([null, null, null]);
    // It follows the soil while the others move with the model's error: it is not the one that drifts.
    expect(drifts([still, all, all])[0]).toBeNull();
    // The others move the other way, less than it does.
    const [first] = drifts([drifting(40, 0.002), drifting(40, -0.0005), drifting(40, -0.0005)]);
    expect(first?.slope).toBeCloseTo(0.0025, 3);
  });

  test('a probe whose own trend is small or the other way does not drift, whatever the others do', () => {
    const line = (slope: number) => (day: number) => 0.25 + slope * day;
    // In 44 days it rises by 0.022 itself and by 0.066 against the others.
    expect(drifts([line(0.0005), line(-0.001), line(-0.001)], 44)[0]).toBeNull();
    expect(drifts([line(0.0015), still, still], 44)[0]?.slope).toBeCloseTo(0.0015, 4);
    // It rises by 0.088 where the others rise by 0.176: it follows the soil better than they do.
    expect(drifts([line(0.002), line(0.004), line(0.004)], 44)[0]).toBeNull();
  });

  test('needs two other probes', () => {
    expect(drifts([drifting(40, 0.002), still])).toEqual([null, null]);
    expect(drifts([drifting(40, 0.002)])).toEqual([null]);
    const withThird = (days: number) =>
      driftsOf(
        [drifting(40, 0.002), still, still].map((vwc, index) => ({
          depth: DEPTHS[index] ?? 0,
          days: daysOf(99, vwc).slice(index === 2 ? -days : 0),
        })),
        () => 0.25,
      )[0];
    // One with too few days for a trend is no reference.
    expect(withThird(36)?.slope).toBeCloseTo(0.002, 3);
    expect(withThird(35)).toBeNull();
  });

  test('needs 36 days of the last 45', () => {
    const of = (last: number) => drifts([(day) => 0.25 + 0.003 * day + unrest(day), still, still], last)[0];
    expect(of(35)).not.toBeNull();
    expect(of(34)).toBeNull();
    // Thirty days ago it stood still for months: the window is of the last 45 days.
    expect(drifts([drifting(130, 0.004), still, still], 160)[0]?.slope).toBeGreaterThan(0.002);
    const gap = driftsOf(
      [drifting(40, 0.002), still, still].map((vwc, index) => ({
        depth: DEPTHS[index] ?? 0,
        days: daysOf(99, vwc).filter(({ day }) => index > 0 || day < 55 || day > 64),
      })),
      () => 0.25,
    );
    expect(gap[0]).toBeNull();
  });

  test('a change of less than 0.05 in the window is none, nor one within the unrest of the soil', () => {
    const steady = (slope: number) => (day: number) => 0.25 + slope * day + unrest(day);
    expect(drifts([steady(0.0012), still, still])[0]).not.toBeNull();
    expect(drifts([steady(0.0011), still, still])[0]).toBeNull();
    // Exactly 0.05 in 40 days is one.
    const flat = () => 0.25;
    expect(drifts([(day) => 0.25 + 0.00125 * day, flat, flat], 40)[0]?.slope).toBe(0.00125);
    expect(drifts([(day) => 0.25 + 0.00124 * day, flat, flat], 40)[0]).toBeNull();
    // Wetting cycles of a tenth around the same trend.
    const cycles = (day: number) => steady(0.0016)(day) + 0.05 * Math.sin(day);
    expect(drifts([cycles, still, still])[0]).toBeNull();
  });

  test('a probe that was off from the first day on drifts from then on', () => {
    const [first] = drifts([(day) => 0.25 + 0.002 * day + unrest(day), still, still], 44);
    // The level of its first five days is the only one that is known.
    expect(first?.from).toBeGreaterThan(4);
    expect(first?.from).toBeLessThan(14);
  });

  test('its earlier level is that before the last 45 days, not that of its first days', () => {
    // It settles for five days, then reads 0.03 too high until day 55, and rises.
    const settling = (day: number) => (day < 5 ? 0.2 : 0.28 + 0.0025 * Math.max(0, day - 55));
    // The running median lags two days: 0.01 off on day 61, 0.0125 on day 62.
    expect(drifts([settling, still, still])[0]?.from).toBe(62);
  });

  test('a difference of 0.012 is off', () => {
    // Differences from the model: a step to 0.012 on day 40, a rise from day 60.
    const step = (day: number) => (day < 40 ? 0 : 0.012 + 0.003 * Math.max(0, day - 60));
    const [first] = driftsOf(
      [step, () => 0, () => 0].map((vwc, index) => ({ depth: DEPTHS[index] ?? 0, days: daysOf(99, vwc) })),
      () => 0,
    );
    // Three of the five days of the running median are off on day 42.
    expect(first?.from).toBe(42);
  });

  test('a probe that had two levels, as often the one as the other, is off from the first of the last 45 days', () => {
    // The running median changes on day 20: twenty days at each level before the window of days 40 to 84.
    const moved = (day: number) => (day < 18 ? 0.25 : 0.35 + 0.002 * Math.max(0, day - 40));
    expect(drifts([moved, still, still], 84)[0]?.from).toBe(40);
  });
});
