import { describe, expect, it } from 'vitest';
import { capacityFromPlateaus, probeFit, uptakeDepth } from './probe-calibration.ts';
import { screenProbe } from './probe-screen.ts';

/** A soil with capacity 0.27, irrigated every ten days, that drains a day and then dries by 0.008 a day. */
const cycle = (days: number, change: (vwc: number, day: number) => number = (vwc) => vwc) =>
  Array.from({ length: days }, (_, day) => {
    const since = day % 10;
    const vwc = since === 0 ? 0.33 : since <= 3 ? 0.27 - 0.002 * (since - 1) : 0.266 - 0.008 * (since - 3);
    return { day, vwc: change(vwc, day) };
  });
const wettings = Array.from({ length: 8 }, (_, index) => ({ day: index * 10, mm: 35 }));

describe('capacityFromPlateaus', () => {
  it('finds the content at which drainage ends', () => {
    const found = capacityFromPlateaus({ readings: cycle(60), wettings });
    expect(found?.fieldCapacity).toBeCloseTo(0.268, 2);
    expect(found?.plateaus).toBeGreaterThanOrEqual(6);
    // It includes the bias of the probe.
    const low = capacityFromPlateaus({ readings: cycle(60, (vwc) => vwc - 0.05), wettings });
    expect((found?.fieldCapacity ?? 0) - (low?.fieldCapacity ?? 0)).toBeCloseTo(0.05, 9);
  });

  it('finds none without an irrigation or rain', () => {
    expect(capacityFromPlateaus({ readings: cycle(60), wettings: [] })).toBeNull();
    expect(
      capacityFromPlateaus({ readings: cycle(60), wettings: wettings.map((one) => ({ ...one, mm: 3 })) }),
    ).toBeNull();
    expect(capacityFromPlateaus({ readings: cycle(12), wettings: wettings.slice(0, 1) })).toBeNull();
  });
});

describe('probeFit', () => {
  it('returns bias, spread and drift of a probe', () => {
    const off = cycle(60, (vwc, day) => vwc + 0.03 + (day % 2 === 0 ? 0.002 : -0.002));
    const fit = probeFit(off, cycle(60));
    expect(fit?.bias).toBeCloseTo(0.03, 2);
    expect(fit?.spread).toBeCloseTo(0.003, 3);
    expect(fit?.drift).toBeCloseTo(0, 4);
    expect(
      probeFit(
        cycle(60, (vwc, day) => vwc + 0.0005 * day),
        cycle(60),
      )?.drift,
    ).toBeCloseTo(0.0005, 6);
    expect(probeFit(off.slice(0, 3), cycle(60))).toBeNull();
  });
});

describe('uptakeDepth', () => {
  it('is the deepest probe that dries between waterings', () => {
    const still = cycle(60, () => 0.25);
    const probes = [0.1, 0.3, 0.5, 0.7].map((depth) => ({
      depth,
      fieldCapacity: 0.27,
      readings: depth <= 0.5 ? cycle(60) : still,
    }));
    expect(uptakeDepth({ probes, wettings })).toBe(0.5);
    expect(uptakeDepth({ probes: probes.slice(3), wettings })).toBeNull();
  });
});

describe('screenProbe', () => {
  const screen = (
    change: (vwc: number, day: number) => number,
    keep: (day: number) => boolean = () => true,
  ) => screenProbe({ readings: cycle(40, change).filter(({ day }) => keep(day)), wettings });

  it('does not report a constant dry soil as a stuck probe', () => {
    const readings = cycle(14, () => 0.13);
    expect(screenProbe({ readings, wettings: [] })).toEqual({ days: readings, faults: [] });
  });

  it('reports no fault of a working probe', () => {
    expect(screen((vwc) => vwc)).toEqual({ days: cycle(40), faults: [] });
  });

  it.each([
    ['a spike', (vwc: number, day: number) => (day === 15 ? 0.45 : vwc), 'spike', [15]],
    [
      'a value that is no soil',
      (vwc: number, day: number) => (day === 15 ? 0.93 : vwc),
      'out_of_range',
      [15],
    ],
    ['a stuck value', (vwc: number, day: number) => (day >= 12 && day < 29 ? 0.266 : vwc), 'stuck', [13]],
    ['a probe that begins anew', (vwc: number, day: number) => (day >= 25 ? vwc - 0.1 : vwc), 'jump', [25]],
  ] as const)('names %s and drops it', (_, change, fault, days) => {
    const { faults, days: kept } = screen(change);
    expect(faults.filter((one) => one.fault === fault).map(({ day }) => day)).toEqual(days);
    // What is kept is what a sound probe would have read.
    const sound = new Map(cycle(40).map(({ day, vwc }) => [day, vwc]));
    expect(kept.every(({ day, vwc }) => Math.abs(vwc - (sound.get(day) ?? 0)) < 0.03)).toBe(true);
    expect(kept.length).toBeGreaterThan(20);
  });

  it('reports a gap and does not fill it', () => {
    const { faults, days } = screen(
      (vwc) => vwc,
      (day) => day < 12 || day > 18,
    );
    expect(faults).toEqual([{ fault: 'gap', day: 12 }]);
    expect(days).toHaveLength(33);
  });

  it('reports a fall below the level before the rain, where drainage ends', () => {
    // 9 % less from the 52nd day on, a day after irrigation.
    const shifted = cycle(60, (vwc, day) => (day >= 52 ? vwc - 0.09 : vwc));
    const screen = screenProbe({ readings: shifted, wettings });
    expect(screen.faults).toEqual([{ fault: 'jump', day: 52 }]);
    expect(screen.days.at(-1)?.day).toBe(51);
    expect(screenProbe({ readings: cycle(60), wettings }).faults).toEqual([]);
  });

  it('compares a reading after a gap or a spike with what was before it', () => {
    const dried = Array.from({ length: 60 }, (_, day) => ({
      day,
      vwc: 0.28 - 0.002 * day - (day >= 44 ? 0.06 : 0),
    })).filter(({ day }) => day < 35 || day >= 44);
    expect(screenProbe({ readings: dried, wettings: [] }).faults).toEqual([{ fault: 'gap', day: 35 }]);
    const spiked = cycle(40, (vwc, day) => (day === 29 ? 0.52 : vwc));
    expect(screenProbe({ readings: spiked, wettings }).faults).toEqual([{ fault: 'spike', day: 29 }]);
  });
});
