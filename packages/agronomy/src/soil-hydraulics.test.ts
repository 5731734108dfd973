import { describe, expect, it } from 'vitest';
import { saxtonRawls, soilOfCurve } from './soil-hydraulics.ts';

describe('saxtonRawls', () => {
  // Saxton and Rawls 2006, table 3 (2.5 % organic matter): wilting point, field capacity, saturation in %, mm/h.
  it.each([
    ['sand', 88, 5, 5, 10, 46, 108.1],
    ['loamy sand', 80, 5, 5, 12, 46, 96.7],
    ['sandy loam', 65, 10, 8, 18, 45, 50.3],
    ['loam', 40, 20, 14, 28, 46, 15.5],
    ['silt loam', 20, 15, 11, 31, 48, 16.1],
    ['silt', 10, 5, 6, 30, 48, 22],
    ['clay loam', 30, 35, 22, 36, 48, 4.3],
    ['silty clay loam', 10, 35, 22, 38, 51, 5.7],
    ['sandy clay loam', 60, 25, 17, 27, 43, 11.3],
    ['silty clay', 10, 45, 27, 41, 52, 3.7],
    ['clay', 25, 50, 30, 42, 50, 1.1],
  ] as const)('gives the table for %s', (_, sand, clay, wilting, capacity, full, speed) => {
    const soil = saxtonRawls({ sand, clay, organicMatter: 2.5 });
    expect(Math.abs(100 * soil.wiltingPoint - wilting)).toBeLessThan(0.8);
    expect(Math.abs(100 * soil.fieldCapacity - capacity)).toBeLessThan(0.8);
    expect(Math.abs(100 * soil.saturation - full)).toBeLessThan(0.8);
    expect(Math.abs(soil.conductivity / speed - 1)).toBeLessThan(0.08);
  });

  it('has numbers for sand without clay and organic matter, where the regression falls below zero', () => {
    for (const sand of [60, 80, 100]) {
      const soil = saxtonRawls({ sand, clay: 0, organicMatter: 0 });
      expect(soil.wiltingPoint).toBeGreaterThan(0.005);
      expect(soil.wiltingPoint).toBeLessThanOrEqual(0.02);
      expect(soil.fieldCapacity).toBeGreaterThan(soil.wiltingPoint);
      expect(soil.conductivity).toBeGreaterThan(0);
    }
    expect(saxtonRawls({ sand: 60, clay: 0, organicMatter: 0 }).wiltingPoint).toBe(0.02);
  });

  it('refuses shares that do not describe a soil', () => {
    expect(() => saxtonRawls({ sand: 70, clay: 40, organicMatter: 2 })).toThrow(
      expect.objectContaining({ code: 'out_of_range', reason: expect.objectContaining({ field: 'clay' }) }),
    );
    expect(() => saxtonRawls({ sand: 40, clay: 20, organicMatter: 30 })).toThrow(/organicMatter/);
  });
});

describe('soilOfCurve', () => {
  it('interpolates 33 and 1500 kPa between the points of a curve', () => {
    const curve = [
      { tension: 10, vwc: 0.34 },
      { tension: 100, vwc: 0.24 },
      { tension: 1500, vwc: 0.12 },
    ];
    // log10 33 is 1.5185, half-way of the decade between 10 and 100 and a little.
    expect(soilOfCurve(curve)).toEqual({
      fieldCapacity: expect.closeTo(0.34 - 0.5185 * 0.1, 3),
      wiltingPoint: 0.12,
    });
  });

  it('does not extrapolate beyond the ends of a curve', () => {
    expect(
      soilOfCurve([
        { tension: 10, vwc: 0.3 },
        { tension: 300, vwc: 0.2 },
      ]),
    ).toBeNull();
    expect(soilOfCurve([])).toBeNull();
  });
});
