import { describe, expect, test } from 'vitest';
import { dualCropBalance, type DualDay, type DualSoil } from './dual-crop.ts';
import type { DualCrop } from './dual-surface.ts';

const refused = (code: string, field: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field }) });

/** Roots grow from 0.2 m to 1 m in days 10 to 30. */
const growing: DualCrop = {
  kcb: [0.15, 1.1, 0.3],
  lengths: [10, 20, 40, 20],
  height: [0.1, 1],
  rootDepth: [0.2, 1],
  p: 0.5,
};
const grown: DualCrop = { ...growing, rootDepth: [0.5, 0.5] };
/** 120 and 200 mm of available water a metre; the lower half metre is half empty. */
const soil = (
  drainage: 'bucket' | 'profile',
  initial: readonly [number, number] = [0.24, 0.2],
): DualSoil => ({
  layers: [
    { bottom: 0.5, fieldCapacity: 0.24, wiltingPoint: 0.12, initial: initial[0] },
    { bottom: 1, fieldCapacity: 0.3, wiltingPoint: 0.1, initial: initial[1] },
  ],
  evaporationDepth: 0.1,
  readilyEvaporable: 8,
  drainage,
});
const day = (values: Partial<DualDay> = {}): DualDay => ({
  et0: 5,
  rain: 0,
  irrigation: 0,
  wettedShare: 1,
  wind: 2,
  windHeight: 2,
  rhMin: 45,
  ...values,
});
const season = (length: number, wet: Record<number, Partial<DualDay>> = {}) =>
  Array.from({ length }, (_, index) => day(wet[index]));
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

describe('dualCropBalance', () => {
  test('total available water is that of the layers which the roots reach', () => {
    const days = dualCropBalance({ crop: growing, soil: soil('bucket'), days: season(45) });
    expect(days[0]?.taw).toBeCloseTo(24, 9);
    // 0.5 m × 120 mm/m + 0.5 m × 200 mm/m
    expect(days[44]?.taw).toBeCloseTo(160, 9);
    for (const { raw, p, taw } of days) expect(raw).toBeCloseTo(p * taw, 9);
  });

  test('what soaks in beyond the roots is lost by a bucket and kept by a profile until they are there', () => {
    const days = season(60, { 2: { rain: 40 } });
    const bucket = dualCropBalance({ crop: growing, soil: soil('bucket'), days });
    const profile = dualCropBalance({ crop: growing, soil: soil('profile'), days });
    expect(bucket[2]?.deepPercolation).toBeGreaterThan(20);
    expect(profile[2]?.deepPercolation).toBe(0);
    // Below the roots it was kept: grown, they lack 40 mm less than without the rain, but for what evaporated of it.
    const dry = dualCropBalance({ crop: growing, soil: soil('profile'), days: season(60) });
    const used = (result: typeof dry) => total(result.slice(0, 36).map(({ etcActual }) => etcActual));
    const kept = 40 - (used(profile) - used(dry));
    expect(kept).toBeGreaterThan(10);
    expect((dry[35]?.depletion ?? 0) - (profile[35]?.depletion ?? 0)).toBeCloseTo(kept, 6);
  });

  test('a profile loses no water: what came in, less what left, is the change of its depletion', () => {
    const days = season(60, { 3: { rain: 25 }, 12: { rain: 60 }, 20: { irrigation: 30 }, 33: { rain: 15 } });
    const result = dualCropBalance({ crop: growing, soil: soil('profile'), days });
    const water = total(days.map(({ rain, irrigation }) => rain + irrigation));
    const left = total(result.map(({ etcActual, deepPercolation }) => etcActual + deepPercolation));
    // 0 mm were missing above 0.5 m, 50 mm below.
    expect(result[59]?.rootDepth).toBeCloseTo(1, 9);
    expect(result[59]?.depletion).toBeCloseTo(50 + left - water, 6);
  });

  test('more than the whole profile can hold percolates from both', () => {
    const days = season(3, { 1: { rain: 130 } });
    for (const drainage of ['bucket', 'profile'] as const) {
      const [before, flooded] = dualCropBalance({ crop: grown, soil: soil(drainage), days });
      const water = 130 - (flooded?.etcActual ?? 0) - (before?.depletion ?? 0);
      expect(flooded?.deepPercolation).toBeCloseTo(water, 9);
      expect(flooded?.depletion).toBe(0);
    }
  });

  test('with roots that do not grow a profile is a bucket', () => {
    const days = season(70, { 5: { rain: 12 }, 30: { irrigation: 25 }, 50: { rain: 200 } });
    const [bucket, profile] = (['bucket', 'profile'] as const).map((drainage) =>
      dualCropBalance({ crop: grown, soil: soil(drainage, [0.2, 0.3]), days }),
    );
    expect(profile).toEqual(bucket);
    // 40 mm/m were missing at the start.
    expect(bucket?.[0]?.depletion).toBeCloseTo(20 + (bucket?.[0]?.etcActual ?? 0), 9);
  });

  test('growing roots take their share of what is missing below them, and no more', () => {
    const days = dualCropBalance({
      crop: growing,
      soil: soil('profile'),
      days: season(50).map(() => day({ et0: 0 })),
    });
    // Above 0.5 m nothing was missing, below 50 mm: at 1 m the roots have all of it.
    expect(days[9]?.depletion).toBe(0);
    for (const [index, { depletion }] of days.entries()) {
      expect(depletion).toBeLessThanOrEqual(50 + 1e-9);
      expect(depletion).toBeGreaterThanOrEqual(days[index - 1]?.depletion ?? 0);
    }
    expect(days[49]?.depletion).toBeCloseTo(50, 6);
  });

  test('without water the crop wilts: depletion ends at what is available', () => {
    const days = dualCropBalance({ crop: grown, soil: soil('bucket'), days: season(120) });
    expect(days[119]?.ks).toBeLessThan(0.05);
    for (const { depletion, taw } of days) expect(depletion).toBeLessThanOrEqual(taw);
    expect(days.map(({ day }) => day)).toEqual(days.map((_, index) => index));
    for (const one of days) expect(one.transpiration).toBeCloseTo(one.ks * one.kcb * 5, 9);
  });

  test.each([
    ['et0', { et0: -1 }],
    ['et0', { et0: 31 }],
    ['rain', { rain: -1 }],
    ['irrigation', { irrigation: 1001 }],
  ])('an impossible %s is refused by its name', (field, values) => {
    const balance = () => dualCropBalance({ crop: grown, soil: soil('bucket'), days: [day(values)] });
    expect(balance).toThrow(refused('out_of_range', field));
  });
});
