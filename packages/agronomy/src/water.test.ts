import { describe, expect, it } from 'vitest';
import { kcClimate, kcOnDay, rootDepthOnDay } from './crop-coefficient.ts';
import { dualCropBalance, type DualDay } from './dual-crop.ts';
import { AgronomyError } from './reason.ts';
import { depletionFromSensors, ks, pAdjusted, sensorLayers, tawRaw } from './soil.ts';
import { balanceStep, effectiveRain } from './water-balance.ts';

describe('root-zone water', () => {
  // FAO-56 example 36: onion, tomato and maize on a sand, a silt loam and a silty clay.
  it.each([
    [0.15, 0.06, 0.4, 0.3, 36, 11],
    [0.32, 0.15, 0.8, 0.4, 136, 54],
    [0.35, 0.23, 1.2, 0.55, 144, 79],
  ])('holds what example 36 prints for θFC %d', (fieldCapacity, wiltingPoint, rootDepth, p, taw, raw) => {
    const water = tawRaw({ fieldCapacity, wiltingPoint, rootDepth, p });
    expect(water.taw).toBeCloseTo(taw, 6);
    expect(Math.round(water.raw)).toBe(raw);
  });

  it('refuses a field capacity under the wilting point', () => {
    expect(() => tawRaw({ fieldCapacity: 0.1, wiltingPoint: 0.2, rootDepth: 1, p: 0.5 })).toThrow(
      AgronomyError,
    );
  });

  it('causes stress only beyond the readily available water', () => {
    expect(ks({ taw: 100, raw: 40, depletion: 40 })).toBe(1);
    expect(ks({ taw: 100, raw: 40, depletion: 70 })).toBe(0.5);
    expect(ks({ taw: 100, raw: 40, depletion: 120 })).toBe(0);
  });

  it('has a smaller depletion fraction on a hot day', () => {
    expect(pAdjusted({ p: 0.5, etc: 8 })).toBeCloseTo(0.38, 12);
    expect(pAdjusted({ p: 0.5, etc: 2 })).toBeCloseTo(0.62, 12);
  });

  it('assigns each sensor the soil layer nearest to it', () => {
    const readings = [
      { depth: 0.4, vwc: 0.2 },
      { depth: 0.1, vwc: 0.1 },
    ];
    expect(sensorLayers(readings, 0.6).map(({ top, bottom }) => [top, bottom])).toEqual([
      [0, 0.25],
      [0.25, 0.6],
    ]);
    // 250 mm × 0.15 + 350 mm × 0.05
    expect(depletionFromSensors({ readings, fieldCapacity: 0.25, rootDepth: 0.6 })).toBeCloseTo(55, 9);
  });

  it('lets a wet layer compensate a dry one', () => {
    const readings = [
      { depth: 0.1, vwc: 0.15 },
      { depth: 0.3, vwc: 0.35 },
    ];
    expect(depletionFromSensors({ readings, fieldCapacity: 0.25, rootDepth: 0.4 })).toBeCloseTo(0, 9);
  });

  it('drains water above field capacity', () => {
    const step = balanceStep({ depletion: 10, rain: 30, runoff: 5, irrigation: 0, etc: 4, taw: 100 });
    expect(step).toEqual({ depletion: 0, deepPercolation: 11 });
  });

  it('does not count rain that only wets the leaves', () => {
    expect(effectiveRain(0.9, 5)).toBe(0);
    expect(effectiveRain(1, 5)).toBe(1);
  });
});

describe('crop coefficient', () => {
  const lengths = [30, 40, 45, 30] as const;
  const kc = [0.6, 1.15, 0.8] as const;

  it('changes linearly within a stage', () => {
    expect([15, 50, 90, 130, 400].map((day) => kcOnDay({ day, lengths, kc }))).toEqual([
      0.6,
      expect.closeTo(0.875, 9),
      1.15,
      expect.closeTo(0.975, 9),
      0.8,
    ]);
  });

  it('is larger in wind and dry air', () => {
    expect(kcClimate({ kc: 1.15, u2: 2, rhMin: 45, height: 1 })).toBeCloseTo(1.15, 12);
    expect(kcClimate({ kc: 1.15, u2: 4, rhMin: 25, height: 1 })).toBeGreaterThan(1.15);
  });

  it('has roots that stop growing at the end of development', () => {
    const depth = (day: number) => rootDepthOnDay({ day, lengths, min: 0.2, max: 0.9 });
    expect(depth(35)).toBeCloseTo(0.55, 9);
    expect(depth(200)).toBeCloseTo(0.9, 12);
  });
});

describe('dual crop coefficient', () => {
  const crop = {
    kcb: [0.15, 1.15, 0.5],
    lengths: [20, 30, 40, 30],
    height: [0.05, 1.2],
    rootDepth: [0.3, 1],
    p: 0.55,
  } as const;
  const layer = { bottom: 1, fieldCapacity: 0.3, wiltingPoint: 0.15, initial: 0.3 };
  const soil = { layers: [layer], evaporationDepth: 0.1, readilyEvaporable: 8 };
  const day: DualDay = { et0: 5, rain: 0, irrigation: 0, wettedShare: 1, wind: 2, windHeight: 2, rhMin: 45 };

  it('evaporates at the full rate the day after the ground is wetted', () => {
    const [wetting, after] = dualCropBalance({ crop, soil, days: [{ ...day, irrigation: 40 }, day] });
    // A dry surface before the water; Kcmax 1.2 at 2 m/s and 45 %, so E = (1.2 − 0.15) × 5.
    expect(wetting).toMatchObject({ evaporation: 0, surfaceDepletion: 0 });
    expect(after?.evaporation).toBeCloseTo(5.25, 2);
    expect(after?.depletion).toBeCloseTo(5.25 + 0.75, 2);
  });

  it('keeps water below the roots in a profile and loses it in a bucket', () => {
    const days = Array.from({ length: 60 }, (_, index) => ({ ...day, irrigation: index === 40 ? 60 : 0 }));
    const dry = { ...layer, initial: 0.2 };
    const bucket = dualCropBalance({ crop, soil: { ...soil, layers: [dry] }, days });
    const profile = dualCropBalance({ crop, soil: { ...soil, layers: [dry], drainage: 'profile' }, days });
    const lost = (run: typeof bucket) => run.reduce((total, one) => total + one.deepPercolation, 0);
    expect(lost(profile)).toBeLessThanOrEqual(lost(bucket));
    expect(
      [...bucket, ...profile].every((one) => one.depletion >= 0 && one.depletion <= one.taw + 1e-9),
    ).toBe(true);
  });

  it('conserves water in the bucket while the roots do not grow', () => {
    const still = { ...crop, rootDepth: [0.6, 0.6] as const };
    const days = Array.from({ length: 90 }, (_, index) => ({ ...day, rain: index % 9 === 0 ? 22 : 0 }));
    const run = dualCropBalance({ crop: still, soil, days });
    const total = (pick: (one: (typeof run)[number]) => number) =>
      run.reduce((all, one) => all + pick(one), 0);
    const rain = days.reduce((all, one) => all + one.rain, 0);
    const stored = -(run.at(-1)?.depletion ?? 0);
    expect(rain - total((one) => one.etcActual) - total((one) => one.deepPercolation)).toBeCloseTo(stored, 6);
  });
});
