import { describe, expect, test } from 'vitest';
import { heightOnDay, kcClimate, kcOnDay, rootDepthOnDay } from './crop-coefficient.ts';

const refused = (code: string, field: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field }) });

describe('kcOnDay', () => {
  // FAO-56 example 28: dry beans of 25, 25, 30 and 20 days.
  const beans = { lengths: [25, 25, 30, 20], kc: [0.15, 1.19, 0.35] } as const;
  const at = (day: number) => kcOnDay({ ...beans, day });

  test('example 28: 0.15 on day 20, 0.77 on day 40, 1.19 on day 70, 0.77 on day 90', () => {
    expect(at(20)).toBe(0.15);
    expect(at(40)).toBeCloseTo(0.77, 2);
    expect(at(70)).toBe(1.19);
    expect(at(90)).toBeCloseTo(0.77, 2);
  });

  test('joins its stages without a step and stays at its end', () => {
    expect([1, 25].map(at)).toEqual([0.15, 0.15]);
    expect(at(26)).toBeCloseTo(0.15 + 1.04 / 25, 9);
    expect([50, 51, 80].map(at)).toEqual([1.19, 1.19, 1.19]);
    expect(at(81)).toBeCloseTo(1.19 - 0.84 / 20, 9);
    expect([100, 101, 400].map(at)).toEqual([expect.closeTo(0.35, 9), 0.35, 0.35]);
  });

  test('may skip a stage', () => {
    expect(kcOnDay({ day: 1, lengths: [0, 10, 0, 10], kc: [0.3, 1.3, 0.3] })).toBeCloseTo(0.4, 9);
    expect(kcOnDay({ day: 11, lengths: [0, 10, 0, 10], kc: [0.3, 1.3, 0.3] })).toBeCloseTo(1.2, 9);
  });
});

describe('kcClimate', () => {
  test('FAO-56 example 27: maize of 2 m has 1.07 in wet, still Taipei, 1.30 in dry, windy Mocha', () => {
    // Kc mid 1.20; 1.3 m/s and 75 %; 4.6 m/s and 44 %.
    expect(kcClimate({ kc: 1.2, u2: 1.3, rhMin: 75, height: 2 })).toBeCloseTo(1.07, 2);
    expect(kcClimate({ kc: 1.2, u2: 4.6, rhMin: 44, height: 2 })).toBeCloseTo(1.3, 2);
  });

  test('is that of the table at 2 m/s and 45 %, and for less than 0.45', () => {
    expect(kcClimate({ kc: 1.2, u2: 2, rhMin: 45, height: 2 })).toBe(1.2);
    expect(kcClimate({ kc: 0.449, u2: 6, rhMin: 20, height: 2 })).toBe(0.449);
    expect(kcClimate({ kc: 0.45, u2: 6, rhMin: 20, height: 3 })).toBeCloseTo(0.71, 9);
  });

  test('keeps to the fitted range', () => {
    const windy = { kc: 1, u2: 6, rhMin: 20, height: 10 };
    expect(kcClimate({ ...windy, u2: 12, rhMin: 5, height: 20 })).toBe(kcClimate(windy));
    const still = { kc: 1, u2: 1, rhMin: 80, height: 0.1 };
    expect(kcClimate({ ...still, u2: 0, rhMin: 99, height: 0 })).toBe(kcClimate(still));
  });
});

describe('roots and height', () => {
  const plant = { lengths: [20, 30, 40, 20] as const, min: 0.2, max: 1.2 };

  test('roots go down evenly until the end of development', () => {
    const roots = (day: number) => rootDepthOnDay({ ...plant, day });
    expect([-5, 0, 50, 90].map(roots)).toEqual([0.2, 0.2, 1.2, 1.2]);
    expect(roots(25)).toBeCloseTo(0.7, 9);
    expect(rootDepthOnDay({ ...plant, lengths: [0, 0, 40, 20], day: 1 })).toBe(1.2);
  });

  test('height begins at a twentieth and ends with development', () => {
    const height = (day: number) => heightOnDay({ lengths: plant.lengths, max: 2, day });
    expect([0, 2, 50, 90].map(height)).toEqual([0.1, 0.1, 2, 2]);
    expect(height(25)).toBeCloseTo(1, 9);
    expect(heightOnDay({ lengths: [0, 0, 40, 20], max: 2, day: 1 })).toBe(2);
  });
});

const kc = { day: 1, lengths: [20, 30, 40, 20], kc: [0.3, 1.2, 0.6] } as const;
const climate = { kc: 1, u2: 2, rhMin: 45, height: 1 };
const roots = { day: 1, lengths: [20, 30, 40, 20] as const, min: 0.2, max: 1.2 };
test.each([
  ['not_a_number', 'day', () => kcOnDay({ ...kc, day: Number.NaN })],
  ['out_of_range', 'lengths', () => kcOnDay({ ...kc, lengths: [20, 30, 40, -1] })],
  ['out_of_range', 'kc', () => kcOnDay({ ...kc, kc: [0.3, 12, 0.6] })],
  ['out_of_range', 'kc', () => kcClimate({ ...climate, kc: -1 })],
  ['out_of_range', 'u2', () => kcClimate({ ...climate, u2: -1 })],
  ['out_of_range', 'rhMin', () => kcClimate({ ...climate, rhMin: 101 })],
  ['out_of_range', 'height', () => kcClimate({ ...climate, height: -1 })],
  ['out_of_range', 'min', () => rootDepthOnDay({ ...roots, min: 0 })],
  ['out_of_range', 'max', () => rootDepthOnDay({ ...roots, max: 0.1 })],
  ['not_a_number', 'day', () => rootDepthOnDay({ ...roots, day: Number.NaN })],
] as const)('%s %s', (code, field, call) => expect(call).toThrow(refused(code, field)));
